"""The training wizard at work: a text and a recipe go in, a run comes out, and its model.

What the pages say goes to `Preflight` and `TrainingSession`; what these say goes to the pages.
"""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal, Slot

from desktop.platform.opening import open_outside
from desktop.sessions.model_list import ModelList
from desktop.sessions.model_selection import ModelSelection
from desktop.sessions.preflight import Preflight
from desktop.sessions.training_session import NewRun, TrainingSession
from desktop.values.curve_drawing import CurvePicture
from desktop.values.outcome import Outcome
from desktop.values.run_story import RunStory, read_story
from desktop.wizard.corpus.corpus_page import CorpusChoice, FetchWish
from desktop.wizard.wizard import Step, Wizard
from desktop.wording.error_text import ErrorText, describe, describe_name_problem
from desktop.wording.model_titles import shown_name
from desktop.wording.outcome_text import describe_unprepared
from desktop.wording.progress_text import describe_message
from engine.atomic_files import write_file
from engine.folders import Folders
from engine.models.manifest import name_problem
from training.errors import RecipeError, TrainingError
from training.progress import Estimated, Message
from training.recipe import Recipe, list_recipes, load_recipe
from training.runs.run_list import RunSummary, remove_run

FIRST_RECIPE = "good"
"""What is offered before one has chosen; its rules of cleaning hold for the preview."""


