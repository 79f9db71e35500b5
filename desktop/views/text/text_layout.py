"""How a plain text is laid out: wrapped, and from the side on which it begins."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocument, QTextOption

from desktop.text.text_direction import begins_right, runs_right


def lay_out(document: QTextDocument, text: str, *, is_right_to_left: bool = False) -> None:
    """Lay out a document, if it is not yet laid out so.

    Qt can align a plain text only as a whole. Where its language says nothing, each paragraph runs
    as its first letter does.

    Args:
        document: The document.
        text: What it holds.
        is_right_to_left: Whether the language of the text is written so.
    """
    is_right = runs_right(text, is_expected=is_right_to_left)
    side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
    direction = Qt.LayoutDirection.LayoutDirectionAuto
    if is_right and is_right_to_left:
        direction = Qt.LayoutDirection.RightToLeft
    option = QTextOption(side)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    option.setTextDirection(direction)
    present = document.defaultTextOption()
    if (side, direction) != (present.alignment(), present.textDirection()):
        document.setDefaultTextOption(option)


def direction_flag(text: str) -> Qt.TextFlag:
    """Return how to draw a text from the side on which it begins: by itself Qt begins left."""
    is_right = begins_right(text)
    return Qt.TextFlag.TextForceRightToLeft if is_right else Qt.TextFlag.TextForceLeftToRight
