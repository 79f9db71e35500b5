"""The wizard's pages up to the start of a run: text, recipe and estimate.

Requests of the pages go to `Preflight`; its results go to the pages.
"""

import os
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Slot

from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.sessions.training.preflight import Preflight
from desktop.sessions.training.training_session import NewRun, TrainingSession
from desktop.storage.corrections import Corrections
from desktop.values.outcome import Outcome
from desktop.wizard.corpus.corpus_page import CorpusChoice, FetchWish
from desktop.wizard.wizard import Step, Wizard
from desktop.wording.amounts import count
from desktop.wording.error_text import ErrorText, describe
from desktop.wording.language_names import direction_name
from desktop.wording.model_titles import shown_name
from desktop.wording.outcome_text import describe_unprepared
from desktop.wording.progress_text import describe_message
from engine.errors import ModelFolderError
from engine.files.atomic_files import write_file
from engine.folders import Folders
from engine.models.registry import ModelEntry
from engine.translatable import Phrase, translatable
from training.built_in_texts import count_everyday
from training.errors import RecipeError
from training.first_model import complete
from training.preflight import ENOUGH_TO_FINE_TUNE, SMALL_TEXT, Estimated, Previewed
from training.progress import Message
from training.recipe import Recipe, list_recipes, load_recipe
from training.toml_values import write_value

FIRST_RECIPE = "good"
"""The recipe offered before the user chooses; its cleaning rules apply to the preview."""
EVERYDAY_RECIPE = "everyday"
"""Offered instead for the included everyday language."""
FINE_TUNING = "fine-tune"


