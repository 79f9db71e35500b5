"""The third page of the wizard: what training needs, and the last choices before it starts."""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QSignalBlocker, Qt, QThread, Signal, Slot
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.views.notices.notice_bar import NoticeBar
from desktop.views.notices.notice_card import NoticeText
from desktop.views.widgets.wheel_guard import guard_wheel
from desktop.wizard.parts.busy_row import BusyRow
from desktop.wizard.parts.figure import UNKNOWN, Figure, FigureCard
from desktop.wizard.parts.page import MARGIN, ScrolledPage, bold, faint
from desktop.wording.amounts import at_most, count, size
from desktop.wording.notice_text import describe_name_problem
from desktop.wording.tooltips import tooltip
from engine.models.names import name_problem
from training.preflight import Estimated, Timed

_CONTROL_WIDTH = 260

translate = QCoreApplication.translate


class CheckPage(ScrolledPage):
    """The estimate in large figures, then name, device, cores and what to compare with.

    Signals:
        start_requested: Start training, with `run_name()`, `device()` and `threads()`.
        estimate_requested: Measure again.
        cancel_requested: Stop measuring; training may start without an estimate.
        threads_changed: How many processor cores to use.
        device_changed: Which device to use: "auto", "cpu" or "cuda".
        compared_changed: Another model to compare with was chosen.
    """

    start_requested = Signal()
    estimate_requested = Signal()
    cancel_requested = Signal()
    threads_changed = Signal(int)
    device_changed = Signal(str)
    compared_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.show_heading(
            self.tr("Check before you start"),
            self.tr("A few real training steps are timed to estimate duration and memory."),
        )
        self._estimate: Estimated | None = None
        self._is_busy = False
        self._is_skipped = False
        self.time = Figure(self.tr("Estimated time (maximum)"), scale=2.2)
        self.speed = Figure(self.tr("Speed"))
        self.parameters = Figure(self.tr("Parameters"))
        self.memory = Figure(self.tr("Memory"))
        self.disk = Figure(self.tr("Disk"))
        self.busy_row = BusyRow()
        self.busy_row.cancel_button.setText(self.tr("S&kip"))
        self.busy_row.cancel_button.setToolTip(self.tr("You can start without an estimate"))
        self.measure_button = QPushButton(self.tr("&Measure again"))
        self.measure_button.setToolTip(self.tr("Time a few training steps again"))
        self.notices = NoticeBar()
        self.name_edit = QLineEdit()
        self.device_box = QComboBox()
        self.threads_box = QComboBox()
        self.compared_box = QComboBox()
        self.start_button = QPushButton(self.tr("&Start training"))
        self.start_button.setDefault(True)
        self.start_button.setAutoDefault(True)
        self._lay_out()
        self._order()
        self._connect()
        self.show_devices(
            (
                (self.tr("Automatic"), "auto"),
                (self.tr("Processor (CPU)"), "cpu"),
                (self.tr("Graphics card (CUDA)"), "cuda"),
            ),
            "auto",
        )
        cores = max(QThread.idealThreadCount(), 1)
        self.show_threads(max(cores - 1, 1), cores)
        self.show_models(())
        self._show_start()

    def _lay_out(self) -> None:
        for widget in (self._build_figures(), self.busy_row, self.notices, self._build_choices()):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        foot = QHBoxLayout()
        foot.setContentsMargins(MARGIN, 8, MARGIN, 6)
        foot.setSpacing(24)
        promise = faint(
            self.tr(
                "Training gives way to other programs. You can stop and resume it at any time, "
                "and it continues when this window is closed."
            )
        )
        foot.addWidget(promise, 1)
        foot.addWidget(self.start_button)  # the wizard has it beside the other buttons
        self.outer.addLayout(foot)

    def _build_figures(self) -> QWidget:
        card = FigureCard()
        others = QHBoxLayout()
        others.setSpacing(20)
        for figure in (self.speed, self.parameters, self.memory, self.disk):
            others.addWidget(figure, 1)
        head = QHBoxLayout()
        head.addWidget(self.time, 1)
        column = QVBoxLayout()
        column.addWidget(self.measure_button)
        column.addStretch(1)
        head.addLayout(column)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(18, 14, 18, 16)
        inside.setSpacing(14)
        inside.addLayout(head)
        inside.addLayout(others)
        return card

    def _build_choices(self) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 4, 0, 0)
        grid.setHorizontalSpacing(24)
        grid.setVerticalSpacing(14)
        grid.setColumnStretch(0, 1)
        rows = (
            (
                self.name_edit,
                self.tr("&Run name"),
                self.tr(
                    "Used as the run's folder name. You name the model when training is finished."
                ),
            ),
            (
                self.device_box,
                self.tr("&Device"),
                self.tr("Where training runs. A graphics card is many times faster."),
            ),
            (
                self.threads_box,
                self.tr("Processor &cores"),
                self.tr(
                    "How many cores to use. Leave one core free to keep your computer responsive."
                ),
            ),
            (
                self.compared_box,
                self.tr("C&ompare with"),
                self.tr(
                    "The model the new one would replace. Both are measured at the end, and the "
                    "result shows which is better. Your existing model is not replaced "
                    "automatically."
                ),
            ),
        )
        for row, (control, title, does) in enumerate(rows):
            label = bold(title)
            label.setBuddy(control)
            words = QVBoxLayout()
            words.setSpacing(2)
            words.addWidget(label)
            words.addWidget(faint(does))
            control.setFixedWidth(_CONTROL_WIDTH)
            control.setAccessibleName(title.replace("&", ""))
            control.setAccessibleDescription(does)
            grid.addLayout(words, row, 0)
            grid.addWidget(control, row, 1, Qt.AlignmentFlag.AlignTop)
        for control in (self.device_box, self.threads_box, self.compared_box):
            guard_wheel(control)
        return box

    def _order(self) -> None:
        """Make Tab start with the controls that need a decision."""
        controls = (
            self.name_edit,
            self.device_box,
            self.threads_box,
            self.compared_box,
            self.measure_button,
            self.busy_row.cancel_button,
            self.start_button,
        )
        for first, second in pairwise(controls):
            self.setTabOrder(first, second)

    def _connect(self) -> None:
        self.start_button.clicked.connect(self._on_start_clicked)
        self.measure_button.clicked.connect(self._on_measure_clicked)
        self.busy_row.cancel_requested.connect(self._on_cancel_requested)
        self.name_edit.textEdited.connect(self._show_start)
        self.threads_box.currentIndexChanged.connect(self._on_threads_chosen)
        self.device_box.currentIndexChanged.connect(self._on_device_chosen)
        self.compared_box.currentIndexChanged.connect(self._on_compared_chosen)

    # --- choices ---

    def run_name(self) -> str:
        """Return the name of the run."""
        return self.name_edit.text().strip()

    def device(self) -> str:
        """Return which device to use."""
        return str(self.device_box.currentData())

    def threads(self) -> int:
        """Return how many processor cores to use."""
        return int(self.threads_box.currentData())

    def compared(self) -> Path | None:
        """Return the folder of the model to compare with."""
        chosen = self.compared_box.currentData()
        return chosen if isinstance(chosen, Path) else None

    # --- what the application shows ---

    def show_name(self, name: str) -> None:
        """Propose a name for the run."""
        self.name_edit.setText(name)
        self._show_start()

    def show_devices(self, devices: Sequence[tuple[str, str]], chosen: str) -> None:
        """Offer these devices, as (display name, identifier)."""
        with QSignalBlocker(self.device_box):
            self.device_box.clear()
            for words, device in devices:
                self.device_box.addItem(words, device)
            self.device_box.setCurrentIndex(max(self.device_box.findData(chosen), 0))

    def show_threads(self, threads: int, cores: int) -> None:
        """Propose this number of processor cores."""
        with QSignalBlocker(self.threads_box):
            self.threads_box.clear()
            for number in range(1, max(cores, threads, 1) + 1):
                self.threads_box.addItem(QLocale().toString(number), number)
            self.threads_box.setCurrentIndex(threads - 1)

    def show_models(self, models: Sequence[tuple[str, Path]], chosen: Path | None = None) -> None:
        """Offer these models, as (name, folder), to compare the new one with."""
        with QSignalBlocker(self.compared_box):
            self.compared_box.clear()
            self.compared_box.addItem(self.tr("none"), None)
            for name, folder in models:
                self.compared_box.addItem(name, folder)
            paths = [folder for _, folder in models]
            self.compared_box.setCurrentIndex(paths.index(chosen) + 1 if chosen in paths else 0)

    @Slot(object)
    def show_estimate(self, estimate: Estimated | None) -> None:
        """Show the estimate; None: nothing was measured yet."""
        self._estimate, self._is_skipped = estimate, False
        self._set_busy("")
        self.notices.show_notices([] if estimate is None else _notices(estimate))
        if estimate is None:
            for figure in self._figures():
                figure.show_value(UNKNOWN)
        else:
            self._show_figures(estimate)
        self._show_start()

    @Slot(str)
    def show_busy(self, step: str) -> None:
        """Show what is being measured; empty if nothing is."""
        self._set_busy(step)
        if step:
            self.notices.show_notices([])
        self._show_start()

    @Slot(object)
    def show_timed(self, timed: Timed) -> None:
        """Show which training step is being timed."""
        text = self.tr("Timing training step {step} of at most {steps}…")
        sentence = text.format(step=timed.step, steps=timed.steps)
        self.busy_row.show_progress(sentence, timed.step - 1, timed.steps)

    def show_problem(self, title: str, sentence: str) -> None:
        """Show why measuring failed, and what to do."""
        self._estimate = None
        self._set_busy("")
        text = "\n".join(filter(None, (title, sentence)))
        self.notices.show_notices([NoticeText("problem", "error", text)] if text else [])
        for figure in self._figures():
            figure.show_value(UNKNOWN)
        self._show_start()

    # --- inside ---

    def _figures(self) -> tuple[Figure, ...]:
        return self.time, self.speed, self.parameters, self.memory, self.disk

    def _show_figures(self, estimate: Estimated) -> None:
        free = self.tr("needed, {free} free")
        on = self.tr("on {device}, %n core(s)", "", estimate.threads)
        steps = self.tr("%Ln step(s); may stop earlier", "", estimate.steps)
        self.time.show_value(at_most(estimate.seconds), steps)
        self.speed.show_value(
            self.tr("{count} tokens/s").format(count=count(estimate.tokens_per_second)),
            on.format(device=estimate.device),
        )
        self.parameters.show_value(count(estimate.parameters), self.tr("trainable"))
        self.memory.show_value(
            size(estimate.memory_bytes), free.format(free=size(estimate.memory_free_bytes))
        )
        self.disk.show_value(
            size(estimate.disk_bytes), free.format(free=size(estimate.disk_free_bytes))
        )

    def _set_busy(self, step: str) -> None:
        self._is_busy = bool(step)
        self.busy_row.show_busy(step)
        self.measure_button.setEnabled(not step)
        for figure in self._figures():
            figure.show_stale(is_stale=bool(step))

    def _show_start(self) -> None:
        estimate = self._estimate
        reason = ""
        if self._is_busy:
            reason = self.tr("Checking whether this computer can run it…")
        elif estimate is None and not self._is_skipped:
            reason = self.tr("Run the check first.")
        elif estimate is not None and (problems := _problems(estimate)):
            reason = problems[0]
        elif not self.run_name():
            reason = self.tr("Enter a name for the run.")
        elif wrong := name_problem(self.run_name()):
            reason = describe_name_problem(wrong)
        self.start_button.setEnabled(not reason)
        self.start_button.setToolTip(tooltip(reason) or self.tr("Start training in the background"))

    @Slot()
    def _on_start_clicked(self) -> None:
        self.start_requested.emit()

    @Slot()
    def _on_measure_clicked(self) -> None:
        self.estimate_requested.emit()

    @Slot()
    def _on_cancel_requested(self) -> None:
        self._is_skipped = True
        self._set_busy("")
        self._show_start()
        self.cancel_requested.emit()

    @Slot()
    def _on_threads_chosen(self) -> None:
        self.threads_changed.emit(self.threads())

    @Slot()
    def _on_device_chosen(self) -> None:
        self.device_changed.emit(self.device())

    @Slot()
    def _on_compared_chosen(self) -> None:
        self.compared_changed.emit()


