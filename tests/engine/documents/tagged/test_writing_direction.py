"""A document that changes sides says so, as its format wants it; any other keeps every byte."""

import pytest

from engine.documents.tagged.dialects import DRAWING, HTML, METADATA, OPEN_DOCUMENT, WORD, Dialect
from engine.documents.tagged.language_tags import Languages
from engine.documents.tagged.tokens import html_tokens, xml_tokens
from engine.documents.tagged.writing_direction import redirected
from tests.support.packages import OFFICE, SLIDE
from tests.support.packages import WORD as WORD_SPACE

OPF = 'xmlns="http://www.idpf.org/2007/opf"'
BIDI = "<w:pPrDefault><w:pPr><w:bidi/></w:pPr></w:pPrDefault>"


def in_direction(text: str, dialect: Dialect, source: str, target: str) -> str:
    tokens = html_tokens(text, is_xml=False) if dialect is HTML else xml_tokens(text)
    return "".join(token.raw for token in redirected(tokens, Languages(source, target), dialect))


def styles(defaults: str) -> str:
    return f"<w:styles {WORD_SPACE}><w:docDefaults>{defaults}</w:docDefaults></w:styles>"


@pytest.mark.parametrize(
    ("dialect", "left", "right"),
    [
        (HTML, "<html lang='en'><p>a", "<html lang='en' dir=\"rtl\"><p>a"),
        (HTML, "<html dir='ltr'><p dir=LTR dir='ltr'>", "<html dir='rtl'><p dir=LTR dir='rtl'>"),
        (HTML, "<p>a</p>", "<p>a</p>"),
        (METADATA, f"<spine {OPF}/>", f'<spine {OPF} page-progression-direction="rtl"/>'),
        (
            OPEN_DOCUMENT,
            f'<style:x {OFFICE} style:writing-mode="lr-tb"/>',
            f'<style:x {OFFICE} style:writing-mode="rl-tb"/>',
        ),
        (WORD, styles(""), styles(BIDI)),
        (WORD, styles("<w:pPrDefault/>"), styles(BIDI)),
        (WORD, styles("<w:pPrDefault><w:pPr/></w:pPrDefault>"), styles(BIDI)),
        (
            WORD,
            styles(
                "<w:rPrDefault/><w:pPrDefault><w:pPr><w:pBdr><w:top/></w:pBdr><w:spacing/><w:jc/>"
                "</w:pPr></w:pPrDefault>"
            ),
            styles(
                "<w:rPrDefault/><w:pPrDefault><w:pPr><w:pBdr><w:top/></w:pBdr><w:bidi/><w:spacing/>"
                "<w:jc/></w:pPr></w:pPrDefault>"
            ),
        ),
        (WORD, f"<w:p {WORD_SPACE}><w:pPr/></w:p>", f"<w:p {WORD_SPACE}><w:pPr/></w:p>"),
    ],
)
def test_what_runs_to_the_other_side_says_so(dialect: Dialect, left: str, right: str) -> None:
    assert in_direction(left, dialect, "en", "ar") == right
    assert in_direction(right, dialect, "en", "ar") == right
    assert in_direction(left, dialect, "en", "de") == left
    assert in_direction(right, dialect, "he", "ar") == right


def test_the_lines_of_a_slide_are_at_the_other_side_of_it() -> None:
    left = f'<a:lvl1pPr {SLIDE} algn="l" rtl="0"><a:tab algn="l"/></a:lvl1pPr>'
    right = f'<a:lvl1pPr {SLIDE} algn="r" rtl="1"><a:tab algn="l"/></a:lvl1pPr>'
    assert in_direction(left, DRAWING, "en", "ar") == right
    assert in_direction(right, DRAWING, "ar", "en") == left
    assert in_direction(left, DRAWING, "en", "de") == left


@pytest.mark.parametrize(
    ("dialect", "right", "left"),
    [
        (HTML, "<html dir='rtl'><p dir=\"rtl\">", "<html dir='ltr'><p dir=\"ltr\">"),
        (
            METADATA,
            f"<spine {OPF} page-progression-direction='rtl'/>",
            f"<spine {OPF} page-progression-direction='ltr'/>",
        ),
        (
            OPEN_DOCUMENT,
            f'<style:x {OFFICE} style:writing-mode="rl-tb"/>',
            f'<style:x {OFFICE} style:writing-mode="lr-tb"/>',
        ),
        (
            WORD,
            f"<w:p {WORD_SPACE}><w:pPr><w:bidi/><w:rPr><w:rtl></w:rtl></w:rPr></w:pPr></w:p>",
            f"<w:p {WORD_SPACE}><w:pPr><w:rPr></w:rPr></w:pPr></w:p>",
        ),
    ],
)
def test_what_ran_from_right_to_left_does_so_no_more(
    dialect: Dialect, right: str, left: str
) -> None:
    assert in_direction(right, dialect, "fa", "en") == left
