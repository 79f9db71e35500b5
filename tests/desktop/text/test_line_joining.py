"""Broken lines: what a program broke is joined, what a person meant stays."""

import re
import textwrap

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from desktop.text.line_joining import join_lines, looks_hard_wrapped

ENGLISH = (
    "Two young men in blue shirts are standing on a ladder and cleaning the windows of an old "
    "house. A woman with a large hat watches them from the other side of the street. Behind her "
    "three children play with a small brown dog, which jumps after a red ball."
)
GERMAN = (
    "Zwei junge Männer in blauen Hemden stehen auf einer Leiter und putzen die Fenster eines "
    "alten Hauses. Eine Frau mit einem großen Hut sieht ihnen von der anderen Straßenseite aus "
    "zu. Hinter ihr spielen drei Kinder mit einem kleinen braunen Hund, der einem Ball nachjagt."
)

words = st.text(st.sampled_from("abcdefghijklmnopqrstuvwxyzäöüßéжщλ"), min_size=1, max_size=12)
paragraphs = st.lists(words, min_size=1, max_size=60).map(" ".join)


def wrapped(text: str, width: int) -> str:
    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


UNBROKEN = {
    "one sentence a line": (
        "A man in a blue shirt is standing on a ladder.\n"
        "Two dogs are playing together in the snow.\n"
        "A girl with a red hat is eating an apple."
    ),
    "captions without full stops": (
        "A man in a blue shirt is standing on a ladder cleaning a window\n"
        "Two young white males are outside near many green bushes\n"
        "Several men in hard hats are operating a giant pulley system"
    ),
    "a sonnet": (
        "Shall I compare thee to a summer's day?\n"
        "Thou art more lovely and more temperate:\n"
        "Rough winds do shake the darling buds of May,\n"
        "And summer's lease hath all too short a date;"
    ),
    "Goethe": (
        "Wer reitet so spät durch Nacht und Wind?\n"
        "Es ist der Vater mit seinem Kind;\n"
        "Er hat den Knaben wohl in dem Arm,\n"
        "Er faßt ihn sicher, er hält ihn warm."
    ),
    "a list": "- milk and bread and butter and eggs\n- apples and pears and grapes\n- a cake",
    "numbers": "1. Open the window of the house.\n2. Close the door.\n3. Go to sleep.",
    "an address": "Jürgen Ünal\nHauptstraße 12\n12345 Berlin\nDeutschland",
    "python": (
        "def join(lines):\n    joined = []\n    for line in lines:\n        joined.append(line)\n"
        "    return joined"
    ),
    "c": 'int main(void) {\nprintf("hello, world");\nreturn some_function(argument);\n}',
    "json": '{\n"name": "a name that is rather long to see",\n"value": [1, 2, 3, 4, 5, 6, 7]\n}',
    "subtitles": "1\n00:00:01,000 --> 00:00:03,000\nTwo dogs are\nplaying in the snow.\n",
    "markdown": "# A title of this text\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n> quoted\n> text",
    "fenced": "```\nif a then\nb and c\nelse d\n```",
    "a mail": "Dear Anna,\n\nthank you for your letter.\n\nBest wishes\nBert",
    "long paragraphs": f"{ENGLISH}\n{GERMAN}\n{ENGLISH}",
    "a word": "Hund",
    "nothing": "",
    "blank lines": "\n\n \n",
}


@pytest.mark.parametrize("text", UNBROKEN.values(), ids=UNBROKEN.keys())
def test_what_a_person_broke_stays(text: str) -> None:
    assert not looks_hard_wrapped(text)
    assert join_lines(text) == text


def test_commands_of_a_shell_are_not_taken_for_prose() -> None:
    text = (
        "cd /usr/local/share/translucent/models/english\n"
        "ls -la --color=never --sort=size | head -20\n"
        "cp model.safetensors /media/backup/translucent"
    )
    assert not looks_hard_wrapped(text)


@pytest.mark.parametrize("text", [ENGLISH, GERMAN], ids=["English", "German"])
def test_a_wrapped_text_is_known_and_made_whole(text: str) -> None:
    for width in range(40, 91):
        assert looks_hard_wrapped(wrapped(text, width))
        assert join_lines(wrapped(text, width)) == text
        two = f"{wrapped(text, width)}\n\n{wrapped(text, width)}"
        assert looks_hard_wrapped(two)
        assert join_lines(two) == f"{text}\n\n{text}"
        assert not looks_hard_wrapped(join_lines(two))


@given(st.lists(paragraphs, min_size=1, max_size=5), st.integers(10, 90))
def test_wrapping_is_undone(texts: list[str], width: int) -> None:
    broken = "\n\n".join(wrapped(text, width) for text in texts)
    assert join_lines(broken) == "\n\n".join(texts)


@given(st.text(st.sampled_from("aB. ,-\n\t>#1)—é字*`\u00ad"), max_size=60) | st.text())
@example("-\n-a")
@example("a-\n\nb")
def test_joining_loses_and_adds_nothing(text: str) -> None:
    def letters(text: str) -> str:
        return re.sub(r"[\s\u2010\u00ad-]", "", text)

    joined = join_lines(text)
    assert letters(joined) == letters(text)
    assert joined.count("\n") <= text.count("\n")
    assert looks_hard_wrapped(text) in (True, False)


