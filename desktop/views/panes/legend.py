"""A legend of the marks under translated words."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop.views import theme
from desktop.views.text.highlighter import Style, paint_mark
from desktop.views.widgets.card import caption
from desktop.wording.tooltips import tooltip


class Legend(QWidget):
    """Two samples: a word the model was unsure of, and one it was very unsure of."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 12, 0)
        row.setSpacing(12)
        row.addWidget(Sample(self.tr("unsure"), Style.UNSURE))
        row.addWidget(Sample(self.tr("very unsure"), Style.DOUBTFUL))
        self._uncalibrated = caption()
        self._uncalibrated.setText(self.tr("not calibrated"))
        row.addWidget(self._uncalibrated)
        self.setAccessibleName(self.tr("Meaning of the marks"))
        self.show_calibrated(True)

    def show_calibrated(self, is_calibrated: bool) -> None:
        """Say whether the model's probabilities were compared with how often it is right."""
        parts = [
            self.tr(
                "Dotted: another word was nearly as likely. Wavy: the word is little more "
                "than a guess. Dashed: nothing in the other text seems to say the same. Words "
                "without a mark can be wrong, too."
            ),
            self.tr("Double line: a term of your glossary. Corners: looked up in the dictionary."),
        ]
        if not is_calibrated:
            parts.append(
                self.tr("Not calibrated for this model: it can be more or less sure than it says.")
            )
        self._uncalibrated.setHidden(is_calibrated)
        self.setToolTip(tooltip("\n".join(parts)))
        self.setAccessibleDescription(self.toolTip())


class Sample(QWidget):
    """A few words with a mark under them."""

    def __init__(self, words: str, style: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._style = style
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for the words and the mark."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._words) + 2, metrics.height() + 8)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the words and, under them, the mark."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colours().faint)
        baseline = 4.0 + self.fontMetrics().ascent()
        words = QRectF(self.rect()).adjusted(1, 4, -1, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, self._words)
        paint_mark(painter, self._style, words, baseline)