class SetupPresenter(QObject):
    """Leads through the wizard to the start of a run; on the GUI thread."""

    def __init__(
        self,
        wizard: Wizard,
        preflight: Preflight,
        session: TrainingSession,
        models: ModelList,
        selection: ModelSelection,
        folders: Folders,
        corrections: Corrections,
    ) -> None:
        super().__init__(wizard)
        self._wizard = wizard
        self._preflight = preflight
        self._session = session
        self._models = models
        self._selection = selection
        self._folders = folders
        self._corrections = corrections
        self._corpus: CorpusChoice | None = None
        self._adapted_to: CorpusChoice | None = None
        """The text that `_recipe` was made for; later changes stay."""
        self._preview: Previewed | None = None
        """Of that text, once it was read."""
        self._is_proposed = False
        """Whether `FINE_TUNING` is the recipe because of the text, not of the user."""
        self._base = self._recipe = load_recipe(FIRST_RECIPE)
        self._parent: Path | None = None
        """The model that the user wants to improve; None: the one in use."""
        self._checked: tuple[Recipe, CorpusChoice | None, list[Path]] | None = None
        """What the check page was prepared for, including the models to compare with."""
        self._connect()
        wizard.recipe_page.show_recipes(list_recipes())
        wizard.check_page.show_devices(self._devices(), "auto")
        cores = max(1, QThread.idealThreadCount())
        wizard.check_page.show_threads(max(1, cores - 1), cores)
        wizard.corpus_page.show_everyday(count_everyday())
        self._show_captions()
        self._on_corpus_chosen(wizard.corpus_page.choice)

    def _connect(self) -> None:
        wizard, preflight = self._wizard, self._preflight
        wizard.step_entered.connect(self._on_step_entered)
        corpus = wizard.corpus_page
        corpus.source_chosen.connect(self._on_corpus_chosen)
        corpus.fetch_requested.connect(self._on_fetch_requested)
        corpus.cancel_requested.connect(self._cancel)
        corpus.completed_changed.connect(self._on_corpus_completed)
        corpus.own_files.shown.connect(self._show_corrections)
        preflight.fetching.connect(corpus.show_fetching)
        preflight.fetched.connect(corpus.show_multi30k_present)
        preflight.previewed.connect(self._on_previewed)
        preflight.failed.connect(self._on_preflight_failed)
        recipes = wizard.recipe_page
        recipes.recipe_chosen.connect(self._on_recipe_chosen)
        recipes.parent_chosen.connect(self._on_parent_chosen)
        recipes.expert_requested.connect(self._on_expert_requested)
        recipes.load_requested.connect(self._load_recipe)
        recipes.save_requested.connect(self._save_recipe)
        wizard.expert_page.edited.connect(self._on_recipe_edited)
        check = wizard.check_page
        check.estimate_requested.connect(self._estimate)
        check.threads_changed.connect(self._estimate)
        check.device_changed.connect(self._estimate)
        check.compared_changed.connect(self._estimate)
        check.cancel_requested.connect(preflight.cancel)
        check.start_requested.connect(self._start)
        preflight.estimated.connect(self._on_estimated)
        preflight.said.connect(self._on_said)
        preflight.timed.connect(check.show_timed)
        wizard.result_page.again_requested.connect(self._begin_anew)

    def improve(self, model: ModelEntry) -> None:
        """Begin to fine-tune a model, with its user's own text; a run that is going on stays."""
        if self._session.is_active:
            return
        self._parent, self._checked = model.path, None
        self._base, self._adapted_to = load_recipe(FINE_TUNING), None
        self._is_proposed = False
        manifest = model.usable_manifest
        self._wizard.corpus_page.begin_with_own(manifest.source_language, manifest.target_language)
        self._wizard.show_step(Step.CORPUS)

    # --- the text ---

    def _show_captions(self) -> None:
        folder = self._folders.corpora / "multi30k"
        self._wizard.corpus_page.show_multi30k_present(
            folder if os.access(folder, os.X_OK) else None
        )

    @Slot()
    def _show_corrections(self) -> None:
        """Offer the sentences whose translation the user edited, if any."""
        own = self._wizard.corpus_page.own_files
        try:
            count = self._corrections.count(*own.direction)
        except (OSError, UnicodeError) as error:
            self._wizard.corpus_page.show_problem(*_words(describe(error)))
            return
        own.offer_corrections(self._corrections.path(*own.direction), count)

    @Slot(object)
    def _on_fetch_requested(self, wish: FetchWish) -> None:
        output = self._folders.corpora / "multi30k"
        self._wizard.corpus_page.show_busy(self.tr("Requesting the first file…"))
        self._preflight.fetch(wish.origins, wish.proxy, output)

    @Slot(object)
    def _on_corpus_chosen(self, corpus: CorpusChoice | None) -> None:
        """Read and clean the chosen text, for a preview."""
        self._corpus, self._checked, self._preview = corpus, None, None
        if self._is_proposed:
            self._base, self._is_proposed = load_recipe(FIRST_RECIPE), False
        page = self._wizard.corpus_page
        page.show_preview(None)
        if corpus is None:
            return
        is_fine_tuning = bool(self._base.fine_tuning.start_from)
        try:
            recipe = self._adapted(
                self._base if is_fine_tuning else load_recipe(FIRST_RECIPE), corpus
            )
        except (RecipeError, ModelFolderError) as error:
            page.show_problem(*_words(describe(error)))
            return
        page.show_busy(self.tr("Reading the text…"))
        self._preflight.check(recipe, corpus.paths)

    @Slot(object)
    def _on_previewed(self, preview: Previewed) -> None:
        """Show a preview, but for that of a text that is no longer chosen."""
        if self._corpus is not None:
            self._preview = preview
            self._wizard.corpus_page.show_preview(preview)

    @Slot()
    def _cancel(self) -> None:
        """Stop reading the text and measuring."""
        self._checked = None
        self._preflight.cancel()

    @Slot(bool)
    def _on_corpus_completed(self, is_complete: bool) -> None:
        self._wizard.allow_next(Step.CORPUS, is_allowed=is_complete)

    # --- the recipe ---

    @Slot(object)
    def _on_step_entered(self, step: Step) -> None:
        match step:
            case Step.RECIPE if self._corpus is not None:
                self._show_parents(self._corpus)
                self._wizard.recipe_page.show_text(self._corpus.kind)
                if self._adapted_to != self._corpus:
                    self._take_recipe(self._offered(self._corpus))
                recipes = self._wizard.recipe_page
                recipes.show_reason(self._reason_to_improve(self._corpus))
            case Step.CHECK:
                self._prepare_check()
            case _:
                pass

    def _offered(self, corpus: CorpusChoice) -> Recipe:
        """Return the recipe to offer for a text: the chosen one, or the first for such text."""
        if self._base.name not in (FIRST_RECIPE, EVERYDAY_RECIPE):
            return self._base
        self._is_proposed = bool(self._reason_to_improve(corpus))
        if self._is_proposed:
            return load_recipe(FINE_TUNING)
        return load_recipe(EVERYDAY_RECIPE if corpus.kind == "everyday" else FIRST_RECIPE)

    def _reason_to_improve(self, corpus: CorpusChoice) -> str:
        """Return why a text should improve a model rather than make one; empty if it need not."""
        read = self._preview
        if read is None or not ENOUGH_TO_FINE_TUNE <= read.train < SMALL_TEXT:
            return ""
        if not self._parents(corpus):
            return ""
        return self.tr(
            "Your text has {pairs} sentence pairs: too few for a new model (at least {least}), "
            "enough to improve one."
        ).format(pairs=count(read.train), least=count(SMALL_TEXT))

    @Slot(object)
    def _on_recipe_chosen(self, recipe: Recipe) -> None:
        self._is_proposed = False
        self._take_recipe(recipe)

    @Slot(object)
    def _take_recipe(self, recipe: Recipe) -> None:
        """Use a recipe for the chosen text, unless they do not fit."""
        if self._corpus is None:
            return
        page = self._wizard.recipe_page
        self._base, self._adapted_to = recipe, self._corpus
        if recipe.is_complete and recipe.fine_tuning.start_from:
            self._parent = Path(recipe.fine_tuning.start_from)
            self._show_parents(self._corpus)
        try:
            self._recipe = self._adapted(recipe, self._corpus)
        except (RecipeError, ModelFolderError) as error:
            self._wizard.allow_next(Step.RECIPE, is_allowed=False)
            self._wizard.show_plan("")
            page.show_problem(*_words(describe(error)))
        else:
            self._wizard.allow_next(Step.RECIPE, is_allowed=True)
            page.show_problem("", "")
            self._show_plan()
        page.show_chosen(recipe)

    def _show_plan(self) -> None:
        """Name the model that will be made, and the one it is made from."""
        recipe, parent = self._recipe, Path(self._recipe.fine_tuning.start_from)
        models = self._models.models_for(recipe.source_language, recipe.target_language)
        names = (shown_name(model.name, model.title) for model in models if model.path == parent)
        plan = self.tr("Makes a new model, “{name}”: {direction}")
        if recipe.fine_tuning.start_from:
            plan = self.tr("Improves “{parent}” as a new model, “{name}”: {direction}")
        direction = direction_name((recipe.source_language,), (recipe.target_language,))
        named = next(names, parent.name)
        self._wizard.show_plan(
            plan.format(name=recipe.model_name, parent=named, direction=direction)
        )

    @Slot()
    def _on_parent_chosen(self) -> None:
        self._parent = self._wizard.recipe_page.parent_row.folder
        self._is_proposed = False
        is_settled = self._base.is_complete  # for another model, such as one that was loaded
        self._take_recipe(load_recipe(FINE_TUNING) if is_settled else self._base)

    def _show_parents(self, corpus: CorpusChoice) -> None:
        """Offer the models of the text's direction to be improved."""
        at_work = self._selection.entry
        wished = self._parent or (None if at_work is None else at_work.path)
        self._wizard.recipe_page.show_parents(
            [(shown_name(e.name, e.title), e.path) for e in self._parents(corpus)], wished
        )

    def _parents(self, corpus: CorpusChoice) -> list[ModelEntry]:
        """Return the models of the text's direction; two that translate together are none."""
        models = self._models.models_for(corpus.source_language, corpus.target_language)
        return [entry for entry in models if entry.then is None]

    def _adapted(self, recipe: Recipe, corpus: CorpusChoice) -> Recipe:
        """Return a recipe for a text; an incomplete one, for the model to improve.

        Raises:
            RecipeError: If it cannot be used for that.
            ModelFolderError: If the model cannot be used.
        """
        direction = (corpus.source_language, corpus.target_language)
        if not recipe.is_complete:
            self._show_parents(corpus)
            parent = self._wizard.recipe_page.parent_row.folder
            if parent is None:
                raise RecipeError([_no_parent(*direction)], recipe.name)
            wishes = zip(
                ("source_language", "target_language", "fine_tuning.start_from"),
                (*direction, str(parent)),
                strict=True,
            )
            recipe = complete(
                recipe.override(f"{key}={write_value(value)}" for key, value in wishes), parent
            )
        return recipe.for_text(corpus.kind, *direction)

    @Slot()
    def _on_expert_requested(self) -> None:
        self._wizard.expert_page.show_recipe(self._recipe)
        self._wizard.show_settings()

    @Slot(object)
    def _on_recipe_edited(self, recipe: Recipe) -> None:
        """Use the recipe edited on the expert page; the text's own settings stay."""
        if self._corpus is None:
            return
        before = self._adapted(self._base, self._corpus)
        self._recipe = recipe
        self._show_plan()
        changed = [change.partition("=")[0] for change in recipe.changes_from(before)]
        self._wizard.recipe_page.show_chosen(recipe, changed)

    @Slot(object)
    def _load_recipe(self, path: Path) -> None:
        try:
            self._take_recipe(load_recipe(path))
        except RecipeError as error:
            self._wizard.recipe_page.show_problem(*_words(describe(error)))

    @Slot(object)
    def _save_recipe(self, path: Path) -> None:
        try:
            write_file(path, self._recipe.to_toml().encode())
        except OSError as error:
            self._wizard.recipe_page.show_problem(*_words(describe(error)))

    # --- the check ---

    def _prepare_check(self) -> None:
        """Propose values for the recipe and text; choices made for the same ones stay."""
        recipe, page = self._recipe, self._wizard.check_page
        direction = (recipe.source_language, recipe.target_language)
        rivals = self._models.models_for(*direction)
        asked = recipe, self._corpus, [entry.path for entry in rivals]
        if self._checked == asked:
            return
        self._checked = asked
        at_work = self._selection.entry
        parent = Path(recipe.fine_tuning.start_from)
        chosen = next((entry for entry in rivals if entry.path == parent), None)
        if chosen is None:
            chosen = at_work if at_work in rivals else next(iter(rivals), None)
        page.show_models(
            [(shown_name(entry.name, entry.title), entry.path) for entry in rivals],
            None if chosen is None else chosen.path,
        )
        page.show_name(
            recipe.model_name
            if recipe.fine_tuning.start_from
            else f"{direction[0]}-{direction[1]} {recipe.name}"
        )
        self._estimate()

    @Slot()
    def _estimate(self) -> None:
        if self._corpus is None:
            return
        page = self._wizard.check_page
        page.show_estimate(None)
        page.show_busy(self.tr("Reading the text…"))
        self._preflight.estimate(
            self._recipe,
            self._corpus.paths,
            page.device(),
            page.threads(),
            self._folders.runs,
            page.compared(),
        )

    @Slot(object)
    def _on_estimated(self, estimated: Estimated) -> None:
        self._wizard.check_page.show_estimate(estimated)
        self._wizard.recipe_page.show_estimate(self._recipe.name, estimated.seconds)

    @Slot(object)
    def _on_said(self, said: Message) -> None:
        self._wizard.check_page.show_busy(describe_message(said))

    @Slot(str, object)
    def _on_preflight_failed(self, what: str, outcome: Outcome) -> None:
        page = self._wizard.check_page if what == "estimate" else self._wizard.corpus_page
        page.show_problem(*_words(describe_unprepared(outcome)))

    def _devices(self) -> list[tuple[str, str]]:
        return [
            (self.tr("the best available"), "auto"),
            (self.tr("processor (CPU)"), "cpu"),
            (self.tr("graphics card (CUDA)"), "cuda"),
        ]

    @Slot()
    def _start(self) -> None:
        if self._corpus is None or self._session.is_active:
            return
        page = self._wizard.check_page
        self._preflight.cancel()
        try:
            self._session.begin(
                NewRun(
                    recipe=self._recipe,
                    data=self._corpus.paths,
                    name=page.run_name(),
                    replaces=page.compared(),
                    device=page.device(),
                    threads=page.threads(),
                )
            )
        except OSError as error:
            page.show_problem(*_words(describe(error)))

    @Slot()
    def _begin_anew(self) -> None:
        self._checked = None
        self._show_captions()
        self._wizard.show_step(Step.CORPUS)


def _no_parent(source: str, target: str) -> Phrase:
    return Phrase.of(
        translatable(
            "Phrase",
            "fine_tuning.start_from: no installed model translates from {source} to {target}; "
            "import or train one first",
        ),
        source=source,
        target=target,
    )


def _words(described: ErrorText) -> tuple[str, str]:
    return described.title, described.sentence
