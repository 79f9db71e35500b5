"""Decide when to translate: after a pause in typing, newest first; and what to show meanwhile."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from threading import Event

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from desktop.sessions.channel import Channel
from desktop.sessions.translation.growing_translation import GrowingTranslation
from desktop.sessions.translation.typing_pause import TypingPause, ends_sentence
from desktop.sessions.translation.user_wording import UserWording
from desktop.text.text_change import Edit
from desktop.values.partial_translation import NO_TARGET, target_of
from desktop.values.requests import LoadedModel, LoadRequest
from engine.translation import (
    DEFAULT_OPTIONS,
    Chosen,
    SearchOptions,
    SentenceTranslation,
    Translation,
    TranslationRequest,
)

BUSY_MS = 200
"""Shorter work is not shown as busy."""

PATIENCE = 1.0
"""Seconds: so long, work on a text that has grown meanwhile may go on, to be shown when it is done.
What takes longer has many sentences; those that are done are not translated again."""


class TranslationSession(QObject):
    """The policy of translating typed text; lives on the GUI thread.

    The shown translation is fresh if it is of the current text by the current model,
    with the current settings and choices; otherwise it is stale.

    Signals:
        work_requested: A request for the worker.
        translated: The Translation of the current text, to show.
        streamed: A PartialTranslation to show.
        progressed: The Progress of a long translation; None when it is over.
        stale_changed: Whether the shown translation is stale.
        busy_changed: Whether a translation has been running for a while.
        loading: The LoadRequest of the model being loaded.
        loaded: The LoadedModel that now translates.
        failed: The error; the shown translation stays. `retry` tries again.
        recovered: What had failed has now succeeded.
        choices_changed: Whether the shown translation has a choice to undo.
    """

    work_requested = Signal(object)
    translated = Signal(object)
    streamed = Signal(object)
    progressed = Signal(object)
    stale_changed = Signal(bool)
    busy_changed = Signal(bool)
    loading = Signal(object)
    loaded = Signal(object)
    failed = Signal(object)
    recovered = Signal()
    choices_changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self._options = DEFAULT_OPTIONS
        self._is_automatic = True
        self._is_closed = False

        self._model: LoadedModel | None = None
        self._wording = UserWording()
        self._can_undo = False
        self._wished: LoadRequest | None = None
        """The last requested model."""
        self._failed: tuple[LoadRequest | TranslationRequest, object] | None = None
        """The failed request and its error, until it succeeds."""

        self._shown: tuple[TranslationRequest, Translation] | None = None
        """The last complete result of the current model."""
        self._growing = GrowingTranslation(self)
        self._growing.streamed.connect(self.streamed)
        self._growing.progressed.connect(self.progressed)
        self._growing.settled.connect(self._translate_patiently)
        self._latest: tuple[TranslationRequest, Translation] | None = None
        """The last complete result while a part of it is on show."""
        self._is_stale = False

        self._loads = Channel(self)
        self._loads.sent.connect(self.work_requested)
        self._translations = Channel(self)
        self._translations.sent.connect(self._on_sent)
        self._sent_at = 0.0

        self._typing = TypingPause()
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self._translate_patiently)
        self._busy = QTimer(self, singleShot=True, interval=BUSY_MS)
        self._busy.timeout.connect(self._say_busy)
        self._is_busy = False

    # --- user actions ---

    @Slot(str)
    def edit(self, text: str) -> None:
        """Take typed text and translate it after a pause."""
        if text == self._text:
            return
        change = Edit.between(self._text, text)
        is_longer = text.startswith(self._text)
        self._text = text
        now = time.monotonic()
        self._typing.note_key(now)
        self._tell_choices()
        if not self._is_worth_waiting(now):
            self._translations.cancel()
        self._pause.stop()
        if not text.strip() or self._is_on_show():
            self._translate()
            return
        self._set_stale(True)
        if self._is_automatic:
            typed, before = change.inserted(text), text[: change.start]
            self._pause.start(round(1000 * self._typing.seconds_after(typed, before)))
            begins_word = not before[-1:].strip()
            is_fluent = self._typing.is_burst or begins_word  # and the word goes on, probably
            if is_longer and is_fluent and not ends_sentence(typed, before):
                whole = None if self._whole is None else self._wording.in_translation(self._whole)
                self._growing.hold(whole, self._typing.seconds_to_settle())
            else:
                self._growing.let_go()

    @Slot(str)
    def translate_now(self, text: str) -> None:
        """Translate a text without waiting: pasted, swapped, or by Ctrl+Enter."""
        self._text = text
        self._growing.let_go()
        self._tell_choices()
        self._translate()

    def load(self, request: LoadRequest) -> None:
        """Load another model; text typed meanwhile is translated once it is loaded."""
        if self._is_closed:
            return
        self._translations.cancel()
        self._pause.stop()
        if self._text.strip():
            self._set_stale(True)
        self._wished = request
        self._loads.submit(request)
        self.loading.emit(request)

    def set_options(self, options: SearchOptions) -> None:
        """Translate with these options."""
        if options != self._options:
            self._options = options
            self._translate()

    def set_automatic(self, is_automatic: bool) -> None:
        """Translate while typing, or only on request."""
        self._is_automatic = is_automatic
        if not is_automatic:
            self._pause.stop()
        elif self._is_stale:
            self._translate()

    def choose(self, sentence: SentenceTranslation, chosen: Chosen) -> None:
        """Use the chosen translation, or its beginning, wherever the sentence occurs."""
        self._wording.choose(sentence.source, chosen)
        self._tell_choices()
        self._translate()

    @Slot()
    def undo_choice(self) -> None:
        """Undo the last choice in the shown translation."""
        last = self._wording.last_choice(self._whole, self._text)
        if last is not None:
            self._wording.undo(last)
            self._tell_choices()
            self._translate()

    def write_over(self, edits: Mapping[str, str]) -> None:
        """Show these translations wherever the sentences occur, instead of the model's."""
        self._wording.write_over(edits, self._whole)
        self._show_edits()

    def revert(self, sources: Iterable[str]) -> None:
        """Show the model's translations of sentences again."""
        self._wording.revert(sources)
        self._show_edits()

    @Slot()
    def retry(self) -> None:
        """Retry the failed request."""
        request = self._failed[0] if self._failed else None
        if isinstance(request, LoadRequest):
            self.load(replace(request, cancelled=Event()))
        else:
            self._translate()

    @Slot()
    def cancel(self) -> bool:
        """Stop translating; the shown translation stays, stale.

        Returns:
            Whether there was anything to stop.
        """
        was_at_work = self._pause.isActive() or self._translations.is_busy
        self._pause.stop()
        self._growing.stop_settling()
        self._translations.cancel()
        return was_at_work

    def repeat(self) -> None:
        """Repeat the current state to a new window."""
        if self._wished is not None and self._loads.is_busy:
            self.loading.emit(self._wished)  # `loaded` would say that another model was chosen
        elif self._model is not None:
            self.loaded.emit(self._model)
        if self._whole is not None:
            self._emit_shown(self._whole)
        else:
            self._growing.show_whole(NO_TARGET)
        self.stale_changed.emit(self._is_stale)
        self.busy_changed.emit(self._is_busy)
        self.choices_changed.emit(self._can_undo)
        if self._failed is not None:
            self.failed.emit(self._failed[1])

    @Slot()
    def close(self) -> None:
        """Stop everything, for good."""
        self._is_closed = True
        self._pause.stop()
        self._growing.let_go()
        self._busy.stop()
        self._loads.cancel()
        self._translations.cancel()

    # --- answers of the worker ---

    @Slot(object, object)
    def on_answered(self, request: object, answer: object) -> None:
        """Handle a result, if it is ours and still wanted."""
        is_wanted = self._translations.is_current(request)
        now, sent_at = time.monotonic(), self._sent_at
        if self._translations.ended(request):
            self._follow_work()
            if is_wanted and isinstance(request, TranslationRequest):
                assert isinstance(answer, Translation)
                self._typing.note_work(now - sent_at)
                if self._text.startswith(request.text):
                    self._typing.note_shown(now)
                    if self._growing.is_held:
                        self._latest = request, answer
                        self._growing.follow(self._wording.in_translation(answer))
                    else:
                        self._show(request, answer)
        elif self._loads.ended(request):
            assert isinstance(answer, LoadedModel)
            self._take(answer)

    @Slot(object)
    def on_cancelled(self, request: object) -> None:
        """Note that a request was cancelled."""
        if self._translations.ended(request):
            self._follow_work()
        else:
            self._loads.ended(request)

    @Slot(object, object)
    def on_failed(self, request: object, error: object) -> None:
        """Report an error, unless the answer is no longer wanted."""
        is_wanted = self._translations.is_current(request) or self._loads.is_current(request)
        if self._translations.ended(request):
            self._follow_work()
        elif not self._loads.ended(request):
            return
        if not is_wanted:
            return
        assert isinstance(request, LoadRequest | TranslationRequest)
        self._failed = (request, error)
        self.failed.emit(error)
        if isinstance(request, LoadRequest):
            self._translate()  # with the previous model, if any

    @Slot(object, object)
    def on_streamed(self, request: object, sentences: Sequence[SentenceTranslation]) -> None:
        """Show the finished sentences of a long translation."""
        if not self._translations.is_current(request):
            return
        assert isinstance(request, TranslationRequest)
        self._growing.add(request.text, map(self._wording.in_sentence, sentences))

    # --- policy ---

    def _is_worth_waiting(self, now: float) -> bool:
        """Return whether what runs will soon be done, and is of what the text still begins with."""
        running = self._translations.running
        return (
            isinstance(running, TranslationRequest)
            and now - self._sent_at < PATIENCE
            and self._text.startswith(running.text)
        )

    @Slot()
    def _translate_patiently(self) -> None:
        """Translate what was typed, after what is nearly done."""
        self._translate(is_patient=self._is_worth_waiting(time.monotonic()))

    @Slot()
    def _translate(self, *, is_patient: bool = False) -> None:
        """Update the shown translation, or request one; if patient, cancel nothing for it."""
        self._pause.stop()
        if self._is_closed:
            return
        request = self._request()
        if not self._text.strip():
            self._translations.cancel()
            self._show(request, _untranslated(self._text, self._model))
        elif self._shown is not None and self._is_on_show():
            self._translations.cancel()
            self._set_stale(False)
            if self._growing.is_partial:
                self._show(*self._shown)
        elif self._latest and self._latest[0] == request and not self._growing.is_held:
            self._show(*self._latest)
        else:
            self._set_stale(True)
            if self._model is not None and not self._loads.is_busy:
                self._translations.submit(request, is_patient=is_patient)

    def _request(self) -> TranslationRequest:
        return TranslationRequest(self._text, self._options, chosen=self._wording.chosen)

    @property
    def _whole(self) -> Translation | None:
        """The last complete translation of the current model, as the model wrote it."""
        return None if self._shown is None else self._shown[1]

    def _is_on_show(self) -> bool:
        """Return whether the current text was just translated as it would be now."""
        return self._shown is not None and self._shown[0] == self._request()

    def _show(self, request: TranslationRequest, translation: Translation) -> None:
        self._shown = (request, translation)
        self._latest = None
        self._growing.let_go()
        self._emit_shown(translation)
        self._set_stale(request.text != self._text)
        self._tell_choices()
        if self._failed is not None and isinstance(self._failed[0], TranslationRequest):
            self._recover()

    def _emit_shown(self, translation: Translation) -> None:
        shown = self._wording.in_translation(translation)
        self._growing.show_whole(target_of(shown))
        self.translated.emit(shown)

    def _show_edits(self) -> None:
        if self._whole is not None and not self._is_stale:
            self._emit_shown(self._whole)

    def _take(self, model: LoadedModel) -> None:
        """Use a loaded model; drop the choices made for the previous one."""
        if self._is_closed:
            return
        if self._model and model.manifest.direction != self._model.manifest.direction:
            self._wording.forget_edits()
        self._model = model
        self._shown = self._latest = None
        self._wording.forget_choices()
        self._tell_choices()
        self._recover()
        self.loaded.emit(model)
        self._translate()

    def _recover(self) -> None:
        if self._failed is not None:
            self._failed = None
            self.recovered.emit()

    def _tell_choices(self) -> None:
        can_undo = self._wording.last_choice(self._whole, self._text) is not None
        if can_undo != self._can_undo:
            self._can_undo = can_undo
            self.choices_changed.emit(can_undo)

    def _set_stale(self, is_stale: bool) -> None:
        if is_stale != self._is_stale:
            self._is_stale = is_stale
            self.stale_changed.emit(is_stale)

    # --- work in progress ---

    @Slot(object)
    def _on_sent(self, request: TranslationRequest) -> None:
        self._sent_at = time.monotonic()
        self._growing.begin(request.text, self._sent_at)
        if not self._is_busy and not self._busy.isActive():
            self._busy.start()
        self.work_requested.emit(request)

    def _follow_work(self) -> None:
        if self._translations.is_busy:
            return
        self._busy.stop()
        self.progressed.emit(None)
        if self._is_busy:
            self._is_busy = False
            self.busy_changed.emit(False)

    @Slot()
    def _say_busy(self) -> None:
        self._is_busy = True
        self.busy_changed.emit(True)


def _untranslated(text: str, model: LoadedModel | None) -> Translation:
    """Return the translation of a text with nothing to translate."""
    name, device = ("", "") if model is None else (model.manifest.name, model.device)
    return Translation(text, text, (), (), name, device, seconds=0.0)
