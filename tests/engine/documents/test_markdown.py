"""Markdown: what is rendered stays the same but for the words."""

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from engine.documents import markdown
from engine.documents.document import read_document, read_parts
from engine.documents.part_translation import translate_parts
from engine.documents.tagged.language_tags import Languages
from engine.errors import DocumentError
from engine.markup.extraction import Block, Passage, Place
from engine.translation import TranslationRequest
from tests.support.text_translators import (
    Change,
    FakeTranslator,
    Link,
    in_order,
    reversed_order,
    same,
    shouted,
    turned,
)


def translated(text: str, change: Change = same, link: Link = in_order) -> str:
    parts = list(read_parts(text, ".md", "en"))
    steps = translate_parts(FakeTranslator(change, link), parts, TranslationRequest(""))
    return "".join(step.text for step in steps)


def rendered(text: str) -> str:
    """Return the HTML, in which a soft line break is what it is shown as: a blank."""
    html = MarkdownIt("commonmark").enable("table").render(text)
    # markdown-it leaves the indent of a line that code in a paragraph runs on to.
    return re.sub(r"\s+", " ", re.sub(r"(?<=<code>)\s+|\s+(?=</code>)", "", html))


def blocks(text: str) -> Counter[str]:
    """Count the blocks of each kind, with how deep they are."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    counted = Counter(f"{token.type} {token.tag}" for token in tokens if token.type != "inline")
    code = [token.content for token in tokens if token.type in ("fence", "code_block")]
    return counted + Counter(code)


PIECES = st.sampled_from(
    [
        *"*_`[]()<>!#>-+=~|\\1.: \t", "\n", "\n\n", "  \n", "\\\n", "\r\n", "\n> ", "\n- ", "\n1. ",
        "\n    ", "\n# ", "\n---\n", "\n===\n", "```\n", "\n|a|b|\n|-|-|\n|c|d|\n", "<div>", "<b>",
        "<!--", "-->", "dog", "The cat runs.", "[a](b)", "![a](b)", "[a]: b\n", "[^1]: ", "[!NOTE]",
        "**a**", "`c`", "{x}", "&amp;", "https://x.y", "---\na: b\n---\n",
    ]
)  # fmt: skip
FILES = st.lists(PIECES, max_size=20).map("".join)


@given(FILES | st.text())
def test_a_file_that_is_not_changed_is_shown_as_before(text: str) -> None:
    out = translated(text)
    assert rendered(out) == rendered(text)
    assert translated(out) == out
    assert len(out) <= len(text)
    assert re.sub(r"[\s>]+", "", out) == re.sub(r"[\s>]+", "", text)


LINES = st.lists(
    st.sampled_from(
        [
            "a dog", "runs", "", "", "  ", "- a cat", "- ", "  - b", "    c", "1. d", "2) e", "> f",
            "> - g", "> > h", ">", "```", "~~~", "<!-- i", "-->", "<div>", "# j", "#", "===", "---",
            "|a|b|", "|-|-|", "|k|", "[dog]: l", "[l]:", "[dog]", "[a", "b]: c", '"m"', "***",
            "   n", "\to", "...", "-", "+++",
        ]
    )
).map("\n".join)  # fmt: skip


@given(LINES | FILES)
def test_a_file_reads_the_same_in_pieces(text: str) -> None:
    whole = list(read_parts(text, ".md", "en"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(markdown, "_LINES_AT_ONCE", 1)
        patch.setattr(markdown, "_GROWTH", 2)
        pieces = list(read_parts(text, ".md", "en"))

    def texts(parts: Sequence[str | Block]) -> list[tuple[Passage, Place | None]]:
        return [(part.passage, part.place) for part in parts if isinstance(part, Block)]

    def copied(parts: Sequence[str | Block]) -> str:
        return "".join(part if isinstance(part, str) else "\0" for part in parts)

    assert texts(pieces) == texts(whole)
    assert copied(pieces) == copied(whole)


def test_a_block_that_is_too_long_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markdown, "_LINES_AT_ONCE", 4)
    monkeypatch.setattr(markdown, "LONGEST_BLOCK", 20)
    path = tmp_path / "a.md"
    path.write_text("|a|\n|-|\n" + "|b|\n" * 20, encoding="utf-8")
    with pytest.raises(DocumentError, match="has a block of more than 20 lines, such as a table"):
        read_document(path, Languages("en", "de"))
    path.write_text("- a\n" * 200, encoding="utf-8")
    assert len(read_document(path, Languages("en", "de")).parts) > 200


ITEMS = st.lists(
    st.sampled_from(
        ["A dog runs.", "`c`", "{x}", "*big* men", "see [a cat](u)", "1. 2", "- x", "#", "+"]
    ),
    min_size=1,
    max_size=5,
).map(" ".join)
BLOCKS = st.one_of(
    ITEMS.map(lambda text: f"word {text}"),
    ITEMS.map(lambda text: f"# word {text}"),
    ITEMS.map(lambda text: f"word {text}\n==="),
    ITEMS.map(lambda text: f"- word {text}\n  1. two {text}\n- [ ] three"),
    ITEMS.map(lambda text: f"> word {text}  \n> and {text}"),
    ITEMS.map(lambda text: f"| word {text} | `a\\|b` |\n|:-|-|\n| a | {text} two |\n| three |"),
    st.just("```py\nprint('a dog')\n\n# two\n```"),
    st.just("    code dog\n\n    more"),
    st.just("<div>\nA dog\n</div>"),
    st.just("<!-- a dog\n\nruns -->"),
    st.just("---"),
    st.just("[a cat]: https://x.y 'dog'"),
    st.just("[^1]: A note.\n[^2]: Another."),
)
DOCUMENTS = st.tuples(st.sampled_from(["", "---\ntitle: a dog\n---\n"]), st.lists(BLOCKS)).map(
    lambda parts: parts[0] + "\n\n".join(parts[1]) + "\n"
)


@given(DOCUMENTS)
def test_a_file_without_soft_line_breaks_comes_out_byte_for_byte(text: str) -> None:
    assert translated(text) == text


@given(DOCUMENTS)
def test_words_in_another_order_leave_every_block(text: str) -> None:
    out = translated(text, turned, reversed_order)
    assert blocks(out) == blocks(text)
    assert out.count("\n") == text.count("\n")
    for mark in ("`c`", "`a\\|b`", "{x}", "](u)", "[ ]", "[^1]:", "[a cat]: https://x.y 'dog'"):
        assert out.count(mark) == text.count(mark)
    cells = re.compile(r"(?<!\\)\|")
    assert len(cells.findall(out)) == len(cells.findall(text))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# A dog #\n", "# A DOG #\n"),
        ("#  # a\n", "#  # A\n"),
        ("A dog\nruns\n===\n", "A DOG\nRUNS\n===\n"),
        ("a dog\n  runs  \n  fast\n", "A DOG RUNS  \n  FAST\n"),
        ("a dog\\\nruns\n", "A DOG\\\nRUNS\n"),
        ("> a dog\n> runs\nfast\n", "> A DOG RUNS FAST\n"),
        ("> [!NOTE]\n> a dog\n> runs\n", "> [!NOTE]\n> A DOG RUNS\n"),
        ("- a dog\n  runs\n\n  - fast\n", "- A DOG RUNS\n\n  - FAST\n"),
        ("1. a\n2) b\n", "1. A\n2) B\n"),
        ("- [x] a dog\n", "- [x] A DOG\n"),
        ("| a | b |\r\n| - | - |\r\n|  | d |\r\n", "| A | B |\r\n| - | - |\r\n|  | D |\r\n"),
        ("| a \\| b |\n|---|\n", "| A \\| B |\n|---|\n"),
        ("- | a | b\n  |---|---\n  | c | d\n", "- | A | B\n  |---|---\n  | C | D\n"),
        ("1. a | b\n   --|--\n   1 | c\n", "1. A | B\n   --|--\n   1 | C\n"),
        ("[^1]: a dog\n    runs\n[^2]: a cat\n", "[^1]: A DOG RUNS\n[^2]: A CAT\n"),
        ("a dog\n[^1]: a cat\n[b]: c\nd\n", "A DOG\n[^1]: A CAT\n[b]: c\nD\n"),
        ("---\ntitle: a\n---\nb\n", "---\ntitle: a\n---\nB\n"),
        ("+++\ntitle = 'a'\n+++\nb\n", "+++\ntitle = 'a'\n+++\nB\n"),
        ("---\n\na\n\n---\n\nb\n", "---\n\nA\n\n---\n\nB\n"),
        ("a<br>b\n", "A<br>B\n"),
        ("***\n\n* * *\n\n```\na\n```\n\n\tb\n", "***\n\n* * *\n\n```\na\n```\n\n\tb\n"),
        ("<p align=center>\n  a\n</p>\n\nb\n", "<p align=center>\n  a\n</p>\n\nB\n"),
        ("[dog] a\n\n[dog]: <u> 't'\n", "[DOG][dog] A\n\n[dog]: <u> 't'\n"),
        ("a", "A"),
        ("", ""),
    ],
)
def test_blocks_keep_what_makes_them(source: str, expected: str) -> None:
    assert translated(source, shouted) == expected


@pytest.mark.parametrize(
    ("sentence", "written"),
    [
        ("- ein Hund", "\\- ein Hund"),
        ("+ ein Hund", "\\+ ein Hund"),
        ("1. Mai", "1\\. Mai"),
        ("# ein Hund", "\\# ein Hund"),
        ("> ein Hund", "\\> ein Hund"),
        ("===", "\\==="),
        ("* * *", "\\* * *"),
        ("-5 Grad", "-5 Grad"),
        ("1.5 Grad", "1.5 Grad"),
        ("#hund", "#hund"),
    ],
)
def test_a_translation_does_not_become_another_block(sentence: str, written: str) -> None:
    assert translated("A dog", lambda _: sentence) == written
    if sentence[0] != ">":  # in a quote, that is how a line begins
        quote = translated("> A dog  \n> runs", lambda _: sentence)
        assert quote == f"> {written}  \n> {written}"
    assert translated("# A dog", lambda _: sentence) == f"# {sentence}"


def test_a_translation_does_not_become_another_cell() -> None:
    table = "| A dog |\n|---|\n| {} |\n"
    assert translated(table.format("a"), lambda _: "x|y \\") == (
        "| x\\|y \\ |\n|---|\n| x\\|y \\ |\n".replace("\\ |", "\\  |")
    )
