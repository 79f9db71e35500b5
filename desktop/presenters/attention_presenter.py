"""Show attention in its panel, and export or copy it."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from desktop.sessions.inspection_session import InspectionSession
from desktop.sessions.link_tracker import LinkTracker, Spans
from desktop.sessions.translation.translation_session import TranslationSession
from desktop.values.attention_drawing import Place
from desktop.values.requests import LoadedModel
from desktop.values.word_links import Link
from desktop.views.attention.panel import AttentionPanel
from desktop.views.main_window import MainWindow
from desktop.views.widgets.save_dialog import ask_where_to_save
from desktop.wording.language_names import language_name
from desktop.workers.map_drawer import MapDrawer
from engine.attention.maps import AlignmentMap, SentenceAttention
from engine.translation import ScoredText, Step, Translation


class AttentionPresenter(QObject):
    """Between the inspection session, the linked words and the panel; on the GUI thread.

    Signals:
        export_requested: An ExportRequest for the drawing thread.
    """

    export_requested = Signal(object)

    def __init__(
        self,
        window: MainWindow,
        panel: AttentionPanel,
        session: TranslationSession,
        inspection: InspectionSession,
        links: LinkTracker,
        drawer: MapDrawer,
    ) -> None:
        super().__init__(panel)
        self._panel = panel
        self._inspection = inspection
        self._links = links
        self._sentences: list[str] = []
        self._directions: tuple[str, ...] = ()
        """What each of two models translates; empty if one does."""
        # The shown translation and its linked words.
        session.translated.connect(self._show_translation)
        session.stale_changed.connect(panel.set_stale)
        session.loaded.connect(self._show_model)
        links.sentence_entered.connect(self._show_sentence)
        links.linked.connect(self._show_link)
        panel.words_hovered.connect(lambda spans: links.hover_cell(self._in_sentence(spans)))
        panel.words_pinned.connect(lambda spans: links.pin_cell(self._in_sentence(spans)))
        # What of it is inspected.
        window.attention_dock.visibilityChanged.connect(inspection.set_active)
        window.actions_by_id["next_sentence"].triggered.connect(self._show_next_sentence)
        window.actions_by_id["previous_sentence"].triggered.connect(self._show_previous_sentence)
        more = panel.controls.more
        panel.controls.sentence_chosen.connect(self._show_place)
        more.hypothesis_chosen.connect(self._on_hypothesis_chosen)
        more.comparison_chosen.connect(self._on_comparison_chosen)
        more.copy_requested.connect(self._on_copy_requested)
        inspection.attention_ready.connect(self._on_attention_ready)
        inspection.comparison_ready.connect(panel.show_comparison)
        inspection.hypotheses_ready.connect(self._on_hypotheses_ready)
        # How it is drawn.
        panel.drawing_requested.connect(drawer.draw)
        drawer.drawn.connect(panel.show_drawing)
        drawer.draw_failed.connect(panel.show_failure)
        more.export_requested.connect(self._on_export_requested)
        self.export_requested.connect(drawer.export)

    @Slot(object)
    def _show_translation(self, translation: Translation) -> None:
        """Offer the sentences of a new result; the session asks for the maps."""
        self._sentences = [
            self._label(step) for sentence in translation.sentences for step in sentence.parts
        ]
        self._panel.show_sentences(self._sentences, self._inspection.place_index)
        if not self._sentences:
            self._panel.show_attention(None)

    @Slot(object)
    def _show_model(self, model: LoadedModel) -> None:
        """Start with the map that aligns words best, if the model names one."""
        head = model.manifest.alignment
        known = None if head is None else AlignmentMap(**head.model_dump(), is_measured=True)
        self._panel.set_best_map(known)
        manifest, between = model.manifest, model.middle_language
        codes = (manifest.source_language, between, manifest.target_language) if between else ()
        self._directions = tuple(
            f"{language_name(source)} → {language_name(target)}"
            for source, target in pairwise(codes)
        )

    @Slot(object, bool)
    def _show_link(self, link: Link | None, is_pinned: bool) -> None:
        """Outline the cells of linked words, if they are in the sentence shown."""
        sentence = self._inspection.sentence
        if link is None or sentence is None or link.sentence != self._inspection.sentence_index:
            self._panel.mark_words((), (), is_pinned=False)
            return
        words = sentence.source_words, sentence.target_words
        starts = sentence.source_start, sentence.target_start
        source, target = (
            tuple((of[word].start - start, of[word].end - start) for word in chosen)
            for of, start, chosen in zip(words, starts, self._words_of_step(link), strict=True)
        )
        self._panel.mark_words(source, target, is_pinned)

    def _in_sentence(self, spans: tuple[Spans, Spans] | None) -> tuple[Spans, Spans] | None:
        """Return places of a step in the sentence; what is between two models is in no text."""
        place = self._inspection.place
        if spans is None or place is None or not self._directions:
            return spans
        if not place.is_last:
            return spans[0], ()
        by = place.step.target_start
        return (), tuple((start + by, end + by) for start, end in spans[1])

    def _words_of_step(self, link: Link) -> tuple[Sequence[int], Sequence[int]]:
        """Return which words of a link are in the inspected step, by their numbers there."""
        place = self._inspection.place
        assert place is not None
        if not self._directions:
            return link.source_words, link.target_words
        if not place.is_last:
            return link.source_words, ()
        before = 0
        for other in self._inspection.places:
            if other is place:
                break
            if other.sentence_index == place.sentence_index and other.is_last:
                before += len(other.step.sentence.target_words)
        words = range(len(place.step.sentence.target_words))
        return (), [word - before for word in link.target_words if word - before in words]

    @Slot(int)
    def _show_sentence(self, index: int) -> None:
        """Show another sentence, if possible in the same step."""
        self._inspection.show_sentence(index)
        self._panel.show_sentences(self._sentences, self._inspection.place_index)

    @Slot()
    def _show_next_sentence(self) -> None:
        """Show the next sentence, or the next step of this one."""
        self._show_place(self._inspection.place_index + 1)

    @Slot()
    def _show_previous_sentence(self) -> None:
        """Show the previous sentence, or the previous step of this one."""
        self._show_place(self._inspection.place_index - 1)

    @Slot(int)
    def _show_place(self, index: int) -> None:
        self._inspection.show_place(index)
        self._panel.show_sentences(self._sentences, self._inspection.place_index)

    def _label(self, step: Step) -> str:
        """Return the source of a step; where there are two models, with their languages."""
        source = step.sentence.source
        return f"{self._directions[step.model]}: {source}" if self._directions else source

    @Slot(object)
    def _on_attention_ready(self, attention: SentenceAttention) -> None:
        if attention.alignment is not None:
            self._panel.set_best_map(attention.alignment)
        self._panel.show_attention(attention)
        self._links.show_sentence(self._inspection.sentence_index)

    @Slot(object)
    def _on_hypotheses_ready(self, hypotheses: tuple[ScoredText, ...]) -> None:
        shown, compared = self._inspection.hypothesis_index, self._inspection.compared_index
        self._panel.show_hypotheses(hypotheses, shown, compared)

    @Slot(int)
    def _on_hypothesis_chosen(self, index: int) -> None:
        self._inspection.show_hypothesis(index)
        self._on_hypotheses_ready(self._inspection.hypotheses)

    @Slot(int)
    def _on_comparison_chosen(self, index: int) -> None:
        self._inspection.compare_with(None if index < 0 else index)

    @Slot(str)
    def _on_copy_requested(self, what: str) -> None:
        picture = self._panel.picture()
        if picture is None:
            return
        if what == "table":
            QGuiApplication.clipboard().setText(self._panel.table())
        else:
            QGuiApplication.clipboard().setImage(picture)

    @Slot(str, str)
    def _on_export_requested(self, what: Place, suffix: str) -> None:
        def export(file: Path) -> None:
            request = self._panel.export_request(file, what)
            if request is not None:
                self.export_requested.emit(request)

        title = self.tr("Save the attention")
        ask_where_to_save(self._panel, title, f"attention-{what}{suffix}", f"*{suffix}", export)
