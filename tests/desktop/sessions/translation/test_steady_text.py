"""What is shown while somebody types only grows, and was agreed upon."""

from hypothesis import given
from hypothesis import strategies as st

from desktop.sessions.translation.steady_text import (
    AGREEING,
    MOST_CONTRADICTIONS,
    UNSETTLED,
    SteadyText,
)
from engine.translation import AlignedWords, SentenceTranslation, Translation, Word


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a text that has one blank between them."""
    words, start = [], 0
    for word in text.split(" "):
        words.append(Word(word, start, start + len(word)))
        start += len(word) + 1
    return tuple(words)


def translated(source: str, target: str, links: dict[int, int] | None = None) -> Translation:
    """Return a translation whose words stand in the same order, if nothing else is said."""
    sources, targets = words_of(source), words_of(target)
    if links is None:
        links = {place: min(place, len(sources) - 1) for place in range(len(targets))}
    alignment = tuple(AlignedWords(*link, 1.0) for link in links.items())
    sentence = SentenceTranslation(
        source, 0, target, 0, (), (), sources, targets, alignment, notices=()
    )
    return Translation(source, target, (sentence,), (), "toy", "cpu", 0.0)


def test_words_are_shown_once_three_translations_agree_and_their_sources_are_settled() -> None:
    steady = SteadyText()
    assert steady.follow(translated("the old", "der alte")) == ""
    assert steady.follow(translated("the old man", "der alte Mann")) == ""
    assert steady.follow(translated("the old man sees", "der alte Mann sieht")) == "der alte"
    assert steady.follow(translated("the old man sees a", "der alte Mann sieht")) == "der alte Mann"


def test_a_word_that_looks_at_the_end_of_the_source_is_held_back() -> None:
    steady = SteadyText()
    links = {0: 0, 1: 4, 2: 1}
    for _ in range(3):
        shown = steady.follow(translated("I have the dog seen", "ich sah den", links))
    assert shown == "ich"


def test_a_half_written_word_is_no_agreement() -> None:
    steady = SteadyText()
    for text in ("a b c d", "a b c d e"):
        steady.follow(translated(text, "ein Haus"))
    assert steady.follow(translated("a b c d e f", "ein Hausboot")) == "ein"


def test_what_is_on_show_stays_though_the_translation_changes() -> None:
    steady = SteadyText(translated("We wait.", "Wir warten."))
    assert steady.follow(translated("We wait. It", "Wir warten. Es")) == "Wir warten."
    assert steady.follow(translated("We wait. It is", "Warten wir. Es ist")) == "Wir warten."


@given(st.lists(st.text("ab ", min_size=1, max_size=30), max_size=12))
def test_it_grows_never_beyond_the_translation_and_seldom_changes(targets: list[str]) -> None:
    steady = SteadyText()
    before, changes = "", 0
    for words in targets:
        target = " ".join(words.split()) or "a"
        shown = steady.follow(translated("a b c d e f g", target))
        changes += not shown.startswith(before)
        assert shown == before or target.startswith(shown)
        before = shown
    assert changes <= len(targets) // MOST_CONTRADICTIONS


def test_what_is_contradicted_for_long_is_replaced() -> None:
    steady = SteadyText()
    first, second = (translated("a b c d", target) for target in ("Ein Stab da", "Eine Lampe da"))
    assert [steady.follow(first) for _ in range(AGREEING)][-1] == "Ein Stab"
    shown = [steady.follow(second) for _ in range(MOST_CONTRADICTIONS + AGREEING)]
    assert set(shown) == {"Ein Stab", "Eine Lampe"}
    assert shown[MOST_CONTRADICTIONS - 1] == "Ein Stab"
    assert shown[-1] == "Eine Lampe"


def test_nothing_of_the_first_words_is_shown() -> None:
    steady = SteadyText()
    for _ in range(3):
        assert steady.follow(translated("a " * (UNSETTLED - 2) + "a", "ein")) == ""
