"""Files: dropped on the window or opened, followed, stopped, and where their results are."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from desktop.presenters import user_actions
from desktop.views.files.panel import FilePanel
from engine.documents.doubts import Doubt
from engine.documents.text_file import SUFFIXES
from engine.markup.extraction import Place
from engine.translation import Notice, NoticeKind
from tests.support.engines import FakeEngine, fake_open
from tests.support.pdf_files import make_pdf
from tests.support.save_dialogs import save_as, save_dialog
from tests.support.windows import OpenWindow, open_window

CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
NO_KEY = Qt.KeyboardModifier.NoModifier


def drop(widget: QWidget, *paths: Path) -> bool:
    """Drop files on a widget as a file manager does; give whether they were taken."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    entering = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, LEFT, NO_KEY)
    QCoreApplication.sendEvent(widget, entering)
    if not entering.isAccepted():
        return False
    dropping = QDropEvent(QPointF(5, 5), Qt.DropAction.CopyAction, data, LEFT, NO_KEY)
    QCoreApplication.sendEvent(widget, dropping)
    return dropping.isAccepted()


def panel_of(window: OpenWindow) -> FilePanel:
    return window.program.window.file_panel


def words(window: OpenWindow) -> list[str]:
    """Return what the rows say."""
    labels = panel_of(window).findChildren(QLabel)
    return [label.text() for label in labels if label.text()]


def wait_for_words(window: OpenWindow, *expected: str) -> None:
    window.qtbot.waitUntil(lambda: set(expected) <= set(words(window)))


@pytest.mark.parametrize(
    ("name", "text", "translated"),
    [
        ("a text.txt", "One dog.\r\n\r\nTwo men.\r\n", "ONE DOG.\r\n\r\nTWO MEN.\r\n"),
        ("notes.md", "# A dog\n\n`code` stays\n", "# A DOG\n\n`code` STAYS\n"),
        (
            "film.srt",
            "1\n00:00:01,000 --> 00:00:02,500\nA dog.\n\n",
            "1\n00:00:01,000 --> 00:00:02,500\nA DOG.\n\n",
        ),
    ],
)
def test_a_dropped_file_is_translated_beside_the_old_one(
    qtbot: QtBot, tmp_path: Path, name: str, text: str, translated: str
) -> None:
    source = tmp_path / "Übersetzung" / name
    source.parent.mkdir()
    source.write_bytes(text.encode())
    with open_window(qtbot, tmp_path / "home") as window:
        main = window.program.window
        assert window.program.window.files_dock.isHidden()
        assert drop(main if source.suffix == ".txt" else main.source_pane, source)
        target = source.with_name(f"{source.stem}.de{source.suffix}")
        wait_for_words(window, f"Saved as {target.name}")
        assert panel_of(window).isVisible()
        assert target.read_bytes().decode() == translated
        assert source.read_bytes().decode() == text
        assert window.source.text_now() == ""  # files are no texts of the panes


def test_files_are_chosen_in_a_dialog(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "a.txt"
    source.write_text("A dog.")
    filters: list[str] = []

    def choose(*arguments: object) -> tuple[list[str], str]:
        filters.append(str(arguments[3]))
        return [str(source)], ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose)
    with open_window(qtbot, tmp_path / "home") as window:
        window.press(Qt.Key.Key_O, CTRL)
        wait_for_words(window, "Saved as a.de.txt")
        assert filters == [f"Texts ({' '.join(f'*{suffix}' for suffix in SUFFIXES)})"]
        assert (tmp_path / "a.de.txt").read_text() == "A DOG."


def test_while_files_are_dragged_the_window_shows_where_they_go(
    qtbot: QtBot, tmp_path: Path
) -> None:
    with open_window(qtbot, tmp_path) as window:
        main, dropped = window.program.window, tmp_path / "ä b.txt"
        data = QMimeData()
        data.setUrls([QUrl("https://example.org/x.txt"), QUrl.fromLocalFile(str(dropped))])
        over = window.source.viewport()  # a text takes no files: they are the window's
        entering = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, LEFT, NO_KEY)
        QCoreApplication.sendEvent(over, entering)
        assert main.drop_target.isVisible()
        assert main.drop_target.geometry() == main.panes.geometry()
        main.resize(main.width() + 50, main.height())
        qtbot.waitUntil(lambda: main.panes.width() == main.drop_target.width())
        assert main.drop_target.geometry() == main.panes.geometry()
        QCoreApplication.sendEvent(over, QDragLeaveEvent())
        assert main.drop_target.isHidden()
        with qtbot.waitSignal(main.files_dropped) as signal:
            assert drop(over, dropped)
        assert signal.args == [[dropped]]
        assert main.drop_target.isHidden()
        assert window.source.text_now() == ""
        data = QMimeData()
        data.setText("A dog.")
        entering = QDragEnterEvent(QPoint(5, 5), Qt.DropAction.CopyAction, data, LEFT, NO_KEY)
        QCoreApplication.sendEvent(over, entering)
        assert main.drop_target.isHidden()


def test_files_of_unknown_kinds_are_refused_with_a_notice(qtbot: QtBot, tmp_path: Path) -> None:
    with open_window(qtbot, tmp_path) as window:
        assert drop(window.program.window, tmp_path / "holiday.jpg", tmp_path / "song.mp3")
        (notice,) = window.program.window.notice_line.notices()
        assert notice.text == (
            "Not translated: holiday.jpg, song.mp3. "
            f"Only {', '.join(SUFFIXES)} files are supported."
        )
        assert window.program.window.files_dock.isHidden()


