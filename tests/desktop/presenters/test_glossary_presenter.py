"""The glossary window as a person uses it, on a real session and real files."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from desktop.presenters.glossary_presenter import GlossaryPresenter
from desktop.sessions.glossary_session import GlossarySession
from desktop.storage.glossary_file import GlossaryFile
from desktop.views.glossary.import_dialog import ImportDialog
from desktop.views.glossary.rows import TERM, TRANSLATION
from desktop.views.glossary.window import GlossaryWindow

EN_DE = ("en", "de")


class Shown:
    """The window, and what it is about."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.folder = folder
        self.session = GlossarySession(GlossaryFile(folder / "glossary.json"))
        self.session.set_direction(*EN_DE)
        self.window = GlossaryWindow()
        qtbot.addWidget(self.window)
        self.presenter = GlossaryPresenter(self.window, self.session)
        self.window.show()

    def entries(self) -> list[tuple[str, str]]:
        return [(entry.source, entry.target) for entry in self.session.entries(EN_DE)]

    def rows(self) -> list[tuple[str, str]]:
        model = self.window.table.model()
        cells = range(model.rowCount())
        return [
            (model.index(row, TERM).data(), model.index(row, TRANSLATION).data()) for row in cells
        ]

    def add(self, term: str, translation: str) -> None:
        self.window.term_line.setText(term)
        self.window.translation_line.setText(translation)
        QTest.keyClick(self.window.translation_line, Qt.Key.Key_Return)

    def said(self) -> str:
        return " ".join(notice.text for notice in self.window.notices._notices)

    def import_file(self, text: str) -> ImportDialog:
        path = self.folder / "terms.csv"
        path.write_text(text, encoding="utf-8")
        self.window.import_requested.emit(path)
        (dialog,) = self.window.findChildren(ImportDialog)
        return dialog


@pytest.fixture
def shown(qtbot: QtBot, tmp_path: Path) -> Shown:
    return Shown(qtbot, tmp_path)


def test_terms_are_added_edited_removed_and_brought_back(shown: Shown) -> None:
    shown.add(" contract ", "Vertrag | Vertrags")
    shown.add("Open Door", "")
    assert {*shown.rows()} == {("contract", "Vertrag | Vertrags"), ("Open Door", "not translated")}
    assert not shown.window.term_line.text()
    rows = shown.window.rows
    assert rows.setData(rows.index(0, TRANSLATION), "Kontrakt")
    assert rows.setData(rows.index(1, TERM), "Open Doors")
    assert shown.entries() == [("contract", "Kontrakt"), ("Open Doors", "")]
    shown.window.table.selectAll()
    shown.window.table.setFocus()
    QTest.keyClick(shown.window.table, Qt.Key.Key_Delete)
    assert shown.entries() == []
    assert "removed" in shown.said()
    for _ in range(2):
        shown.window.undo_button.click()
    assert not shown.said()
    assert shown.entries() == [("contract", "Kontrakt"), ("Open Door", "")]


def test_delete_removes_one_term_after_the_other(shown: Shown) -> None:
    for term in ("bench", "snow", "tree"):
        shown.add(term, "")
    table = shown.window.table
    table.setFocus()
    table.setCurrentIndex(table.model().index(1, TERM))
    for left in (["bench", "tree"], ["bench"], []):
        QTest.keyClick(table, Qt.Key.Key_Delete)
        assert [term for term, _ in shown.entries()] == left


def test_what_is_no_term_is_refused_and_stays_written(shown: Shown) -> None:
    shown.add("", "Bank")
    assert shown.said() == "There is no term to translate."
    shown.add("x" * 300, "y")
    assert "at most 200" in shown.said()
    assert len(shown.window.term_line.text()) == 300
    shown.add("bank", "Bank")
    assert shown.said() == ""
    shown.add("bench", "Bank")
    model = shown.window.table.model()
    model.setData(model.index(1, TERM), "bank")
    assert shown.said() == "“bank” is already in the glossary."
    assert shown.entries() == [("bank", "Bank"), ("bench", "Bank")]


def test_a_search_finds_terms_and_translations(shown: Shown) -> None:
    shown.add("contract", "Vertrag")
    shown.add("bank", "Ufer")
    shown.window.search_line.setText("UFER")
    assert shown.rows() == [("bank", "Ufer")]
    shown.window.search_line.setText("zzz")
    assert shown.window.empty_label.text() == "No results for “zzz”"


def test_an_import_is_shown_before_it_changes_anything(shown: Shown) -> None:
    shown.add("bank", "Bank")
    shown.add("rent", "Miete")
    text = "en;de\nbank;Ufer\nrent;Miete\nlease;Pacht\n;x\n"
    shown.import_file(text).reject()
    assert shown.entries() == [("bank", "Bank"), ("rent", "Miete")]
    shown.window.findChildren(ImportDialog)[0].setParent(None)
    shown.import_file(text).accept()
    assert shown.entries() == [("bank", "Bank"), ("lease", "Pacht"), ("rent", "Miete")]
    assert "imported" in shown.said()
    assert "left out" in shown.said()
    shown.window.findChildren(ImportDialog)[0].setParent(None)
    dialog = shown.import_file(text)
    assert not dialog.import_button.isEnabled()
    dialog.replace_box.setChecked(True)
    dialog.import_button.click()
    assert shown.entries()[0] == ("bank", "Ufer")
    shown.window.undo_button.click()
    assert shown.entries()[0] == ("bank", "Bank")


def test_a_file_of_no_use_is_told(shown: Shown) -> None:
    shown.window.import_requested.emit(shown.folder / "none.csv")
    assert "cannot be read" in shown.said()
    shown.window.export_requested.emit(shown.folder)
    assert "cannot be written" in shown.said()


def test_what_is_exported_can_be_imported(shown: Shown, qtbot: QtBot, tmp_path: Path) -> None:
    shown.add("=1", "Bank|Banken")
    shown.add("iPhone", "")
    shown.window.export_requested.emit(tmp_path / "out.csv")
    assert "written to out.csv." in shown.said()
    other = tmp_path / "other"
    other.mkdir()
    again = Shown(qtbot, other)
    again.import_file((tmp_path / "out.csv").read_text("utf-8-sig")).accept()
    assert again.entries() == shown.entries()


def test_a_chosen_word_is_ready_to_be_translated(shown: Shown) -> None:
    shown.add("bank", "Bank")
    shown.presenter.begin_entry("bank")
    assert shown.window.translation_line.text() == "Bank"
    shown.presenter.begin_entry("river  bank")
    assert shown.window.term_line.text() == "river bank"
    assert shown.window.translation_line.text() == ""


def test_switched_off_it_is_not_followed(shown: Shown) -> None:
    shown.window.follow_box.click()
    assert not shown.session.is_on
    assert not shown.window.follow_box.isChecked()
