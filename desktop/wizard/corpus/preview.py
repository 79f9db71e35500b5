"""The training text of a recipe: counts, encodings, hints, first pairs, and pairs left out."""

from pathlib import PurePath

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from desktop.views.notices.notice_bar import NoticeBar
from desktop.views.notices.notice_card import NoticeText
from desktop.wizard.corpus.pairs_table import PairsTable
from desktop.wizard.parts.figure import Figure, FigureCard
from desktop.wizard.parts.fold import Fold
from desktop.wizard.parts.page import bold, faint
from desktop.wording.amounts import count
from training.preflight import ENOUGH_TO_FINE_TUNE, SMALL_TEXT, Previewed

translate = QCoreApplication.translate


def reason_text(reason: str) -> str:
    """Return why a pair is left out, in words."""
    match reason:
        case "empty":
            return translate("DropReason", "One side is empty")
        case "too_long":
            return translate("DropReason", "Longer than the recipe allows")
        case "length_ratio":
            return translate("DropReason", "One side is much longer than the other")
        case "duplicate":
            return translate("DropReason", "Duplicate pair")
        case "same_on_both_sides":
            return translate("DropReason", "Both sides are the same")
        case "held_out":
            return translate("DropReason", "One side is also in the validation or test text")
        case "excluded":
            return translate("DropReason", "One side is in text excluded from training")
        case "wrong_script":
            return translate("DropReason", "Not in the script of its language")
        case "unused_origin":
            return translate("DropReason", "The recipe excludes text of this origin")
        case "few_letters":
            return translate("DropReason", "Few letters: mostly numbers or symbols")
        case "markup":
            return translate(
                "DropReason", "Tags or placeholders do not match, or it is only an address"
            )
        case "number_mismatch":
            return translate("DropReason", "The numbers on the two sides differ")
        case "wrong_language":
            return translate("DropReason", "One side is in another language")
        case "near_duplicate":
            return translate(
                "DropReason", "Differs from another pair only in case, digits or punctuation"
            )
        case _:
            return reason.replace("_", " ").capitalize()


