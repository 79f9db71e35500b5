"""Every setting of a recipe, with its meaning and default; checked while typing."""

import string
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from PySide6.QtCore import QCoreApplication, QTimer, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.views.widgets.flow_layout import FlowLayout
from desktop.views.widgets.wheel_guard import guard_wheel
from desktop.wizard.parts.figure import FigureCard
from desktop.wizard.parts.page import MARGIN, ScrolledPage, alarming, bold, faint
from desktop.wizard.recipe.setting_row import SettingRow
from desktop.wording.filling import fill
from training.errors import RecipeError
from training.recipe import Recipe
from training.recipe_section import Section

_FIXED = ("source_language", "target_language", "corpus.kind")
"""Settings that the first page of the wizard decides."""
_NAME = f"{string.ascii_lowercase}{string.digits}_."
"""Characters of a setting's name."""
_JUMP_PADDING = 8
_JUMP_STYLE = f"""
QPushButton {{ padding: 4px {_JUMP_PADDING}px; }}
QPushButton:focus {{ padding: 3px {_JUMP_PADDING - 1}px; }}
"""


class _Setting(NamedTuple):
    key: str
    kind: Any
    meaning: str
    default: Any
    """None if there is none."""


class ExpertPage(ScrolledPage):
    """The settings, table by table, with a search; each problem is shown beside its setting.

    Signals:
        edited: The edited Recipe; only emitted while it is valid.
    """

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.show_heading(
            self.tr("All settings"),
            self.tr("Valid changes apply immediately."),
        )
        self._recipe: Recipe | None = None
        self._told: Recipe | None = None
        self._last_shown = ""
        self._waiting = list(_tables())
        self.rows: dict[str, SettingRow] = {}
        self.tables: dict[str, _Table] = {}
        self.jump_buttons: dict[str, QPushButton] = {}
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search the settings"))
        self.search.setAccessibleName(self.tr("Search the settings"))
        self.search.setClearButtonEnabled(True)
        self.search.setFixedWidth(260)
        self.problem_count = alarming()
        self.problem_count.setWordWrap(False)
        self.problem_button = QPushButton(self.tr("&Show"))
        self.problem_button.setToolTip(self.tr("Go to the next setting with a problem"))
        self.undo_button = QPushButton(self.tr("&Undo all changes"))
        self.undo_button.setToolTip(self.tr("Restore the settings from when this page was opened"))
        self.nothing = faint(self.tr("No matching settings"))
        self._lay_out()
        self.search.textChanged.connect(self._show_found)
        self.problem_button.clicked.connect(self._on_problem_clicked)
        self.undo_button.clicked.connect(self._on_undo_clicked)
        self._show_problems(())
        self.undo_button.setEnabled(False)

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(0, 8, 0, 0)
        top.setSpacing(12)
        top.addWidget(self.search)
        top.addWidget(self.problem_count)
        top.addWidget(self.problem_button)
        top.addStretch(1)
        top.addWidget(self.undo_button)
        jumps = QWidget()
        flow = FlowLayout(jumps, gap=2)
        for name, _ in self._waiting:
            button = QPushButton(self._title(name))
            button.setFlat(True)
            button.setStyleSheet(_JUMP_STYLE)
            button.setToolTip(self.tr("Go to these settings"))
            button.clicked.connect(lambda _is_on, name=name: self._jump_to(name))
            self.jump_buttons[name] = button
            flow.addWidget(button)
        self.head.addLayout(top)
        row = QHBoxLayout()  # aligns the words with all others
        row.setContentsMargins(MARGIN - _JUMP_PADDING - 1, 0, MARGIN, 8)
        row.addWidget(jumps)
        self.outer.insertLayout(1, row)
        self.column.addWidget(self.nothing)
        self.column.addStretch(1)
        self.nothing.hide()

    # --- what the application shows ---

    def show_recipe(self, recipe: Recipe) -> None:
        """Show a recipe's settings without emitting `edited`."""
        self._recipe = recipe
        self._told = recipe
        if self.isVisible():
            self._build_all()
        self._show_values(recipe)

    def showEvent(self, event: QShowEvent) -> None:
        """Build the visible part at once, and the rest one table at a time."""
        super().showEvent(event)
        self._build_next()

    # --- building ---

    @Slot()
    def _build_next(self) -> None:
        """Build a table, and the others after the window has handled its events."""
        if self._waiting:
            self._build_table()
            QTimer.singleShot(0, self, self._build_next)

    def _build_all(self) -> None:
        while self._waiting:
            self._build_table()

    def _build_table(self) -> None:
        name, settings = self._waiting.pop(0)
        table = _Table(self._title(name))
        for setting in settings:
            row = SettingRow(
                setting.key,
                setting.kind,
                QCoreApplication.translate("RecipeSetting", setting.meaning),
                setting.default,
                is_fixed=setting.key in _FIXED,
            )
            row.edited.connect(self._on_edited)
            for control in row.controls():
                guard_wheel(control)
            table.add_row(row)
            self.rows[setting.key] = row
        self.tables[name] = table
        self.column.insertWidget(self.column.count() - 1, table)
        if self._recipe is not None:
            values = _flat(self._recipe)
            for row in table.rows:
                row.show_value(values[row.key])
        self._show_found()

    def _title(self, table: str) -> str:
        match table:
            case "":
                return self.tr("Recipe")
            case "corpus":
                return self.tr("Text")
            case "augmentation":
                return self.tr("Augmentation")
            case "tokenizer":
                return self.tr("Tokens")
            case "model":
                return self.tr("Model")
            case "training":
                return self.tr("Training")
            case "decoding":
                return self.tr("Translation search")
            case "export":
                return self.tr("Model folder")
            case _:
                return table

    # --- inside ---

    def _show_values(self, recipe: Recipe) -> None:
        values = _flat(recipe)
        for key, row in self.rows.items():
            row.show_value(values[key])
        self._show_problems(())
        self.undo_button.setEnabled(False)

    def _show_problems(self, problems: Sequence[str]) -> None:
        """Show each problem beside its setting, and their number."""
        said: dict[str, list[str]] = {}
        for problem in problems:
            path, sentence = _split(problem)
            key = next((key for key in self.rows if path == key or path.startswith(key + ".")), "")
            said.setdefault(key, []).append(sentence)
        for key, row in self.rows.items():
            row.show_problem(" ".join(said.get(key, ())))
        number = len(problems)
        words = [self.tr("⚠ %n problem(s) to fix first", "", number), *said.get("", ())]
        self.problem_count.setText("  ".join(words))
        self.problem_count.setVisible(bool(number))
        self.problem_button.setVisible(bool(number))

    @Slot()
    def _show_found(self) -> None:
        """Show the settings whose name or meaning contains the search text."""
        words = self.search.text().casefold().split()
        for name, table in self.tables.items():
            for row in table.rows:
                said = f"{row.key} {row.meaning} {self._title(name)}".casefold()
                row.setVisible(all(word in said for word in words))
            table.setVisible(any(not row.isHidden() for row in table.rows))
        is_found = any(not table.isHidden() for table in self.tables.values())
        self.nothing.setVisible(bool(self.tables) and not is_found)

    @Slot()
    def _on_edited(self) -> None:
        if self._recipe is None:
            return
        values = self._recipe.to_dict()
        for key, row in self.rows.items():
            table, _, name = key.rpartition(".")
            value = row.field.value()
            (values[table] if table else values)[name] = (
                list(value) if isinstance(value, tuple) else value
            )
        self.undo_button.setEnabled(values != self._recipe.to_dict())
        try:
            recipe = Recipe.from_dict(values)
        except RecipeError as error:
            self._show_problems([fill("{problem}", {"problem": one}) for one in error.problems])
            return
        self._show_problems(())
        if recipe != self._told:
            self._told = recipe
            self.edited.emit(recipe)

    @Slot()
    def _on_problem_clicked(self) -> None:
        """Go to the next setting with a problem."""
        self._build_all()
        wrong = [row for row in self.rows.values() if row.problem]
        if not wrong:
            return
        keys = [row.key for row in wrong]
        here = keys.index(self._last_shown) if self._last_shown in keys else -1
        row = wrong[(here + 1) % len(wrong)]
        self._last_shown = row.key
        if row.isHidden():
            self.search.clear()
        self.fit()
        row.field.setFocus()
        self.area.ensureWidgetVisible(row)

    @Slot()
    def _on_undo_clicked(self) -> None:
        if self._recipe is None:
            return
        self._show_values(self._recipe)
        if self._told != self._recipe:
            self._told = self._recipe
            self.edited.emit(self._recipe)

    def _jump_to(self, table: str) -> None:
        self._build_all()
        self.search.clear()
        self.fit()  # the page just built or found is laid out now
        self.area.verticalScrollBar().setValue(self.tables[table].y())
        self.tables[table].rows[0].field.setFocus()


