"""What is shown of what the model wrote: the rest of the source is put back, places stay right."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pipeline.rewriting.postprocess import Written, is_plain, postprocess, unchanged
from engine.pipeline.rewriting.preprocess import preprocess
from engine.text.quantities.comparison import Comparison
from engine.tokenizers.encoding import UNKNOWN, Decoded, find_words
from engine.tokenizers.vocabulary import Vocabulary
from engine.tokenizers.word import BLANK, SPECIAL_TOKENS, WordTokenizer
from engine.translation import AlignedWords, Span

KNOWN = [
    "Two",
    "men",
    "and",
    "number",
    "are",
    "here",
    "million",
    "$",
    "20",
    "27",
    "1,250",
    "3,000,000",
]
TOKENIZER = WordTokenizer(BLANK, Vocabulary([*SPECIAL_TOKENS, *KNOWN]), lowercase=False)


def written(source: str, target: str, links: dict[int, int] | None = None) -> Written:
    """Write a target of blank-separated tokens, linked with the source word by word."""
    spans: list[Span] = []
    for token in target.split():
        start = target.index(token, spans[-1][1] if spans else 0)
        spans.append((start, start + len(token)))
    reading = preprocess(source, TOKENIZER, "en")
    linked = links if links is not None else {word: word for word in range(len(spans))}
    unknown = [span for span in spans if target[slice(*span)] == UNKNOWN]
    decoded = Decoded(target, tuple(spans))
    comparison = Comparison(reading.plain, target, ("en", "de"))
    aligned = [AlignedWords(word, other, 0.9) for word, other in linked.items()]
    if is_plain(reading, comparison, unknown):
        found = unchanged(decoded, aligned)
    else:
        found = postprocess(reading, decoded, comparison, unknown, aligned)
    assert found.words == find_words(found.text)
    assert len(found.model_words) == len(found.words)
    assert len(found.token_spans) == len(spans)
    for link in found.links:
        assert 0 <= link.target < len(found.words)
        assert 0 <= link.source < len(reading.encoding.words)
    return found


def test_what_is_plain_is_shown_as_it_is() -> None:
    found = written("Two men", "Zwei Männer")
    assert found == Written(
        "Zwei Männer",
        ((0, 4), (5, 11)),
        ((0, 4), (5, 11)),
        (0, 1),
        (AlignedWords(0, 0, 0.9), AlignedWords(1, 1, 0.9)),
    )


@pytest.mark.parametrize(
    ("links", "expected"),
    [({0: 0, 1: 1}, "Zwei 😀 Männer"), ({0: 2, 1: 0}, "Zwei Männer 😀"), ({}, "Zwei 😀 Männer")],
)
def test_what_was_carried_follows_what_it_followed(links: dict[int, int], expected: str) -> None:
    found = written("Two 😀 men", "Zwei Männer", links)
    assert found.text == expected
    place = expected.split().index("😀")
    assert found.model_words[place] == -1
    assert AlignedWords(place, 1, 1.0) in found.links
    assert [found.text[slice(*span)] for span in found.token_spans] == ["Zwei", "Männer"]


@pytest.mark.parametrize(
    ("source", "target", "links", "expected"),
    [
        ("20 € 😀 men", "$20 Männer", {0: 1, 1: 0, 2: 2}, "20 € 😀 Männer"),
        ("20 € 😀 men", "$20 Männer", {0: 0, 1: 1, 2: 2}, "20 € 😀 Männer"),
        ("€ 20 million 😀 men", "20 million $ Männer", {0: 2, 3: 3}, "20 million € 😀 Männer"),
        ("1,250 😀 men", "1.2 Männer", {0: 0, 3: 2}, "1.250 😀 Männer"),
        ("{name} 20 € 😀 {name} men", "$20 men", {0: 4, 1: 3}, "{name} 20 € 😀 {name} men"),
    ],
)
def test_what_was_carried_parts_no_number(
    source: str, target: str, links: dict[int, int], expected: str
) -> None:
    assert written(source, target, links).text == expected


@given(
    st.lists(st.sampled_from(["20 €", "1,250", "men", "😀", "{name}"]), min_size=2),
    st.lists(st.sampled_from(["$20", "20 million $", "1,2", "Männer"]), min_size=1),
    st.randoms(use_true_random=False),
)
def test_no_word_is_written_twice(source: list[str], target: list[str], random: Random) -> None:
    typed, shown = " ".join([*source, "and"]), " ".join(target)
    num_words = len(TOKENIZER.encode(typed).words)
    links = {word: random.randrange(num_words) for word in range(len(find_words(shown)))}
    text = written(typed, shown, links).text
    for word in ("Männer", "million"):
        assert text.count(word) == shown.count(word)
    for word in ("😀", "{name}"):
        assert text.count(word) == typed.count(word)


def test_an_unknown_word_is_that_of_the_source() -> None:
    assert written("Two Wojciechs", f"Zwei {UNKNOWN}").text == "Zwei Wojciechs"
    assert written("Two Wojciechs", f"Zwei {UNKNOWN}", {}).text == "Zwei Wojciechs"
    assert written("Anna and Tom", f"{UNKNOWN} und {UNKNOWN}", {}).text == "Anna und Tom"
    # Where it looks at a known word too, it is rather the unknown one.
    found = written("Two Tom", f"Zwei {UNKNOWN}", {1: 1, 0: 0})
    assert [found.text[slice(*span)] for span in found.token_spans] == ["Zwei", "Tom"]


def test_a_single_number_is_set_right() -> None:
    found = written("number 27", "Nummer 77")
    assert (found.text, found.corrections) == ("Nummer 27", ("77 → 27",))
    found = written("1,250 men", "12 Männer")
    assert (found.text, found.corrections) == ("1.250 Männer", ("12 → 1.250",))
    assert [found.text[slice(*span)] for span in found.token_spans] == ["1.250", "Männer"]
    assert written("3,000,000 men", "3.00 Männer", {0: 0, 3: 1}).text == "3.000.000 Männer"
    assert written("27 million men", "72 Millionen Männer").text == "27 Millionen Männer"


def test_copied_numbers_have_the_marks_of_the_language() -> None:
    found = written("1,250 men and 3,000,000", "1,250 Männer und 3,000,000")
    assert found.text == "1.250 Männer und 3.000.000"
    assert found.corrections == ("1,250 → 1.250", "3,000,000 → 3.000.000")
    assert written("1,250 men", "1,250 Männer", {}).text == "1.250 Männer"


@pytest.mark.parametrize(
    ("source", "target", "links"),
    [
        ("number 27", "Nummer 77", {0: 0, 1: 0}),  # it looks at another word
        ("number 27", "Nummer 77", {}),
        ("27 and 28", "77 und 28", None),
        ("number 27", "77 oder 78", {0: 1, 2: 1}),
        ("number 27", "Nummer", None),
        ("number 27", "Nummer siebenundzwanzig", None),
        ("3,000,000 men", "4 Millionen Männer", {0: 0, 1: 0, 2: 1}),
        ("27 million men", "4.000.000 Männer", {0: 0, 1: 2}),
        ("It costs $0.50.", "Es kostet 50 Cent.", {2: 2}),
        ("2 500 ml bottles", "zwei 500 ml Flaschen", {1: 1}),
        ("at 14:00", "um 4:00 Uhr", {1: 1}),
    ],
)
def test_in_doubt_no_number_is_changed(
    source: str, target: str, links: dict[int, int] | None
) -> None:
    found = written(source, target, links)
    assert (found.text, found.corrections) == (target, ())


def test_the_number_of_a_name_keeps_its_point() -> None:
    assert written("Version 27.5", "Version 77.5").text == "Version 27.5"
    assert written("number 27.5", "Nummer 77.5").text == "Nummer 27.5"
    assert written("and 27.5 are", "und 77.5 sind", {1: 1}).text == "und 27,5 sind"


def test_what_was_shouted_is_shouted_again() -> None:
    found = written("TWO MEN ARE", "Zwei große Straßen")
    assert found.text == "ZWEI GROSSE STRASSEN"
    assert [found.text[slice(*span)] for span in found.token_spans] == [
        "ZWEI",
        "GROSSE",
        "STRASSEN",
    ]


def test_what_is_kept_is_the_source() -> None:
    found = written("😀 12", "")
    assert (found.text, found.token_spans) == ("😀 12", ())
    assert set(found.model_words) == {-1}
