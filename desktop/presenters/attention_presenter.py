"""Show attention in its panel, and export or copy it."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtGui import QGuiApplication

from desktop.sessions.inspection_session import InspectionSession
from desktop.values.attention_drawing import Place
from desktop.values.requests import LoadedModel
from desktop.values.word_links import Link
from desktop.views.attention.panel import AttentionPanel
from desktop.views.widgets.save_dialog import ask_where_to_save
from engine.attention.views import AlignmentMap, SentenceAttention
from engine.translation import ScoredText, Translation


class AttentionPresenter(QObject):
    """Between the inspection session and the panel; on the GUI thread.

    Signals:
        export_requested: An ExportRequest for the drawing thread.
        sentence_shown: The number of the sentence whose maps are shown.
    """

    export_requested = Signal(object)
    sentence_shown = Signal(int)

    def __init__(self, panel: AttentionPanel, inspection: InspectionSession) -> None:
        super().__init__(panel)
        self._panel = panel
        self._inspection = inspection
        self._sentences: list[str] = []
        panel.sentence_chosen.connect(self.show_sentence)
        panel.hypothesis_chosen.connect(self._on_hypothesis_chosen)
        panel.comparison_chosen.connect(self._on_comparison_chosen)
        panel.copy_requested.connect(self._on_copy_requested)
        panel.export_requested.connect(self._on_export_requested)
        inspection.attention_ready.connect(self._on_attention_ready)
        inspection.comparison_ready.connect(panel.show_comparison)
        inspection.hypotheses_ready.connect(self._on_hypotheses_ready)

    @Slot(object)
    def show_translation(self, translation: Translation) -> None:
        """Offer the sentences of a new result; the session asks for the maps."""
        self._sentences = [sentence.source for sentence in translation.sentences]
        self._panel.show_sentences(self._sentences, self._inspection.sentence_index)
        if not self._sentences:
            self._panel.show_attention(None)

    @Slot(object)
    def show_model(self, model: LoadedModel) -> None:
        """Start with the map that aligns words best, if the model names one."""
        head = model.manifest.alignment
        known = None if head is None else AlignmentMap(**head.model_dump(), is_measured=True)
        self._panel.set_best_map(known)

    @Slot(object, bool)
    def show_link(self, link: Link | None, is_pinned: bool) -> None:
        """Outline the cells of linked words, if they are in the sentence shown."""
        sentence = self._inspection.sentence
        if link is None or sentence is None or link.sentence != self._inspection.sentence_index:
            self._panel.mark_words((), (), is_pinned=False)
            return
        words = sentence.source_words, sentence.target_words
        starts = sentence.source_start, sentence.target_start
        source, target = (
            tuple((of[word].start - start, of[word].end - start) for word in chosen)
            for of, start, chosen in zip(
                words, starts, (link.source_words, link.target_words), strict=True
            )
        )
        self._panel.mark_words(source, target, is_pinned)

    @Slot(int)
    def show_sentence(self, index: int) -> None:
        """Show another sentence."""
        self._inspection.show_sentence(index)
        self._panel.show_sentences(self._sentences, self._inspection.sentence_index)

    @Slot()
    def show_next_sentence(self) -> None:
        """Show the next sentence."""
        self.show_sentence(self._inspection.sentence_index + 1)

    @Slot()
    def show_previous_sentence(self) -> None:
        """Show the previous sentence."""
        self.show_sentence(self._inspection.sentence_index - 1)

    @Slot(object)
    def _on_attention_ready(self, attention: SentenceAttention) -> None:
        if attention.alignment is not None:
            self._panel.set_best_map(attention.alignment)
        self._panel.show_attention(attention)
        self.sentence_shown.emit(self._inspection.sentence_index)

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
