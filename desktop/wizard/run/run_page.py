"""The fourth page of the wizard: a running training and its controls."""

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QPushButton, QWidget

from desktop.sessions.training.training_session import State
from desktop.views.notices.notice_bar import NoticeBar
from desktop.views.notices.notice_card import NoticeText
from desktop.views.widgets.busy_line import BusyLine
from desktop.wizard.parts.fold import Fold
from desktop.wizard.parts.page import FOOT_MARGIN, MARGIN, ScrolledPage, faint
from desktop.wizard.run.curves_view import CurvesView
from desktop.wizard.run.epoch_progress import EpochProgress
from desktop.wizard.run.notes_list import NotesList
from desktop.wizard.run.run_sentences import phase_of, sentence_of, title_of
from desktop.wizard.run.sample_list import SampleList
from desktop.wording.progress_text import describe_message
from desktop.wording.tooltips import tooltip
from training.progress import (
    CorpusRead,
    Event,
    Message,
    ModelBuilt,
    Sampled,
    Stepped,
    Validated,
)
from training.report.run_story import RunStory

_CURVES_HEIGHT = 168
_LOG_LINES = 2000
_LOG_HEIGHT = 200
_SCROLL_BAR = 12
"""Its width, which aligns cards with curves and buttons."""
_STUCK = "stuck"


