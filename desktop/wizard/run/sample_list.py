"""The same few sentences as the model translated them after each epoch."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from desktop.views.widgets.epoch_slider import EpochSlider
from desktop.views.widgets.label import Label
from desktop.wizard.parts.figure import FigureCard
from desktop.wizard.parts.page import bold, faint
from desktop.wizard.parts.text_label import TextLabel
from desktop.wizard.run.sample_map import SampleMap
from training.progress import Sampled

Samples = Sequence[tuple[int, tuple[Sampled, ...]]]

_SLIDER_WIDTH = 260


class SampleList(QWidget):
    """Shows the newest epoch unless the user chose another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._samples: list[tuple[int, tuple[Sampled, ...]]] = []
        self.epochs = EpochSlider()
        self.epochs.setMinimumWidth(_SLIDER_WIDTH)
        self.label = Label()
        self.label.setAccessibleName(self.tr("Epoch shown"))
        self.nothing = faint(self.tr("The first translations appear after the first epoch."))
        self.cards: list[SampleCard] = []
        head = QHBoxLayout()
        head.setSpacing(14)
        head.addWidget(bold(self.tr("Sample translations")))
        head.addStretch(1)
        head.addWidget(self.label)
        head.addWidget(self.epochs)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)
        self._column.addLayout(head)
        self._column.addWidget(self.nothing)
        self.epochs.moved.connect(self._on_moved)
        self._show_place()

    def show_samples(self, samples: Samples) -> None:
        """Show the samples by epoch, in order; epochs without any are skipped."""
        was_newest = self.epochs.place >= len(self._samples) - 1
        self._samples = [(epoch, several) for epoch, several in samples if several]
        last = max(len(self._samples) - 1, 0)
        place = last if was_newest else min(self.epochs.place, last)
        self.epochs.show_place(place, len(self._samples))
        self._show_place()

    @Slot(int)
    def _on_moved(self, _place: int) -> None:
        self._show_place()

    def _show_place(self) -> None:
        has_any = bool(self._samples)
        self.nothing.setVisible(not has_any)
        self.epochs.setVisible(has_any)
        epoch, shown = self._samples[self.epochs.place] if has_any else (0, ())
        words = self.tr("after epoch {epoch}")
        if has_any and self.epochs.place == len(self._samples) - 1:
            words = self.tr("after epoch {epoch}, the latest")
        self.label.setText(words.format(epoch=epoch) if has_any else "")
        while len(self.cards) < len(shown):
            self.cards.append(SampleCard())
            self._column.addWidget(self.cards[-1])
        for card, sample in zip(self.cards, shown, strict=False):
            card.show_sample(sample)
        for number, card in enumerate(self.cards):
            card.setVisible(number < len(shown))


class SampleCard(FigureCard):
    """One sentence: the model's translation, the reference, and the attention."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = TextLabel()
        self.target = TextLabel()
        font = self.target.font()
        font.setPointSizeF(font.pointSizeF() * 1.1)
        self.target.setFont(font)
        self.reference = TextLabel()
        self.map = SampleMap()
        texts = QGridLayout()
        texts.setHorizontalSpacing(14)
        texts.setVerticalSpacing(8)
        texts.setColumnStretch(1, 1)
        rows = (
            (self.tr("Source"), self.source),
            (self.tr("Translation"), self.target),
            (self.tr("Reference"), self.reference),
        )
        for row, (caption, text) in enumerate(rows):
            text.setAccessibleName(caption)
            name = faint(caption)
            name.setWordWrap(False)
            texts.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
            texts.addWidget(text, row, 1, Qt.AlignmentFlag.AlignTop)
        texts.setRowStretch(len(rows), 1)
        inside = QHBoxLayout(self)
        inside.setContentsMargins(16, 12, 14, 10)
        inside.setSpacing(18)
        inside.addLayout(texts, 1)
        inside.addWidget(self.map, 0, Qt.AlignmentFlag.AlignTop)

    def show_sample(self, sample: Sampled) -> None:
        """Show the translation of a sentence."""
        self.source.setText(sample.source)
        self.target.setText(sample.target or self.tr("(nothing)"))
        self.reference.setText(sample.reference)
        self.map.show_sample(sample)
