"""PDF files as text: lines become paragraphs again, and what cannot be read is said."""

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfWriter

from engine.documents.document import read_document
from engine.documents.file_translation import FileRequest, translate_file
from engine.documents.pdf import read_pdf
from engine.documents.tagged.language_tags import Languages
from engine.errors import DocumentError
from engine.markup.extraction import Block
from engine.translation import NoticeKind
from tests.support.pdf_files import Shown, make_pdf
from tests.support.text_translators import FakeTranslator, shouted


def paragraphs(content: bytes) -> list[str]:
    parts = read_pdf(Path("a.pdf"), content, "en")
    return [part.passage.source for part in parts if isinstance(part, Block)]


def text_of(*lines: str, top: int = 700, left: int = 50) -> list[Shown]:
    return [(left, top - 12 * number, 10, line) for number, line in enumerate(lines)]


LINES = ["The old gardener planted two big trees near", "the river. He had bought them at the mar-"]


def test_lines_at_the_usual_distance_in_one_size_are_a_paragraph() -> None:
    page = [(50, 740, 18, "The garden"), *text_of(*LINES, "ket.")]
    assert paragraphs(make_pdf(page + text_of("Nobody", "knew that.", top=640))) == [
        "The garden",
        "The old gardener planted two big trees near the river. He had bought them at the market.",
        "Nobody",
        "knew that.",
    ]


def test_a_paragraph_goes_on_in_the_next_column_and_on_the_next_page() -> None:
    first = [*text_of(*LINES), *text_of("ket, where nearly all the", "other people buy", left=300)]
    second = [*text_of("their trees."), (300, 20, 10, "2")]
    assert paragraphs(make_pdf([*first, (300, 20, 10, "1")], second)) == [
        "The old gardener planted two big trees near the river. He had bought them at the market, "
        "where nearly all the other people buy their trees."
    ]


def test_an_indent_or_a_bullet_begins_a_paragraph() -> None:
    lines = text_of("All of them were very happy.", "They sang.", "- Bring some bread", "- Sing")
    lines[1] = (60, *lines[1][1:])
    assert paragraphs(make_pdf(lines)) == [
        "All of them were very happy.",
        "They sang.",
        "- Bring some bread",
        "- Sing",
    ]


def test_the_translation_is_a_text_file_and_it_is_said_what_is_lost(tmp_path: Path) -> None:
    source = tmp_path / "a.pdf"
    source.write_bytes(make_pdf(text_of(*LINES, "ket.")))
    steps = list(translate_file(FakeTranslator(shouted), FileRequest(source)))
    assert [remark.kind for remark in steps[0].remarks] == [NoticeKind.PLAIN_TEXT]
    assert (tmp_path / "a.de.txt").read_text(encoding="utf-8") == (
        "THE OLD GARDENER PLANTED TWO BIG TREES NEAR THE RIVER. "
        "HE HAD BOUGHT THEM AT THE MARKET.\n\n"
    )
    with pytest.raises(DocumentError, match="cannot be written as PDF"):
        list(translate_file(FakeTranslator(), FileRequest(source, tmp_path / "b.pdf")))


def test_a_tab_between_words_is_a_space() -> None:
    words = text_of("The\told\tgardener", r"planted\011two\ttrees.")
    assert paragraphs(make_pdf(words)) == ["The old gardener planted two trees."]


@pytest.mark.parametrize(
    ("lines", "is_told"),
    [
        (("Theoldgardenerplantedtwobigtreesnear", "theriver.Hehadboughtthematthemarket."), True),
        (("The old gardener planted two big trees near", "the river."), False),
        (
            ("Das Rechtsschutzversicherungsgesetz gilt", *3 * ("auch in allen Orten, die es",)),
            False,
        ),
    ],
)
def test_words_that_run_together_are_told(
    tmp_path: Path, lines: tuple[str, ...], is_told: bool
) -> None:
    source = tmp_path / "a.pdf"
    source.write_bytes(make_pdf(text_of(*lines)))
    first, *_ = translate_file(FakeTranslator(shouted), FileRequest(source))
    told = {remark.kind for remark in first.remarks}
    assert (NoticeKind.RUN_TOGETHER in told) is is_told


def locked() -> bytes:
    writer = PdfWriter(BytesIO(make_pdf(text_of("A dog"))))
    writer.encrypt("secret", algorithm="RC4-128")
    content = BytesIO()
    writer.write(content)
    return content.getvalue()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (locked(), "is protected by a password; save it without one"),
        (make_pdf([]), "contains only pictures of text; let another program recognize it"),
        (make_pdf(text_of("1 2 3")), "contains only pictures of text"),
        (b"", "is damaged, or not the file type its name says; save it again"),
        (b"no PDF", "is damaged"),
        (make_pdf(text_of("A dog"))[:200], "is damaged"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, content: bytes, says: str) -> None:
    source = tmp_path / "a.pdf"
    source.write_bytes(content)
    with pytest.raises(DocumentError, match=says):
        read_document(source, Languages("en", "de"))


@given(st.data())
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    content = bytearray(make_pdf(text_of(*LINES)))
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 20))] = data.draw(st.binary(max_size=8))
    try:
        paragraphs(bytes(content))
    except DocumentError as error:
        assert str(error).startswith("a.pdf ")  # noqa: PT017 - any of the sentences
