"""Tooltips of words that come from elsewhere: texts, names, paths, what a model says of itself."""

from PySide6.QtGui import Qt


def tooltip(text: str) -> str:
    """Return the tooltip that shows a text as it is, though Qt would take it for HTML."""
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text
