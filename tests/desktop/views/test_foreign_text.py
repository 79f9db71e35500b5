"""Names, sentences and errors are shown as they are written: no widget runs the HTML in them."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QTreeWidget
from pytestqt.qtbot import QtBot

from desktop.views.glossary.import_dialog import ImportDialog
from desktop.views.glossary.rows import TERM, TRANSLATION, GlossaryRows
from desktop.views.panes.choice_button import Choice, ChoiceButton
from desktop.views.widgets.label import Label
from engine.glossary.glossary import GlossaryEntry
from tests.support.tooltips import TIP, as_shown

FOREIGN = "<b>bold</b> &lt;&amp; &x <img src='file:///x.png'>"

GUESSING = {"QLabel", "QErrorMessage", "QInputDialog", "QProgressDialog"}
"""Widgets that take what looks like HTML for HTML, unless told otherwise."""

RUNNING = {"setHtml", "insertHtml", "setMarkdown"}

DESKTOP = Path(__file__).parents[3] / "desktop"
LABEL = DESKTOP / "views" / "widgets" / "label.py"
PAGES = {
    DESKTOP / "views" / "windows" / "guide_window.py",  # ours, as is the help
    DESKTOP / "views" / "windows" / "help_window.py",
    DESKTOP / "views" / "models" / "card.py",  # escapes what models say of themselves
}


def calls_and_imports(path: Path) -> Iterator[ast.Call | ast.ImportFrom]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call | ast.ImportFrom):
            yield node


def is_ours(text: ast.expr) -> bool:
    """Return whether a tooltip holds no text from elsewhere, or has been through `tooltip`."""
    match text:
        case ast.Constant():
            return True
        case ast.Call(func=ast.Name(id="tooltip")):
            return True
        case ast.Call(func=ast.Attribute(attr="tr"), args=[ast.Constant(), *_]):
            return True
        case ast.Call(func=ast.Attribute(attr="toolTip" | "currentData")):  # of one that is ours
            return True
        case ast.BoolOp(values=values):
            return all(map(is_ours, values))
        case ast.IfExp(body=body, orelse=other):
            return is_ours(body) and is_ours(other)
        case ast.Call(func=ast.Attribute(value=inner, attr="format"), keywords=[keyword]):
            return keyword.arg == "keys" and is_ours(inner)
        case _:
            return False


@pytest.mark.parametrize(
    "path", sorted(DESKTOP.rglob("*.py")), ids=lambda path: str(path.relative_to(DESKTOP))
)
def test_no_widget_guesses_whether_a_text_is_html(path: Path) -> None:
    for node in calls_and_imports(path):
        match node:
            case ast.ImportFrom(names=names):
                guessing = GUESSING.intersection(alias.name for alias in names)
                assert not guessing or path == LABEL, guessing
            case ast.Call(func=ast.Attribute(attr=attr)) if attr in RUNNING:
                assert path in PAGES, f"line {node.lineno}: {attr}"
            case ast.Call(func=ast.Attribute(attr="setToolTip"), args=args):
                assert is_ours(args[-1]), (
                    f"line {node.lineno}: use tooltip({ast.unparse(args[-1])})"
                )
            case _:
                pass


def test_a_label_shows_html_as_it_is_written(qtbot: QtBot) -> None:
    label, empty = Label("<b></b>"), Label("")
    for one in (label, empty):
        qtbot.addWidget(one)
    assert label.sizeHint().width() > empty.sizeHint().width()


def test_a_label_with_a_field_has_its_mnemonic(qtbot: QtBot) -> None:
    marked, unmarked = Label("&Name"), Label("Name")
    for label in (marked, unmarked):
        qtbot.addWidget(label)
    assert marked.sizeHint().width() > unmarked.sizeHint().width()
    marked.setBuddy(unmarked)
    assert marked.sizeHint() == unmarked.sizeHint()


def test_glossaries_of_others_are_shown_as_they_are_written(qtbot: QtBot) -> None:
    rows = GlossaryRows()
    rows.show_entries([GlossaryEntry(FOREIGN, FOREIGN)])
    for column in (TERM, TRANSLATION):
        assert as_shown(rows.data(rows.index(0, column), TIP)) == FOREIGN
    dialog = ImportDialog(FOREIGN, 1, [("term", FOREIGN, FOREIGN)], [(2, FOREIGN)])
    qtbot.addWidget(dialog)
    for table in dialog.findChildren(QTreeWidget):
        item = table.topLevelItem(0)
        assert item is not None
        assert as_shown(item.toolTip(1)) == item.text(1)


def test_a_title_in_a_menu_keeps_its_ampersand(qtbot: QtBot) -> None:
    button = ChoiceButton("Model")
    qtbot.addWidget(button)
    button.show_choices([Choice("own", FOREIGN)], "own")
    (action,) = button.choices_menu.actions()
    assert action.text() == FOREIGN.replace("&", "&&")
