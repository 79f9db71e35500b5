"""Subtitles: times, numbers and cues stay, the words of a cue are one text on as many lines."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.documents.document import read_parts
from engine.documents.part_translation import translate_parts
from engine.documents.subtitles import wrapped
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

TIMES = "00:00:01,000 --> 00:00:02,000"


def translated(text: str, change: Change = same, link: Link = in_order) -> str:
    parts = list(read_parts(text, ".srt", "en"))
    steps = translate_parts(FakeTranslator(change, link), parts, TranslationRequest(""))
    return "".join(step.text for step in steps)


def cue(*lines: str) -> str:
    return "\n".join(["1", TIMES, *lines, "", ""])


LINES = st.sampled_from(
    ["", " ", "1", "2", TIMES, f"{TIMES} X1:1 Y1:2", "0:0:1 --> 0:0:2", "A dog runs", "- Yes.",
     "-No", "<i>It", "runs.</i>", "{\\an8}Up", "♪ la ♪", "-->", "--", "<b>", "Mr.", "a -> b"]
)  # fmt: skip
FILES = st.lists(st.tuples(LINES | st.text(max_size=8), st.sampled_from(["\n", "\r\n", "\r"]))).map(
    lambda lines: "".join(map("".join, lines))
)


@given(FILES)
def test_a_file_that_is_not_changed_comes_out_as_it_went_in(text: str) -> None:
    assert translated(text) == text


@given(FILES)
def test_every_cue_and_tag_stays_whatever_the_translation(text: str) -> None:
    out = translated(text, turned, reversed_order)
    times = re.compile(r"(?:^|(?<=[\r\n]))\d+:\d+:\d+,\d+ --> [^\r\n]*")
    assert times.findall(out) == times.findall(text)
    assert len(re.findall(r"\r\n|\n|\r", out)) <= len(re.findall(r"\r\n|\n|\r", text))
    for mark in ("<i>", "</i>", "<b>", "{\\an8}", "♪"):
        assert out.count(mark) == text.count(mark)


def test_the_lines_of_a_cue_are_one_text() -> None:
    translator = FakeTranslator()
    parts = list(read_parts(cue("A man is", "standing on", "a ladder."), ".srt", "en"))
    list(translate_parts(translator, parts, TranslationRequest("")))
    assert translator.asked == ["A man is standing on a ladder."]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (["a little dog runs", "in the park"], ["A LITTLE DOG", "RUNS IN THE PARK"]),
        (["- where is it?", "- over there"], ["- WHERE IS IT?", "- OVER THERE"]),
        (["<i>- where?", "-there</i>"], ["<i>- WHERE?", "-THERE</i>"]),
        (["- a little dog runs", "in the park", "- yes"],
         ["- A LITTLE DOG", "RUNS IN THE PARK", "- YES"]),
        (["{\\an8}<i>a dog</i>"], ["{\\an8}<i>A DOG</i>"]),
        (["♪ la la ♪"], ["♪ LA LA ♪"]),
        (["It runs.", "It is a very fast dog."], ["IT RUNS.", "IT IS A VERY FAST DOG."]),
        (["I saw Mr.", "Smith there"], ["I SAW MR.", "SMITH THERE"]),
        (["a dog\\Nruns.\\Nit does<br>run"], ["A DOG\\NRUNS.\\NIT DOES<br>RUN"]),
        (['<font color="#fff">a dog</font>'], ['<font color="#fff">A DOG</font>']),
    ],
)  # fmt: skip
def test_cues_keep_their_shape(source: list[str], expected: list[str]) -> None:
    assert translated(cue(*source), shouted) == cue(*expected)


def test_a_shorter_translation_takes_fewer_lines_and_the_cue_ends_as_it_did() -> None:
    text = f"1\r\n{TIMES}\r\nA big dog\r\nruns\r\n\r\n2\r\n{TIMES}\r\nA cat\r\nis here"
    out = translated(text, lambda sentence: sentence.split()[-1])
    assert out == f"1\r\n{TIMES}\r\nruns\r\n\r\n2\r\n{TIMES}\r\nhere"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "only text\nand more",
        "1\n00:00:01 -> 00:00:02\nA broken arrow\n",
        "WEBVTT\n\nNOTE a dog\n",
        f"{TIMES}\n\n\nA line that is in no cue\n",
        f"1\n{TIMES}",
    ],
)
def test_what_is_in_no_cue_is_kept(text: str) -> None:
    assert translated(text, shouted) == text


def test_cues_that_no_blank_line_parts_are_two() -> None:
    text = f"1\n{TIMES}\na dog\n2\n{TIMES}\n42\n"
    assert translated(text, shouted) == text.replace("a dog", "A DOG")


@given(
    words=st.lists(st.text("abc<i>", min_size=1, max_size=12), min_size=1, max_size=12),
    num_lines=st.integers(1, 5),
)
def test_lines_are_as_short_as_they_can_be(words: list[str], num_lines: int) -> None:
    text = " ".join(words)
    lines = wrapped(text, num_lines)
    assert " ".join(lines) == text
    assert len(lines) <= num_lines
    if num_lines == 2 and len(lines) == 2 and "<" not in text and ">" not in text:
        others = (
            max(len(" ".join(words[:cut])), len(" ".join(words[cut:])))
            for cut in range(1, len(words))
        )
        assert max(map(len, lines)) == min(others)
