"""Show the sessions' results in the window as texts, marks and notices."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from desktop.presenters.sliced_work import SlicedWork
from desktop.sessions.translation.text_progress import Progress
from desktop.values.edited_translation import edited_pairs
from desktop.values.partial_translation import PartialTranslation
from desktop.values.requests import LoadedModel, LoadRequest
from desktop.values.word_links import (
    HintMark,
    Link,
    Mark,
    SentencePair,
    confidence_marks,
    hint_marks,
    unknown_marks,
)
from desktop.views.main_window import MainWindow
from desktop.views.notices.notice_card import KINDS, Excerpt, Kind, NoticeText
from desktop.wording.error_text import describe
from desktop.wording.model_titles import shown_name
from desktop.wording.notice_text import describe_notice
from engine.text.excerpt import beginning
from engine.translation import (
    Fidelity,
    Misspelling,
    Notice,
    NoticeKind,
    SentenceTranslation,
    Span,
    Translation,
)

FAILURE = "failure"
"""The key of the notice that has a Retry button."""

NO_MODEL = "no model"
"""The key of the notice that stays until a model is installed."""

OFFER = "other language"
"""The key of the notice that a text is not in the model's language."""

DROPPED = "dropped edit"
"""The key of the notice that an edited sentence was changed in the source."""