class _Table(QWidget):
    """The settings of one table on a card, under its name."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self.rows: list[SettingRow] = []
        card = FigureCard()
        self._rows_column = QVBoxLayout(card)
        self._rows_column.setContentsMargins(18, 8, 14, 8)
        self._rows_column.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 6)
        column.setSpacing(8)
        column.addWidget(bold(title))
        column.addWidget(card)

    def add_row(self, row: SettingRow) -> None:
        """Append a setting."""
        self.rows.append(row)
        self._rows_column.addWidget(row)


def _tables() -> Iterator[tuple[str, list[_Setting]]]:
    """The tables of a recipe, first the settings outside of tables."""
    alone, tables = [], []
    for name, field in Recipe.model_fields.items():
        kind = field.annotation
        if isinstance(kind, type) and issubclass(kind, Section):
            inner = kind.model_fields.items()
            tables.append((name, [_setting(f"{name}.{key}", info) for key, info in inner]))
        else:
            alone.append(_setting(name, field))
    yield "", alone
    yield from tables


def _setting(key: str, field: Any) -> _Setting:
    default = None if field.is_required() else field.default
    return _Setting(key, field.annotation, field.description or "", default)


def _split(problem: str) -> tuple[str, str]:
    """Return the setting that has a problem, and the problem in a sentence."""
    path = problem[: len(problem) - len(problem.lstrip(_NAME))].rstrip(".")
    sentence = problem[len(path) :]
    if sentence.startswith(": "):
        return path, sentence[2:3].upper() + sentence[3:]
    return path, path.rpartition(".")[2] + sentence


def _flat(recipe: Recipe) -> dict[str, Any]:
    """Return the values of a recipe by the names of the settings."""
    values: dict[str, Any] = {}
    for name, value in recipe.to_dict().items():
        if isinstance(value, dict):
            values |= {f"{name}.{key}": inner for key, inner in value.items()}
        else:
            values[name] = value
    return values
