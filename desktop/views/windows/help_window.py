"""The help: a list of short chapters beside the current one."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QUrl, Signal, Slot
from PySide6.QtGui import QFontMetricsF, QImage, QKeySequence, QPainter, QShortcut, QTextDocument
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from desktop.views import theme
from desktop.views.text.highlighter import Style, paint_mark
from desktop.views.widgets.window_size import open_as_large
from desktop.views.windows.help_text import HelpText
from engine.models.manifest import Manifest

_MARGIN = 26
_TITLE_RULES = """
QListWidget { padding: 14px 10px; background: transparent; outline: none; }
QListWidget::item { padding: 7px 10px; border-radius: 6px; color: palette(text); }
QListWidget::item:hover { background: palette(midlight); }
QListWidget::item:selected { background: palette(highlight); }
"""


class HelpWindow(QWidget):
    """A separate window, so that the program can be used beside it.

    Signals:
        guide_requested: Open the guide with pictures.
    """

    guide_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Help"))
        self._text = HelpText(self)
        self._chapters = self._text.chapters(None)
        self._titles = QListWidget()
        self._titles.setAccessibleName(self.tr("Chapters"))
        self._titles.setFrameShape(QFrame.Shape.NoFrame)
        self._titles.viewport().setAutoFillBackground(False)
        self._titles.setStyleSheet(_TITLE_RULES)
        self._titles.addItems([chapter.title for chapter in self._chapters])
        self._page = QTextBrowser()
        self._page.setFrameShape(QFrame.Shape.NoFrame)
        self._page.setOpenLinks(False)
        self._page.document().setDocumentMargin(_MARGIN)
        self._titles.currentRowChanged.connect(self._show_page)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self.close)
        self.guide_button = QPushButton(self.tr("&Guide with pictures"))
        self.guide_button.clicked.connect(self._on_guide_clicked)
        beside = QVBoxLayout()
        beside.setSpacing(0)
        beside.addWidget(self._titles, 1)
        beside.addWidget(self.guide_button)
        beside.setContentsMargins(14, 0, 0, 14)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(14)
        row.addLayout(beside)
        row.addWidget(self._page, 1)
        self._fit_titles()
        self._titles.setCurrentRow(0)
        open_as_large(self, 820, 620)

    def show_chapter(self, name: str) -> None:
        """Show a chapter, such as "keys"."""
        names = [chapter.id for chapter in self._chapters]
        self._titles.setCurrentRow(names.index(name))

    def show_model(self, manifest: Manifest | None) -> None:
        """Show the figures of another model; None if there is none."""
        chapters = self._text.chapters(manifest)
        if chapters != self._chapters:
            self._chapters = chapters
            self._show_page(self._titles.currentRow())

    def changeEvent(self, event: QEvent) -> None:
        """Rewrite the help in the current colours and font."""
        super().changeEvent(event)
        kinds = (QEvent.Type.PaletteChange, QEvent.Type.FontChange)
        if event.type() in kinds and self._titles.currentRow() >= 0:
            self._fit_titles()
            self._show_page(self._titles.currentRow())

    def _fit_titles(self) -> None:
        self._titles.setFixedWidth(self._titles.sizeHintForColumn(0) + 2 * _MARGIN)

    @Slot()
    def _on_guide_clicked(self) -> None:
        self.guide_requested.emit()

    @Slot(int)
    def _show_page(self, row: int) -> None:
        document = self._page.document()
        document.setDefaultFont(self.font())
        document.setDefaultStyleSheet(self._style_rules())
        for style in Style:
            document.addResource(
                QTextDocument.ResourceType.ImageResource,
                QUrl(f"mark:{style.name.lower()}"),
                self._sample(style),
            )
        self._page.setHtml(self._chapters[row].html)
        self._page.setAccessibleName(self._chapters[row].title)

    def _style_rules(self) -> str:
        colours = theme.colours()
        points = self.font().pointSizeF()
        return (
            f"h1 {{ font-size: {points * 1.6:.1f}pt; font-weight: 600; margin: 0 0 14px 0; }}"
            f"h2 {{ font-size: {points * 1.1:.1f}pt; font-weight: 600; margin: 16px 0 4px 0; }}"
            "p, li { margin: 6px 0 10px 0; line-height: 135%; }"
            "ul { margin: 0 0 10px 0; }"
            f"code {{ color: {colours.accent.name()}; font-family: '{self.font().family()}'; }}"
        )

    def _sample(self, style: Style) -> QImage:
        """Return a picture of a word with the mark, as it looks in the texts."""
        word = self.tr("word")
        metrics = QFontMetricsF(self.font())
        size = QSize(round(metrics.horizontalAdvance(word)) + 12, round(metrics.height()) + 8)
        ratio = self.devicePixelRatioF()
        image = QImage(size * ratio, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        painter.setPen(theme.colours().ink)
        box = QRectF(4, 2, metrics.horizontalAdvance(word), metrics.height() + 2)
        baseline = box.top() + metrics.ascent()
        painter.drawText(box.topLeft() + QRectF(0, metrics.ascent(), 0, 0).topLeft(), word)
        paint_mark(painter, style, box, baseline)
        painter.end()
        return image
