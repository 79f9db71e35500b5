"""The chapters of the help, as the simple HTML that Qt shows."""

from dataclasses import dataclass
from html import escape
from itertools import groupby

from PySide6.QtCore import QLocale, QObject

from desktop.values.word_links import DOUBTFUL, UNSURE
from desktop.views.shortcuts import SHORTCUTS, group_text, keys_of, keys_text, shortcut_text
from engine.models.manifest import Calibration, Manifest


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: a name for the program, a title and its HTML."""

    id: str
    title: str
    html: str


class HelpText(QObject):
    """Writes the chapters in the interface language.

    Pictures in them are named `mark:unsure` and so on, after each `Style`.
    """

    def chapters(self, manifest: Manifest | None) -> tuple[Chapter, ...]:
        """Return all chapters, in reading order.

        Args:
            manifest: Of the current model; None if there is none.
        """
        written = (
            ("translating", self.tr("Translating"), self._translating()),
            ("marks", self.tr("Marks in the texts"), self._marks(manifest)),
            ("alternatives", self.tr("Other words"), self._alternatives()),
            ("attention", self.tr("Reading attention maps"), self._attention()),
            ("files", self.tr("Files"), self._files()),
            ("languages", self.tr("Add languages"), self._languages()),
            ("privacy", self.tr("History and privacy"), self._privacy()),
            ("limits", self.tr("Limits of the models"), self._limits()),
            ("keys", self.tr("Keyboard shortcuts"), self._keys()),
        )
        return tuple(
            Chapter(name, title, f"<h1>{escape(title)}</h1>{html}") for name, title, html in written
        )

    def _translating(self) -> str:
        return _paragraphs(
            self.tr(
                "Type or paste a text. The translation appears a moment after you stop typing; "
                "{translate} translates at once."
            ).format(translate=_keys("translate")),
            self.tr(
                "After you change the text, the old translation stays, fainter, until the new "
                "one is ready. Sentences that did not change are not translated again."
            ),
            self.tr(
                "Line breaks, blank lines and indents are kept. If you paste a text with a "
                "break at the end of every line, the program offers to join the lines, which "
                "gives a better translation."
            ),
            self.tr(
                "{swap} swaps the languages and the texts. This needs a model for the opposite "
                "direction; if there is none, the button says so."
            ).format(swap=_keys("swap")),
            self.tr(
                "Below the translation you choose the model and, if the model has the choice, "
                "whether people are addressed as du or Sie. In a narrow window these choices are "
                "in the menu at the top right."
            ),
            self.tr(
                "A line below the texts notes anything that needs a second look: words the "
                "model does not know, text unlike its training text, a translation that repeats "
                "itself or was cut short. Its button lists all notes, and <b>Show</b> marks the "
                "sentence and its translation."
            ),
            self.tr(
                "While a long text is translated, the last line shows how much is done and how "
                "long the rest will take. {cancel} stops it and keeps what is done."
            ).format(cancel=_keys("cancel")),
        )

    def _marks(self, manifest: Manifest | None) -> str:
        meanings = (
            (
                "doubtful",
                self.tr("Wavy: very unsure; the choice was little more than a guess."),
            ),
            (
                "unsure",
                self.tr(
                    "Dotted: somewhat unsure; another word was nearly as likely. Shown only if "
                    "you turn it on in the settings."
                ),
            ),
            (
                "unmatched",
                self.tr("Dashed: the other text does not seem to say this."),
            ),
            (
                "unknown",
                self.tr("Dashed box in your text: a word the model does not know."),
            ),
            (
                "term",
                self.tr("Thin double line: a term of your glossary."),
            ),
            (
                "dictionary",
                self.tr(
                    "Small corners: a rare word, looked up in the included dictionary. Hover over "
                    "it to see the entry."
                ),
            ),
            (
                "edited",
                self.tr("Dashes and dots: you edited this sentence ({keys}).").format(
                    keys=keys_of("edit")
                ),
            ),
        )
        rows = "".join(
            f'<tr><td width="96"><img src="mark:{name}"></td><td>{escape(meaning)}</td></tr>'
            for name, meaning in meanings
        )
        figures = ""
        if manifest is not None and manifest.calibration is None:
            figures = _paragraphs(
                self.tr(
                    "The probabilities of the chosen model are not calibrated: nobody compared "
                    "them with how often its words are right. They still show which of its words "
                    "are less certain than others."
                )
            )
        elif manifest is not None and manifest.calibration is not None:
            figures = self._calibration(manifest.calibration)
        return (
            _paragraphs(
                self.tr(
                    "The model gives every word it could write next a probability, and writes a "
                    "likely one. A dotted or wavy line means that the probability of the word was "
                    "low."
                )
            )
            + f'<table cellpadding="5">{rows}</table>'
            + figures
            + _paragraphs(
                self.tr(
                    "A word without a line can still be wrong. The marks show how sure the "
                    "model was, not whether it was right; for texts unlike its training text "
                    "they mean little."
                ),
                self.tr("You can turn the marks on and off in the settings ({keys}).").format(
                    keys=_keys("settings")
                ),
            )
        )

    def _calibration(self, calibration: Calibration) -> str:
        if calibration.words == 0:
            return ""
        return _paragraphs(
            self.tr(
                "The chosen model's probabilities are calibrated: of the words at 70 %, about "
                "70 in 100 are words that a person translating the same sentence also chose. "
                "Very unsure means below {doubtful}, somewhat unsure below {unsure}."
            ).format(unsure=_percent(UNSURE), doubtful=_percent(DOUBTFUL)),
            self.tr(
                "On the {words} words used to measure this, they are off by {after} percentage "
                "points on average; before calibration it was {before}."
            ).format(
                words=QLocale().toString(calibration.words),
                after=_points(calibration.ece_after),
                before=_points(calibration.ece_before),
            ),
        )

    def _alternatives(self) -> str:
        return _paragraphs(
            self.tr(
                "Click a word of the translation, or put the caret on it and press {keys}, to "
                "see which words could stand there instead, each with its probability and the "
                "resulting sentence."
            ).format(keys=_keys("alternatives")),
            self.tr(
                "When you choose one, everything before it is kept and the rest of the sentence "
                "is translated again to fit. {keys} undoes the choice."
            ).format(keys=_keys("undo_choice")),
            self.tr(
                "The menu of a word (right mouse button) also has its entries in the included "
                "English–German dictionary; choosing one copies it."
            ),
            self.tr(
                "Alternative translations of the whole sentence are listed too, best first. "
                "Their score is the mean log probability of their words: the closer to 0, the "
                "more likely."
            ),
        )

    def _attention(self) -> str:
        looks = (
            self.tr("<b>Both texts</b> (cross-attention): the translation looks at your text."),
            self.tr("<b>Source</b> (encoder): the words of your text look at each other."),
            self.tr(
                "<b>Translation</b> (decoder): the translation looks at what it has written so far."
            ),
        )
        readings = (
            self.tr(
                "<b>A row</b> is a word that looks, <b>a column</b> a word it looks at. The "
                "weights of a row add up to 1; the brighter a cell, the larger its weight."
            ),
            self.tr(
                "<b>All heads</b> shows every layer (top to bottom) and head (left to right) at "
                "once. Click one, or use the arrow keys, to see its map."
            ),
            self.tr(
                "<b>Hover over a word or a cell</b> to see its partners in both texts and in "
                "the map. Ctrl+click a word or click a cell to pin them; {keys} unpins them."
            ).format(keys=_keys("cancel")),
            self.tr(
                "<b>Shift by one step</b>, in the menu “More”: the model looks at your text twice "
                "for each word: while choosing the word, and again after reading what it wrote. "
                "The second look often shows better where the word comes from."
            ),
            self.tr(
                "<b>Sinks:</b> when a head has nothing to look for, it rests on the end of the "
                "sentence or its full stop. That weight means little; “More” can hide it, and "
                "each row then adds up to 1 without it."
            ),
        )
        return (
            _paragraphs(
                self.tr(
                    "To write a word, the model weighs all the words it has read: this is "
                    "attention. It does so many times over, in several layers with several "
                    "heads each. {keys} shows these weights."
                ).format(keys=_keys("attention"))
            )
            + _list(looks)
            + "".join(f"<p>{reading}</p>" for reading in readings)
            + _paragraphs(
                self.tr(
                    "Attention is a view into the model, not proof: it shows where the model "
                    "looked, not why it chose a word."
                )
            )
        )

    def _files(self) -> str:
        return _paragraphs(
            self.tr(
                "Drop documents on the window, or choose them with {keys}: Word (.docx), "
                "PowerPoint (.pptx), Excel (.xlsx), OpenDocument (.odt), books (.epub), web pages "
                "(.html), Markdown (.md), subtitles (.srt), plain text (.txt) or PDF, of which "
                "only the text is translated. The translation is saved beside the file, with the "
                "language in its name; the file itself is not changed."
            ).format(keys=_keys("open_file")),
            self.tr(
                "Formatting, time codes, web addresses, code and placeholders are kept. If you "
                "stop a file, what has been translated so far is saved, and <b>Resume</b> "
                "translates the rest, even after you close the program."
            ),
        )

    def _languages(self) -> str:
        return _paragraphs(
            self.tr(
                "{keys} lists models for hundreds of languages that others have published. Search "
                "for a language by its name or code, and press <b>Download</b>. When the model is "
                "imported, <b>Use now</b> translates with it; after that, it needs no internet."
            ).format(keys=_keys("add_languages")),
            self.tr(
                "You can pause a download or close the program: what has arrived is kept, and "
                "<b>Resume</b> downloads the rest. Without the internet, get the file on another "
                "computer and choose <b>Import a file…</b>."
            ),
            self.tr(
                "{keys} says who published a model and under which licence. Its publisher "
                "measured its quality, not this program."
            ).format(keys=_keys("models")),
        )

    def _privacy(self) -> str:
        return _paragraphs(
            self.tr(
                "Everything is computed on this computer. Your text is never sent anywhere, and "
                "the log contains none of it. The program goes online only when you press "
                "<b>Download</b>."
            ),
            self.tr(
                "{keys} shows your past translations, searchable and reusable. They are stored "
                "in a file on this computer; you can delete one entry with {delete}, or all of "
                "them. You can turn the history off in the settings."
            ).format(keys=_keys("history"), delete=_key_html("Del")),
        )

    def _limits(self) -> str:
        return _paragraphs(
            self.tr(
                "The included models are small. “General” was trained on news, talks, messages, "
                "encyclopedias and manuals, “Photo captions” only on captions of photographs. "
                "Neither knows contracts, medicine or literature: a translation of such text "
                "may read well and still be wrong."
            ),
            self.tr(
                "They translate sentence by sentence and do not know what the previous sentence "
                "said. Check numbers and names above all."
            ),
            self.tr("Do not rely on them where a mistake could harm someone."),
        )

    def _keys(self) -> str:
        parts = []
        for group, shortcuts in groupby(SHORTCUTS, key=group_text):
            rows = "".join(
                f'<tr><td width="170">{", ".join(_key_html(keys) for keys in shortcut.keys)}</td>'
                f"<td>{escape(shortcut_text(shortcut))}</td></tr>"
                for shortcut in shortcuts
            )
            parts.append(f'<h2>{escape(group)}</h2><table cellpadding="3">{rows}</table>')
        return "".join(parts)


def _paragraphs(*texts: str) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def _list(texts: tuple[str, ...]) -> str:
    return "<ul>" + "".join(f"<li>{text}</li>" for text in texts) + "</ul>"


def _keys(name: str) -> str:
    return f"<code>{escape(keys_of(name))}</code>"


def _key_html(keys: str) -> str:
    return f"<code>{escape(keys_text(keys))}</code>"


def _points(share: float) -> str:
    return QLocale().toString(100 * share, "f", 1)


def _percent(share: float) -> str:
    return f"{QLocale().toString(100 * share, 'f', 0)} %"