class TranslationPresenter(QObject):
    """Shows translations and their state in one window; on the GUI thread.

    Signals:
        retry_requested: The user wants to try again what failed.
        models_requested: The user wants to get a model.
        action_requested: The key of another notice whose button was pressed; it is gone already.
        notice_closed: The key of a notice that the user closed; it is gone already.
    """

    retry_requested = Signal()
    models_requested = Signal()
    action_requested = Signal(str)
    notice_closed = Signal(str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._of_program: dict[str, NoticeText] = {}
        """Notices that did not come with a translation, the newest first."""
        self._older: frozenset[str] = frozenset()
        """The keys of those that were there before the text on the screen."""
        self._details = SlicedWork(self)
        self._translation: Translation | None = None
        self._is_stale = False
        self._unknown: list[Span] = []
        self._misspellings: list[Misspelling] = []
        self._missing: list[Span] = []
        self._hints: list[HintMark] = []
        self._found: list[Notice] = []
        """What was found in the translation after it was shown."""
        self._groups: dict[str, list[Notice]] = {}
        """Notices of the text shown, grouped by message."""
        self._dismissed: list[tuple[NoticeKind, str]] = []
        """Dismissed notices: their kinds and subjects."""
        self._explained: frozenset[NoticeKind] = frozenset()
        self._model: LoadedModel | None = None
        window.notice_line.action_requested.connect(self._on_action_requested)
        window.notice_line.dismissed.connect(self._on_dismissed)

    # --- translations ---

    @Slot(object)
    def show_translation(self, translation: Translation) -> None:
        """Show a complete result: text, marks, notices, speed."""
        window = self._window
        self._hints, in_target = hint_marks(translation)
        window.target_pane.show_translation(
            translation.target,
            in_target,
            [pair.span for pair in edited_pairs(translation)],
        )
        window.panes.scrolling.show_sentences(
            translation.source,
            [(sentence.source_start, sentence.target_start) for sentence in translation.sentences],
        )
        self._is_stale = False
        window.foot.hold(False)
        self._missing, self._found = [], []
        self._details.begin(self._show_details(translation))
        if not translation.sentences:
            self._dismissed.clear()
        if self._translation is None or translation.source != self._translation.source:
            self._older = frozenset(self._of_program.keys() - _OF_TEXT)
        self._translation = translation
        self._show_notices()

    def _show_details(self, translation: Translation) -> Iterator[None]:
        """Mark words and show the speed; each step looks at some sentences."""
        unsure: list[Mark] = []
        unknown: list[Span] = []
        num_words = 0
        for start in range(0, len(translation.sentences), _SENTENCES_A_STEP):
            some = translation.sentences[start : start + _SENTENCES_A_STEP]
            unsure += confidence_marks(some)
            unknown += unknown_marks(some)
            num_words += _num_words(some)
            yield
        self._window.target_pane.show_confidence(unsure)
        self._unknown = unknown
        self._misspellings = [
            one for sentence in translation.sentences for one in sentence.misspellings
        ]
        self._mark_source()
        if self._model is not None:
            speed = translation.seconds, num_words
            self._window.target_pane.bar.show_speed(self._model.device, *speed)

    def _mark_source(self) -> None:
        self._window.source_pane.show_marks(
            self._unknown, self._missing, self._hints, self._misspellings
        )

    @Slot(object, object)
    def show_fidelity(self, translation: Translation, found: Sequence[Fidelity]) -> None:
        """Show the words that each sentence of the shown translation leaves out or adds."""
        if translation is not self._translation or self._is_stale:
            return
        self._missing = [(word.start, word.end) for one in found for word in one.missing]
        self._found = [
            notice
            for sentence, one in zip(translation.sentences, found, strict=False)
            for notice in one.notices(
                sentence.source_start, sentence.source_start + len(sentence.source)
            )
        ]
        self._mark_source()
        self._window.target_pane.show_added(
            [(word.start, word.end) for one in found for word in one.added]
        )
        self._show_notices()

    @Slot(object)
    def show_partial(self, partial: PartialTranslation) -> None:
        """Show the sentences that are done, before the rest of the old text."""
        self._window.target_pane.show_partial(partial.start, partial.end, partial.text)

    @Slot(bool)
    def set_stale(self, is_stale: bool) -> None:
        """Show whether the output is current; remove notices of another text."""
        was_stale, self._is_stale = self._is_stale, is_stale
        self._window.foot.hold(is_stale)
        self._show_notices()
        self._window.target_pane.set_stale(is_stale)
        if is_stale:
            self._details.stop()
            self._window.source_pane.show_marks(())
        elif was_stale and self._translation is not None:  # as it was, an edit was undone
            self._details.begin(self._show_details(self._translation))

    @Slot(bool)
    def set_busy(self, is_busy: bool) -> None:
        """Show that a translation is running."""
        self._window.target_pane.show_busy(is_busy)

    @Slot(object)
    def show_progress(self, progress: Progress | None) -> None:
        """Show how far a long translation is; None: no more."""
        line = self._window.status_line
        if progress is None:
            line.end_progress()
        else:
            line.show_progress(progress.share, progress.seconds_left)

    @Slot(object, bool)
    def show_link(self, link: Link | None, is_pinned: bool) -> None:
        """Mark the words that belong together in both texts."""
        source_spans = () if link is None else link.source_spans
        target_spans = () if link is None else link.target_spans
        self._window.source_pane.show_link(source_spans, is_pinned)
        self._window.target_pane.show_link(target_spans, is_pinned)
        self._window.panes.scrolling.show_link((source_spans, target_spans))

    @Slot(object)
    def show_pair(self, pair: SentencePair | None) -> None:
        """Mark a sentence and its translation."""
        self._window.source_pane.show_sentence(None if pair is None else pair.source_span)
        self._window.target_pane.show_sentence(None if pair is None else pair.target_span)
        if pair is not None:
            self._window.panes.scrolling.show_pair((pair.source_span, pair.target_span))

    # --- models ---

    @Slot(object)
    def show_loading(self, request: LoadRequest) -> None:
        """Show that a model is being loaded."""
        self._window.status_line.show_loading(shown_name(request.name, request.title))

    @Slot(object)
    def show_loaded(self, model: LoadedModel) -> None:
        """Show the loaded model."""
        self._model = model
        self._dismissed.clear()
        self.clear_problem(NO_MODEL)
        self._window.status_line.show_ready()
        self._window.target_pane.bar.show_speed(model.device)

    # --- notices ---

    def show_program_notice(self, key: str, kind: Kind, text: str, action: str = "") -> None:
        """Show a notice that stays until it is closed or removed."""
        older = {name: notice for name, notice in self._of_program.items() if name != key}
        self._of_program = {key: NoticeText(key, kind, text, action), **older}
        self._older -= {key}
        self._show_notices()

    @Slot(object)
    def show_failure(self, error: BaseException) -> None:
        """Show an error, with a way to try again; the translation stays."""
        described = describe(error)
        self.show_program_notice(
            FAILURE, "error", f"{described.title}. {described.sentence}", self.tr("Retry")
        )
        if self._model is None:
            self._window.status_line.show_failed(described.title)
        else:  # it works on
            self._window.status_line.show_ready()

    @Slot()
    def show_no_model(self) -> None:
        """Show that nothing can be translated, and where to get a model."""
        title = self.tr("No model is installed")
        advice = self.tr("Import or train one.")
        self.show_program_notice(NO_MODEL, "error", f"{title}. {advice}", self.tr("Models…"))
        self._window.status_line.show_failed(title)

    def show_problem(self, key: str, error: BaseException) -> None:
        """Show an error for which trying again is of no use."""
        self.show_program_notice(key, "warning", describe(error).sentence)

    @Slot(object)
    def show_unopened(self, path: Path) -> None:
        """Say that a file or folder of the program could not be opened."""
        text = self.tr("{path} could not be opened. If it is missing, reinstall the program.")
        self.show_program_notice("opening", "warning", text.format(path=path))

    @Slot()
    def clear_failure(self) -> None:
        """Remove the error: the retry succeeded."""
        self.clear_problem(FAILURE)

    def clear_problem(self, key: str) -> None:
        """Remove a notice that no longer applies."""
        if self._of_program.pop(key, None) is not None:
            self._show_notices()

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key == NO_MODEL:
            self.models_requested.emit()
            return
        self._of_program.pop(key, None)
        self._show_notices()
        if key == FAILURE:
            self.retry_requested.emit()
        else:
            self.action_requested.emit(key)

    @Slot(str)
    def _on_dismissed(self, key: str) -> None:
        closed = self._groups.get(key, [])
        self._dismissed += [(notice.kind, self._subject(notice)) for notice in closed]
        self._of_program.pop(key, None)
        self.notice_closed.emit(key)

    def set_explained(self, kinds: frozenset[NoticeKind]) -> None:
        """Hide notices of these kinds: something else explains them."""
        if kinds != self._explained:
            self._explained = kinds
            self._show_notices()

    def _subject(self, notice: Notice) -> str:
        """Return the subject of a notice: numbers, or a part of the text."""
        if notice.kind in _OF_NUMBERS:
            return ", ".join(notice.details)
        return (
            "" if self._translation is None else self._translation.source[notice.start : notice.end]
        )

    def _is_dismissed(self, notice: Notice) -> bool:
        """Return whether the user closed it for these numbers, or for this text as it grows."""
        subject = self._subject(notice)
        closed = [subject for kind, subject in self._dismissed if kind is notice.kind]
        if notice.kind in _OF_NUMBERS:
            return subject in closed
        return any(subject.startswith(one) or one.startswith(subject) for one in closed)

    def _show_notices(self) -> None:
        notices: Sequence[Notice] = ()
        if self._translation is not None and not self._is_stale:
            notices = [*self._translation.notices, *self._found]
        wanted = [
            notice
            for notice in notices
            if notice.kind not in self._explained and not self._is_dismissed(notice)
        ]
        self._groups = _grouped(wanted)
        texts = [self._text_of(key, group) for key, group in self._groups.items()]
        texts = [*self._of_program.values(), *texts]
        texts.sort(key=lambda text: (text.key in self._older, KINDS.index(text.kind)))
        self._window.notice_line.show_notices(texts)

    def _text_of(self, key: str, group: Sequence[Notice]) -> NoticeText:
        """Put notices with the same message into words, with their sentences."""
        assert self._translation is not None
        first = group[0]
        is_of_text = first.kind is NoticeKind.PIVOT
        if first.kind in _OF_WORDS:
            words = dict.fromkeys(word for notice in group for word in notice.details)
            first = replace(first, details=tuple(words))
        return NoticeText(
            key,
            "info" if first.kind in _SMALL else "warning",
            describe_notice(first),
            excerpts=()
            if is_of_text
            else tuple(_excerpt(self._translation, notice) for notice in group),
        )


_OF_TEXT = frozenset({FAILURE, NO_MODEL, OFFER, DROPPED})
_SMALL = (NoticeKind.UNKNOWN_WORDS, NoticeKind.CORRECTED, NoticeKind.PIVOT, NoticeKind.KEPT)
_OF_WORDS = (NoticeKind.UNKNOWN_WORDS, NoticeKind.MISSING_WORDS, NoticeKind.ADDED_WORDS)
_OF_NUMBERS = (NoticeKind.NUMBERS, NoticeKind.ADDED_NUMBERS, NoticeKind.CORRECTED)
_SENTENCES_A_STEP = 20
"""Of which the marks are found before the window may do something else."""
_EXCERPT = 80
"""Characters of a sentence that identify it."""


def _num_words(sentences: Iterable[SentenceTranslation]) -> int:
    """Count words, without punctuation."""
    return sum(
        any(character.isalnum() for character in word.text)
        for sentence in sentences
        for word in sentence.source_words
    )


def _grouped(notices: Sequence[Notice]) -> dict[str, list[Notice]]:
    """Group notices with the same message, and those that list words."""
    groups: dict[str, list[Notice]] = {}
    for notice in notices:
        is_of_words = notice.kind in _OF_WORDS
        key = notice.kind.value if is_of_words else f"{notice.kind.value}: {notice.listed()}"
        groups.setdefault(key, []).append(notice)
    return groups


def _excerpt(translation: Translation, notice: Notice) -> Excerpt:
    """Return the sentence that a notice is about, shortened."""
    sentences = translation.sentences
    after = bisect_right(sentences, notice.start, key=lambda sentence: sentence.source_start)
    sentence = sentences[after - 1]
    return Excerpt(beginning(sentence.source, _EXCERPT), sentence.source_start)