class RunPage(ScrolledPage):
    """The current phase in one sentence, curves and sentences below, controls at the foot.

    The story is only read here: call `take` after adding an event to it.

    Signals:
        pause_requested: Save and wait.
        resume_requested: Resume the run.
        stop_requested: Save and stop, to resume later.
        finish_requested: Stop training and build the model.
        try_requested: Translate with the best weights so far.
        kill_requested: End it by force; only after `show_stuck`.
    """

    pause_requested = Signal()
    resume_requested = Signal()
    stop_requested = Signal()
    finish_requested = Signal()
    try_requested = Signal()
    kill_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._story = RunStory()
        self._epochs = 0
        self._state: State = "idle"
        self.run_label = faint()
        self.run_label.setWordWrap(False)
        self.run_label.setAccessibleName(self.tr("Run"))
        self.busy_line = BusyLine()
        self.bar = EpochProgress()
        self.notices = NoticeBar()
        self.curves = CurvesView(_CURVES_HEIGHT)
        self.note = faint()
        self.note.setContentsMargins(0, 4, 0, 0)
        self.samples = SampleList()
        self.notes = NotesList()
        self.log = QPlainTextEdit(readOnly=True)
        self.log.setMaximumBlockCount(_LOG_LINES)
        self.log.setMinimumHeight(_LOG_HEIGHT)
        self.log.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.log.setAccessibleName(self.tr("Log"))
        self.log_fold = Fold(self.tr("Log"), self.log)
        self.pause_button = QPushButton()
        self.try_button = QPushButton(self.tr("&Try it now"))
        self.stop_button = QPushButton(self.tr("&Stop and save"))
        self.finish_button = QPushButton(self.tr("Stop and &keep the best"))
        for button in (self.pause_button, self.try_button, self.stop_button, self.finish_button):
            button.setAutoDefault(False)
        self._lay_out()
        self._connect()
        self.show_story(self._story)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        self.head.removeWidget(self.title)
        top.addWidget(self.title, 1)
        top.addWidget(self.run_label)
        self.head.insertLayout(0, top)
        self.head.addSpacing(4)
        self.head.addWidget(self.bar)
        self.head.addWidget(self.busy_line)
        self.head.addWidget(self.note)
        self.head.addWidget(self.notices)
        self.head.addSpacing(12)
        self.head.addWidget(self.curves)
        self.area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.column.setContentsMargins(MARGIN, 6, MARGIN - _SCROLL_BAR, 14)
        for widget in (self.samples, self.notes, self.log_fold):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        foot = QHBoxLayout()
        foot.setContentsMargins(MARGIN, 8, MARGIN, FOOT_MARGIN)
        foot.setSpacing(10)
        foot.addWidget(self.pause_button)
        foot.addWidget(self.try_button)
        foot.addStretch(1)
        foot.addWidget(self.stop_button)
        foot.addWidget(self.finish_button)
        self.outer.addLayout(foot)

    def _connect(self) -> None:
        self.pause_button.clicked.connect(self._on_pause_clicked)
        self.try_button.clicked.connect(self._on_try_clicked)
        self.finish_button.clicked.connect(self._on_finish_clicked)
        self.stop_button.clicked.connect(self._on_stop_clicked)
        self.notices.action_requested.connect(self._on_action_requested)

    # --- what the application shows ---

    def show_story(self, story: RunStory, epochs: int = 0) -> None:
        """Show a run up to its latest event.

        Args:
            story: Of the run; `take` says when it has grown.
            epochs: The maximum number of epochs; 0 if unknown.
        """
        self._story, self._epochs = story, epochs
        self.log.clear()
        self.notices.show_notices([])
        self.samples.show_samples(story.samples_by_epoch)
        self.curves.show_story(story)
        self._show_notes()
        self._show_now()

    @Slot(object)
    def take(self, event: Event) -> None:
        """Show an event, which is already in the story."""
        match event:
            case CorpusRead() | ModelBuilt() | Stepped() | Validated():
                self.curves.show_story(self._story)
            case Sampled():
                self.samples.show_samples(self._story.samples_by_epoch)
            case Message():
                self._show_notes()
            case _:
                pass
        self._show_now()

    @Slot(str)
    def show_state(self, state: State) -> None:
        """Show whether it runs, is paused, stops or has ended."""
        self._state = state
        if state not in ("stopping", "finishing"):
            self.notices.show_notices([])
        self._show_now()

    @Slot()
    def show_stuck(self) -> None:
        """Offer to kill a run that was asked to stop but did not."""
        text = self.tr(
            "Saving is taking unusually long. If you end it now, everything learned since the "
            "last checkpoint is lost; you can still resume from there."
        )
        self.notices.show_notices([NoticeText(_STUCK, "warning", text, self.tr("End it now"))])

    @Slot(str)
    def append_log(self, line: str) -> None:
        """Add a line to the log."""
        self.log.appendPlainText(line)

    # --- inside ---

    def _show_notes(self) -> None:
        said = [describe_message(one) for one in self._story.messages]
        self.notes.show_notes(said if len(said) > 1 else [])  # the latest stands at the top
        self.note.setText(said[-1] if said else "")
        self.note.setVisible(bool(said))

    def _show_now(self) -> None:
        story = self._story
        phase = phase_of(story, self._state)
        self.show_heading(title_of(phase), sentence_of(story, phase, self._epochs))
        self.subtitle.setForegroundRole(QPalette.ColorRole.WindowText)
        started = story.started
        self.run_label.setText(f"{started.run}  ·  {started.device}" if started else "")
        share = story.stepped.progress if story.stepped else 0.0
        self.bar.show_progress(share, self._epochs)
        is_busy = phase in ("starting", "stopping", "measuring")
        self.busy_line.set_busy(is_busy)
        self.busy_line.setVisible(is_busy)
        self.bar.setHidden(is_busy)
        self._show_buttons(is_going=phase in ("learning", "paused"))
        self.stop_button.setEnabled(phase in ("starting", "learning", "paused", "measuring"))

    def _show_buttons(self, *, is_going: bool) -> None:
        is_paused = self._state == "paused"
        has_best = self._story.best is not None
        self.pause_button.setText(self.tr("&Resume") if is_paused else self.tr("&Pause"))
        self.pause_button.setToolTip(
            self.tr("Continue training")
            if is_paused
            else self.tr("Save and free the processor until you resume; the memory stays in use")
        )
        self.pause_button.setEnabled(is_going)
        not_yet = self.tr("There is nothing to keep until the first epoch is finished.")
        self.try_button.setToolTip(
            self.tr("Translate with the best weights so far; training continues")
            if has_best
            else tooltip(not_yet)
        )
        self.finish_button.setToolTip(
            self.tr("Stop training and build a model from the best weights so far")
            if has_best
            else tooltip(not_yet)
        )
        self.try_button.setEnabled(is_going and has_best)
        self.finish_button.setEnabled(is_going and has_best)
        self.stop_button.setToolTip(
            self.tr("Save everything learned and stop; you can resume another day")
        )

    @Slot()
    def _on_pause_clicked(self) -> None:
        if self._state == "paused":
            self.resume_requested.emit()
        else:
            self.pause_requested.emit()

    @Slot()
    def _on_try_clicked(self) -> None:
        self.try_requested.emit()

    @Slot()
    def _on_finish_clicked(self) -> None:
        self.finish_requested.emit()

    @Slot()
    def _on_stop_clicked(self) -> None:
        self.stop_requested.emit()

    @Slot(str)
    def _on_action_requested(self, key: str) -> None:
        if key == _STUCK:
            self.kill_requested.emit()
