"""Linked words: the pointer goes before the pin, the pin before the caret."""

import pytest
from pytestqt.qtbot import QtBot

from desktop.sessions.link_tracker import LinkTracker
from desktop.values.word_links import Link, SentencePair
from tests.support.engines import make_translation

TEXT = "😀 Two dogs run. A cat sleeps."
DOGS = TEXT.index("dogs")
CAT = TEXT.index("cat")


class Heard:
    """What was said last, and every sentence entered."""

    def __init__(self, words: LinkTracker) -> None:
        self.link: Link | None = None
        self.is_pinned = False
        self.pair: SentencePair | None = None
        self.sentences: list[int] = []
        words.linked.connect(self._hear)
        words.paired.connect(self._hear_pair)
        words.sentence_entered.connect(self.sentences.append)

    def _hear(self, link: Link | None, is_pinned: bool) -> None:
        self.link, self.is_pinned = link, is_pinned

    def _hear_pair(self, pair: SentencePair | None) -> None:
        self.pair = pair


@pytest.fixture
def words(qtbot: QtBot) -> LinkTracker:
    assert qtbot is not None
    words = LinkTracker()
    words.set_translation(make_translation(TEXT))
    return words


@pytest.fixture
def heard(words: LinkTracker) -> Heard:
    return Heard(words)


def texts(link: Link | None, source: str = TEXT) -> tuple[list[str], list[str]]:
    """The linked words as they stand in both texts."""
    assert link is not None
    target = make_translation(TEXT).target
    return (
        [source[start:end] for start, end in link.source_spans],
        [target[start:end] for start, end in link.target_spans],
    )


def test_the_pointer_links_words_both_ways(words: LinkTracker, heard: Heard) -> None:
    words.hover_source(DOGS)
    assert texts(heard.link) == (["dogs"], ["DOGS"])
    words.hover_target(CAT)  # capitals stand where their words do
    assert texts(heard.link) == (["cat"], ["CAT"])
    words.hover_target(-1)
    assert heard.link is None
    assert not heard.is_pinned


def test_a_word_is_pinned_and_the_pointer_goes_before_it(words: LinkTracker, heard: Heard) -> None:
    words.pin_source(DOGS)
    assert heard.is_pinned
    words.hover_source(CAT)
    assert (texts(heard.link)[0], heard.is_pinned) == (["cat"], False)
    words.hover_source(-1)
    assert (texts(heard.link)[0], heard.is_pinned) == (["dogs"], True)


@pytest.mark.parametrize("lift", ["same word", "let go"])
def test_the_same_word_again_or_escape_lifts_the_pin(
    words: LinkTracker, heard: Heard, lift: str
) -> None:
    words.pin_source(DOGS)
    if lift == "let go":
        words.let_go()
    else:
        words.pin_target(DOGS)
    assert (words.is_pinned, heard.link) == (False, None)


def test_the_caret_links_while_nothing_else_does(words: LinkTracker, heard: Heard) -> None:
    words.move_source_caret(CAT + 1)
    assert texts(heard.link)[1] == ["CAT"]
    assert heard.sentences == [1]
    words.move_source_caret(-1)  # by the mouse
    assert heard.link is None
    words.move_source_caret(CAT + 1)
    words.pin_source(DOGS)
    assert texts(heard.link)[1] == ["DOGS"]
    assert heard.sentences == [1, 1, 0]


@pytest.mark.parametrize("side", ["source", "target"])
def test_a_click_marks_the_sentence_and_its_translation_and_pins_nothing(
    words: LinkTracker, heard: Heard, side: str
) -> None:
    click = words.click_source if side == "source" else words.click_target
    click(CAT)
    assert heard.pair is not None
    start, end = heard.pair.source_span
    assert TEXT[start:end] == "A cat sleeps."
    start, end = heard.pair.target_span
    assert make_translation(TEXT).target[start:end] == "A CAT SLEEPS."
    assert not words.is_pinned
    assert heard.sentences == [1]
    words.set_translation(make_translation(TEXT))  # after a choice, say
    assert heard.pair is not None
    click(-1)
    assert heard.pair is None


@pytest.mark.parametrize("reason", ["typed on", "let go", "another text"])
def test_a_marked_sentence_is_let_go(words: LinkTracker, heard: Heard, reason: str) -> None:
    words.click_source(DOGS)
    assert heard.pair is not None
    if reason == "typed on":
        words.set_source(TEXT + " It is late.")
    elif reason == "let go":
        words.let_go()
    else:
        words.set_translation(make_translation("A dog runs."))
    assert heard.pair is None


def test_cells_speak_of_the_sentence_that_is_shown(words: LinkTracker, heard: Heard) -> None:
    words.show_sentence(1)
    words.hover_cell((((2, 5),), ((2, 5),)))  # "cat" within "A cat sleeps."
    assert texts(heard.link) == (["cat"], ["CAT"])
    words.hover_cell(None)
    assert heard.link is None


def test_links_survive_an_edit_elsewhere_and_follow_it(words: LinkTracker, heard: Heard) -> None:
    edited = TEXT.replace("Two", "Twenty-two")
    words.set_source(edited)
    words.hover_source(edited.index("cat"))
    assert texts(heard.link, edited) == (["cat"], ["CAT"])
    words.hover_target(CAT)
    assert texts(heard.link, edited)[0] == ["cat"]
    words.hover_source(edited.index("Twenty"))
    assert heard.link is None


def test_a_pin_stays_with_its_words_in_the_next_result(words: LinkTracker, heard: Heard) -> None:
    words.pin_source(DOGS)
    longer = TEXT + " It is late."
    words.set_translation(make_translation(longer))
    assert words.is_pinned
    assert texts(heard.link, longer) == (["dogs"], ["DOGS"])
    words.set_translation(make_translation("One."))
    words.set_translation(make_translation(""))
    assert not words.is_pinned


def test_without_a_translation_nothing_is_linked(qtbot: QtBot) -> None:
    assert qtbot is not None
    words = LinkTracker()
    heard = Heard(words)
    words.hover_source(3)
    words.pin_target(0)
    words.hover_cell((((0, 1),), ((0, 1),)))
    words.click_source(0)
    assert (heard.link, heard.pair) == (None, None)
    assert heard.sentences == []