@given(st.lists(st.text(st.characters(exclude_characters="\n")), max_size=8))
def test_lines_with_blank_lines_between_stay(lines: list[str]) -> None:
    text = "\n\n".join(lines)
    assert join_lines(text) == text
    assert not looks_hard_wrapped(text)


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("die Über-\nsetzung ist gut", "die Übersetzung ist gut"),
        ("die Über\u00ad\nsetzung ist gut", "die Übersetzung ist gut"),
        ("the trans‐\nlation is good", "the translation is good"),
        ("die Vor-\nund Nachteile", "die Vor- und Nachteile"),
        ("pre-\nand postwar", "pre- and postwar"),
        ("schreibt eine E-\nMail an Anne-\nMarie", "schreibt eine E-Mail an Anne-Marie"),
        ("DIE ÜBER-\nSETZUNG", "DIE ÜBERSETZUNG"),
        ("a state-of-the-\nart machine", "a state-of-the-art machine"),
        ("her self-\nesteem", "her self-esteem"),
        ("the selfish and self-\nish", "the selfish and selfish"),
        ("a high-speed train, a high-\nspeed boat", "a high-speed train, a high-speed boat"),
        ("von 2010-\n2015 in Berlin", "von 2010-2015 in Berlin"),
        ("caused by COVID-\n19 in spring", "caused by COVID-19 in spring"),
        ("he said -\nand left", "he said - and left"),
        ("he said —\nand left", "he said — and left"),
        ("he said—\nand left", "he said—and left"),
        ("ein Hund\nund eine Katze", "ein Hund und eine Katze"),
        ("a dog \nand a cat", "a dog and a cat"),
        ("我们在这里等待着火车的\n到来", "我们在这里等待着火车的到来"),
    ],
)
def test_what_stands_between_two_lines(broken: str, whole: str) -> None:
    assert join_lines(broken) == whole


def test_paragraphs_without_blank_lines_stay_apart() -> None:
    text = "\n".join(wrapped(part, 60) for part in (f"{ENGLISH} So it ends.", f"{GERMAN} Ende."))
    assert looks_hard_wrapped(text)
    assert join_lines(text) == f"{ENGLISH} So it ends.\n{GERMAN} Ende."


def test_paragraphs_that_begin_with_an_indent_stay_apart() -> None:
    first = textwrap.fill(ENGLISH, 60, initial_indent="  ")
    second = textwrap.fill(GERMAN, 60, initial_indent="  ")
    assert join_lines(f"{first}\n{second}") == f"  {ENGLISH}\n  {GERMAN}"


def test_items_of_a_list_are_joined_each_for_itself() -> None:
    for mark in ("- ", "* ", "• ", "a) "):
        items = [
            textwrap.fill(mark + text, 50, subsequent_indent="  ") for text in (ENGLISH, GERMAN)
        ]
        assert join_lines("\n".join(items)) == f"{mark}{ENGLISH}\n{mark}{GERMAN}"
    items = [
        textwrap.fill(f"{number}. {text}", 50, subsequent_indent="   ")
        for number, text in ((1, ENGLISH), (2, GERMAN))
    ]
    assert join_lines("\n".join(items)) == f"1. {ENGLISH}\n2. {GERMAN}"


def test_a_date_at_the_start_of_a_line_is_no_item() -> None:
    text = (
        "Der große Krieg begann in diesem Land am späten Abend des\n"
        "12. Mai und endete erst nach vielen langen Jahren, als es\n"
        "niemand mehr erwartet hatte."
    )
    assert join_lines(text) == text.replace("\n", " ")


def test_a_dash_at_the_start_of_a_line_is_no_item() -> None:
    text = "Der Hund der alten Frau bellt den ganzen Tag und die Nacht\n– und keiner weiß warum."
    assert join_lines(text) == text.replace("\n", " ")


def test_an_address_and_a_greeting_around_a_wrapped_text_stay() -> None:
    head = "Jürgen Ünal\nHauptstraße 12\n12345 Berlin"
    foot = "Mit freundlichen Grüßen\nAnna"
    text = f"{head}\n\n{wrapped(GERMAN, 72)}\n\n{foot}"
    assert looks_hard_wrapped(text)
    assert join_lines(text) == f"{head}\n\n{GERMAN}\n\n{foot}"


def test_a_title_above_a_wrapped_text_stays_above() -> None:
    text = f"Two Men and a Ladder\n{wrapped(ENGLISH, 60)}"
    assert join_lines(text) == f"Two Men and a Ladder\n{ENGLISH}"
    assert join_lines(f"# Title\n{wrapped(ENGLISH, 60)}") == f"# Title\n{ENGLISH}"


def test_code_within_a_wrapped_text_stays() -> None:
    code = "```\nif this and\nthat\n```"
    text = f"{wrapped(ENGLISH, 60)}\n\n{code}\n\n{wrapped(GERMAN, 60)}\n\n    x = 1\n    y"
    assert looks_hard_wrapped(text)
    assert join_lines(text) == f"{ENGLISH}\n\n{code}\n\n{GERMAN}\n\n    x = 1\n    y"