class Preview(QWidget):
    """Hidden until there is something to show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.train = Figure(self.tr("Training pairs"))
        self.validation = Figure(self.tr("used to choose the best weights"))
        self.test = Figure(self.tr("used to measure the result"))
        self.held_out = faint(
            self.tr(
                "The text has no validation text, so some pairs were set aside for it. No "
                "sentence is in more than one part."
            )
        )
        self.licence = faint()
        self.hints = faint()
        self.encodings = faint()
        self.notices = NoticeBar()
        self.pairs = PairsTable()
        self.dropped_title = bold(self.tr("Pairs left out, and why"))
        self.dropped_sum = faint()
        self.reasons: list[Fold] = []
        self._reasons_column = QVBoxLayout()
        self._reasons_column.setSpacing(2)
        self._lay_out()
        self.hide()

    def _lay_out(self) -> None:
        card = FigureCard()
        figures = QHBoxLayout()
        figures.setSpacing(20)
        for figure in (self.train, self.validation, self.test):
            figures.addWidget(figure, 1)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(18, 13, 18, 14)
        inside.setSpacing(6)
        inside.addLayout(figures)
        for label in (self.held_out, self.encodings, self.hints, self.licence):
            inside.addWidget(label)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 4, 0, 0)
        column.setSpacing(8)
        column.addWidget(bold(self.tr("Usable text")))
        column.addWidget(card)
        column.addWidget(self.notices)
        column.addSpacing(6)
        column.addWidget(bold(self.tr("First pairs")))
        column.addWidget(self.pairs)
        column.addSpacing(6)
        column.addWidget(self.dropped_title)
        column.addWidget(self.dropped_sum)
        column.addLayout(self._reasons_column)

    def show_preview(self, preview: Previewed, direction: tuple[str, str]) -> None:
        """Show what was read, the columns named by the languages' codes."""
        self.train.show_value(count(preview.train))
        self.validation.show_value(count(preview.validation))
        self.test.show_value(count(preview.test))
        self.held_out.setVisible(preview.is_held_out)
        self.licence.setText(self.tr("Licence: {licence}").format(licence=preview.licence))
        self.licence.setVisible(bool(preview.licence))
        self.encodings.setText(self._encodings_text(preview.encodings))
        self.encodings.setVisible(bool(preview.encodings))
        self.hints.setText(self._hints_text(preview))
        self.hints.setVisible(preview.hints is not None)
        self.pairs.show_pairs(preview.first, direction)
        self._show_dropped(preview, direction)
        self.notices.show_notices(self._notices(preview))
        self.show()

    def _notices(self, preview: Previewed) -> list[NoticeText]:
        if not preview.is_small:
            return []
        text = self.tr(
            "This text is too small to learn a language from: expect no usable translations from "
            "fewer than {least} pairs. It can improve an existing model, from {enough} pairs on: "
            "choose that on the next page."
        )
        text = text.format(least=count(SMALL_TEXT), enough=count(ENOUGH_TO_FINE_TUNE))
        return [NoticeText("small", "warning", text)]

    def _encodings_text(self, encodings: dict[str, str]) -> str:
        names = {path: _encoding_name(encoding) for path, encoding in encodings.items()}
        if len(set(names.values())) == 1:
            name = next(iter(names.values()))
            if len(names) == 1:
                return self.tr("Encoding of the file: {name}").format(name=name)
            return self.tr("Encoding of the %n file(s): {name}", "", len(names)).format(name=name)
        listed = "   ".join(f"{PurePath(path).name}: {name}" for path, name in names.items())
        return self.tr("Encodings detected:") + "   " + listed

    def _hints_text(self, preview: Previewed) -> str:
        hints = preview.hints
        if hints is None:
            return ""
        is_sample = hints.read < preview.train
        fitting = (
            self.tr("In a sample, {hinted} of {read} pairs can get hints from the dictionary:")
            if is_sample
            else self.tr("{hinted} of {read} pairs can get hints from the dictionary:")
        )
        kinds = self.tr(
            "{inflected} in dictionary form, {written} as in the translation; {several} with "
            "several candidates, {phrases} for several words"
        )
        return " ".join((fitting, kinds)).format(
            hinted=count(hints.hinted),
            read=count(hints.read),
            inflected=count(hints.in_dictionary_form),
            written=count(hints.as_in_target),
            several=count(hints.with_several_candidates),
            phrases=count(hints.for_several_words),
        )

    def _show_dropped(self, preview: Previewed, direction: tuple[str, str]) -> None:
        for fold in self.reasons:
            self._reasons_column.removeWidget(fold)
            fold.hide()
            fold.deleteLater()
        self.reasons = []
        total = sum(preview.dropped.values())
        if total:
            share = QLocale().toString(100 * total / (total + preview.train), "f", 1)
            text = self.tr("%Ln pair(s), {share} % of the training text", "", total)
            self.dropped_sum.setText(text.format(share=share))
        else:
            self.dropped_sum.setText(self.tr("None: every pair can be used."))
        for reason, number in sorted(preview.dropped.items(), key=lambda item: -item[1]):
            if number:
                examples = PairsTable()
                examples.show_pairs(preview.dropped_first.get(reason, ()), direction)
                fold = Fold(f"{reason_text(reason)}  ·  {count(number)}", examples)
                self.reasons.append(fold)
                self._reasons_column.addWidget(fold)


def _encoding_name(encoding: str) -> str:
    """Return the usual name of an encoding: UTF-8 for utf_8, Windows-1252 for cp1252."""
    name = encoding.replace("_", "-")
    if name.lower().startswith("cp125"):
        return f"Windows-{name[2:]}"
    return name.upper()
