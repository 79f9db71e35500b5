"""Text that people selected or copied in other programs."""

from PySide6.QtCore import QMimeData
from PySide6.QtGui import QClipboard, QGuiApplication

_SECRET_FORMATS = (
    "x-kde-passwordManagerHint",
    'application/x-qt-windows-mime;value="ExcludeClipboardContentFromMonitorProcessing"',
    "org.nspasteboard.ConcealedType",
)
"""By which password managers ask programs that watch the clipboard to look away."""


def selected_or_copied_text() -> str:
    """Return the selected text, if the system reveals it (X11), or else the copied text."""
    clipboard = QGuiApplication.clipboard()
    if clipboard.supportsSelection() and not clipboard.ownsSelection():
        selected = clipboard.text(QClipboard.Mode.Selection)
        if selected.strip():
            return selected
    return clipboard.text()


def newly_copied_text() -> str:
    """Return what another program has just copied; nothing of password managers, or of our own."""
    clipboard = QGuiApplication.clipboard()
    if clipboard.ownsClipboard():
        return ""
    data: QMimeData | None = clipboard.mimeData()
    if data is None or any(data.hasFormat(name) for name in _SECRET_FORMATS):
        return ""
    return clipboard.text()
