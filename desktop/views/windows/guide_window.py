"""The guide: one long page with pictures, its headings beside it, and a search."""

from pathlib import Path

from markdown_it import MarkdownIt
from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, QUrl, Signal, Slot
from PySide6.QtGui import (
    QImage,
    QKeySequence,
    QResizeEvent,
    QShortcut,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from desktop.views import theme
from desktop.views.widgets.label import Label
from desktop.views.widgets.window_size import open_as_large

_MARGIN = 30
_WIDEST = 760
"""The width of the text in logical pixels: longer lines are hard to read."""
_SMALLEST, _LARGEST = 0.6, 3.0
_ZOOM_STEP = 1.1
_HEADING = 2
"""The level of the listed headings; the only one above it is the title."""
_TITLE_RULES = """
QListWidget { padding: 6px 10px; background: transparent; outline: none; }
QListWidget::item { padding: 7px 10px; border-radius: 6px; color: palette(text); }
QListWidget::item:hover { background: palette(midlight); }
QListWidget::item:selected { background: palette(highlight); }
"""


class GuideWindow(QWidget):
    """A separate window, so that the program can be used beside it.

    Signals:
        link_requested: The address (str) of a clicked web link.
    """

    link_requested = Signal(str)

    def __init__(self, guide: Path, parent: QWidget | None = None) -> None:
        """Show a guide.

        Args:
            guide: A Markdown file; pictures in it are named relative to its folder.
            parent: The parent window.

        Raises:
            OSError: The guide cannot be read.
        """
        markdown = guide.read_text("utf-8")  # first: a failure must not leave half a window
        super().__init__(parent, Qt.WindowType.Window)
        text = MarkdownIt("commonmark").enable("table").render(markdown)
        self.setWindowTitle(self.tr("Guide"))
        text = text.replace("<p><img", '<p class="picture"><img')
        # Qt rounds columns up: as wide as the page, a table would be a pixel too wide.
        self._html = text.replace("<table>", '<table width="98%">')
        self._zoom = 1.0
        self._headings: list[QTextBlock] = []
        self._page = _Page(guide.parent)
        self._titles = QListWidget()
        self._search = QLineEdit()
        self._told = Label()
        self._lay_out()
        self._page.zoom_requested.connect(self._zoom_by)
        self._page.width_changed.connect(self._write)
        self._page.anchorClicked.connect(self._on_link_clicked)
        self._page.verticalScrollBar().valueChanged.connect(self._mark_heading)
        self._titles.itemClicked.connect(self._go_to_heading)
        self._titles.itemActivated.connect(self._go_to_heading)
        self._search.textEdited.connect(self._find_first)
        self._search.returnPressed.connect(self._find_next)
        for keys, slot in (
            (QKeySequence.StandardKey.Find, self._begin_search),
            (QKeySequence(Qt.Key.Key_Escape), self.close),
            (QKeySequence("Ctrl++"), self._zoom_in),
            (QKeySequence("Ctrl+="), self._zoom_in),
            (QKeySequence("Ctrl+-"), self._zoom_out),
            (QKeySequence("Ctrl+0"), self._zoom_reset),
        ):
            QShortcut(keys, self, slot)
        open_as_large(self, 1060, 760)
        self._write()
        self._titles.addItems([heading.text() for heading in self._headings])
        self._titles.setFixedWidth(self._titles.sizeHintForColumn(0) + _MARGIN)
        self._titles.setCurrentRow(0)
        self._page.setFocus()

    def _lay_out(self) -> None:
        self._titles.setAccessibleName(self.tr("Chapters"))
        self._titles.setFrameShape(QFrame.Shape.NoFrame)
        self._titles.viewport().setAutoFillBackground(False)
        self._titles.setStyleSheet(_TITLE_RULES)
        keys = QKeySequence(QKeySequence.StandardKey.Find)
        self._search.setPlaceholderText(
            self.tr("Search ({keys})").format(
                keys=keys.toString(QKeySequence.SequenceFormat.NativeText)
            )
        )
        self._search.setAccessibleName(self.tr("Search the guide"))
        self._search.setClearButtonEnabled(True)
        self._told.setWordWrap(True)
        self._page.setAccessibleName(self.tr("Guide"))
        beside = QVBoxLayout()
        beside.setContentsMargins(12, 14, 0, 12)
        beside.setSpacing(6)
        for widget in (self._search, self._told):
            beside.addWidget(widget)
        beside.addWidget(self._titles, 1)
        self._told.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addLayout(beside)
        row.addWidget(self._page, 1)

    def changeEvent(self, event: QEvent) -> None:
        """Rewrite the page in the current colours, font and pixel ratio."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._write()

    def event(self, event: QEvent) -> bool:
        """Rewrite the page for another screen's sharpness."""
        is_done = super().event(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._write()
        return is_done

    # --- the page ---

    @Slot()
    def _write(self) -> None:
        """Write the page in the available width, keeping the reading position."""
        self._headings = []  # they vanish with the old page
        document = self._page.document()
        document.setDefaultFont(self.font())
        document.setDefaultStyleSheet(self._style_rules())
        self._page.write(self._html)
        block = document.begin()
        while block.isValid():
            if block.blockFormat().headingLevel() == _HEADING:
                self._headings.append(block)
            block = block.next()
        self._mark_heading(self._page.verticalScrollBar().value())

    def _style_rules(self) -> str:
        colours = theme.colours()
        points = self.font().pointSizeF() * 1.1 * self._zoom
        return (
            f"body, p, li, td, th {{ font-size: {points:.1f}pt; }}"
            f"h1 {{ font-size: {points * 1.9:.1f}pt; font-weight: 600; margin: 8px 0 12px 0; }}"
            f"h2 {{ font-size: {points * 1.35:.1f}pt; font-weight: 600; margin: 34px 0 6px 0; }}"
            "p { margin: 8px 0 10px 0; line-height: 140%; }"
            "p.picture { margin: 12px 0 16px 0; line-height: 100%; }"
            "li { margin: 3px 0 5px 0; line-height: 140%; }"
            f"th {{ text-align: left; color: {colours.faint.name()}; padding: 4px 18px 4px 0; }}"
            "td { padding: 4px 18px 4px 0; }"
            f"code {{ color: {colours.accent.name()}; }}"
        )

    def _top_of(self, heading: QTextBlock) -> int:
        layout = self._page.document().documentLayout()
        return round(layout.blockBoundingRect(heading).top())

    @Slot()
    def _go_to_heading(self) -> None:
        row = self._titles.currentRow()
        if 0 <= row < len(self._headings):
            self._page.verticalScrollBar().setValue(self._top_of(self._headings[row]) - _MARGIN)
            self._titles.setCurrentRow(row)  # the last ones cannot be scrolled to the top

    @Slot(int)
    def _mark_heading(self, scrolled: int) -> None:
        """Mark the chapter being read: the one at the top, or the last at the very end."""
        reading = scrolled + 3 * _MARGIN
        begun = [row for row, at in enumerate(self._headings) if self._top_of(at) <= reading]
        if 0 < scrolled == self._page.verticalScrollBar().maximum():
            begun = [len(self._headings) - 1]
        if self._headings:
            self._titles.setCurrentRow(begun[-1] if begun else 0)

    @Slot(QUrl)
    def _on_link_clicked(self, address: QUrl) -> None:
        if address.scheme() in ("http", "https"):
            self.link_requested.emit(address.toString())

    # --- zoom ---

    @Slot(int)
    def _zoom_by(self, steps: int) -> None:
        self._zoom = min(max(self._zoom * _ZOOM_STEP**steps, _SMALLEST), _LARGEST)
        self._write()

    @Slot()
    def _zoom_in(self) -> None:
        self._zoom_by(1)

    @Slot()
    def _zoom_out(self) -> None:
        self._zoom_by(-1)

    @Slot()
    def _zoom_reset(self) -> None:
        self._zoom = 1.0
        self._write()

    # --- search ---

    @Slot()
    def _begin_search(self) -> None:
        self._search.setFocus()
        self._search.selectAll()

    @Slot()
    def _find_first(self) -> None:
        self._page.moveCursor(QTextCursor.MoveOperation.Start)
        self._find_next()

    @Slot()
    def _find_next(self) -> None:
        """Select the next match, wrapping around after the last."""
        words = self._search.text()
        is_found = not words or self._page.find(words)
        if not is_found:
            self._page.moveCursor(QTextCursor.MoveOperation.Start)
            is_found = self._page.find(words)
        self._told.setText("" if is_found else self.tr("No results in the guide"))
        self._told.setVisible(not is_found)


class _Page(QTextBrowser):
    """A page of text of readable width, with pictures as sharp as the screen.

    Signals:
        width_changed: The available width changed.
        zoom_requested: Steps, by Ctrl and the wheel.
    """

    width_changed = Signal()
    zoom_requested = Signal(int)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._pictures: dict[str, QImage] = {}
        self._top: tuple[int, int] | None = None
        """The first character in view before the room changed, and its place on the screen."""
        self._width = 0
        """The room for which the page was written."""
        self._resized = QTimer(self)  # not at once: Qt may be in the middle of a layout
        self._resized.setSingleShot(True)
        self._resized.setInterval(0)
        self._resized.timeout.connect(self.width_changed)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.document().setDocumentMargin(0)

    def write(self, html: str) -> None:
        """Show this page, keeping the character at the top."""
        self._top = first, offset = self._top or self._character_at_top()
        self._width = self.viewport().width()
        self.document().clear()  # with the pictures in their former sizes
        self.setHtml(html)
        frame = self.document().rootFrame()
        layout = frame.frameFormat()
        beside = (self._width - self._text_width()) // 2  # a half pixel more would cut pictures
        layout.setLeftMargin(beside)
        layout.setRightMargin(beside)
        layout.setTopMargin(_MARGIN)
        layout.setBottomMargin(_MARGIN)
        frame.setFrameFormat(layout)
        self.document().size()  # all is laid out now, and the bar knows
        if first:
            cursor = QTextCursor(self.document())
            cursor.setPosition(first)
            bar = self.verticalScrollBar()
            bar.setValue(bar.value() + self.cursorRect(cursor).top() - offset)
        self._top = None

    def _character_at_top(self) -> tuple[int, int]:
        if self.verticalScrollBar().value() == 0:
            return 0, 0
        cursor = self.cursorForPosition(QPoint(self.viewport().width() // 2, 0))
        return cursor.position(), self.cursorRect(cursor).top()

    def _text_width(self) -> int:
        return max(1, min(_WIDEST, self.viewport().width() - 2 * _MARGIN))

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a picture from the guide's folder, as wide as the text, and nothing else."""
        name = QUrl(name)
        if kind != QTextDocument.ResourceType.ImageResource.value or not name.isRelative():
            return None
        path = (self._folder / name.path()).resolve()
        if not path.is_relative_to(self._folder.resolve()):
            return None
        if name.path() not in self._pictures:
            self._pictures[name.path()] = QImage(str(path))
        picture = self._pictures[name.path()]
        if picture.isNull():
            return None
        ratio = self.devicePixelRatioF()
        width = round(min(self._text_width(), picture.width()) * ratio)
        size = QSize(width, round(width * picture.height() / picture.width()))
        fitted = picture.scaled(
            size,
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        fitted.setDevicePixelRatio(ratio)
        return fitted

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Request the page for its new width."""
        is_other_width = event.size().width() != self._width
        if is_other_width and self._top is None:
            self._top = self._character_at_top()
        super().resizeEvent(event)
        if is_other_width:
            self._resized.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, scroll without."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom_requested.emit(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)
