"""The last page of the wizard: how the run ended, the model's scores, and what to do next."""

from PySide6.QtCore import Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop.values.outcome import Outcome
from desktop.wizard.parts.page import FOOT_MARGIN, MARGIN, ScrolledPage, bold
from desktop.wizard.parts.text_label import TextLabel
from desktop.wizard.result.contrasts import Contrasts
from desktop.wizard.result.install_card import InstallCard, UseReason
from desktop.wizard.result.scores_view import ScoresView, is_better, worse_of
from desktop.wizard.run.curves_view import CurvesView
from desktop.wizard.run.sample_list import SampleList
from desktop.wording.outcome_text import describe_ending
from desktop.wording.tooltips import tooltip
from training.report.run_story import RunStory

_CURVES_HEIGHT = 168
_SCROLL_BAR = 12


class ResultPage(ScrolledPage):
    """A sentence with its button, then name, scores, sentences and curves.

    Signals:
        resume_requested: Resume the run.
        again_requested: Set up another run.
        log_requested: Open the log.
        export_requested: Save the model as one file.
        report_requested: Open the report of the run.
        folder_requested: Open the folder of the run.
        watch_requested: Show the epochs of the run.
    """

    resume_requested = Signal()
    again_requested = Signal()
    log_requested = Signal()
    export_requested = Signal()
    report_requested = Signal()
    folder_requested = Signal()
    watch_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.resume_button = QPushButton(self.tr("&Resume"))
        self.resume_button.setToolTip(self.tr("Resume from the last checkpoint"))
        self.again_button = QPushButton(self.tr("&Try again"))
        self.another_button = QPushButton(self.tr("Train &another"))
        for button in (self.again_button, self.another_button):
            button.setToolTip(self.tr("Go back to the text and the recipe"))
        self.log_button = QPushButton(self.tr("Open &log"))
        self.log_button.setToolTip(self.tr("The run's log, line by line"))
        self.details = TextLabel()
        self.details.setAccessibleName(self.tr("Program output"))
        self.details.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.install = InstallCard()
        self.scores = ScoresView()
        self.contrasts = Contrasts()
        self.curves_title = bold(self.tr("Training curves"))
        self.curves = CurvesView(_CURVES_HEIGHT)
        self.samples = SampleList()
        self.watch_button = QPushButton(self.tr("&Watch it learn"))
        self.report_button = QPushButton(self.tr("Open re&port"))
        self.folder_button = QPushButton(self.tr("Open &folder"))
        self.export_button = QPushButton(self.tr("&Export…"))
        self._lay_out()
        self._connect()
        self.show_story(RunStory())

    def _lay_out(self) -> None:
        self.subtitle.setForegroundRole(QPalette.ColorRole.WindowText)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 8, 0, 0)
        buttons.setSpacing(10)
        for button in (self.resume_button, self.again_button, self.log_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.head.addLayout(buttons)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.column.setContentsMargins(MARGIN, 6, MARGIN - _SCROLL_BAR, 14)
        course = QVBoxLayout()
        course.setSpacing(8)
        course.addWidget(self.curves_title)
        course.addWidget(self.curves)
        for widget in (self.details, self.install, self.scores, self.contrasts):
            self.column.addWidget(widget)
        self.column.addLayout(course)
        self.column.addWidget(self.samples)
        self.column.addStretch(1)
        foot = QHBoxLayout()
        foot.setContentsMargins(MARGIN, 8, MARGIN, FOOT_MARGIN)
        foot.setSpacing(10)
        for button in (
            self.watch_button,
            self.another_button,
            self.report_button,
            self.folder_button,
            self.export_button,
        ):
            button.setAutoDefault(False)
            foot.addWidget(button)
        foot.insertStretch(2, 1)
        self.outer.addLayout(foot)

    def _connect(self) -> None:
        wishes: tuple[tuple[QPushButton, SignalInstance], ...] = (
            (self.resume_button, self.resume_requested),
            (self.again_button, self.again_requested),
            (self.another_button, self.again_requested),
            (self.log_button, self.log_requested),
            (self.watch_button, self.watch_requested),
            (self.report_button, self.report_requested),
            (self.folder_button, self.folder_requested),
            (self.export_button, self.export_requested),
        )
        for button, wish in wishes:
            button.clicked.connect(lambda _=False, wish=wish: wish.emit())

    # --- what the application shows ---

    def show_story(self, story: RunStory, outcome: Outcome | None = None) -> None:
        """Show a run that has ended.

        Args:
            story: The story of its events.
            outcome: How its process ended; None for an earlier run, whose story says it.
        """
        ending = describe_ending(story, outcome or Outcome.of(story.last_word))
        has_model = story.model is not None
        self.show_heading(ending.text.title, ending.text.sentence)
        self._show_action(self.resume_button, is_shown=ending.action == "resume")
        self._show_action(self.again_button, is_shown=ending.action == "again")
        self.another_button.setVisible(ending.action != "again")
        self.log_button.setVisible(ending.shows_log)
        self.details.setText(ending.text.details)
        self.details.setVisible(bool(ending.text.details))
        self.install.setVisible(has_model)
        self.install.propose_use(_reason_for_use(story))
        self.scores.show_story(story)
        self.contrasts.show_contrasts(story.contrasted)
        self.curves_title.setVisible(bool(story.steps))
        self.curves.setVisible(bool(story.steps))
        self.curves.show_story(story)
        self.samples.show_samples(story.samples_by_epoch)
        self.samples.setVisible(any(several for _, several in story.samples_by_epoch))
        self._show_uses(story)
        self.area.verticalScrollBar().setValue(0)

    @Slot(str)
    def show_name(self, name: str) -> None:
        """Propose a name for the model."""
        self.install.show_name(name)

    @Slot(str)
    def show_name_problem(self, sentence: str) -> None:
        """Show why the name is not accepted; empty if it is."""
        self.install.show_problem(sentence)

    @Slot(str)
    def show_installed(self, name: str) -> None:
        """Show that the model is installed."""
        self.install.show_installed(name)

    # --- inside ---

    def _show_action(self, button: QPushButton, *, is_shown: bool) -> None:
        """Show a button as the primary one."""
        button.setVisible(is_shown)
        button.setDefault(is_shown)

    def _show_uses(self, story: RunStory) -> None:
        """Enable each action of a run, or say why it is disabled."""
        no_model = self.tr("There is no model yet: the run is not finished.")
        uses = (
            (
                self.watch_button,
                self.tr("See how the model translated after each epoch"),
                "" if story.snapshots else self.tr("This run kept no epochs to look back at."),
            ),
            (
                self.report_button,
                self.tr("One page with scores, curves and sentences"),
                "" if story.report else self.tr("The report is written at the end of a run."),
            ),
            (
                self.export_button,
                self.tr("Save the model as one file to take to another computer"),
                "" if story.model else no_model,
            ),
        )
        for button, tip, reason in uses:
            button.setEnabled(not reason)
            button.setToolTip(tooltip(reason or tip))
        self.folder_button.setToolTip(self.tr("Weights, curves and everything the run recorded"))


def _reason_for_use(story: RunStory) -> UseReason:
    if not story.compared:
        return "unknown"
    if worse_of(story.compared):
        return "worse"
    return "better" if is_better(story.compared) else "equal"
