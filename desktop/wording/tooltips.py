"""Tooltips of words that come from elsewhere: texts, names, paths, what a model says of itself."""

from PySide6.QtGui import Qt


def tooltip(text: str) -> str:
    """Give the tooltip that shows a text as it is, where Qt would take it for HTML and obey it."""
    return Qt.convertFromPlainText(text) if Qt.mightBeRichText(text) else text