def test_of_a_pdf_tabs_are_spaces_and_lost_spaces_are_told(qtbot: QtBot, tmp_path: Path) -> None:
    tabs, joined = tmp_path / "tabs.pdf", tmp_path / "joined.pdf"
    tabs.write_bytes(make_pdf([(50, 700, 10, "The\told\tgardener")]))
    joined.write_bytes(make_pdf([(50, 700, 10, "Theoldgardenerplantedtwobigtreesnearhishouse")]))
    lost = "Only the text was read: layout, pictures and tables are lost."
    with open_window(qtbot, tmp_path / "home") as window:
        drop(window.program.window, tabs, joined)
        wait_for_words(
            window,
            lost,
            f"{lost} Spaces between words are missing from this file. "
            "Check the translation before using it.",
        )
        translated = tmp_path / "tabs.de.txt"
        qtbot.waitUntil(translated.exists)
        assert translated.read_text(encoding="utf-8").strip() == "THE OLD GARDENER"


@pytest.fixture
def long_file(tmp_path: Path) -> Path:
    path = tmp_path / "long.txt"
    path.write_text("\n".join(f"Line {number} of many." for number in range(400)))
    return path


def start_and_pause(window: OpenWindow, engine: FakeEngine, path: Path) -> None:
    """Let a file be begun, and hold it after its first pieces."""
    engine.hold()
    drop(window.program.window, path)
    window.qtbot.waitUntil(lambda: engine.count("translate") > 0)
    engine.step(100)

    def has_begun() -> bool:
        return any(
            " of 400 sentences" in text and "  ·  0 of" not in text for text in words(window)
        )

    window.qtbot.waitUntil(has_begun)


def test_closing_amid_a_file_keeps_what_is_done_and_the_next_start_resumes_it(
    qtbot: QtBot, tmp_path: Path, long_file: Path
) -> None:
    engine = FakeEngine()
    with open_window(qtbot, tmp_path / "home", fake_open(engine)) as window:
        window.wait_until_loaded()
        try:
            start_and_pause(window, engine, long_file)
        finally:
            engine.release()
        window.program.window.close()
    assert (tmp_path / "long.de.txt").read_text().startswith("LINE 0 OF MANY.")
    with open_window(qtbot, tmp_path / "home") as window:
        window.qtbot.waitUntil(lambda: panel_of(window).count() == 1)
        card = panel_of(window)._cards["1"]
        window.qtbot.waitUntil(card.resume.isVisible)
        window.wait_until_loaded()
        QTest.mouseClick(card.resume, LEFT)
        wait_for_words(window, "Saved as long.de.txt", "400 sentences")
    assert (tmp_path / "long.de.txt").read_text() == long_file.read_text().upper()
    with open_window(qtbot, tmp_path / "home") as window:
        window.wait_until_loaded()
        assert panel_of(window).count() == 0


def test_the_translation_is_saved_as_a_text(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*arguments: Any) -> None:
        """Choose a folder that is not there any more."""
        arguments[-1](tmp_path / "no" / "a.txt")

    with open_window(qtbot, tmp_path / "home") as window:
        window.type("Grüße 😀\nA dog")
        window.press(Qt.Key.Key_Return, CTRL)
        window.wait_for_translation("Grüße 😀\nA dog")
        window.press(Qt.Key.Key_S, CTRL)
        save_as(qtbot, tmp_path / "saved")
        assert (tmp_path / "saved.txt").read_text(encoding="utf-8") == window.target.text_now()
        monkeypatch.setattr(user_actions, "ask_where_to_save", gone)
        window.press(Qt.Key.Key_S, CTRL)
        (notice,) = window.program.window.notice_line.notices()
        assert notice.text.startswith("The translation could not be saved in ")


@pytest.mark.parametrize("has_documents", [True, False])
def test_dialogs_begin_in_the_documents_and_then_where_something_was_chosen(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_documents: bool
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    documents = tmp_path / "Documents"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    if has_documents:
        documents.mkdir()
    with open_window(qtbot, tmp_path / "home") as window:
        window.type("Dog")
        window.press(Qt.Key.Key_Return, CTRL)
        window.wait_for_translation("Dog")
        window.press(Qt.Key.Key_S, CTRL)
        first = documents if has_documents else tmp_path
        assert Path(save_dialog(qtbot).directory().path()) == first
        save_as(qtbot, elsewhere / "dog.txt")
        window.press(Qt.Key.Key_S, CTRL)
        dialog = save_dialog(qtbot)
        assert Path(dialog.directory().path()) == elsewhere
        dialog.reject()


def test_doubtful_sentences_are_walked_through_and_opened_by_keys(
    qtbot: QtBot, tmp_path: Path
) -> None:
    notice = Notice(NoticeKind.UNFAMILIAR, 0, 3)
    doubts = [
        Doubt(f"Dog {line}.", f"Hund {line}.", (notice,), Place("line", str(line)))
        for line in range(3)
    ]
    with open_window(qtbot, tmp_path) as window:
        window.wait_until_loaded()
        panel = panel_of(window)
        panel.add_file("1", "a.txt")
        window.program.window.show_files()
        panel.list_doubts("1", "a.txt", doubts)
        window.source.setFocus()
        window.press(Qt.Key.Key_F8)
        window.press(Qt.Key.Key_F8)
        window.press(Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
        panel.doubt_list.take_focus()
        QTest.keyClick(panel.doubt_list._list, Qt.Key.Key_Return)
        window.wait_for_translation("Dog 1.")
        assert window.source.text_now() == "Dog 1."
