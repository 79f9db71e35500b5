"""The page of earlier runs, finished and unfinished."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDateTime, QItemSelectionModel, QLocale, Qt, Signal, SignalInstance, Slot
from PySide6.QtGui import QKeySequence, QShortcut, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from desktop.views.widgets.confirm_strip import ConfirmStrip
from desktop.wizard.parts.figure import FigureCard
from desktop.wizard.parts.page import ScrolledPage, alarming
from desktop.wording.outcome_text import describe_failed
from desktop.wording.tooltips import tooltip
from training.runs.run_list import RunState, RunSummary

_STYLE = """
QTreeView { background: transparent; }
QTreeView::item { height: 34px; padding: 0 12px; }
QHeaderView { background: transparent; }
QHeaderView::section {
    background: transparent; border: none; border-bottom: 1px solid palette(mid);
    padding: 6px 12px; color: palette(placeholder-text);
}
"""


class RunsPage(ScrolledPage):
    """A table of runs, newest first, with actions for the current one.

    Signals:
        resume_requested: Resume the run in this folder (Path); on the GUI thread, as all.
        result_requested: Show the result of the run in this folder.
        watch_requested: Show the snapshots of the run in this folder.
        removed: Delete the run in this folder; the user has confirmed it.
    """

    resume_requested = Signal(object)
    result_requested = Signal(object)
    watch_requested = Signal(object)
    removed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._runs: tuple[RunSummary, ...] = ()
        self._asked: Path | None = None
        """The folder of the run that the question is about."""
        self.show_heading(
            self.tr("Earlier runs"),
            self.tr("You can resume a stopped or interrupted run at any time."),
        )
        self.problem = alarming()
        self.problem.hide()
        self.items = QStandardItemModel(self)
        self.table = QTreeView()
        self.table.setModel(self.items)
        self.table.setAccessibleName(self.tr("Runs"))
        self.table.header().setAccessibleName(self.tr("Columns"))
        self.table.setRootIsDecorated(False)
        self.table.setUniformRowHeights(True)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setStyleSheet(_STYLE)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.resume_button = QPushButton(self.tr("&Resume"))
        self.result_button = QPushButton(self.tr("&Show result"))
        self.watch_button = QPushButton(self.tr("&Watch it learn"))
        self.remove_button = QPushButton(self.tr("&Delete…"))
        self.confirm = ConfirmStrip(self.tr("Delete"), self.tr("Keep"))
        self._lay_out()
        self._connect()
        self.show_runs(())

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        for button in (self.resume_button, self.result_button, self.watch_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        buttons.addWidget(self.remove_button)
        card = FigureCard()
        inside = QVBoxLayout(card)
        inside.setContentsMargins(8, 8, 8, 8)
        inside.addWidget(self.table)
        for widget in (self.problem, card, self.confirm):
            self.column.addWidget(widget)
        self.column.addLayout(buttons)

    def _connect(self) -> None:
        self.table.selectionModel().currentChanged.connect(self._show_buttons)
        self.table.selectionModel().currentRowChanged.connect(self.confirm.withdraw)
        self.table.activated.connect(self._on_activated)
        self.resume_button.clicked.connect(self._on_resume_clicked)
        self.result_button.clicked.connect(self._on_result_clicked)
        self.watch_button.clicked.connect(self._on_watch_clicked)
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self.confirm.confirmed.connect(self._on_confirmed)
        delete = QShortcut(QKeySequence.StandardKey.Delete, self.table)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self._on_remove_clicked)

    # --- what the application asks ---

    def show_runs(self, runs: Sequence[RunSummary]) -> None:
        """Show these; the current one stays current if it is still there."""
        chosen = self.chosen()
        self.confirm.withdraw()
        self._runs = tuple(runs)
        self.items.clear()
        self.items.setHorizontalHeaderLabels(
            [self.tr("Name"), self.tr("Status"), self.tr("Best BLEU"), self.tr("Last changed")]
        )
        locale = QLocale()
        for run in self._runs:
            bleu = "–" if run.best_bleu is None else locale.toString(run.best_bleu, "f", 1)
            moment = QDateTime.fromSecsSinceEpoch(round(run.changed.timestamp()))
            changed = locale.toString(moment, QLocale.FormatType.ShortFormat)
            texts = (run.name, self._state_text(run), bleu, changed)
            row = [QStandardItem(text) for text in texts]
            row[0].setToolTip(tooltip(str(run.folder)))
            if run.failure is not None:
                row[1].setToolTip(tooltip(describe_failed(run.failure).sentence))
            self.items.appendRow(row)
        header = self.table.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        folders = [run.folder for run in self._runs]
        row_number = folders.index(chosen.folder) if chosen and chosen.folder in folders else 0
        self.table.selectionModel().setCurrentIndex(
            self.items.index(row_number, 0),
            QItemSelectionModel.SelectionFlag.ClearAndSelect
            | QItemSelectionModel.SelectionFlag.Rows,
        )
        self._show_buttons()

    def show_problem(self, sentence: str) -> None:
        """Show why a run could not be deleted."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def chosen(self) -> RunSummary | None:
        """Return the run of the current row."""
        row = self.table.currentIndex().row()
        return self._runs[row] if 0 <= row < len(self._runs) else None

    # --- inside ---

    def _state_text(self, run: RunSummary) -> str:
        share = QLocale().toString(100 * run.progress, "f", 0)
        match run.state:
            case RunState.RUNNING:
                return self.tr("running, {share} %").format(share=share)
            case RunState.STOPPED:
                return self.tr("stopped at {share} %").format(share=share)
            case RunState.FAILED:
                return self.tr("failed at {share} %").format(share=share)
            case RunState.FINISHED:
                return self.tr("finished")

    @Slot()
    def _show_buttons(self) -> None:
        run = self.chosen()
        is_going = run is not None and run.state is RunState.RUNNING
        is_done = run is not None and run.state is RunState.FINISHED
        self.resume_button.setEnabled(run is not None and not is_going and not is_done)
        self.result_button.setEnabled(run is not None and not is_going)
        self.watch_button.setEnabled(run is not None)
        self.remove_button.setEnabled(run is not None and not is_going)

    @Slot()
    def _on_activated(self) -> None:
        (self.resume_button if self.resume_button.isEnabled() else self.result_button).click()

    @Slot()
    def _on_resume_clicked(self) -> None:
        self._emit_chosen(self.resume_requested)

    @Slot()
    def _on_result_clicked(self) -> None:
        self._emit_chosen(self.result_requested)

    @Slot()
    def _on_watch_clicked(self) -> None:
        self._emit_chosen(self.watch_requested)

    def _emit_chosen(self, signal: SignalInstance) -> None:
        run = self.chosen()
        if run is not None:
            signal.emit(run.folder)

    @Slot()
    def _on_remove_clicked(self) -> None:
        run = self.chosen()
        if run is not None and self.remove_button.isEnabled():
            question = self.tr(
                "Delete the run “{name}” and all its weights? Installed models are kept."
            )
            self._asked = run.folder
            self.confirm.ask(question.format(name=run.name))

    @Slot()
    def _on_confirmed(self) -> None:
        self.removed.emit(self._asked)
