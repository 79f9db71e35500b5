"""The second page of the wizard: the recipe."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.views.notices.notice_bar import NoticeBar
from desktop.views.notices.notice_card import NoticeText
from desktop.views.widgets.label import Label
from desktop.views.widgets.save_dialog import ask_where_to_save
from desktop.wizard.parts.choice_card import ChoiceCard
from desktop.wizard.parts.page import ScrolledPage, bold, faint
from desktop.wizard.recipe.parent_row import ParentRow
from desktop.wording.amounts import at_most
from training.recipe import Recipe

Way = Literal["everyday", "quick-look", "good", "best", "papers", "fine-tune"]

_EVERYDAY: Way = "everyday"
_PAPERS: Way = "papers"
_FINE_TUNE: Way = "fine-tune"


class RecipePage(ScrolledPage):
    """A card for each of three ways to start, for the recipes of papers, and to improve a model.

    One more card is for the included everyday language alone.

    Signals:
        recipe_chosen: The Recipe that the user chose.
        load_requested: The path (Path) of a recipe to load.
        save_requested: The path (Path) to save the current recipe to.
        expert_requested: Show all settings.
        parent_chosen: Another model to improve was chosen; `parent_row.folder` has it.
    """

    recipe_chosen = Signal(object)
    load_requested = Signal(object)
    save_requested = Signal(object)
    expert_requested = Signal()
    parent_chosen = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.show_heading(
            self.tr("Choose a recipe"),
            self.tr(
                "A recipe sets how large the model is and how it learns. The longer it trains, "
                "the better it translates."
            ),
        )
        self._recipes: dict[str, Recipe] = {}
        self._chosen: dict[Way, str] = {
            _EVERYDAY: "everyday",
            "quick-look": "quick-look",
            "good": "good",
            "best": "best",
            _FINE_TUNE: "fine-tune",
        }
        self._times: dict[str, Label] = {}
        self.cards = self._build_cards()
        self.paper_cards: dict[str, ChoiceCard] = {}
        self.parent_row = ParentRow()
        self.papers = QWidget()
        self._papers_column = QVBoxLayout(self.papers)
        self._papers_column.setContentsMargins(0, 0, 0, 0)
        self._papers_column.setSpacing(8)
        self.reason = Label()
        self.reason.setWordWrap(True)
        self.present = faint()
        self.notices = NoticeBar()
        self.expert_button = QPushButton(self.tr("&All settings…"))
        self.expert_button.setToolTip(self.tr("View and change all settings of the chosen recipe"))
        self.load_button = QPushButton(self.tr("&Load recipe…"))
        self.load_button.setToolTip(self.tr("Load a recipe from a TOML file"))
        self.save_button = QPushButton(self.tr("&Save recipe…"))
        self.save_button.setToolTip(self.tr("Save the chosen recipe as a TOML file"))
        self._lay_out()
        self._connect()
        self.papers.hide()
        self.parent_row.hide()
        self.present.hide()
        self.reason.hide()

    def _build_cards(self) -> dict[Way, ChoiceCard]:
        cards: dict[Way, ChoiceCard] = {
            _EVERYDAY: ChoiceCard(
                "translucent",
                self.tr("Everyday language"),
                self.tr(
                    "A medium-sized model made for the included text. Into German, it lets you "
                    "choose between du and Sie."
                ),
            ),
            "quick-look": ChoiceCard(
                "eye",
                self.tr("Quick look"),
                self.tr("A small model that soon writes simple sentences."),
            ),
            "good": ChoiceCard(
                "check",
                self.tr("Good"),
                self.tr("A small, fast model that learns nearly all that a small text can teach."),
            ),
            "best": ChoiceCard(
                "star",
                self.tr("Best"),
                self.tr("A larger model, with everything that gets more out of a small text."),
            ),
            _PAPERS: ChoiceCard(
                "book",
                self.tr("From the papers"),
                self.tr("Published trainings, reproduced setting by setting."),
            ),
            _FINE_TUNE: ChoiceCard(
                "edit",
                self.tr("Improve an existing model"),
                self.tr(
                    "An installed model learns your words and your style from your own sentence "
                    "pairs. It stays as it is; the result is a new model."
                ),
            ),
        }
        times = {
            _EVERYDAY: self.tr("some hours on two processor cores"),
            "quick-look": self.tr("a few minutes"),
            "good": self.tr("about an hour on two processor cores"),
            "best": self.tr("hours on a graphics card, days without one"),
            _PAPERS: self.tr("seconds to days"),
            _FINE_TUNE: self.tr("a few minutes on two processor cores"),
        }
        qualities = {
            _EVERYDAY: self.tr(
                "for everyday sentences; the included models learned from far more text"
            ),
            "quick-look": self.tr("enough to watch it learn, not to translate with"),
            "good": self.tr("good for sentences like its training text"),
            "best": self.tr("the best we can get from a small text"),
            _PAPERS: self.tr("matches published results, within random variation"),
            _FINE_TUNE: self.tr(
                "better on text like yours, often a little worse on other text; the result shows "
                "both"
            ),
        }
        people = {
            _EVERYDAY: self.tr("a model of your own, without text of your own"),
            "quick-look": self.tr("a first try, and to check that your text is read correctly"),
            "good": self.tr("most people; start here"),
            "best": self.tr("computers you can leave running"),
            _PAPERS: self.tr("studying and comparing"),
            _FINE_TUNE: self.tr("your own text of 100 sentence pairs or more"),
        }
        for way, card in cards.items():
            self._times[way] = card.add_line(self.tr("Time"), times[way])
            card.add_line(self.tr("Quality"), qualities[way])
            card.add_line(self.tr("Suited for"), people[way])
        return cards

    def _lay_out(self) -> None:
        cards = QWidget()  # of the cards in one widget, one is chosen
        grid = QGridLayout(cards)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(12)
        wide = (_EVERYDAY, _FINE_TUNE)
        narrow = [card for way, card in self.cards.items() if way not in wide]
        grid.addWidget(self.cards[_EVERYDAY], 0, 0, 1, 2)
        for number, card in enumerate(narrow):
            grid.addWidget(card, 1 + number // 2, number % 2)
            grid.setColumnStretch(number % 2, 1)
        grid.addWidget(self.cards[_FINE_TUNE], 1 + len(narrow) // 2, 0, 1, 2)
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addWidget(self.expert_button)
        buttons.addStretch(1)
        buttons.addWidget(self.load_button)
        buttons.addWidget(self.save_button)
        self.column.addWidget(self.reason)
        for widget in (cards, self.parent_row, self.papers, self.present, self.notices):
            self.column.addWidget(widget)
        self.column.addLayout(buttons)
        self.column.addStretch(1)

    def _connect(self) -> None:
        for card in self.cards.values():
            card.toggled.connect(self._on_card_toggled)
        self.parent_row.chosen.connect(self.parent_chosen)
        self.expert_button.clicked.connect(self._on_expert_clicked)
        self.load_button.clicked.connect(self._on_load_clicked)
        self.save_button.clicked.connect(self._on_save_clicked)

    # --- what the application shows ---

    def show_recipes(self, recipes: Sequence[Recipe]) -> None:
        """Offer these: the cards that have a recipe, and all recipes of papers."""
        self._recipes = {recipe.name: recipe for recipe in recipes}
        for way, card in self.cards.items():
            card.setVisible(way == _PAPERS or (way in self._recipes and way != _EVERYDAY))
        for old in self.paper_cards.values():
            self._papers_column.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.paper_cards = {}
        for recipe in recipes:
            if recipe.reproduces:
                self._add_paper(recipe)
        self.cards[_PAPERS].setVisible(bool(self.paper_cards))
        if self.paper_cards:
            self._chosen[_PAPERS] = next(iter(self.paper_cards))

    def show_text(self, kind: str) -> None:
        """Offer the recipe that is made for a kind of text, if there is one."""
        is_offered = kind == "everyday" and _EVERYDAY in self._recipes
        self.cards[_EVERYDAY].setVisible(is_offered)

    def show_reason(self, reason: str) -> None:
        """Show why a recipe was chosen for the user; empty if none was."""
        self.reason.setText(reason)
        self.reason.setVisible(bool(reason))

    def show_parents(self, models: Sequence[tuple[str, Path]], chosen: Path | None) -> None:
        """Offer these models to improve, by name and folder; none: that is disabled."""
        self.parent_row.show_models(models, chosen)
        card = self.cards[_FINE_TUNE]
        card.setEnabled(bool(models))
        card.setToolTip(
            "" if models else self.tr("No installed model translates in this direction")
        )

    def show_chosen(self, recipe: Recipe, changed: Sequence[str] = ()) -> None:
        """Mark the current recipe, without emitting a choice.

        Args:
            recipe: The current recipe, adapted to the text.
            changed: The settings that the user changed, by name.
        """
        way = self._way_of(recipe.name)
        for other, card in self.cards.items():
            _mark(card, is_chosen=other == way)
        for name, card in self.paper_cards.items():
            _mark(card, is_chosen=name == recipe.name)
        self.papers.setVisible(way == _PAPERS)
        self.parent_row.setVisible(bool(recipe.fine_tuning.start_from))
        words = []
        if way is None:
            words.append(self.tr("Recipe “{name}”: {summary}"))
        if changed:
            words.append(self.tr("%n setting(s) changed: {changed}", "", len(changed)))
        self.present.setText(
            "\n".join(words).format(
                name=recipe.name, summary=recipe.summary, changed=", ".join(changed)
            )
        )
        self.present.setVisible(bool(words))

    @Slot(str, float)
    def show_estimate(self, name: str, seconds: float) -> None:
        """Show the measured maximum time of a recipe on this computer."""
        label = self._times.get(name)
        card = self.paper_cards.get(name) or self.cards.get(self._way_of(name) or _PAPERS)
        if label is not None and card is not None:
            text = self.tr("at most {duration}, measured on this computer")
            card.show_words(label, text.format(duration=at_most(seconds)))

    def show_problem(self, title: str, sentence: str) -> None:
        """Show what is wrong with the recipe and what to do; empty if nothing is."""
        text = "\n".join(filter(None, (title, sentence)))
        self.notices.show_notices([NoticeText("problem", "error", text)] if text else [])

    # --- inside ---

    def _add_paper(self, recipe: Recipe) -> None:
        if not self.paper_cards:
            self._papers_column.addWidget(bold(self.tr("Recipes from papers")))
        card = ChoiceCard("", recipe.name, recipe.summary)
        card.add_line(self.tr("Reproduces"), recipe.reproduces)
        self._times[recipe.name] = card.add_line(self.tr("Time"), self.tr("not measured yet"))
        card.toggled.connect(self._on_paper_toggled)
        self.paper_cards[recipe.name] = card
        self._papers_column.addWidget(card)

    def _way_of(self, name: str) -> Way | None:
        if name in self.paper_cards:
            return _PAPERS
        return next((way for way, chosen in self._chosen.items() if chosen == name), None)

    @Slot(bool)
    def _on_card_toggled(self, is_chosen: bool) -> None:
        if not is_chosen:
            return
        way = next(way for way, card in self.cards.items() if card.isChecked())
        name = self._chosen[way]
        self.papers.setVisible(way == _PAPERS)
        self.parent_row.setVisible(way == _FINE_TUNE)
        self.present.hide()
        if way == _PAPERS:
            _mark(self.paper_cards[name], is_chosen=True)
        self.recipe_chosen.emit(self._recipes[name])

    @Slot(bool)
    def _on_paper_toggled(self, is_chosen: bool) -> None:
        if not is_chosen:
            return
        name = next(name for name, card in self.paper_cards.items() if card.isChecked())
        self._chosen[_PAPERS] = name
        self.present.hide()
        self.recipe_chosen.emit(self._recipes[name])

    @Slot()
    def _on_expert_clicked(self) -> None:
        self.expert_requested.emit()

    @Slot()
    def _on_load_clicked(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self, self.tr("Load recipe"), "", self._kinds())
        if chosen:
            self.load_requested.emit(Path(chosen))

    @Slot()
    def _on_save_clicked(self) -> None:
        title = self.tr("Save recipe")
        ask_where_to_save(self, title, "recipe.toml", self._kinds(), self.save_requested.emit)

    def _kinds(self) -> str:
        return self.tr("Recipes (*.toml)")


def _mark(card: ChoiceCard, *, is_chosen: bool) -> None:
    """Choose a card or none, without emitting a signal."""
    was_blocked = card.blockSignals(True)
    card.setAutoExclusive(is_chosen)  # exclusive buttons cannot be unchecked
    card.setChecked(is_chosen)
    card.setAutoExclusive(True)
    if is_chosen:
        card.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # Qt takes Tab from cards not chosen
    card.blockSignals(was_blocked)
    card.update()
