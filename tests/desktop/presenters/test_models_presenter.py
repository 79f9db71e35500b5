"""The models' window at work: real keys, real files, and what the main window hears of it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDeadlineTimer, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.presenters import models_presenter
from desktop.presenters.models_presenter import ModelsPresenter
from desktop.sessions.models.model_library import ModelLibrary
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.views.models.window import ModelsWindow
from engine.models.archive import export_archive
from engine.models.manifest import CARD_FILE, WEIGHTS_FILE
from engine.models.registry import open_entry
from engine.models.validation import check
from tests.support.foreign_models import write_huggingface_model
from tests.support.model_folders import save_toy_model, tree, word_config
from tests.support.windows import home_folders


class Shown:
    """A window of models: three of the user's own, one of them damaged, and a shipped one."""

    def __init__(self, home: Path, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.folders = home_folders(home / "home", home / "shipped")
        for name in ("a", "b", "damaged"):
            save_toy_model(self.folders.models / name, name=name)
        (self.folders.models / "damaged" / WEIGHTS_FILE).unlink()
        save_toy_model(self.folders.shipped_models / "shipped", name="shipped")
        self.library = ModelLibrary(self.folders)
        self.models = ModelList(self.folders)
        self.selection = ModelSelection(self.models)
        self.selection.begin("a", ("en", "de"))
        self.window = ModelsWindow()
        self.presenter = ModelsPresenter(
            self.window, self.library, self.models, self.selection, self.window
        )
        self.window.show()
        self.window.activateWindow()
        QTest.qWaitForWindowActive(self.window)
        self.window.list_view.setFocus()

    def names(self) -> list[str]:
        """The models as they are listed."""
        return [entry.name for entry in self.window.rows.entries]

    def go_to(self, name: str) -> None:
        """Walk to a model with the arrow keys."""
        view = self.window.list_view
        QTest.keyClick(view, Qt.Key.Key_Home)
        for _ in range(self.names().index(name)):
            QTest.keyClick(view, Qt.Key.Key_Down)
        assert self.current == name

    def press(self, key: Qt.Key) -> None:
        """Press a key in the list."""
        QTest.keyClick(self.window.list_view, key)

    def wait_for(self, *names: str) -> None:
        """Wait until just these are listed."""
        self.qtbot.waitUntil(lambda: self.names() == list(names))

    def drop(self, *paths: Path) -> None:
        """Drop files on the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        place = QPointF(40, 40)
        how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton)
        none = Qt.KeyboardModifier.NoModifier
        entering = QDragEnterEvent(place.toPoint(), *how, none)
        QApplication.sendEvent(self.window, entering)
        assert entering.isAccepted()
        QApplication.sendEvent(self.window, QDropEvent(place, *how, none))

    @property
    def current(self) -> str:
        entry = self.window.current()
        return "" if entry is None else entry.name

    def notice(self) -> str:
        return " ".join(notice.text for notice in self.window.notices.notices())


@pytest.fixture
def shown(tmp_path: Path, qtbot: QtBot) -> Iterator[Shown]:
    shown = Shown(tmp_path, qtbot)
    qtbot.addWidget(shown.window)
    yield shown
    shown.window.close()
    shown.library.close()
    assert shown.library.wait(QDeadlineTimer(30_000))


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """A file with a model called "b", which is there already."""
    save_toy_model(tmp_path / "made" / "b", name="b", seed=5)
    file = tmp_path / "b.translucent"
    export_archive(tmp_path / "made" / "b", file)
    return file


def test_installed_models_are_listed_and_described(shown: Shown, tmp_path: Path) -> None:
    shown.models.lend(open_entry(shown.folders.models / "b", "on trial"))
    assert shown.names() == ["shipped", "a", "b", "damaged"]
    shown.go_to("damaged")
    read = shown.window.card.toPlainText()
    assert "The model is damaged." in read
    assert f"{WEIGHTS_FILE}: the file is missing" in read
    assert "A card with an umlaut: ä." in read
    (shown.folders.models / "b" / CARD_FILE).unlink()
    shown.go_to("b")
    assert str(tmp_path / "home" / "models" / "b") in shown.window.card.toPlainText()
    assert "umlaut" not in shown.window.card.toPlainText()


def test_enter_uses_a_model(shown: Shown, qtbot: QtBot) -> None:
    shown.go_to("b")
    with qtbot.waitSignal(shown.presenter.chosen) as chosen:
        shown.press(Qt.Key.Key_Return)
    assert chosen.args == ["b"]
    assert shown.selection.entry == shown.window.current()
    assert not shown.window.use_button.isEnabled()
    shown.go_to("damaged")
    with qtbot.assertNotEmitted(shown.selection.chosen):
        shown.press(Qt.Key.Key_Return)


def test_of_two_models_of_one_name_the_chosen_one_is_used(shown: Shown) -> None:
    save_toy_model(shown.folders.shipped_models / "a", name="a")
    shown.models.refresh()
    assert shown.names() == ["a", "shipped", "a", "b", "damaged"]
    shown.window._choose_row(0)
    shown.press(Qt.Key.Key_Return)
    assert shown.selection.entry is not None
    assert shown.selection.entry.is_shipped


def test_a_removed_model_is_on_no_list_and_can_be_brought_back(shown: Shown) -> None:
    before = tree(shown.folders.models)
    shown.go_to("b")
    shown.press(Qt.Key.Key_Delete)
    shown.wait_for("shipped", "a", "damaged")
    assert sorted(entry.name for entry in shown.models.entries) == sorted(shown.names())
    assert shown.current == "damaged"
    strip = shown.window.undo_strip
    assert "Removed “b”." in strip.label.text()
    QTest.mouseClick(strip.button, Qt.MouseButton.LeftButton)
    shown.wait_for("shipped", "a", "b", "damaged")
    assert shown.current == "b"
    assert strip.isHidden()
    assert tree(shown.folders.models) == before


def test_the_keys_of_undo_bring_back_too(shown: Shown) -> None:
    for name, left in (("damaged", ("shipped", "a", "b")), ("b", ("shipped", "a"))):
        shown.go_to(name)
        shown.press(Qt.Key.Key_Delete)
        shown.wait_for(*left)
    assert "1 more" in shown.window.undo_strip.label.text()
    for _ in range(2):
        QTest.keyClick(shown.window.list_view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    shown.wait_for("shipped", "a", "b", "damaged")


def test_closing_the_window_gives_removed_models_up(shown: Shown) -> None:
    shown.go_to("b")
    shown.press(Qt.Key.Key_Delete)
    shown.wait_for("shipped", "a", "damaged")
    QTest.keyClick(shown.window, Qt.Key.Key_Escape)
    assert not shown.window.isVisible()
    names = {"a", "damaged"}
    shown.qtbot.waitUntil(lambda: {path.name for path in shown.folders.models.iterdir()} == names)
    shown.window.show()
    assert shown.window.undo_strip.isHidden()


def test_where_the_model_in_use_is_removed_another_translates(shown: Shown, qtbot: QtBot) -> None:
    shown.go_to("a")
    with qtbot.waitSignal(shown.selection.chosen):
        shown.press(Qt.Key.Key_Delete)
    assert shown.selection.entry is not None
    assert shown.selection.entry.name in ("b", "shipped")
    shown.go_to("b")
    shown.selection.choose_model("shipped")
    with qtbot.assertNotEmitted(shown.selection.chosen):
        shown.press(Qt.Key.Key_Delete)
        shown.wait_for("shipped", "damaged")


def test_a_model_of_the_program_cannot_be_removed_or_renamed(shown: Shown) -> None:
    shown.go_to("shipped")
    shown.press(Qt.Key.Key_Delete)
    shown.press(Qt.Key.Key_F2)
    assert not shown.library._jobs
    assert shown.window.name_strip.isHidden()
    for button, what in (
        (shown.window.remove_button, "removed"),
        (shown.window.rename_button, "renamed"),
    ):
        assert not button.isEnabled()
        assert button.toolTip() == f"Built in; cannot be {what}"


def test_f2_renames_and_the_choice_follows(shown: Shown, qtbot: QtBot) -> None:
    shown.go_to("a")
    shown.press(Qt.Key.Key_F2)
    strip = shown.window.name_strip
    assert strip.edit.hasFocus()
    assert strip.edit.selectedText() == "a"
    for typed, problem in (
        ("B", "A model with this name already exists."),
        ("\N{GRINNING FACE}" * 60, "emoji count as several characters"),
        ("x:", "A name cannot contain"),
        ("news/2024", "A name cannot contain"),
        ("news\\2024", "A name cannot contain"),
    ):
        strip.edit.selectAll()
        strip.edit.insert(typed)
        QTest.keyClick(strip.edit, Qt.Key.Key_Return)
        assert problem in strip.problem.text()
        assert strip.isVisible()
    strip.edit.selectAll()
    QTest.keyClicks(strip.edit, "Briefe")
    with qtbot.waitSignal(shown.selection.chosen):
        QTest.keyClick(strip.edit, Qt.Key.Key_Return)
    assert strip.isHidden()
    assert shown.names() == ["shipped", "b", "Briefe", "damaged"]
    assert shown.current == "Briefe"
    assert shown.selection.entry == shown.window.current()


def test_the_name_that_it_has_is_no_change(shown: Shown) -> None:
    shown.go_to("a")
    shown.press(Qt.Key.Key_F2)
    QTest.keyClick(shown.window.name_strip.edit, Qt.Key.Key_Return)
    assert shown.window.name_strip.isHidden()
    assert not shown.library._jobs


def test_a_dropped_file_whose_name_is_taken_gets_another(shown: Shown, archive: Path) -> None:
    before = tree(shown.folders.models / "b")
    shown.drop(archive)
    strip = shown.window.name_strip
    shown.qtbot.waitUntil(strip.isVisible)
    assert "“b” already exists." in strip.question.text()
    assert strip.edit.text() == "b 2"
    QTest.keyClick(strip.edit, Qt.Key.Key_Home)
    QTest.keyClicks(strip.edit, "x/")
    QTest.keyClick(strip.edit, Qt.Key.Key_Return)
    assert "A name cannot contain" in strip.problem.text()
    strip.edit.selectAll()
    QTest.keyClicks(strip.edit, "b 2")
    QTest.mouseClick(strip.yes_button, Qt.MouseButton.LeftButton)
    shown.wait_for("shipped", "a", "b", "b 2", "damaged")
    shown.qtbot.waitUntil(lambda: "Imported “b 2”." in shown.notice())
    assert shown.current == "b 2"
    assert tree(shown.folders.models / "b") == before


def test_names_are_asked_for_one_after_the_other(
    shown: Shown, archive: Path, tmp_path: Path
) -> None:
    save_toy_model(tmp_path / "made" / "a", name="a")
    shown.drop(archive, tmp_path / "made" / "a")
    strip = shown.window.name_strip
    shown.qtbot.waitUntil(lambda: strip.isVisible() and not shown.library._jobs)
    assert strip.edit.text() == "b 2"
    QTest.keyClick(strip.edit, Qt.Key.Key_Escape)
    assert strip.edit.text() == "a 2"
    assert shown.window.isVisible()
    QTest.keyClick(strip.edit, Qt.Key.Key_Return)
    shown.wait_for("shipped", "a", "a 2", "b", "damaged")
    assert strip.isHidden()


def test_a_dropped_foreign_model_whose_languages_are_unknown_is_asked_about(
    shown: Shown, tmp_path: Path
) -> None:
    write_huggingface_model(tmp_path / "a")
    shown.drop(tmp_path / "a")
    strip = shown.window.languages_strip
    shown.qtbot.waitUntil(strip.isVisible)
    assert "“a” does not say which languages it translates." in strip.question.text()
    assert not strip.yes_button.isEnabled()
    QTest.keyClicks(strip.source_box, "Finn")
    QTest.keyClicks(strip.target_box, "Finn")
    assert not strip.yes_button.isEnabled()
    strip.target_box.setCurrentText("Swedish")
    QTest.mouseClick(strip.yes_button, Qt.MouseButton.LeftButton)
    assert strip.isHidden()
    naming = shown.window.name_strip
    shown.qtbot.waitUntil(naming.isVisible)
    assert naming.edit.text() == "a 2"
    QTest.keyClick(naming.edit, Qt.Key.Key_Return)
    shown.wait_for("shipped", "a", "b", "damaged", "a 2")
    assert "Finnish → Swedish" in shown.window.card.toPlainText()


def test_a_question_for_languages_can_be_cancelled(shown: Shown, tmp_path: Path) -> None:
    write_huggingface_model(tmp_path / "foreign")
    shown.drop(tmp_path / "foreign")
    strip = shown.window.languages_strip
    shown.qtbot.waitUntil(strip.isVisible)
    QTest.keyClick(strip.source_box, Qt.Key.Key_Escape)
    assert strip.isHidden()
    assert shown.window.isVisible()
    assert not shown.library._jobs


def test_what_is_no_model_is_refused_in_the_window(shown: Shown, tmp_path: Path) -> None:
    file = tmp_path / "bad.translucent"
    file.write_bytes(b"PK, but no zip")
    before = tree(shown.folders.models)
    shown.drop(file)
    shown.qtbot.waitUntil(lambda: bool(shown.notice()))
    assert "Not a usable model file." in shown.notice()
    assert "Nothing was installed." in shown.notice()
    assert "it is not a zip archive" in shown.notice()
    assert tree(shown.folders.models) == before


def test_an_exported_model_can_be_imported(shown: Shown, tmp_path: Path) -> None:
    file = tmp_path / "out.translucent"
    (entry,) = (each for each in shown.window.rows.entries if each.name == "a")
    shown.window.export_requested.emit(entry, file)
    shown.qtbot.waitUntil(lambda: "was saved." in shown.notice())
    shown.drop(file)
    shown.qtbot.waitUntil(shown.window.name_strip.isVisible)
    QTest.keyClick(shown.window.name_strip.edit, Qt.Key.Key_Return)
    shown.wait_for("shipped", "a", "a 2", "b", "damaged")
    check(shown.folders.models / "a 2")


def test_a_model_is_exported_for_another_program_or_the_reason_is_told(
    shown: Shown, tmp_path: Path
) -> None:
    (entry,) = (each for each in shown.window.rows.entries if each.name == "a")
    shown.window.program_export_requested.emit(entry, tmp_path / "out", "ctranslate2")
    shown.qtbot.waitUntil(lambda: "was saved." in shown.notice())
    assert (tmp_path / "out" / "model.bin").exists()
    save_toy_model(tmp_path / "odd", config=word_config(attention="independent"))
    odd = replace(entry, path=tmp_path / "odd")
    shown.window.program_export_requested.emit(odd, tmp_path / "none", "marian")
    shown.qtbot.waitUntil(lambda: "Marian cannot compute the model" in shown.notice())
    assert "its attention heads are independent of each other" in shown.notice()
    assert not (tmp_path / "none").exists()


def test_the_folder_is_opened(shown: Shown, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Path] = []
    monkeypatch.setattr(models_presenter, "open_outside", opened.append)
    shown.go_to("b")
    QTest.mouseClick(shown.window.folder_button, Qt.MouseButton.LeftButton)
    assert opened == [shown.folders.models / "b"]


def test_it_is_seen_that_something_is_done(shown: Shown, archive: Path) -> None:
    shown.drop(archive)
    assert shown.window.busy_label.text() == "Importing “b.translucent”…"
    shown.qtbot.waitUntil(lambda: not shown.window.busy_label.text())