class TrainingPresenter(QObject):
    """Leads through the wizard; on the GUI thread.

    Signals:
        install_requested: The folder (Path) of a finished model, and what to call it.
        export_requested: The folder of a finished model.
        watch_requested: The folder of a run whose epochs shall be looked through.
        curves_requested: A CurveRequest; `show_curves` takes what is drawn of it.
    """

    install_requested = Signal(object, str)
    export_requested = Signal(object)
    watch_requested = Signal(object)
    curves_requested = Signal(object)

    def __init__(
        self,
        preparation: Preflight,
        session: TrainingSession,
        models: ModelList,
        choice: ModelSelection,
        folders: Folders,
    ) -> None:
        wizard = Wizard()
        super().__init__(wizard)
        self.wizard = wizard
        self._preparation = preparation
        self._session = session
        self._models = models
        self._choice = choice
        self._folders = folders
        self._corpus: CorpusChoice | None = None
        self._adapted_to: CorpusChoice | None = None
        """The text that `_recipe` was made for; what was changed in it since stays."""
        self._base = self._recipe = load_recipe(FIRST_RECIPE)
        self._checked: tuple[Recipe, CorpusChoice | None, list[Path]] | None = None
        """What the check page was prepared for: with these models to compare with."""
        self._shown_run: Path | None = None
        self._shown_story = RunStory()
        self._connect_setup()
        self._connect_run()
        wizard.recipe_page.show_recipes(list_recipes())
        wizard.check_page.show_devices(self._devices(), "auto")
        cores = max(1, QThread.idealThreadCount())
        wizard.check_page.show_threads(max(1, cores - 1), cores)
        self._show_captions()
        if session.folder is not None:
            self._show_run()

    def _connect_setup(self) -> None:
        """Connect what comes before a run."""
        wizard, preparation = self.wizard, self._preparation
        wizard.step_entered.connect(self._on_step_entered)
        corpus = wizard.corpus_page
        corpus.source_chosen.connect(self._on_corpus_chosen)
        corpus.fetch_requested.connect(self._on_fetch_requested)
        corpus.cancel_requested.connect(self._cancel)
        corpus.completed_changed.connect(self._on_corpus_completed)
        preparation.fetching.connect(corpus.show_fetching)
        preparation.fetched.connect(corpus.show_multi30k_present)
        preparation.previewed.connect(corpus.show_preview)
        preparation.failed.connect(self._on_preparation_failed)
        recipes = wizard.recipe_page
        recipes.recipe_chosen.connect(self._take_recipe)
        recipes.expert_requested.connect(self._on_expert_requested)
        recipes.load_requested.connect(self._load_recipe)
        recipes.save_requested.connect(self._save_recipe)
        wizard.expert_page.edited.connect(self._on_recipe_edited)
        check = wizard.check_page
        check.estimate_requested.connect(self._estimate)
        check.threads_changed.connect(self._estimate)
        check.device_changed.connect(self._estimate)
        check.cancel_requested.connect(preparation.cancel)
        check.start_requested.connect(self._start)
        preparation.estimated.connect(self._on_estimated)
        preparation.said.connect(self._on_said)

    def _connect_run(self) -> None:
        """Connect a run, its result, and the runs of former times."""
        session, page = self._session, self.wizard.run_page
        page.pause_requested.connect(session.pause)
        page.resume_requested.connect(session.go_on)
        page.stop_requested.connect(session.stop)
        page.finish_requested.connect(session.finish)
        page.try_requested.connect(session.try_now)
        page.kill_requested.connect(session.kill_now)
        session.changed.connect(self._on_state_changed)
        session.told.connect(page.take)
        session.logged.connect(page.append_log)
        session.stuck.connect(page.show_stuck)
        session.ended.connect(self._on_ended)
        session.listed.connect(self._on_listed)
        result = self.wizard.result_page
        result.install_requested.connect(self._on_install_requested)
        result.export_requested.connect(self._on_export_requested)
        result.report_requested.connect(self._open_report)
        result.folder_requested.connect(self._open_folder)
        result.watch_requested.connect(self._on_watch_requested)
        result.resume_requested.connect(self._on_resume_requested)
        result.again_requested.connect(self._begin_anew)
        result.log_requested.connect(self._open_folder)
        for showing in (page, result):
            showing.curves_requested.connect(self.curves_requested)
        runs = self.wizard.runs_page
        self.wizard.runs_requested.connect(self._on_runs_requested)
        runs.resume_requested.connect(self._resume)
        runs.result_requested.connect(self._show_former)
        runs.watch_requested.connect(self.watch_requested)
        runs.removed.connect(self._remove)

    @Slot(object)
    def show_curves(self, picture: CurvePicture) -> None:
        """Show curves that were drawn, on the page that wished for them."""
        self.wizard.run_page.show_curves(picture)
        self.wizard.result_page.show_curves(picture)

    @Slot(str)
    def show_installed(self, name: str) -> None:
        """Say that the model is among the others now."""
        self.wizard.result_page.show_installed(name)

    def show_install_problem(self, sentence: str) -> None:
        """Say why the model could not be installed under this name."""
        self.wizard.result_page.show_name_problem(sentence)

    # --- the text ---

    def _show_captions(self) -> None:
        folder = self._folders.corpora / "multi30k"
        self.wizard.corpus_page.show_multi30k_present(folder if folder.is_dir() else None)

    @Slot(object)
    def _on_fetch_requested(self, wish: FetchWish) -> None:
        output = self._folders.corpora / "multi30k"
        self.wizard.corpus_page.show_busy(self.tr("Asking for the first file…"))
        self._preparation.fetch(wish.origins, wish.proxy, output)

    @Slot(object)
    def _on_corpus_chosen(self, corpus: CorpusChoice | None) -> None:
        """Read and clean what was chosen, to show what would be learned from."""
        self._corpus, self._checked = corpus, None
        page = self.wizard.corpus_page
        page.show_preview(None)
        if corpus is None:
            return
        try:
            recipe = _adapted(load_recipe(FIRST_RECIPE), corpus)
        except RecipeError as error:
            page.show_problem(*_words(describe(error)))
            return
        page.show_busy(self.tr("Reading the text…"))
        self._preparation.check(recipe, corpus.paths)

    @Slot()
    def _cancel(self) -> None:
        """Stop reading the text, and measuring if that goes on."""
        self._checked = None
        self._preparation.cancel()

    @Slot(bool)
    def _on_corpus_completed(self, is_complete: bool) -> None:
        self.wizard.allow_next(Step.CORPUS, is_allowed=is_complete)

    # --- the recipe ---

    @Slot(object)
    def _on_step_entered(self, step: Step) -> None:
        match step:
            case Step.RECIPE if self._adapted_to != self._corpus:
                self._take_recipe(self._base)
            case Step.CHECK:
                self._prepare_check()
            case _:
                pass

    @Slot(object)
    def _take_recipe(self, recipe: Recipe) -> None:
        """Take a recipe for the chosen text, unless it is of no use for that."""
        if self._corpus is None:
            return
        page = self.wizard.recipe_page
        self._base, self._adapted_to = recipe, self._corpus
        try:
            self._recipe = _adapted(recipe, self._corpus)
        except RecipeError as error:
            self.wizard.allow_next(Step.RECIPE, is_allowed=False)
            page.show_problem(*_words(describe(error)))
        else:
            self.wizard.allow_next(Step.RECIPE, is_allowed=True)
            page.show_problem("", "")
        page.show_chosen(recipe)

    @Slot()
    def _on_expert_requested(self) -> None:
        self.wizard.expert_page.show_recipe(self._recipe)
        self.wizard.show_settings()

    @Slot(object)
    def _on_recipe_edited(self, recipe: Recipe) -> None:
        """Take what the expert page made of the recipe; the text's own settings stay."""
        if self._corpus is None:
            return
        before = _adapted(self._base, self._corpus)
        self._recipe = recipe
        changed = [change.partition("=")[0] for change in recipe.changes_from(before)]
        self.wizard.recipe_page.show_chosen(recipe, changed)

    @Slot(object)
    def _load_recipe(self, path: Path) -> None:
        try:
            self._take_recipe(load_recipe(path))
        except RecipeError as error:
            self.wizard.recipe_page.show_problem(*_words(describe(error)))

    @Slot(object)
    def _save_recipe(self, path: Path) -> None:
        try:
            write_file(path, self._recipe.to_toml().encode())
        except OSError as error:
            self.wizard.recipe_page.show_problem(*_words(describe(error)))

    # --- the check ---

    def _prepare_check(self) -> None:
        """Propose what fits recipe and text; what was decided for the same ones stays."""
        recipe, page = self._recipe, self.wizard.check_page
        direction = (recipe.source_language, recipe.target_language)
        rivals = self._models.models_for(*direction)
        asked = recipe, self._corpus, [entry.path for entry in rivals]
        if self._checked == asked:
            return
        self._checked = asked
        at_work = self._choice.entry
        chosen = at_work if at_work in rivals else next(iter(rivals), None)
        page.show_models(
            [(shown_name(entry.name, entry.title), entry.path) for entry in rivals],
            None if chosen is None else chosen.path,
        )
        page.show_name(f"{direction[0]}-{direction[1]} {recipe.name}")
        self._estimate()

    @Slot()
    def _estimate(self) -> None:
        if self._corpus is None:
            return
        page = self.wizard.check_page
        page.show_estimate(None)
        page.show_busy(self.tr("Reading the text…"))
        runs = self._folders.runs
        data = self._corpus.paths
        self._preparation.estimate(self._recipe, data, page.device(), page.threads(), runs)

    @Slot(object)
    def _on_estimated(self, estimated: Estimated) -> None:
        self.wizard.check_page.show_estimate(estimated)
        self.wizard.recipe_page.show_estimate(self._recipe.name, estimated.seconds)

    @Slot(object)
    def _on_said(self, said: Message) -> None:
        self.wizard.check_page.show_busy(describe_message(said))

    @Slot(str, object)
    def _on_preparation_failed(self, what: str, outcome: Outcome) -> None:
        page = self.wizard.check_page if what == "estimate" else self.wizard.corpus_page
        described = describe_unprepared(outcome)
        page.show_problem(described.title, described.details or described.sentence)

    def _devices(self) -> list[tuple[str, str]]:
        return [
            (self.tr("the best there is"), "auto"),
            (self.tr("processor (CPU)"), "cpu"),
            (self.tr("graphics card (CUDA)"), "cuda"),
        ]

    # --- the run ---

    @Slot()
    def _start(self) -> None:
        if self._corpus is None or self._session.is_active:
            return
        page = self.wizard.check_page
        self._preparation.cancel()
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
            return
        self._show_run()

    @Slot(object)
    def _resume(self, folder: Path) -> None:
        if not self._session.is_active:
            self._session.resume(folder)
        self._show_run()

    def _show_run(self) -> None:
        """Show the run that goes on, or the one that has ended."""
        session = self._session
        self.wizard.run_page.show_story(session.story, self._epochs())
        self.wizard.run_page.show_state(session.state)
        if session.outcome is not None:
            self._show_result(session.outcome)
        else:
            self.wizard.show_step(Step.RUN)

    def _epochs(self) -> int:
        folder = self._session.folder
        try:
            recipe = self._recipe if folder is None else load_recipe(folder / "recipe.toml")
        except RecipeError:
            recipe = self._recipe  # the run has only begun
        return recipe.training.max_epochs

    @Slot()
    def _on_state_changed(self) -> None:
        if self._session.state == "starting":
            self._show_run()
        self.wizard.run_page.show_state(self._session.state)

    @Slot(object)
    def _on_ended(self, outcome: Outcome) -> None:
        self._show_result(outcome)

    def _show_result(self, outcome: Outcome) -> None:
        session = self._session
        if session.folder is not None:
            self._show_story(session.folder, session.story, outcome)

    def _show_story(self, folder: Path, story: RunStory, outcome: Outcome | None = None) -> None:
        self._shown_run, self._shown_story = folder, story
        self.wizard.result_page.show_story(story, outcome)
        self.wizard.result_page.show_name(folder.name)
        self.wizard.show_step(Step.RESULT)

    # --- the result ---

    @Slot(str)
    def _on_install_requested(self, name: str) -> None:
        problem = name_problem(name)
        if problem is not None:
            self.wizard.result_page.show_name_problem(describe_name_problem(problem))
        elif self._shown_story.model is not None:
            self.install_requested.emit(self._shown_story.model, name)

    @Slot()
    def _on_export_requested(self) -> None:
        if self._shown_story.model is not None:
            self.export_requested.emit(self._shown_story.model)

    @Slot()
    def _open_report(self) -> None:
        if self._shown_run is not None:
            open_outside(self._shown_run / "report.html")

    @Slot()
    def _open_folder(self) -> None:
        if self._shown_run is not None:
            open_outside(self._shown_run)

    @Slot()
    def _on_watch_requested(self) -> None:
        if self._shown_run is not None:
            self.watch_requested.emit(self._shown_run)

    @Slot()
    def _on_resume_requested(self) -> None:
        if self._shown_run is not None:
            self._resume(self._shown_run)

    @Slot()
    def _begin_anew(self) -> None:
        self._checked = None
        self._show_captions()
        self.wizard.show_step(Step.CORPUS)

    # --- the runs of former times ---

    @Slot()
    def _on_runs_requested(self) -> None:
        self._session.list_all()
        self.wizard.show_runs()

    @Slot(object)
    def _on_listed(self, runs: Sequence[RunSummary]) -> None:
        self.wizard.runs_page.show_runs(runs)

    @Slot(object)
    def _show_former(self, folder: Path) -> None:
        self._show_story(folder, read_story(folder))

    @Slot(object)
    def _remove(self, folder: Path) -> None:
        try:
            remove_run(folder)
        except (OSError, TrainingError) as error:
            self.wizard.runs_page.show_problem(describe(error).sentence)
        self._session.list_all()


def _adapted(recipe: Recipe, corpus: CorpusChoice) -> Recipe:
    return recipe.for_text(corpus.kind, corpus.source_language, corpus.target_language)


def _words(described: ErrorText) -> tuple[str, str]:
    return described.title, described.sentence
