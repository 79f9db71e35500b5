"""HTML and mnemonics in everything that others wrote: the window shows all of it as it is."""

from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.support.engines import FakeEngine, fake_open
from tests.support.model_folders import save_toy_model
from tests.support.tooltips import TIP, as_shown
from tests.support.windows import open_window

FOREIGN = "<img src='file:///x.png'><b>bold</b> &lt; &x"
NAME = "en-de R &x D"
DAMAGED = "<b>en &x de"


def texts_of(view: QAbstractItemView | QComboBox) -> Iterator[str]:
    """Return the tooltips of all items."""
    model = view.model()
    if isinstance(model, QAbstractItemModel):
        for row in range(min(model.rowCount(QModelIndex()), 50)):
            for cell in (model.index(row, column) for column in range(3)):
                yield str(cell.data(TIP) or "") if cell.isValid() else ""


def assert_shown_as_written(widget: QWidget) -> None:
    """Fail if a widget runs HTML, or takes a letter for a mnemonic."""
    if isinstance(widget, QLabel):
        assert widget.textFormat() == Qt.TextFormat.PlainText, widget.text()
    tips = [widget.toolTip()]
    if isinstance(widget, QAbstractItemView | QComboBox):
        tips += texts_of(widget)
    tips += [action.toolTip() for action in widget.actions()]
    for tip in tips:
        assert "<img" not in tip or "<img" in as_shown(tip)
        assert "<b>" not in tip or "<b>" in as_shown(tip)
    said = [action.text() for action in widget.findChildren(QAction)]
    if isinstance(widget, QAbstractButton):
        said.append(widget.text())
    assert not [text for text in said if "&x" in text.replace("&&", "")]


def test_what_others_wrote_is_shown_as_it_is(qtbot: QtBot, tmp_path: Path) -> None:
    models = tmp_path / "models"
    corpora = [{"name": FOREIGN, "pairs": 3, "licence": FOREIGN, "attribution": FOREIGN}]
    save_toy_model(models / NAME, name=NAME, limits=FOREIGN, corpora=corpora)
    (models / NAME / "README.md").write_text(f"# {FOREIGN}\n\n{FOREIGN}\n", encoding="utf-8")
    (models / DAMAGED).mkdir()
    (models / DAMAGED / "manifest.json").write_text(f'["{FOREIGN}"]', encoding="utf-8")
    engine = fake_open({NAME: FakeEngine("en", "de")})
    with open_window(qtbot, tmp_path, engine, shipped_models=tmp_path / "none") as window:
        window.wait_until_loaded()
        window.type(FOREIGN)
        window.wait_for_translation(FOREIGN)
        main = window.program.window
        for name in ("history", "attention", "models", "glossary", "settings", "add_languages"):
            main.actions_by_id[name].trigger()
        widgets = QApplication.allWidgets()
        said = [action.text() for action in main.findChildren(QAction)]
        assert NAME.replace("&", "&&") in said
        for widget in widgets:
            assert_shown_as_written(widget)
        for other in QApplication.topLevelWidgets():
            if other is not main:
                other.close()
