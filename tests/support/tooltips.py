"""Tooltips as people read them."""

from PySide6.QtGui import Qt, QTextDocumentFragment

TIP = Qt.ItemDataRole.ToolTipRole


def as_shown(tip: str) -> str:
    """Return what a person reads."""
    if not Qt.mightBeRichText(tip):
        return tip
    return QTextDocumentFragment.fromHtml(tip).toPlainText().replace("\u00a0", " ")
