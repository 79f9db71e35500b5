"""The four curves of a run side by side: their names, their newest figures, their pictures."""

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QLocale, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.values.attention_drawing import Paper
from desktop.values.curve_drawing import CurvePicture, CurveRequest
from desktop.views import theme
from desktop.wizard.parts.page import bold, faint
from desktop.wording.amounts import figure
from training.report.curve_labels import CurveWords
from training.report.run_story import RunStory

PAUSE_MS = 1000
"""Minimum time between two requests: drawing takes a fifth of a second on another thread."""

_LEAST_WIDTH = 150
_DOTS_PER_INCH = 72
"""Of the window's pixels, so that points are pixels."""


class CurvesView(QWidget):
    """Requests pictures while it is visible, and shows those it requested last.

    Signals:
        curves_requested: A CurveRequest; `show_curves` shows the result.
    """

    curves_requested = Signal(object)

    def __init__(self, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._story = RunStory()
        self._wish: CurveRequest | None = None
        self._is_due = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._on_timeout)
        self.panes = {
            "loss": CurvePane(self.tr("Loss"), height),
            "perplexity": CurvePane(self.tr("Perplexity"), height),
            "bleu": CurvePane(self.tr("BLEU"), height),
            "learning_rate": CurvePane(self.tr("Learning rate"), height),
        }
        self.panes["loss"].setToolTip(
            self.tr(
                "How wrong the model is, per token: lower is better. Training loss is measured "
                "while parts of the model are switched off, so it can be above validation loss."
            )
        )
        self.panes["perplexity"].setToolTip(
            self.tr("How many tokens the model is still choosing between: lower is better")
        )
        self.panes["bleu"].setToolTip(
            self.tr("How close translations of the validation text are to human ones: 0 to 100")
        )
        self.panes["learning_rate"].setToolTip(self.tr("Learning rate: the size of each update"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        for pane in self.panes.values():
            row.addWidget(pane, 1)

    def show_story(self, story: RunStory) -> None:
        """Show the figures of a run at once; the pictures follow. Call it again for new events."""
        self._story = story
        if not story.steps:
            for name, pane in self.panes.items():
                pane.picture.show_image(None, self._missing(name))
        for name, newest in self._newest().items():
            self.panes[name].show_figure(newest)
        self._ask()

    @Slot(object)
    def show_curves(self, picture: CurvePicture) -> None:
        """Show what was drawn, if it was drawn for this view and its size."""
        if picture.request is self._wish:
            self._show(picture.images)

    def _show(self, images: Mapping[str, QImage]) -> None:
        for name, pane in self.panes.items():
            pane.picture.show_image(images.get(name), self._missing(name))

    def _missing(self, name: str) -> str:
        """Return what happens where there is no curve yet."""
        story = self._story
        if story.steps and name in ("loss", "learning_rate"):
            return ""  # it is being drawn
        if story.validations or story.last_word is not None:
            return self.tr("not measured")
        if story.steps:
            return self.tr("after the first validation")
        if story.parameters:
            return self.tr("taking the first steps…")
        if story.corpus is not None:
            return self.tr("building the vocabulary…")
        return self.tr("reading the text…")

    def _newest(self) -> dict[str, str]:
        """Return the newest figure of each curve, of validation if there is one."""
        locale, story = QLocale(), self._story
        validated = story.validations[-1] if story.validations else None
        loss = validated.loss if validated else story.stepped.loss if story.stepped else None
        perplexity = validated.perplexity if validated else None
        bleu = validated.bleu if validated else None
        rate = story.stepped.learning_rate if story.stepped else None
        return {
            "loss": "" if loss is None else locale.toString(loss, "f", 2),
            "perplexity": "" if perplexity is None else figure(perplexity, 3),
            "bleu": "" if bleu is None else locale.toString(bleu, "f", 1),
            "learning_rate": "" if rate is None else locale.toString(rate, "g", 2),
        }

    # --- requests ---

    def paper(self) -> Paper:
        """Return the canvas of each picture."""
        size, ratio = self.panes["loss"].picture.size(), self.devicePixelRatioF()
        return Paper(
            width=max(1, round(size.width() * ratio)),
            height=max(1, round(size.height() * ratio)),
            ratio=ratio,
            dots_per_inch=_DOTS_PER_INCH * ratio,
            ink=theme.colours().ink.name(),
        )

    def _words(self) -> CurveWords:
        """Return the texts in the pictures, besides those the window shows itself."""
        locale = QLocale()
        return CurveWords(
            step="",
            loss="",
            perplexity="",
            bleu="",
            learning_rate="",
            training=self.tr("training"),
            validation=self.tr("validation"),
            translations=self.tr("translations"),
            forced=self.tr("teacher-forced"),
            kept=self.tr("best: {figure}"),
            decimal_mark=locale.decimalPoint(),
            group_mark=locale.groupSeparator(),
        )

    def _ask(self) -> None:
        self._is_due = True
        if not self._timer.isActive():
            self._timer.start(0)

    @Slot()
    def _on_timeout(self) -> None:
        if not (self._is_due and self.isVisible() and self._story.steps):
            return
        self._is_due = False
        self._wish = CurveRequest(self._story.course, self.paper(), self._words())
        self._timer.start(PAUSE_MS)
        self.curves_requested.emit(self._wish)

    # --- Qt events ---

    def showEvent(self, event: QShowEvent) -> None:
        """Request pictures: none are drawn while hidden."""
        super().showEvent(event)
        self._ask()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Request pictures of the new size."""
        super().resizeEvent(event)
        self._ask()

    def changeEvent(self, event: QEvent) -> None:
        """Request pictures in the new colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._ask()

    def event(self, event: QEvent) -> bool:
        """Request sharper pictures on a sharper screen."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._ask()
        return super().event(event)


class CurvePane(QWidget):
    """The name of a curve, its newest figure, and its picture."""

    def __init__(self, name: str, height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self.figure = faint()
        self.figure.setWordWrap(False)
        self.picture = _Picture()
        self.picture.setMinimumSize(_LEAST_WIDTH, height)
        head = QHBoxLayout()
        head.addWidget(bold(name))
        head.addStretch(1)
        head.addWidget(self.figure)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addLayout(head)
        column.addWidget(self.picture, 1)
        self.show_figure("")

    def show_figure(self, words: str) -> None:
        """Show the newest figure."""
        self.figure.setText(words)
        self.picture.setAccessibleName(f"{self._name} {words}".rstrip())


class _Picture(QWidget):
    """A picture, or words if there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.image: QImage | None = None
        self.words = ""
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def show_image(self, image: QImage | None, words: str) -> None:
        """Show a picture, or these words if there is none."""
        self.image, self.words = image, words
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint it, stretched until one of the new size arrives."""
        painter = QPainter(self)
        if self.image is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(QRectF(self.rect()), self.image)
            return
        colours = theme.colours()
        painter.setPen(colours.line)
        painter.drawLine(self.rect().bottomLeft(), self.rect().bottomRight())
        painter.setPen(colours.faint)
        wrapped = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(self.rect(), wrapped, self.words)
