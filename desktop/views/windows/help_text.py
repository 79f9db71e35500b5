"""What the help says: short chapters in plain words, as the simple HTML that Qt shows."""

from dataclasses import dataclass
from html import escape
from itertools import groupby

from PySide6.QtCore import QLocale, QObject

from desktop.values.word_links import DOUBTFUL, UNSURE
from desktop.views.shortcuts import SHORTCUTS, group_text, keys_of, keys_text, shortcut_text
from engine.models.manifest import Calibration


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: a name for the program, a title and its HTML."""

    id: str
    title: str
    html: str


class HelpText(QObject):
    """Writes the chapters in the language of the interface.

    Pictures in them are named `mark:unsure`, `mark:doubtful` and `mark:unknown`.
    """

    def chapters(self, calibration: Calibration | None) -> tuple[Chapter, ...]:
        """All chapters, in reading order.

        Args:
            calibration: Of the model that is chosen; None where it says nothing of that.
        """
        written = (
            ("translating", self.tr("Translating"), self._translating()),
            ("marks", self.tr("What the marks mean"), self._marks(calibration)),
            ("alternatives", self.tr("Other words"), self._alternatives()),
            ("attention", self.tr("Reading the attention"), self._attention()),
            ("files", self.tr("Files"), self._files()),
            ("privacy", self.tr("History and privacy"), self._privacy()),
            ("limits", self.tr("What the model cannot do"), self._limits()),
            ("keys", self.tr("Keys"), self._keys()),
        )
        return tuple(
            Chapter(name, title, f"<h1>{escape(title)}</h1>{html}") for name, title, html in written
        )

    def _translating(self) -> str:
        return _paragraphs(
            self.tr(
                "Type or paste a text: its translation appears by itself, a moment after the last "
                "key. {translate} asks for it at once."
            ).format(translate=_keys("translate")),
            self.tr(
                "While the text has changed and its new translation is not there yet, the old one "
                "stays, fainter. Sentences that did not change are not translated again."
            ),
            self.tr(
                "Line breaks, blank lines and indents stay as they are. A text that was copied "
                "with a break at the end of every line is better joined first: you are offered "
                "that when you paste one."
            ),
            self.tr(
                "{swap} swaps the languages and the texts. It needs a model for the way back; "
                "where there is none, the button says so."
            ).format(swap=_keys("swap")),
            self.tr(
                "A bar below the texts tells when something needs a second look: words the model "
                "does not know, a text unlike all it has learned from, a translation that repeats "
                "itself or was cut short."
            ),
        )

    def _marks(self, calibration: Calibration | None) -> str:
        meanings = (
            (
                "unsure",
                self.tr("Dotted: the model was less sure; another word was nearly as likely."),
            ),
            (
                "doubtful",
                self.tr("Wavy: doubtful; the choice was little more than a guess."),
            ),
            (
                "unknown",
                self.tr("Dashed box, in your text: a word that the model has never seen."),
            ),
        )
        rows = "".join(
            f'<tr><td width="96"><img src="mark:{name}"></td><td>{escape(meaning)}</td></tr>'
            for name, meaning in meanings
        )
        figures = ""
        if calibration is not None and calibration.words > 0:
            figures = self._calibration(calibration)
        return (
            _paragraphs(
                self.tr(
                    "The model gives each word that it could write next a probability, and writes "
                    "a likely one. A line under a word says that its probability was low."
                )
            )
            + f'<table cellpadding="5">{rows}</table>'
            + figures
            + _paragraphs(
                self.tr(
                    "A word without a line can be wrong all the same. The marks tell how sure the "
                    "model was, not whether it was right; for texts unlike those it has learned "
                    "from, they tell little."
                ),
                self.tr("The settings ({keys}) switch the marks off.").format(
                    keys=_keys("settings")
                ),
            )
        )

    def _calibration(self, calibration: Calibration) -> str:
        return _paragraphs(
            self.tr(
                "The probabilities of the chosen model are calibrated: of the words with 70 %, "
                "about 70 of 100 are words that a person who translated the same sentence chose "
                "too. Below {unsure} the line is dotted, below {doubtful} wavy."
            ).format(unsure=_percent(UNSURE), doubtful=_percent(DOUBTFUL)),
            self.tr(
                "On the {words} words they were measured on, they are {after} percentage points "
                "off on average; before they were calibrated, {before}."
            ).format(
                words=QLocale().toString(calibration.words),
                after=_points(calibration.ece_after),
                before=_points(calibration.ece_before),
            ),
        )

    def _alternatives(self) -> str:
        return _paragraphs(
            self.tr(
                "Click a word of the translation, or put the caret on it and press {keys}: you "
                "see the words that could stand there instead, each with its probability and with "
                "the sentence that would come of it."
            ).format(keys=_keys("alternatives")),
            self.tr(
                "When you choose one, all that stands before it is kept, and the rest of the "
                "sentence is translated again to fit. {keys} takes the choice back."
            ).format(keys=_keys("undo_choice")),
            self.tr(
                "Whole other translations of the sentence are listed too, best first. Their score "
                "is the mean logarithm of the probabilities of their words: the nearer to 0, the "
                "more likely."
            ),
        )

    def _attention(self) -> str:
        looks = (
            self.tr("<b>Cross:</b> the translation looks at your text."),
            self.tr("<b>Encoder:</b> the words of your text look at each other."),
            self.tr("<b>Decoder:</b> the translation looks at what it has written so far."),
        )
        readings = (
            self.tr(
                "<b>A row</b> is a word that looks, <b>a column</b> one that is looked at. The "
                "weights of a row add up to 1; the brighter a cell, the larger its weight."
            ),
            self.tr(
                "<b>The grid</b> shows all layers (from top to bottom) and heads (from left to "
                "right) at once. Click one, or walk with the arrow keys, to see it as a map."
            ),
            self.tr(
                "<b>Point at a word or a cell</b> to see its partners in both texts and in the "
                "map. Ctrl+click on a word, or a click on a cell, pins them; {keys} lets go."
            ).format(keys=_keys("cancel")),
            self.tr(
                "<b>While choosing a word, or word alignment?</b> The model looks at your text "
                "twice for each word: while it chooses the word, and again when it has read what "
                "it wrote. The second look often shows better where the word comes from. A switch "
                "moves the rows by this one step."
            ),
            self.tr(
                "<b>Sinks:</b> where a head has nothing to look for, it rests on the end of the "
                "sentence or on its full stop. That weight means little; it can be hidden, and "
                "each row then adds up to 1 without it."
            ),
        )
        return (
            _paragraphs(
                self.tr(
                    "To write a word, the model weighs all the words that it has read: this is "
                    "attention. It does so many times over, in several layers and, in each layer, "
                    "several heads. {keys} shows these weights."
                ).format(keys=_keys("attention"))
            )
            + _list(looks)
            + "".join(f"<p>{reading}</p>" for reading in readings)
            + _paragraphs(
                self.tr(
                    "Attention is a view into the model, not a proof: it shows where the model "
                    "looked, not why it chose a word."
                )
            )
        )

    def _files(self) -> str:
        return _paragraphs(
            self.tr(
                "Drop text files (.txt), Markdown (.md) or subtitles (.srt) on the window, or "
                "choose some with {keys}. The translation is saved beside the file, the language "
                "in its name; the file itself is not touched."
            ).format(keys=_keys("open_file")),
            self.tr(
                "Markup, time codes, web addresses, code and placeholders stay as they are. When "
                "you stop a file, what is translated so far is saved, and <b>Resume</b> translates "
                "the rest, even after the program was closed."
            ),
        )

    def _privacy(self) -> str:
        return _paragraphs(
            self.tr(
                "Everything is computed on this computer. Nothing is sent anywhere, and the log "
                "holds none of your text."
            ),
            self.tr(
                "{keys} shows what you have translated, to be searched and taken back. The list "
                "is a file on this computer that only you can erase: one entry with {delete}, or "
                "all of them. In the settings, you can do without a history."
            ).format(keys=_keys("history"), delete=_key_html("Del")),
        )

    def _limits(self) -> str:
        return _paragraphs(
            self.tr(
                "The models that come with the program are small. “General” has learned from "
                "news, talks, messages, encyclopedias and manuals, “Photo captions” from captions "
                "of photographs alone. Neither knows contracts, medicine or literature: a "
                "translation of such text may read well and still be wrong."
            ),
            self.tr(
                "They translate sentence by sentence and do not know what the sentence before "
                "said. Numbers and names above all deserve a second look."
            ),
            self.tr("Do not rely on them where a mistake would harm somebody."),
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
