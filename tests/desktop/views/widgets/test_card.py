import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.views import theme
from desktop.views.text.editor import Editor
from desktop.views.widgets.card import Card, keys_of, tool_button


def test_the_card_shows_which_editor_has_the_keyboard(qtbot: QtBot) -> None:
    theme.apply("light")
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    editors = [Editor(), Editor()]
    cards = [Card(editor) for editor in editors]
    for card in cards:
        column.addWidget(card)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    for focused in (0, 1):
        editors[focused].setFocus()
        for index, card in enumerate(cards):
            edge = card.grab().toImage().pixelColor(card.width() // 2, 0)
            wanted = theme.colours().accent if index == focused else theme.colours().line
            assert edge == wanted
    theme.apply("system")


@pytest.mark.parametrize("name", ["copy", "swap"])
def test_buttons_have_names_and_tips(qtbot: QtBot, name: str) -> None:
    button = tool_button(name, "Name", "Tip")
    qtbot.addWidget(button)
    assert (button.accessibleName(), button.toolTip()) == ("Name", "Tip")
    assert not button.icon().isNull()


def test_keys_are_written_as_people_write_them() -> None:
    assert keys_of("Ctrl+Shift+C") == "Ctrl+Shift+C"
