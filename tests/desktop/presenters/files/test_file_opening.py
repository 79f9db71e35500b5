"""Files from outside: what each kind becomes, what is missing is told, and the window is seen."""

import os
import shutil
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.platform.launch_requests import LaunchRequests
from desktop.platform.single_instance import Start, claim
from engine.documents.text_file import SUFFIXES
from tests.support.foreign_models import NAME, write_huggingface_model
from tests.support.windows import OpenWindow, open_window


def notices(window: OpenWindow) -> list[str]:
    return [notice.text for notice in window.program.window.notice_line.notices()]


def test_texts_are_translated_and_what_is_missing_is_told(qtbot: QtBot, tmp_path: Path) -> None:
    text = tmp_path / "a text.md"
    text.write_text("A dog.", encoding="utf-8")
    with open_window(qtbot, tmp_path / "home") as window:
        missing = tmp_path / "gone.srt"
        window.program.start_met.emit(Start((text, missing)))
        assert notices(window) == [f"Not found: {missing}"]
        target = tmp_path / "a text.de.md"
        qtbot.waitUntil(lambda: target.exists() and target.read_text() == "A DOG.")


def test_of_many_missing_files_some_are_named(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        window.program.start_met.emit(Start(tuple(Path(f"/gone/{n}.txt") for n in range(9))))
        assert notices(window) == ["Not found: /gone/0.txt, /gone/1.txt, /gone/2.txt, …"]


@pytest.mark.parametrize("name", ["picture.png", "folder"])
def test_what_is_no_text_is_refused(qtbot: QtBot, tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with open_window(qtbot, tmp_path / "home") as window:
        window.program.start_met.emit(Start((tmp_path / name,)))
        told = f"Not translated: {name}. Only {', '.join(SUFFIXES)} files are supported."
        assert notices(window) == [told]


def test_a_model_is_imported_where_models_are(qtbot: QtBot, tmp_path: Path) -> None:
    damaged = tmp_path / "a.translucent"
    damaged.write_bytes(b"no model")
    with open_window(qtbot, tmp_path / "home") as window:
        with qtbot.waitSignal(window.program.library.failed):
            window.program.start_met.emit(Start((damaged,)))
        models = window.program.dialogs.models_window
        assert models is not None
        assert models.isVisible()


def test_a_folder_and_a_zip_with_a_foreign_model_are_imported(qtbot: QtBot, tmp_path: Path) -> None:
    write_huggingface_model(tmp_path / NAME)
    file = shutil.make_archive(str(tmp_path / "packed"), "zip", tmp_path, NAME)
    shutil.copytree(tmp_path / NAME, tmp_path / "opus-mt-de-en")
    with open_window(qtbot, tmp_path / "home") as window:
        library = window.program.library
        imported: list[str] = []
        library.imported.connect(imported.append)
        window.program.window.files_dropped.emit([Path(file), tmp_path / "opus-mt-de-en"])
        qtbot.waitUntil(lambda: imported == [NAME, "opus-mt-de-en"])


def test_a_minimised_window_comes_up(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("XDG_ACTIVATION_TOKEN", raising=False)
    with open_window(qtbot, tmp_path) as window:
        main = window.program.window
        main.showMaximized()
        main.showMinimized()
        assert main.isMinimized()
        window.program.start_met.emit(Start((), "a right"))
        assert not main.isMinimized()
        assert main.isMaximized()
        qtbot.waitUntil(main.isActiveWindow)
        assert os.environ["XDG_ACTIVATION_TOKEN"] == "a right"
        monkeypatch.delenv("XDG_ACTIVATION_TOKEN")


def test_after_another_language_the_new_window_answers(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        old = window.program.window
        window.program.settings.change(language="de")
        qtbot.waitUntil(lambda: window.program.window is not old)
        window.program.window.showMinimized()
        window.program.start_met.emit(Start())
        assert not window.program.window.isMinimized()


def test_later_starts_are_heard_until_the_end(qtbot: QtBot, tmp_path: Path) -> None:
    """The other program is this process: its request is laid by hand."""
    instance = claim(tmp_path / "window")
    assert instance is not None
    launch_requests = LaunchRequests(Start((Path("mine.txt"),)), instance)
    heard: list[Start] = []
    launch_requests.came.connect(heard.append)
    launch_requests.listen()
    assert heard == [Start((Path("mine.txt").absolute(),))]
    draft, request = tmp_path / "draft", tmp_path / "window" / "1.request"
    draft.write_text('{"files": ["/a.txt"], "token": ""}')
    draft.replace(request)
    qtbot.waitUntil(lambda: len(heard) == 2)
    assert heard[1] == Start((Path("/a.txt"),))
    assert not request.exists()
    launch_requests.listen()  # of the window in another language
    launch_requests.close()
    request.write_text("{}")
    following = claim(tmp_path / "window")
    assert following is not None
    assert list(following.later_starts()) == [Start()]
    assert len(heard) == 2
    following.leave()
    launch_requests.deleteLater()
