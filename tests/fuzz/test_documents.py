"""Documents of strangers: read or refused, and whatever is not translated comes out as it was."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.document import read_document
from engine.documents.part_translation import translate_parts
from engine.documents.tagged.language_tags import Languages
from engine.errors import DocumentError
from engine.translation import TranslationRequest
from tests.support.mutations import mutated
from tests.support.packages import (
    book_parts,
    office_parts,
    packed,
    slide_parts,
    slide_text,
    unpacked,
    word_parts,
    workbook_parts,
)
from tests.support.text_translators import Change, FakeTranslator, same
from tests.support.work import MEGABYTE, memory_within

TEXT = "A dog runs.\r\n\n  • Two dogs &amp; a cat sit! 😀\u2028It is 20 °C.\n".encode()
SUBTITLES = (
    b"1\r\n00:00:01,000 --> 00:00:02,000\r\n- A dog <i>runs</i>.\r\n"
    b"- {\\an8}It sits\r\ndown.\r\n\r\n"
    b"2\n00:00:03.000 --> 00:00:04.000\nTwo dogs.\n"
)
MARKDOWN = (
    b"---\na: b\n---\n# A dog #\n\n* A *dog* [runs](u 't') ![x](y).\n  1. `c` {x}\n\n"
    b"| a | b |\n|---|---|\n"
    b"| A dog | 1\\|2 |\n\n```\ncode\n```\n\n> Two\n> dogs<br>run[^1].\n\n"
    b"[^1]: A note.\n[a]: https://x.y 'z'\n"
)
PAGE = (
    b'<!DOCTYPE html><html lang="en"><head><title>A dog</title><script>if (a < b) x("<p>")</script>'
    b'<style>p > a {}</style></head><body><p title="A &quot;b">A <b>dog</b> &lt;script&gt; '
    b'&amp;amp; <img src="x" alt="A cat"> runs.<!-- c --><p>Two<br/>dogs.<pre> x\n y</pre>'
    b"</body></html>"
)
WORD = packed(
    word_parts(
        "<w:p><w:r><w:t>A dog </w:t></w:r><w:r><w:rPr><w:b/></w:rPr>"
        '<w:t xml:space="preserve">runs &lt;b&gt;. </w:t><w:tab/></w:r></w:p><w:p/>'
    )
)
OFFICE = packed(office_parts("<text:p>A dog <text:span>runs &amp; &lt;sits.</text:span></text:p>"))
SLIDES = packed(
    slide_parts(
        slide_text(
            "<a:p><a:pPr/><a:r><a:t>A dog </a:t></a:r><a:r><a:rPr b='1'/><a:t>runs &lt;b&gt;.</a:t>"
            "</a:r><a:br/><a:fld><a:t>1</a:t></a:fld><a:endParaRPr/></a:p>"
        )
    )
)
SHEETS = packed(
    workbook_parts(
        "<si><t>A dog &amp; a cat</t></si><si><r><t>A dog </t></r><r><rPr><b/></rPr><t>runs."
        "</t></r><phoneticPr/></si>",
        '<c t="inlineStr"><is><t>It sits</t></is></c><c><f>IF(A1="A dog",1)</f><v>1</v></c>',
    )
)
BOOK = packed(
    book_parts('<html xmlns="http://www.w3.org/1999/xhtml"><body><p>A dog.</p></body></html>')
)
PACKAGES = {".docx": WORD, ".pptx": SLIDES, ".xlsx": SHEETS, ".odt": OFFICE, ".epub": BOOK}

MARKS = (
    "<p>", "</p>", "<b>", "</", "<!--", "-->", "<![CDATA[", "]]>", "&", "&#0;", "&#x110000;",
    "&lol;", '<!DOCTYPE a [<!ENTITY lol "lol">]>', "<script>", "</script>", "<a href='x'>",
    "\0", "\r", "\n\n", "\u2028", "\ufeff", "-->", "00:00:01,000 --> 00:00:02,000\n", "1\n",
    "```", "~~~\n", "|", "\\", "`", "*", "__", "[", "](", "![", "> ", "- ", "    ", "\t", "{x}",
    "%s", "🇩🇪", "\u202e", "é", "日本",
)  # fmt: skip
WRONG_BYTES = (b"\xff\xfe", b"\xef\xbb\xbf", b"\x80", b"\x1b$B", b"+AGE-")
TAGS = tuple(mark.encode() for mark in MARKS)
ANY_BYTES = TAGS + WRONG_BYTES
PDF_MARKS = (
    b"endobj",
    b"stream\n",
    b"<<",
    b">>",
    b"/Length -1",
    b"1 0 R",
    b"(",
    b"[",
    b"obj",
    b"BT",
)

LANGUAGES = Languages("en", "de")
MOST = 64 * MEGABYTE
HOSTILE = "<script>alert(1)</script> & \"x\" 'y' ]]> <w:p>"


def translated(path: Path, content: bytes, change: Change = same) -> bytes | None:
    """Return the file with each sentence changed; None if it is refused."""
    path.write_bytes(content)
    try:
        document = read_document(path, LANGUAGES)
        steps = translate_parts(FakeTranslator(change), document.parts, TranslationRequest(""))
        return document.encoding.encode("".join(step.text for step in steps))
    except DocumentError as error:
        assert str(error).startswith(str(path))  # noqa: PT017 - any of the sentences
        return None


def is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def unblanked(content: bytes) -> bytes:
    """Return content without blanks, in whatever encoding."""
    return content.replace(b" ", b"").replace(b"\0", b"")


@pytest.fixture(scope="module", autouse=True)
def _loaded(room: Path) -> None:
    """Load what reading needs, so that only what a file makes of it is measured."""
    for suffix, content in (
        (".txt", TEXT),
        (".md", MARKDOWN),
        (".pdf", make_pdf()),
        (".docx", WORD),
    ):
        assert translated(room / f"a{suffix}", content) is not None


@given(mutated([TEXT, SUBTITLES], ANY_BYTES))
@pytest.mark.parametrize("suffix", [".txt", ".srt"])
def test_plain_text_comes_out_byte_for_byte(room: Path, suffix: str, content: bytes) -> None:
    out = translated(room / f"a{suffix}", content)
    if out is not None:
        assert unblanked(out) == unblanked(content)
        # Between sentences of a script without blanks, which a wrong guess can be, one is added.
        assert out == content or not is_utf8(content) or "日".encode() in content


@given(mutated([MARKDOWN], ANY_BYTES))
def test_markdown_is_read_and_stays_what_it_is(room: Path, content: bytes) -> None:
    with memory_within(MOST):
        once = translated(room / "a.md", content)
    if once is not None and is_utf8(content):  # what else it may be is a guess each time
        assert translated(room / "a.md", once) == once


@given(mutated([PAGE], ANY_BYTES))
def test_a_page_keeps_every_tag(room: Path, content: bytes) -> None:
    path = room / "a.html"
    with memory_within(MOST):
        once = translated(path, content)
    if once is not None and is_utf8(content):
        assert translated(path, once) == once


@given(mutated([PAGE], TAGS))
def test_no_translation_becomes_a_tag_of_a_page(room: Path, content: bytes) -> None:
    path = room / "a.html"
    before, after = translated(path, content), translated(path, content, lambda _: HOSTILE)
    if before is None or after is None:
        assert before is after
        return
    for tag in (rb"<script\b", rb"<w:p>"):
        assert len(re.findall(tag, after)) <= len(re.findall(tag, before))


@pytest.mark.parametrize(("suffix", "content"), [*PACKAGES.items(), (".html", PAGE)])
def test_no_translation_becomes_a_tag(room: Path, suffix: str, content: bytes) -> None:
    out = translated(room / f"a{suffix}", content, lambda _: HOSTILE)
    assert out is not None
    parts = {"": out} if suffix == ".html" else unpacked(out)
    whole = b"".join(part for name, part in parts.items() if not name.endswith(".png"))
    assert b"alert(1)" in whole
    assert b"<script>alert" not in whole


@given(mutated([*PACKAGES.values()]))
@pytest.mark.parametrize("suffix", PACKAGES)
def test_a_damaged_package_is_read_or_refused(room: Path, suffix: str, content: bytes) -> None:
    with memory_within(MOST):
        translated(room / f"a{suffix}", content)


@pytest.mark.parametrize("suffix", PACKAGES)
def test_a_package_of_damaged_parts_is_read_or_refused(room: Path, suffix: str) -> None:
    parts = unpacked(PACKAGES[suffix])
    texts = [name for name in parts if not name.endswith(".png")]

    @given(st.tuples(*(mutated([parts[name]], TAGS) for name in texts)))
    def read(contents: tuple[bytes, ...]) -> None:
        changed = {**parts, **dict(zip(texts, contents, strict=True))}
        with memory_within(MOST):
            out = translated(room / f"a{suffix}", packed(changed))
        if out is not None:
            kept = unpacked(out)
            assert kept.keys() == changed.keys()
            assert all(kept[name] == part for name, part in parts.items() if name.endswith(".png"))

    read()


def make_pdf() -> bytes:
    """Return a PDF of two lines."""
    stream = b"BT /F1 12 Tf 72 700 Td (A dog runs.) Tj 0 -14 Td (It sits.) Tj ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        b"/Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    written, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % len(written)
    return written + b"xref\n0 6\n0000000000 65535 f \n" + table + end


@given(mutated([make_pdf()], PDF_MARKS))
def test_a_damaged_pdf_is_read_or_refused(room: Path, content: bytes) -> None:
    with memory_within(MOST):
        translated(room / "a.pdf", content)