def _problems(estimate: Estimated) -> list[str]:
    """Return why the run is impossible here, and what to do."""
    problems = []
    if estimate.is_room_lacking:
        told = translate(
            "CheckPage",
            "The run needs {needed} of disk space, but only {free} is free. Free some space or "
            "choose a smaller model.",
        )
        problems.append(
            told.format(needed=size(estimate.disk_bytes), free=size(estimate.disk_free_bytes))
        )
    if estimate.is_memory_lacking:
        told = translate(
            "CheckPage",
            "The run needs {needed} of memory, but only {free} is free. Close other programs, "
            "or choose a smaller model or smaller batches.",
        )
        problems.append(
            told.format(needed=size(estimate.memory_bytes), free=size(estimate.memory_free_bytes))
        )
    return problems


def _notices(estimate: Estimated) -> list[NoticeText]:
    notices = [NoticeText(f"problem {text}", "error", text) for text in _problems(estimate)]
    if estimate.has_few_steps:
        told = translate(
            "CheckPage",
            "The run has only {steps} steps, too few to learn to translate. Use more text, more "
            "epochs or smaller batches.",
        )
        notices.append(NoticeText("few steps", "warning", told.format(steps=count(estimate.steps))))
    if estimate.is_long:
        told = translate(
            "CheckPage",
            "This will take very long on a processor. Use a graphics card if you have one.",
        )
        notices.append(NoticeText("long", "warning", told))
    return notices
