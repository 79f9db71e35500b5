"""Show the available models and directions and the current choice in the language bar."""

from PySide6.QtCore import QLocale, QObject, Signal, Slot

from desktop.sessions.language_session import LanguageSession
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.storage.settings import Settings
from desktop.values.requests import Direction
from desktop.views.main_window import MainWindow
from desktop.views.models.rows import main_score
from desktop.views.panes.choice_button import Choice
from desktop.wording.error_text import describe
from desktop.wording.language_names import language_name
from desktop.wording.model_titles import shown_name, shown_statement
from engine.languages.lookup import is_right_to_left
from engine.models.manifest import Manifest


class LanguageBarPresenter(QObject):
    """Between the language bar of one window and the selection of a model; on the GUI thread.

    Signals:
        detection_changed: Whether the source language is now detected.
    """

    detection_changed = Signal(bool)

    def __init__(
        self,
        window: MainWindow,
        models: ModelList,
        selection: ModelSelection,
        languages: LanguageSession,
        settings: Settings,
    ) -> None:
        super().__init__(window)
        self._languages = languages
        self._settings = settings
        self._window = window
        self._models = models
        self._selection = selection
        self._choices: dict[Direction, dict[str, Choice]] = {}
        """The models of each direction by their names."""
        bar = window.language_bar
        bar.direction_chosen.connect(self._on_direction_chosen)
        window.target_pane.bar.model_button.chosen.connect(selection.choose_model)
        models.modelReset.connect(self._on_models_changed)
        bar.detection_toggled.connect(self._set_detecting)
        for swapping in (bar.swap_requested, window.actions_by_id["swap"].triggered):
            swapping.connect(self._stop_detecting)  # the detected language has changed
        languages.detected.connect(self._show_detection)
        selection.chosen.connect(self._show_selection)
        selection.settled.connect(self._show_selection)
        self._show_detection()
        self._show_models()
        if selection.entry is not None:
            self._show_selection()

    @Slot()
    def _on_models_changed(self) -> None:
        self._show_models()
        self._show_selection()

    @Slot(str, str)
    def _on_direction_chosen(self, source: str, target: str) -> None:
        self._selection.choose_direction(source, target)
        self._show_selection()  # perhaps another, or none

    @Slot(bool)
    def _set_detecting(self, is_detecting: bool) -> None:
        if is_detecting != self._settings.detects_language:
            self._settings.detects_language = is_detecting
            self._show_detection()
            self.detection_changed.emit(is_detecting)

    @Slot()
    def _stop_detecting(self) -> None:
        self._set_detecting(False)

    @Slot()
    def _show_detection(self) -> None:
        is_detecting = self._settings.detects_language
        self._window.language_bar.show_detection(is_detecting, self._languages.found)

    def _show_models(self) -> None:
        """Offer the installed models; unusable ones show why."""
        self._choices = {}
        for entry in self._models.entries:
            manifest = entry.manifest
            if manifest is not None:
                problem = "" if entry.problem is None else describe(entry.problem).sentence
                choice = Choice(
                    entry.name,
                    shown_name(entry.name, entry.title),
                    self._quality(manifest),
                    problem or shown_statement(manifest.limits),
                    is_enabled=entry.problem is None,
                )
                for direction in manifest.directions:
                    named = self._choices.setdefault(direction, {})
                    former = named.get(entry.name)
                    if former is None or not former.is_enabled:  # of one name the first usable one
                        named[entry.name] = choice
        for direction, pivot in self._models.pivots.items():
            title = self.tr("Through {language}").format(language=language_name(pivot.between))
            choice = Choice(pivot.name, title, tip=pivot.name)
            self._choices.setdefault(direction, {}).setdefault(pivot.name, choice)
        self._window.language_bar.show_directions(self._choices)

    def _quality(self, manifest: Manifest) -> str:
        """Return the score of a model that was measured, in its one direction."""
        score = main_score(manifest)
        if score is None or len(manifest.directions) > 1 or manifest.is_converted:
            return ""
        return self.tr("BLEU {value}").format(value=QLocale().toString(round(score.value)))

    @Slot()
    def _show_selection(self) -> None:
        """Show the current model and direction, and whether they can be swapped."""
        bar, selection = self._window.language_bar, self._selection
        source, target = selection.direction
        if source:
            self._settings.use_languages(source, target)
        bar.show_recent(self._settings.recent_languages)
        bar.show_direction(source, target)
        models = self._choices.get((source, target), {})
        name = "" if selection.entry is None else selection.entry.name
        self._window.target_pane.bar.show_models([*models.values()], name)
        for pane, code in ((self._window.source_pane, source), (self._window.target_pane, target)):
            pane.editor.set_right_to_left(is_right_to_left(code))
        manifest = None if selection.entry is None else selection.entry.manifest
        limits = "" if manifest is None else shown_statement(manifest.limits)
        self._window.target_pane.show_limits(limits)
        can_swap = selection.reverse is not None
        reason = self.tr("No model from {target} to {source} is installed.").format(
            source=language_name(source), target=language_name(target)
        )
        bar.show_swap(can_swap, "" if can_swap else reason)
        self._window.actions_by_id["swap"].setEnabled(can_swap)
