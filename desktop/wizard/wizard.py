"""The training wizard's window: its steps above, a page in the middle, back and next below."""

from enum import IntEnum

from PySide6.QtCore import QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QCloseEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from desktop.views import theme
from desktop.views.widgets.label import Label
from desktop.views.widgets.window_size import open_as_large
from desktop.wizard.corpus.check_page import CheckPage
from desktop.wizard.corpus.corpus_page import CorpusPage
from desktop.wizard.parts.choice_card import ChoiceCard
from desktop.wizard.parts.page import FOOT_MARGIN, faint
from desktop.wizard.recipe.expert_page import ExpertPage
from desktop.wizard.recipe.recipe_page import RecipePage
from desktop.wizard.result.result_page import ResultPage
from desktop.wizard.run.run_page import RunPage
from desktop.wizard.run.runs_page import RunsPage

_MARGIN = 22
_DOT = 24
_PEN = 1.5


class Step(IntEnum):
    """The steps in their order."""

    CORPUS = 0
    RECIPE = 1
    CHECK = 2
    RUN = 3
    RESULT = 4


class Wizard(QWidget):
    """The window to make a new model, from its text to its scores; it can be closed at any time.

    Signals:
        step_entered: Another Step is now shown.
        runs_requested: The user wants to see earlier runs.
    """

    step_entered = Signal(object)
    runs_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(self.tr("Train a model"))
        self.corpus_page = CorpusPage()
        self.recipe_page = RecipePage()
        self.expert_page = ExpertPage()
        self.check_page = CheckPage()
        self.run_page = RunPage()
        self.result_page = ResultPage()
        self.runs_page = RunsPage()
        self._pages: dict[Step, QWidget] = {
            Step.CORPUS: self.corpus_page,
            Step.RECIPE: self.recipe_page,
            Step.CHECK: self.check_page,
            Step.RUN: self.run_page,
            Step.RESULT: self.result_page,
        }
        self.step = Step.CORPUS
        self._is_allowed = dict.fromkeys(Step, False)
        self.steps_line = StepsLine()
        self.runs_button = QPushButton(self.tr("Earlier runs"))
        self.runs_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.stack = QStackedWidget()
        for page in (*self._pages.values(), self.expert_page, self.runs_page):
            self.stack.addWidget(page)
        self.back_button = QPushButton(self.tr("&Back"))
        self.next_button = QPushButton(self.tr("&Next"))
        self.next_button.setDefault(True)
        self.start_button = self.check_page.start_button
        self.plan_label = faint()
        self.foot = QWidget()
        self._lay_out()
        self._connect()
        open_as_large(self, 960, 800)
        self._show_buttons()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(_MARGIN, 16, _MARGIN, 6)
        head.addWidget(self.steps_line, 1)
        head.addWidget(self.runs_button)
        foot = QHBoxLayout(self.foot)
        foot.setContentsMargins(_MARGIN, 8, _MARGIN, FOOT_MARGIN)
        foot.setSpacing(10)
        foot.addWidget(self.plan_label, 1)
        foot.addStretch()  # without a plan, too, the buttons stand on the right
        for button in (self.back_button, self.next_button, self.start_button):
            foot.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.stack, 1)
        column.addWidget(self.foot)

    def _connect(self) -> None:
        self.back_button.clicked.connect(self._on_back_clicked)
        self.next_button.clicked.connect(self._on_next_clicked)
        self.runs_button.clicked.connect(self._on_runs_clicked)
        QShortcut(QKeySequence("Ctrl+W"), self, self.close)
        QShortcut(QKeySequence(Qt.Key.Key_Escape), self, self._leave)

    # --- for the application ---

    def show_step(self, step: Step) -> None:
        """Show a step's page."""
        is_new = step is not self.step or self._is_aside
        self.step = step
        self.stack.setCurrentWidget(self._pages[step])
        self.steps_line.show_step(step)
        self._show_buttons()
        if is_new:
            self.step_entered.emit(step)
            self._take_focus()

    def allow_next(self, step: Step, *, is_allowed: bool) -> None:
        """Set whether a step is complete, which allows the next one."""
        self._is_allowed[step] = is_allowed
        self._show_buttons()

    def show_plan(self, plan: str) -> None:
        """Show which model will be made, on the pages where it is decided."""
        self.plan_label.setText(plan)

    def show_settings(self) -> None:
        """Show all settings of the recipe until the user goes back."""
        self.stack.setCurrentWidget(self.expert_page)
        self._show_buttons()

    def show_runs(self) -> None:
        """Show earlier runs until the user goes back."""
        self.stack.setCurrentWidget(self.runs_page)
        self._show_buttons()

    # --- inside ---

    @property
    def _is_aside(self) -> bool:
        """Whether all settings or the earlier runs are shown, rather than a step."""
        return self.stack.currentWidget() is not self._pages[self.step]

    def _show_buttons(self) -> None:
        is_aside = self._is_aside
        is_before = self.step in (Step.CORPUS, Step.RECIPE)
        is_check = self.step is Step.CHECK and not is_aside
        self.back_button.setVisible(is_aside or self.step in (Step.RECIPE, Step.CHECK))
        self.next_button.setVisible(is_before and not is_aside)
        self.next_button.setEnabled(self._is_allowed[self.step])
        self.start_button.setVisible(is_check)
        self.plan_label.setVisible(is_check or (self.step is Step.RECIPE and not is_aside))
        self.foot.setVisible(is_aside or self.step < Step.RUN)
        self.runs_button.setVisible(not is_aside and self.step is not Step.RUN)

    @Slot()
    def _on_back_clicked(self) -> None:
        self.show_step(self.step if self._is_aside else Step(self.step - 1))

    @Slot()
    def _leave(self) -> None:
        """Go back to the step, or close the window at a step: everything stays, work continues."""
        if self._is_aside:
            self.show_step(self.step)
        else:
            self.close()

    @Slot()
    def _on_next_clicked(self) -> None:
        self.show_step(Step(self.step + 1))

    @Slot()
    def _on_runs_clicked(self) -> None:
        self.runs_requested.emit()

    def _take_focus(self) -> None:
        """Focus the first control of the page; of cards, the chosen one."""
        page = self.stack.currentWidget()
        widget = page.nextInFocusChain()
        while widget is not None and page.isAncestorOf(widget):
            is_there = widget.isEnabled() and widget.isVisibleTo(page)
            is_other_card = isinstance(widget, ChoiceCard) and not widget.isChecked()
            takes_keys = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
            if is_there and takes_keys and not is_other_card:
                widget.setFocus()
                return
            widget = widget.nextInFocusChain()

    def showEvent(self, event: QShowEvent) -> None:
        """Focus the first control of the step."""
        super().showEvent(event)
        self._take_focus()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide: work continues, and the window can be opened again."""
        event.accept()


class StepsLine(QWidget):
    """The names of the steps in their order, the present one marked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = (
            self.tr("Text"),
            self.tr("Recipe"),
            self.tr("Check"),
            self.tr("Training"),
            self.tr("Result"),
        )
        self._labels = [Label(name) for name in self._names]
        self._step = Step.CORPUS
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(26)
        for label in self._labels:
            label.setContentsMargins(_DOT + 8, 0, 0, 0)
            label.setMinimumHeight(_DOT + 4)
            row.addWidget(label)
        row.addStretch(1)
        self.show_step(Step.CORPUS)

    def show_step(self, step: Step) -> None:
        """Mark the present step."""
        self._step = step
        for number, label in enumerate(self._labels):
            font = label.font()
            font.setBold(number == step)
            label.setFont(font)
            label.setEnabled(number <= step)
        text = self.tr("Step {number} of {count}: {name}")
        self.setAccessibleName(
            text.format(number=step + 1, count=len(self._names), name=self._names[step])
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint a numbered disc before each name: a tick where a step is done."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, label in enumerate(self._labels):
            place = label.geometry()
            disc = QRectF(place.left(), place.center().y() - _DOT / 2 + 0.5, _DOT, _DOT)
            edge = disc.adjusted(_PEN / 2, _PEN / 2, -_PEN / 2, -_PEN / 2)
            is_present, is_done = number == self._step, number < self._step
            painter.setPen(QPen(colours.accent if is_present or is_done else colours.line, _PEN))
            painter.setBrush(colours.accent if is_present else Qt.BrushStyle.NoBrush)
            painter.drawEllipse(edge)
            ink = colours.accent if is_done else colours.faint
            painter.setPen(colours.accent_ink if is_present else ink)
            text = "✓" if is_done else str(number + 1)
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, text)
