"""Marks in a translation: each once and in order, whatever the alignment says."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.markup.extraction import extract
from engine.markup.reinsertion import by_line, reinsert
from engine.markup.scanner import Grammar, scan
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
    words_of,
)


def translated(
    text: str, change: Change = same, link: Link = in_order, grammar: Grammar = "markdown"
) -> str:
    """Translate one line with marks."""
    passage = extract(scan(text, grammar, references={"DOG"}), "en")
    sentences = list(passage.sentences())
    translation = FakeTranslator(change, link).translate(TranslationRequest("\n".join(sentences)))
    lines = by_line(translation) if sentences else []
    return reinsert(passage, dict(zip(sentences, lines, strict=True)), "de")


# --- every mark once ---

PLAIN = st.sampled_from(["a", "dog", "runs", "is", "the", "Two", "men", ",", ".", "?", "(", ")"])
SINGLE = st.sampled_from(
    ["`c{}`", "{{p{}}}", "https://u.de/{}", "![a](i{})", "<img {}>", "${{V{}}}"]
)
PAIR = st.sampled_from([("<b {}>", "</b {}>"), ("[", "](t{})"), ("<i {}>", "</i {}>")])
TREES = st.recursive(
    PLAIN | st.tuples(SINGLE),
    lambda inner: st.tuples(PAIR, st.lists(inner, min_size=1, max_size=4)),
    max_leaves=20,
)


class Marked:
    """A line with marks, each of which has a number and is there once."""

    def __init__(self, trees: Sequence[object], glue: str) -> None:
        self.singles: list[str] = []
        self.pairs: list[tuple[str, str]] = []
        self.glue = glue
        self.is_in_link = False
        self.text = self.written(trees)

    def written(self, trees: Sequence[object]) -> str:
        return self.glue.join(map(self.one, trees))

    def one(self, tree: object) -> str:
        number = 100 + len(self.singles) + len(self.pairs)
        match tree:
            case str():
                return tree
            case (str() as single,):
                self.singles.append(single.format(number).replace("![a", ""))
                return single.format(number)
            case ((str() as opening, str() as closing), list() as inner):
                if opening == "[" and self.is_in_link:  # a link holds no links
                    opening, closing = "<u {}>", "</u {}>"
                before, self.is_in_link = self.is_in_link, self.is_in_link or opening == "["
                self.pairs.append((opening.format(number), closing.format(number)))
                opening, closing = self.pairs[-1]
                written = opening + self.written(inner) + closing
                self.is_in_link = before
                return written
            case _:
                raise AssertionError(tree)


MARKED = st.builds(Marked, st.lists(TREES, max_size=6), st.sampled_from([" ", ""]))


def scrambled(seed: int) -> Change:
    """Return a rule that drops, doubles and moves words, and leaves nothing now and then."""

    def change(sentence: str) -> str:
        chance = random.Random(f"{seed} {sentence}")
        words = [word for word in words_of(sentence) if chance.random() < 0.9]
        words += [word for word in words if chance.random() < 0.2]
        chance.shuffle(words)
        return "" if chance.random() < 0.1 else chance.choice(["", " "]).join(words)

    return change


def arbitrary(seed: int) -> Link:
    """Return links that mean nothing."""

    def link(num_target: int, num_source: int) -> list[tuple[int, int, float]]:
        chance = random.Random(seed)
        every = [(t, s) for t in range(num_target) for s in range(num_source)]
        some = chance.sample(every, chance.randint(0, min(len(every), 9)))
        return [(t, s, chance.random()) for t, s in some]

    return link


@given(marked=MARKED, seed=st.integers(0, 10_000))
def test_every_mark_stands_once_and_opens_before_it_closes(marked: Marked, seed: int) -> None:
    out = translated(marked.text, scrambled(seed), arbitrary(seed))
    for single in marked.singles:
        assert out.count(single) == 1
    for opening, closing in marked.pairs:
        assert out.count(closing) == 1
        if opening != "[":
            assert out.count(opening) == 1
            assert out.index(opening) < out.index(closing)
    names = [opening for opening, _ in marked.pairs]
    assert out.replace("![", "").count("[") == names.count("[")


@given(marked=MARKED, seed=st.integers(0, 10_000))
def test_pairs_stand_in_one_another_as_before_or_side_by_side(marked: Marked, seed: int) -> None:
    out = translated(marked.text, scrambled(seed), arbitrary(seed))
    closing_of = {o: c for o, c in marked.pairs if o != "["}
    marks = sorted((out.index(mark), mark) for pair in closing_of.items() for mark in pair)
    still_open: list[str] = []
    for _, mark in marks:
        if mark in closing_of:
            still_open.append(closing_of[mark])
        else:
            assert still_open.pop() == mark


@given(MARKED)
def test_a_text_that_is_not_changed_keeps_its_marks_where_they_are(marked: Marked) -> None:
    assert translated(marked.text) == marked.text


PIECES = ["a", "bc", " ", ".", "(", "😀", "→", "&nbsp;", "&quot;", "&uuml;", "\\!", "\\N", "<br>",
          "<i>", "</i>", "**", "`x`", "@d", "[^1]", "{\\i1}"]  # fmt: skip


@given(
    st.text()
    | st.text("*_`[](){}<>!. ab\\", max_size=20)
    | st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
)
def test_any_text_that_is_not_changed_comes_out_as_it_went_in(text: str) -> None:
    line = "".join(text.splitlines())
    for grammar in ("plain", "subtitle", "markdown"):
        assert translated(line, grammar=grammar) == line


# --- where they go ---


@pytest.mark.parametrize(
    "text",
    [
        "A **big dog** runs.",
        "**A dog** runs, *it* never stops.",
        "**A dog runs.** It never stops.",
        "A **dog runs. It never** stops.",
        "**Note:** a dog (*big*) runs!",
        "[a dog](x) runs with <b>two *big* men</b>.",
        "A dog[^1] runs.",
        'He said "**go**", twice.',
        "A dog😀and 😀two cats run→see.",
    ],
)
def test_words_in_the_same_order_keep_their_marks(text: str) -> None:
    expected = shouted(text)
    for mark in ("(x)", "<b>", "</b>"):
        expected = expected.replace(mark.upper(), mark)
    assert translated(text, shouted) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("big **red dog** runs", "runs **dog red** big"),
        ("*big* red **dog** runs", "runs **dog** red *big*"),
        ("see `x` big dog", "dog big see `x`"),
        ("see big dog `x`", "dog big see `x`"),
        ("`x` see big dog", "`x` dog big see"),
        ("big [red *old* dog](x) runs", "runs [dog *old* red](x) big"),
        ("big dog[^1] runs", "runs dog[^1] big"),
        ("big&nbsp;red dog", "dog red big&nbsp;"),
    ],
)
def test_marks_follow_their_words(text: str, expected: str) -> None:
    assert translated(text, turned, reversed_order) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**red hat**", "**roten Hut**"),
        ("**a red hat**", "**einem roten Hut**"),
        ("**hat**", "**Hut**"),
    ],
)
def test_an_article_belongs_to_a_mark_only_if_it_was_in_it(text: str, expected: str) -> None:
    """The links are those that the shipped model finds."""
    source = "with a red hat."
    target = "mit einem roten Hut."
    links = [(0, 0, 0.6), (1, 1, 0.33), (1, 2, 0.37), (1, 3, 0.26), (2, 2, 0.86), (2, 3, 0.12),
             (3, 3, 0.99), (4, 4, 0.77), (4, 3, 0.2)]  # fmt: skip
    marked = source.replace(text.strip("*"), text)
    out = translated(marked, lambda _: target, lambda _t, _s: links)
    assert out == target.replace(expected.strip("*"), expected)


def test_words_far_apart_do_not_take_all_between_them() -> None:
    links = [(0, 1, 1.0), (9, 1, 0.9), (9, 2, 0.8)]
    words = " ".join("abcdefghij")
    out = translated("the **turns on** it", lambda _: words, lambda _t, _s: links)
    assert len(out.split("**")[1]) < len(words) / 2


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Open `notes.md` now.", "Open now."),
        ("Look at `x`.", "Look at."),
        ("`x`: starts it", "starts it"),
        ("`x` is (`y`) good", "is good"),
        ("The “`x`” file", "The file"),
        ("an `x`-axis and {n}px", "an and"),
        ("`a`, `b` and `c` are", "and are"),
        ("see [`x`](y) and **`z`** now", "see and now"),
        ("un**believ**able things", "things"),
        ("dogs😀and cats", "dogs and cats"),
        ("dogs😀**and** cats", "dogs and cats"),
        ("a&nbsp;dog&nbsp;runs", "a dog runs"),
        ("&quot;dogs&quot; of AT&amp;T, T&uuml;r, well&mdash;then", "dogs of, well then"),
        ("dogs run\\! see snake\\_case \\(now\\)", "dogs run see"),
        ("a **dog** runs", "a dog runs"),
    ],
)
def test_what_is_left_without_the_marks_is_a_sentence(text: str, bare: str) -> None:
    passage = extract(scan(text, "markdown"), "en")
    assert passage.bare.strip() == bare
    assert translated(text) == text


def test_a_name_that_was_translated_still_finds_its_link() -> None:
    assert translated("See [dog].", shouted) == "SEE [DOG][dog]."
    assert translated("See [dog][].", shouted) == "SEE [DOG][dog]."
    assert translated("See [dog].") == "See [dog]."


def test_the_caption_of_a_picture_is_translated_by_itself() -> None:
    text = "![Two dogs](a.png) A man sees ![one dog](b.png) here"
    out = translated(text, turned, reversed_order)
    assert out == "![dogs Two](a.png) here sees ![dog one](b.png) man A"


def test_a_full_stop_that_the_source_lacks_is_left_out() -> None:
    assert translated("Two dogs", lambda _: "Zwei Hunde.") == "Zwei Hunde"
    assert translated("Two dogs.", lambda _: "Zwei Hunde.") == "Zwei Hunde."
    assert translated("in part 2", lambda _: "in Teil 2.") == "in Teil 2."


def test_an_empty_translation_leaves_the_sentence_as_it_was() -> None:
    assert translated("A **dog** `x` runs.", lambda _: "") == "A **dog** `x` runs."


def test_a_line_break_in_a_translation_becomes_a_blank() -> None:
    assert translated("A dog <br> runs", lambda _: "a\u2028b\nc") == "a b c <br> a b c"
