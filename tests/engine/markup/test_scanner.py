"""Marks inside a line: nothing of it is lost, and each is seen as what it is."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.markup.nodes import Atom, Break, Node, Nodes, Pair, Text, source_of
from engine.markup.scanner import Grammar, reference_name, scan

GRAMMARS: tuple[Grammar, ...] = ("plain", "subtitle", "markdown")
TRICKY = st.lists(
    st.sampled_from(
        [
            *"*_~`[]()<>!\\&{}%$:#|-. \n", "**", "***", "~~", "](", "](x)", "![", "[^1]", "<b>",
            "</b>", "<i>", "</i>", "<br>", "<!--", "-->", "a", "dog", "http://x.y", "a@b.de", "%s",
            "{x}", "$X", ":s:", "&amp;", "😀", "♪", "{\\an8}", "\u00a0", "é", "中",
        ]
    ),
    max_size=30,
).map("".join)  # fmt: skip


def kept(nodes: Nodes) -> list[str]:
    """Return the atoms, in order, without what clings."""
    found: list[str] = []
    for node in nodes:
        if isinstance(node, Atom):
            found.append(source_of((node,)))
        elif isinstance(node, Pair):
            found += kept(node.children)
    return found


def pairs(nodes: Nodes) -> list[tuple[str, str, str]]:
    found: list[tuple[str, str, str]] = []
    for node in nodes:
        if isinstance(node, Pair):
            found.append((node.opening, source_of(node.children), node.closing))
            found += pairs(node.children)
    return found


@pytest.mark.parametrize("grammar", GRAMMARS)
@given(text=TRICKY | st.text())
def test_the_marks_and_the_text_between_them_are_the_text(grammar: Grammar, text: str) -> None:
    breaks = [f"  \n{number}" for number in range(text.count("\n"))]
    read = source_of(scan(text, grammar, references={"DOG"}, breaks=breaks))
    first, *others = text.split("\n")
    assert read == first + "".join(b + o for b, o in zip(breaks, others, strict=True))


@given(TRICKY)
def test_neighbouring_texts_are_one(text: str) -> None:
    def check(nodes: Nodes) -> None:
        for before, after in pairwise(nodes):
            assert not (isinstance(before, Text) and isinstance(after, Text))
        for node in nodes:
            assert node != Text("")
            if isinstance(node, Pair):
                check(node.children)

    check(scan(text, "markdown"))


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/a_b?c=d&e=%20#f",
        "http://en.wikipedia.org/wiki/Dog_(animal)",
        "www.example.org",
        "mailto:a@b.de",
        "first.last+tag@mail.example.org",
        "{name}",
        "{0}",
        "{}",
        "{{ user.name }}",
        "${{ matrix.os }}",
        "${HOME}",
        "$HOME",
        "%s",
        "%d",
        "%-5.2f",
        "%(count)d",
        "%1$s",
        "%1",
        "%L2",
        "%n",
        ":smile:",
        ":+1_up:",
        "👩‍🚒",
        "😀",
    ],
)
def test_addresses_placeholders_and_emoji_are_kept(text: str) -> None:
    for grammar in GRAMMARS:
        nodes = scan(f"See {text}, or ({text}).", grammar)
        assert kept(nodes) == [text, text]
        assert [node for node in nodes if isinstance(node, Text)] == [
            Text("See "),
            Text(", or ("),
            Text(")."),
        ]


@pytest.mark.parametrize(
    "text",
    ["100% of it", "50 % sure", "5$ and $5", "at 10:30:15", "snake", "a: b: c", "C++ & more"],
)
def test_what_only_looks_like_a_placeholder_is_text(text: str) -> None:
    assert scan(text, "plain") == (Text(text),)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a `b` c", ["`b`"]),
        ("a ``b ` c`` d", ["``b ` c``"]),
        ("`**a**`", ["`**a**`"]),
        (r"\*a\*", [r"\*", r"\*"]),
        ("<https://a.b> <a@b.de>", ["<https://a.b>", "<a@b.de>"]),
        ("![a *b*](c.png 'd')", ["![a *b*](c.png 'd')"]),
        ("[![a](b)](c)", ["![a](b)"]),
        ("a<!-- b **c -->d", ["<!-- b **c -->"]),
        ("<kbd>Ctrl</kbd> <code>x</code>", ["<kbd>Ctrl</kbd>", "<code>x</code>"]),
        ("<img src='a'> </b>", ["<img src='a'>", "</b>"]),
        ("&nbsp;&#8212;&#x2014;", ["&nbsp;", "&#8212;", "&#x2014;"]),
        ("a[^1] [^note]", ["[^1]", "[^note]"]),
        ("`a", []),
        ("a & b < c > d", []),
    ],
)
def test_markdown_that_is_kept(text: str, found: list[str]) -> None:
    assert kept(scan(text, "markdown")) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("**a**", [("**", "a", "**")]),
        ("*a **b** c*", [("*", "a **b** c", "*"), ("**", "b", "**")]),
        ("***a***", [("*", "**a**", "*"), ("**", "a", "**")]),
        ("~~a~~ __b__", [("~~", "a", "~~"), ("__", "b", "__")]),
        ("[a *b*](c(d) \"e\")", [("[", "a *b*", "](c(d) \"e\")"), ("*", "b", "*")]),
        ("[a](<b c>)", [("[", "a", "](<b c>)")]),
        ("[a][dog] [dog][]", [("[", "a", "][dog]"), ("[", "dog", "][]")]),
        ("[Dog]", [("[", "Dog", "]")]),
        ("[cat] [a][cat]", []),
        ("<b>a <i>b</i></b>", [("<b>", "a <i>b</i>", "</b>"), ("<i>", "b", "</i>")]),
        ("<b>a *b</b> c*", [("<b>", "a *b", "</b>")]),
        ("2 * 3 * 4", []),
        ("snake_case_name", []),
        ("**a", []),
        ("*a _b* c_", [("*", "a _b", "*")]),
    ],
)  # fmt: skip
def test_markdown_that_opens_and_closes(text: str, found: list[tuple[str, str, str]]) -> None:
    assert pairs(scan(text, "markdown", references={reference_name("dog")})) == found


def test_a_link_whose_text_is_its_name_says_so_if_the_text_changes() -> None:
    (node,) = scan("[Big  Dog]", "markdown", references={reference_name("big dog")})
    assert isinstance(node, Pair)
    assert node.renamed == "][Big  Dog]"


def test_the_caption_of_a_picture_is_text_and_its_address_is_not() -> None:
    (node,) = scan("![a dog](b.png)", "markdown")
    assert node == Atom(("![", (Text("a dog"),), "](b.png)"))


def test_footnotes_cling_to_a_word_and_only_to_one() -> None:
    nodes = scan("dog[^1] [^2]", "markdown")
    assert [node.clings for node in nodes if isinstance(node, Atom)] == [True, False]


def test_lines_end_where_they_are_said_to_end() -> None:
    nodes: list[Node] = list(scan("**a\nb** <br> c", "markdown", breaks=["\\\r\n> "]))
    assert nodes[0] == Pair("**", (Text("a"), Break("\\\r\n> "), Text("b")), "**")
    assert Break("<br>") in nodes


def test_subtitles_have_tags_and_overrides() -> None:
    nodes = scan(r"{\an8}<i>a</i> ♪ b\Nc **d**", "subtitle")
    assert kept(nodes) == [r"{\an8}", "♪", r"\N"]
    assert pairs(nodes) == [("<i>", "a", "</i>")]


@pytest.mark.parametrize(
    "piece",
    ["*a ", "_a_ ", "[", "![", "[a](", "](a \"", "`", "``a`", "<b>", "</b>", "<a ", "<!--", "{",
     "{{", "${", "%(", ":a", "a@", "a", "\\", "😀 ", "![a](b) ", "*", "***a*** "],
)  # fmt: skip
def test_long_texts_are_read_whole(piece: str) -> None:
    text = piece * 5_000
    assert source_of(scan(text, "markdown")) == text
