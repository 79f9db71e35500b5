"""A legend of the marks under translated words."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from desktop.views import theme
from desktop.views.text.highlighter import Style, paint_mark
from desktop.views.widgets.card import caption
from desktop.wording.tooltips import tooltip

_MARK_WIDTH = 14
_GAP = 4


class Legend(QWidget):
    """The marks of words the model was very unsure of and, where shown, somewhat unsure of."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 12, 0)
        row.setSpacing(12)
        self._unsure = Sample(self.tr("unsure"), Style.UNSURE)
        row.addWidget(self._unsure)
        row.addWidget(Sample(self.tr("very unsure"), Style.DOUBTFUL))
        self._uncalibrated = caption()
        self._uncalibrated.setText(self.tr("not calibrated"))
        row.addWidget(self._uncalibrated)
        self.setAccessibleName(self.tr("Meaning of the marks"))
        self._unsure.hide()
        self._uncalibrated.hide()
        self._explain()

    def show_slight_doubt(self, is_shown: bool) -> None:
        """Explain the mark of words the model was somewhat unsure of, or where to turn it on."""
        self._unsure.setHidden(not is_shown)
        self._explain()

    def show_calibrated(self, is_calibrated: bool) -> None:
        """Say whether the model's probabilities were compared with how often it is right."""
        self._uncalibrated.setHidden(is_calibrated)
        self._explain()

    def _explain(self) -> None:
        parts = [
            self.tr(
                "Wavy: the word is little more than a guess. Dashed: nothing in the other text "
                "seems to say the same. Words without a mark can be wrong, too."
            ),
            self.tr("Double line: a term of your glossary. Corners: looked up in the dictionary."),
        ]
        if self._unsure.isHidden():
            parts.append(
                self.tr("The settings can also mark words the model was somewhat unsure of.")
            )
        else:
            parts.insert(0, self.tr("Dotted: another word was nearly as likely."))
        if not self._uncalibrated.isHidden():
            parts.append(
                self.tr("Not calibrated for this model: it can be more or less sure than it says.")
            )
        self.setToolTip(tooltip("\n".join(parts)))
        self.setAccessibleDescription(self.toolTip())


class Sample(QWidget):
    """A mark, and what it means beside it: words underlined with it would look like a link."""

    def __init__(self, words: str, style: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._style = style
        self.setAccessibleName(words)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return room for the mark and the words."""
        metrics = self.fontMetrics()
        width = _MARK_WIDTH + _GAP + metrics.horizontalAdvance(self._words) + 2
        return QSize(width, metrics.height() + 8)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the mark and, behind it, the words."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.colours().faint)
        words = QRectF(self.rect()).adjusted(1 + _MARK_WIDTH + _GAP, 4, -1, 0)
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop, self._words)
        baseline = 4.0 + self.fontMetrics().ascent()
        mark = QRectF(1, 0, _MARK_WIDTH, self.height())
        paint_mark(painter, self._style, mark, baseline - self.fontMetrics().xHeight())
