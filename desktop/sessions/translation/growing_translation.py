"""Show a translation before it is complete: sentence by sentence, or while its source grows."""

import time
from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.sessions.translation.steady_text import SteadyText
from desktop.sessions.translation.stream_pace import StreamPace
from desktop.sessions.translation.text_progress import ProgressMeter
from desktop.text.text_change import Edit, shared_start
from desktop.values.partial_translation import (
    NO_TARGET,
    GrowingTarget,
    PartialTranslation,
    Target,
)
from engine.translation import SentenceTranslation, Translation


class GrowingTranslation(QObject):
    """What is on show between two complete translations; on the GUI thread.

    Signals:
        streamed: A PartialTranslation to show.
        progressed: The Progress of a long translation; None when it is over.
        settled: Nobody types any more: all of the translation can be shown.
    """

    streamed = Signal(object)
    progressed = Signal(object)
    settled = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_partial = False
        """Whether a part of a translation is on show."""
        self._source = ""
        """The text whose translation began last."""
        self._target = GrowingTarget(NO_TARGET)
        self._finished: list[SentenceTranslation] = []
        """Of the running request."""
        self._pace = StreamPace()
        self._meter = ProgressMeter()
        self._steady: SteadyText | None = None
        """What is on show while somebody adds to the text, until typing settles."""
        self._settling = QTimer(self, singleShot=True)
        self._settling.timeout.connect(self._settle)

    def show_whole(self, target: Target) -> None:
        """Note that a complete translation is on show, or nothing."""
        self._target = GrowingTarget(target)
        self.is_partial = False

    # --- while a long translation runs ---

    def begin(self, source: str, at: float) -> None:
        """Note that the translation of a text begins.

        Its sentences take the place of the old ones, one by one; those of a text that keeps less
        than half of the old one take the place of all that is on show.

        Args:
            source: The text.
            at: When, in seconds of a clock that never goes back.
        """
        self._pace.begin(at)
        shown, change = self._target.shown(), Edit.between(self._source, source)
        if change.end - change.start > len(self._source) / 2:
            shown = Target(shown.length, (shown.length,))
        self._target = GrowingTarget(shown)
        self._source = source
        self._finished = []
        self._meter.begin()
        self.progressed.emit(None)

    def add(self, source: str, sentences: Iterable[SentenceTranslation]) -> None:
        """Show the next finished sentences of a source text, unless they come too fast."""
        self._finished.extend(sentences)
        began = time.monotonic()
        if self.is_held or not self._pace.is_due(began):
            return
        new = self._finished[self._target.num_new :]
        self.is_partial = True
        self.streamed.emit(self._target.replace_next(source, new))
        self._pace.note_shown(began, time.monotonic())
        last = self._finished[-1]
        progress = self._meter.measure(last.source_start + len(last.source), len(source))
        if progress is not None:
            self.progressed.emit(progress)

    # --- while the source grows ---

    @property
    def is_held(self) -> bool:
        """Whether words are held back that the next key may change."""
        return self._steady is not None

    def hold(self, shown: Translation | None, seconds: float) -> None:
        """Hold back what the next key may change, until none has come for so many seconds.

        Args:
            shown: The translation that is on show.
            seconds: How long typing has to rest.
        """
        if self._steady is None and not self.is_partial:
            self._steady = SteadyText(shown)
        self._settling.start(round(1000 * seconds))

    def stop_settling(self) -> None:
        """Hold it back until the next key."""
        self._settling.stop()

    def let_go(self) -> None:
        """Hold nothing back any more."""
        self._settling.stop()
        self._steady = None

    def follow(self, translation: Translation) -> None:
        """Show what the next key will hardly change."""
        assert self._steady is not None
        before = self._steady.shown
        text = self._steady.follow(translation)
        if text == before:
            return
        start = shared_start(before, text)
        self._target = GrowingTarget(Target(len(text), (len(text),)))
        self.is_partial = True
        self.streamed.emit(PartialTranslation(start, len(before), text[start:]))

    @Slot()
    def _settle(self) -> None:
        self.let_go()
        self.settled.emit()
