"""The first page of the wizard: the training text."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import Signal, Slot
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
from desktop.wizard.corpus.direction_row import DirectionRow
from desktop.wizard.corpus.fetch_box import FetchBox
from desktop.wizard.corpus.own_files import OwnFiles
from desktop.wizard.corpus.preview import Preview
from desktop.wizard.parts.busy_row import BusyRow
from desktop.wizard.parts.choice_card import ChoiceCard
from desktop.wizard.parts.page import ScrolledPage, faint
from desktop.wording.amounts import count, size
from desktop.wording.language_names import language_name
from training.preflight import Fetching, Previewed

Kind = Literal["everyday", "multi30k", "iwslt14", "pairs"]

_LANGUAGES = (
    "ar", "bg", "bn", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et", "eu", "fa", "fi",
    "fr", "ga", "gl", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "ko",
    "lb", "lt", "lv", "mk", "ml", "mr", "ms", "mt", "nb", "nl", "nn", "oc", "pa", "pl", "pt", "ro",
    "ru", "sk", "sl", "sq", "sr", "sv", "sw", "ta", "te", "th", "tl", "tr", "uk", "ur", "uz", "vi",
    "zh",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CorpusChoice:
    """The training text and its direction; languages are given by their codes.

    Included text has no paths.
    """

    kind: Kind
    source_language: str
    target_language: str
    paths: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class FetchWish:
    """Where to get the captions: addresses, a folder or a zip, tried in turn; none: built in."""

    origins: tuple[str, ...]
    proxy: str


class CorpusPage(ScrolledPage):
    """Four kinds of text, the direction, and a preview of the training text.

    Signals:
        source_chosen: The current CorpusChoice; None while something is missing.
        fetch_requested: A FetchWish.
        cancel_requested: Stop downloading or reading.
        completed_changed: Whether a text is chosen and was checked.
    """

    source_chosen = Signal(object)
    fetch_requested = Signal(object)
    cancel_requested = Signal()
    completed_changed = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.show_heading(
            self.tr("Choose training text"),
            self.tr(
                "A translator learns from sentences and their translations. It works best on "
                "similar text."
            ),
        )
        self._captions: Path | None = None
        self._talks: Path | None = None
        self._choice: CorpusChoice | None = None
        self.is_complete = False
        self._directions: dict[Kind, tuple[str, str]] = {
            "everyday": ("en", "de"),
            "multi30k": ("en", "de"),
            "iwslt14": ("de", "en"),
            "pairs": ("en", "de"),
        }
        self.cards = self._build_cards()
        self._everyday_state = self.cards["everyday"].add_line("", "")
        self._captions_state = self.cards["multi30k"].add_line("", "")
        self._talks_state = self.cards["iwslt14"].add_line("", "")
        self._own_state = self.cards["pairs"].add_line("", "")
        self.fetch_box = FetchBox()
        self.talks_button = QPushButton(self.tr("Choose &folder…"))
        self.talks_button.setToolTip(self.tr("Folder with the IWSLT 2014 files"))
        self.talks_folder = Label()
        self.talks_box = self._build_talks()
        self.own_files = OwnFiles()
        self.direction_row = DirectionRow()
        self.busy_row = BusyRow()
        self.notices = NoticeBar()
        self.preview = Preview()
        self._lay_out()
        self._connect()
        self.cards["everyday"].setChecked(True)

    def _build_cards(self) -> dict[Kind, ChoiceCard]:
        return {
            "everyday": ChoiceCard(
                "translucent",
                self.tr("Everyday language"),
                self.tr(
                    "English and German as people speak and write them: home, travel, work, "
                    "letters, news. There is nothing to find or download."
                ),
            ),
            "multi30k": ChoiceCard(
                "image",
                self.tr("Image captions"),
                self.tr(
                    "Multi30k: 29,000 descriptions of photographs in English, German and "
                    "French. Small and clean: the quickest way to a working model."
                ),
            ),
            "iwslt14": ChoiceCard(
                "talk",
                self.tr("Talks"),
                self.tr(
                    "IWSLT 2014: 160,000 sentences from TED talks in German and English. You "
                    "need your own copy of the files."
                ),
            ),
            "pairs": ChoiceCard(
                "file",
                self.tr("Your own sentence pairs"),
                self.tr(
                    "Your texts and their translations in almost any two languages: a table, a "
                    "translation memory or two text files."
                ),
            ),
        }

    def _build_talks(self) -> QWidget:
        box = QWidget()
        self.talks_folder.setWordWrap(True)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self.talks_button)
        row.addWidget(self.talks_folder, 1)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(
            faint(
                self.tr(
                    "The “de-en” folder of the release works as it is: plain text, .gz or the "
                    "tagged files. Licence: CC BY-NC-ND, TED Conferences LLC."
                )
            )
        )
        column.addLayout(row)
        return box

    def _lay_out(self) -> None:
        cards = QWidget()  # of the cards in one widget, one is chosen
        grid = QGridLayout(cards)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(12)
        for number, card in enumerate(self.cards.values()):
            grid.addWidget(card, number // 2, number % 2)
            grid.setColumnStretch(number % 2, 1)
        column = self.column
        column.addWidget(cards)
        for widget in (self.fetch_box, self.talks_box, self.own_files, self.direction_row):
            column.addWidget(widget)
        column.addWidget(self.notices)
        column.addWidget(self.busy_row)
        column.addWidget(self.preview)
        column.addStretch(1)

    def _connect(self) -> None:
        for card in self.cards.values():
            card.toggled.connect(self._on_card_toggled)
        self.direction_row.chosen.connect(self._on_direction_chosen)
        self.fetch_box.fetch_requested.connect(self._on_fetch_requested)
        self.talks_button.clicked.connect(self._on_talks_clicked)
        self.own_files.chosen.connect(self._on_files_chosen)
        self.busy_row.cancel_requested.connect(self._on_cancel_requested)
        self.notices.action_requested.connect(self._on_read_requested)

    # --- what the application shows ---

    @property
    def kind(self) -> Kind:
        """The chosen card."""
        return next(kind for kind, card in self.cards.items() if card.isChecked())

    @property
    def choice(self) -> CorpusChoice | None:
        """The current choice; None while something is missing."""
        return self._choice

    def begin_with_own(self, source: str, target: str) -> None:
        """Ask for the user's own sentence pairs in this direction."""
        self._directions["pairs"] = (source, target)
        card = self.cards["pairs"]
        if card.isChecked():
            self._on_card_toggled(is_chosen=True)
        card.setChecked(True)

    def show_everyday(self, pairs: int) -> None:
        """Show how much everyday text is included, in thousands."""
        text = self.tr("{count} sentence pairs, built in, free to use")
        thousands = count(pairs // 1000 * 1000)
        self.cards["everyday"].show_words(self._everyday_state, text.format(count=thousands))

    def show_multi30k_present(self, folder: Path | None) -> None:
        """Show that the captions are in this folder; None: nowhere yet."""
        self._captions = folder
        self.busy_row.show_busy("")
        self.fetch_box.show_present(folder)
        self._show_states()
        if self.kind == "multi30k":
            self._choose(self._present_choice())  # the folder's content may have changed

    @Slot(object)
    def show_fetching(self, fetching: Fetching) -> None:
        """Show which file is being downloaded, and its progress."""
        text = self.tr("Downloading {file}, file {number} of {count}").format(
            file=fetching.file, number=fetching.number, count=fetching.count
        )
        done, total = fetching.done_bytes, fetching.total_bytes
        if total is None:
            text += "  ·  " + size(done)
            self.busy_row.show_busy(text)
            return
        text += "  ·  " + self.tr("{done} of {total}").format(done=size(done), total=size(total))
        share = (fetching.number - 1 + (done / total if total else 1.0)) / max(fetching.count, 1)
        self.busy_row.show_progress(text, round(1000 * share), 1000)

    @Slot(object)
    def show_preview(self, preview: Previewed | None) -> None:
        """Show a preview of the training text; None: there is none."""
        if preview is None:
            self.preview.hide()
        else:
            self.show_problem("", "")
            self.busy_row.show_busy("")
            self.preview.show_preview(preview, self.direction_row.direction)
        self._complete(is_complete=preview is not None and self._choice is not None)

    @Slot(str)
    def show_busy(self, sentence: str) -> None:
        """Show what is being done; empty if nothing is."""
        if sentence:
            self.show_problem("", "")
        self.busy_row.show_busy(sentence)

    def show_problem(self, title: str, sentence: str) -> None:
        """Show what went wrong and what to do; empty if nothing did."""
        text = "\n".join(filter(None, (title, sentence)))
        if not text:
            self.notices.show_notices([])
            return
        self.busy_row.show_busy("")
        is_unread = self._choice is not None and not self.is_complete
        action = self.tr("Try again") if is_unread else ""
        self.notices.show_notices([NoticeText("problem", "error", text, action)])

    # --- inside ---

    def _targets_of(self, kind: Kind) -> dict[str, tuple[str, ...]]:
        match kind:
            case "everyday":
                return {"en": ("de",), "de": ("en",)}
            case "multi30k":
                return {"en": ("de", "fr"), "de": ("en",), "fr": ("en",)}
            case "iwslt14":
                return {"de": ("en",), "en": ("de",)}
            case "pairs":
                known = {*_LANGUAGES, *self._directions["pairs"]}
                codes = sorted(known, key=lambda code: language_name(code).casefold())
                return {code: tuple(other for other in codes if other != code) for code in codes}

    def _show_states(self) -> None:
        is_here = self.tr("✓ on this computer")
        captions = self.tr("not downloaded yet, 2 MB") if self._captions is None else is_here
        talks = self.tr("no folder chosen") if self._talks is None else self._talks.name
        own = ", ".join(path.name for path in self.own_files.paths)
        self.cards["multi30k"].show_words(self._captions_state, captions)
        self.cards["iwslt14"].show_words(self._talks_state, talks)
        self.cards["pairs"].show_words(self._own_state, own or self.tr("no files chosen"))

    def _announce(self) -> None:
        """Emit the choice if it changed."""
        choice = self._present_choice()
        if choice != self._choice:
            self._choose(choice)

    def _present_choice(self) -> CorpusChoice | None:
        paths = self._paths()
        if paths is None:
            return None
        return CorpusChoice(self.kind, *self.direction_row.direction, paths)

    def _choose(self, choice: CorpusChoice | None) -> None:
        self._choice = choice
        self.preview.hide()
        self.show_problem("", "")
        self._complete(is_complete=False)
        self.source_chosen.emit(choice)

    def _paths(self) -> tuple[Path, ...] | None:
        """Return where the chosen text is; None: nowhere yet."""
        match self.kind:
            case "everyday":
                return ()
            case "multi30k":
                return None if self._captions is None else (self._captions,)
            case "iwslt14":
                return None if self._talks is None else (self._talks,)
            case "pairs":
                return self.own_files.paths or None

    def _complete(self, *, is_complete: bool) -> None:
        if is_complete != self.is_complete:
            self.is_complete = is_complete
            self.completed_changed.emit(is_complete)

    @Slot(bool)
    def _on_card_toggled(self, is_chosen: bool) -> None:
        if not is_chosen:
            return
        kind = self.kind
        self.fetch_box.setVisible(kind == "multi30k")
        self.talks_box.setVisible(kind == "iwslt14")
        self.own_files.setVisible(kind == "pairs")
        self.direction_row.show_offer(self._targets_of(kind), self._directions[kind])
        self.own_files.show_direction(*self.direction_row.direction)
        self._show_states()
        self._announce()

    @Slot()
    def _on_direction_chosen(self) -> None:
        self._directions[self.kind] = self.direction_row.direction
        self.own_files.show_direction(*self.direction_row.direction)
        self._announce()

    @Slot(object, str)
    def _on_fetch_requested(self, origins: tuple[str, ...], proxy: str) -> None:
        self.show_busy(self.tr("Downloading the captions…"))
        self.fetch_requested.emit(FetchWish(origins, proxy))

    @Slot()
    def _on_cancel_requested(self) -> None:
        if self._choice is not None and not self.is_complete:
            text = self.tr("The text was only partly checked.")
            action = self.tr("Check the text")
            self.notices.show_notices([NoticeText("unread", "info", text, action)])
        self.cancel_requested.emit()

    @Slot()
    def _on_read_requested(self) -> None:
        """Request to read the same text again."""
        self.show_problem("", "")
        self.source_chosen.emit(self._choice)

    @Slot()
    def _on_talks_clicked(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder with IWSLT 2014"))
        if chosen:
            self._talks = Path(chosen)
            self.talks_folder.setText(chosen)
            self._show_states()
            self._announce()

    @Slot()
    def _on_files_chosen(self) -> None:
        self._show_states()
        self._announce()
