"""Everything about a model: the program's facts and its model card."""

import html
from collections.abc import Iterator

from PySide6.QtCore import QEvent, QLocale, Qt, QUrl
from PySide6.QtGui import (
    QImage,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextDocumentFragment,
    QTextFormat,
    QTextLength,
    QTextOption,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop.views import theme
from desktop.views.models.rows import (
    name_text,
    origin_text,
    score_text,
    size_text,
)
from desktop.wording.error_text import describe
from desktop.wording.language_names import language_list, model_direction
from desktop.wording.model_titles import shown_statement
from engine.models.manifest import ImportedFrom, Manifest, TrainingCorpus
from engine.models.registry import ModelEntry

_MARGIN = 20
_TITLE_SCALE = 1.5
_HEADING_SCALE = 1.1
_TEXT_SHOWN = 600
"""The most characters shown of a manifest field."""
_CORPORA_SHOWN = 8
_PROBLEMS_SHOWN = 12
_RULES = """
QTextBrowser { background: palette(base); border: 1px solid palette(mid); border-radius: 8px; }
QTextBrowser:focus { border-color: palette(link); }
"""


class ModelCard(QTextBrowser):
    """Models are untrusted: nothing their cards refer to is loaded, links lead nowhere."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setOpenLinks(False)
        self.setAccessibleName(self.tr("About the model"))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTabChangesFocus(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setStyleSheet(_RULES)
        self._shown: tuple[ModelEntry, str] | None = None

    def show_nothing(self) -> None:
        """Show that no model is chosen."""
        self._shown = None
        self.clear()

    def show_model(self, entry: ModelEntry, card: str) -> None:
        """Show a model and its card, which is Markdown."""
        self._shown = (entry, card)
        self._write()

    def loadResource(self, kind: int, name: QUrl | str) -> object:  # noqa: ARG002 - Qt's signature
        """Load nothing: an empty picture keeps Qt from looking elsewhere."""
        picture = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
        picture.fill(0)
        return picture

    def changeEvent(self, event: QEvent) -> None:
        """Rewrite the card in the current colours and font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._write()

    def _write(self) -> None:
        if self._shown is None:
            return
        entry, card = self._shown
        document = self.document()
        document.clear()
        document.setDefaultFont(self.font())
        document.setDocumentMargin(_MARGIN)
        document.setDefaultStyleSheet(
            f"th, .caption {{ color: {theme.colours().faint.name()}; font-weight: 600; }}"
            "th, td { padding: 0 14px 6px 0; }"
        )
        cursor = QTextCursor(document)
        cursor.insertHtml(self._html(entry))
        if card:
            above = QTextBlockFormat()
            above.setTopMargin(_MARGIN)
            above.setBottomMargin(_MARGIN / 3)
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.insertBlock(above, QTextCharFormat())
            caption = self.tr("Model card")
            cursor.insertHtml(f'<span class="caption">{_plain(caption)}</span>')
            cursor.insertBlock(QTextBlockFormat(), QTextCharFormat())
            cursor.insertFragment(QTextDocumentFragment(self._read(card)))
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def _html(self, entry: ModelEntry) -> str:
        points = self.font().pointSizeF() * _TITLE_SCALE
        rows = "".join(
            f'<tr><th align="left">{_plain(name)}</th><td>{text}</td></tr>'
            for name, text in self._facts(entry)
        )
        return (
            f'<p style="font-size: {points:.1f}pt; font-weight: 600;">'
            f"{_plain(name_text(entry))}</p>"
            f'<table cellspacing="0" style="margin-top: 10px;">{rows}</table>'
        )

    def _facts(self, entry: ModelEntry) -> Iterator[tuple[str, str]]:
        """Return the program's facts about a model: names and HTML."""
        manifest = entry.manifest
        if entry.problem is not None:
            described = describe(entry.problem)
            details = described.details.splitlines()[:_PROBLEMS_SHOWN]
            lines = (described.title + ".", described.sentence, *details)
            yield self.tr("Problem"), "<br>".join(_plain(line) for line in lines)
        if manifest is not None:
            yield from self._languages(manifest)
        if manifest is not None and manifest.limits:
            yield self.tr("Suited for"), _plain(shown_statement(manifest.limits))
        score = score_text(entry)
        if manifest is not None and manifest.is_converted:
            not_ours = self.tr("Not measured with this program")
            publishers = self.tr("{score}: measured by its publisher, not with this program")
            score = publishers.format(score=score) if score else not_ours
        if score:
            yield self.tr("Score"), _plain(score)
        if manifest is not None and manifest.fine_tuned_from is not None:
            yield self.tr("Improved from"), _plain(manifest.fine_tuned_from.name)
        if manifest is not None and manifest.imported_from is not None:
            yield from self._publication(manifest.imported_from)
        if manifest is not None and manifest.corpora:
            corpora = manifest.corpora[:_CORPORA_SHOWN]
            more = len(manifest.corpora) - len(corpora)
            texts = [self._corpus_text(corpus) for corpus in corpora]
            texts += [self.tr("and %n more", "", more)] if more else []
            yield self.tr("Training text"), "<br>".join(_plain(text) for text in texts)
        yield self.tr("Origin"), _plain(f"{origin_text(entry)}, {size_text(entry)}")
        yield self.tr("Folder"), _plain(str(entry.path))

    def _languages(self, manifest: Manifest) -> Iterator[tuple[str, str]]:
        """Return the direction, or all languages of a model of several."""
        if len(manifest.directions) == 1:
            yield self.tr("Languages"), _plain(model_direction(manifest))
            return
        for name, codes in (
            (self.tr("Source languages"), manifest.source_languages or (manifest.source_language,)),
            (self.tr("Target languages"), manifest.target_tokens or (manifest.target_language,)),
        ):
            yield name, html.escape(language_list(codes))

    def _publication(self, published: ImportedFrom) -> Iterator[tuple[str, str]]:
        """Return who published an imported model, and on what terms, as far as that is known."""
        yield self.tr("Imported from"), _plain(published.name)
        for name, text in (
            (self.tr("Publisher"), published.publisher),
            (self.tr("Licence"), published.licence),
            (self.tr("Address"), published.address),
        ):
            if text:
                yield name, _plain(text)

    def _corpus_text(self, corpus: TrainingCorpus) -> str:
        """Return name, amount and the attribution that the licence requires."""
        pairs = QLocale().toString(corpus.pairs)
        text = self.tr("{corpus}, {pairs} pairs").format(corpus=corpus.name, pairs=pairs)
        stated = ". ".join(filter(None, (shown_statement(corpus.licence), corpus.attribution)))
        return f"{text}: {stated}" if stated else text

    def _read(self, card: str) -> QTextDocument:
        """Return the card without its title, with smaller headings, and tables no wider than it."""
        document = QTextDocument()
        document.setMarkdown(
            card,
            QTextDocument.MarkdownFeature.MarkdownDialectGitHub
            | QTextDocument.MarkdownFeature.MarkdownNoHTML,
        )
        heading = QTextCharFormat()
        heading.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
        heading.setFontPointSize(self.font().pointSizeF() * _HEADING_SCALE)
        cursor = QTextCursor(document)
        if document.begin().blockFormat().headingLevel() == 1:  # the name it was made under
            cursor.movePosition(
                QTextCursor.MoveOperation.NextBlock, QTextCursor.MoveMode.KeepAnchor
            )
            cursor.removeSelectedText()
        block = document.begin()
        while block.isValid():
            if block.blockFormat().headingLevel():
                cursor.setPosition(block.position())
                cursor.movePosition(
                    QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
                )
                cursor.mergeCharFormat(heading)
            cursor.setPosition(block.position())
            table = cursor.currentTable()
            if table is not None:
                table_format = table.format()
                table_format.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
                table.setFormat(table_format)
                block = table.lastCursorPosition().block()
            block = block.next()
        return document


def _plain(text: str) -> str:
    """Return a text, or its beginning, escaped as HTML."""
    if len(text) > _TEXT_SHOWN:
        text = text[:_TEXT_SHOWN] + " …"
    return html.escape(text)
