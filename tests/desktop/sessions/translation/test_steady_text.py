"""What is shown while somebody types only grows, and was agreed upon."""

from hypothesis import given
from hypothesis import strategies as st

from desktop.sessions.translation.steady_text import AGREEING, MOST_CONTRADICTIONS, SteadyText
from engine.translation import SentenceTranslation, Translation, Word


def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a text that has one blank between them."""
    words, start = [], 0
    for word in text.split(" "):
        words.append(Word(word, start, start + len(word)))
        start += len(word) + 1
    return tuple(words)


def translated(source: str, target: str) -> Translation:
    """Return a translation of one sentence."""
    sentence = SentenceTranslation(
        source, 0, target, 0, (), (), words_of(source), words_of(target), (), notices=()
    )
    return Translation(source, target, (sentence,), (), "toy", "cpu", 0.0)


def test_words_are_shown_once_translations_of_three_lengths_agree() -> None:
    steady = SteadyText()
    assert steady.follow(translated("the old", "der alte")) == ""
    assert steady.follow(translated("the old man", "der alte Mann")) == ""
    assert steady.follow(translated("the old man sees", "der alte Mann sieht")) == "der alte"
    assert steady.follow(translated("the old man sees a", "der alte Mann sieht")) == "der alte Mann"


@given(st.lists(st.integers(1, 5), max_size=8))
def test_it_does_not_matter_how_many_translations_a_word_gets(repeats: list[int]) -> None:
    once, often = SteadyText(), SteadyText()
    for length, repeat in enumerate(repeats, 1):
        translation = translated("a " * length + "a", "der alte Mann sieht sie"[: 4 * length])
        shown = once.follow(translation)
        assert {often.follow(translation) for _ in range(repeat)} == {shown}


def test_a_translation_of_the_same_words_takes_back_what_the_one_before_said() -> None:
    steady = SteadyText()
    for source in ("a", "a b"):
        steady.follow(translated(source, "ein Haus"))
    assert steady.follow(translated("a b c", "eine Hütte")) == ""
    assert steady.follow(translated("a b cd", "ein Haus")) == ""
    assert steady.follow(translated("a b cde", "ein Haus")) == "ein Haus"


def test_after_words_were_deleted_what_was_said_of_more_words_counts_no_longer() -> None:
    steady = SteadyText()
    for source in ("a", "a b", "a b c d e"):
        steady.follow(translated(source, "ein Haus" if source != "a b c d e" else "kein Haus"))
    assert steady.follow(translated("a b c", "ein Haus")) == "ein Haus"


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
    for length, words in enumerate(targets):
        target = " ".join(words.split()) or "a"
        shown = steady.follow(translated("a " * length + "a", target))
        changes += not shown.startswith(before)
        assert shown == before or target.startswith(shown)
        before = shown
    assert changes <= len(targets) // MOST_CONTRADICTIONS


def test_what_is_contradicted_at_several_lengths_is_replaced() -> None:
    steady = SteadyText()
    shown = [
        steady.follow(translated("a " * length + "a", "Ein Stab" if length < 4 else "Eine Lampe"))
        for length in range(12)
    ]
    assert shown[AGREEING - 1 : AGREEING + MOST_CONTRADICTIONS] == ["Ein Stab"] * 4
    assert shown[-1] == "Eine Lampe"
