"""What names the source language names the target language, and nothing else does."""

import pytest

from engine.documents.tagged.dialects import DRAWING, HTML, METADATA, OPEN_DOCUMENT, WORD, Dialect
from engine.documents.tagged.language_tags import Languages, relabelled
from engine.documents.tagged.tokens import html_tokens, xml_tokens
from tests.support.packages import OFFICE, SLIDE
from tests.support.packages import WORD as WORD_SPACE

DC = '<dc:language xmlns:dc="http://purl.org/dc/elements/1.1/">'


@pytest.mark.parametrize(
    ("dialect", "text", "becomes"),
    [
        (
            HTML,
            "<p lang='en'><i xml:lang=\"EN-gb\" hreflang='en'>",
            "<p lang='pt-BR'><i xml:lang=\"pt-BR\" hreflang='en'>",
        ),
        (HTML, "<p lang='fr'><p lang='eng'><p data-lang='en'>en", None),
        (
            WORD,
            f'<w:lang {WORD_SPACE} w:val="en-US" w:eastAsia="en-US"/>',
            f'<w:lang {WORD_SPACE} w:val="pt-BR" w:eastAsia="en-US"/>',
        ),
        (
            DRAWING,
            f'<a:rPr {SLIDE} lang="en-US" altLang="en-US"/>',
            f'<a:rPr {SLIDE} lang="pt-BR" altLang="en-US"/>',
        ),
        (WORD, f'<w:x {WORD_SPACE} w:val="en-US"/>', None),
        (
            OPEN_DOCUMENT,
            f'<x {OFFICE} fo:language="en" fo:country="US"/>',
            f'<x {OFFICE} fo:language="pt" fo:country="BR"/>',
        ),
        (OPEN_DOCUMENT, f'<x {OFFICE} fo:language="fr" fo:country="FR"/>', None),
        (METADATA, f"{DC}en-GB</dc:language>", f"{DC}pt-BR</dc:language>"),
        (METADATA, f"{DC}fr</dc:language>", None),
    ],
)
def test_the_source_language_becomes_the_target_language(
    dialect: Dialect, text: str, becomes: str | None
) -> None:
    tokens = html_tokens(text, is_xml=False) if dialect is HTML else xml_tokens(text)
    found = relabelled(tokens, Languages("en", "pt-BR"), dialect)
    assert "".join(token.raw for token in found) == (becomes or text)
