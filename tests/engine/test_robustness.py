"""How people type: whatever a shipped model knows of it, nothing is lost and nothing is hidden."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from engine.numerals import missing, numbers_in
from engine.translation import NoticeKind, Translation
from engine.translator import Translator
from engine.word_tokenizer import UNKNOWN
from tests.support.translators import assert_words, translate

SHIPPED = Path(__file__).parents[2] / "resources" / "models"
MODELS = sorted(folder.name for folder in SHIPPED.glob("en-de-*"))

FAMILY = "👨\u200d👩\u200d👧"
THUMB = "👍🏽"
FLAG = "🇩🇪"

TABLE: dict[str, Sequence[str]] = {
    # --- letters and marks: nothing to be kept but sense
    "A dog runs through the snow.": (),
    "a dog runs through the snow": (),
    "A DOG RUNS THROUGH THE SNOW.": (),
    "TWO MEN ARE SITTING ON A BENCH": (),
    "a DOG runs": (),
    "A man doesn't wear a hat.": (),
    "A man doesn’t wear a hat.": (),
    "The girl's dog isn’t here": (),
    "a mann rids a biek": (),
    "teh girl is standign": (),
    "A man rides a bike!!!": (),
    "What is the man doing???": (),
    "A man rides a bike…": (),
    "A man rides a bike...": (),
    "A man — with a hat — rides a bike.": (),
    "A man – with a hat – rides a bike.": (),
    "A man (left) rides a bike [red].": (),
    "A woman says “hello” to a man.": (),
    'A woman says "hello" to a man.': (),
    "A woman says ‘hello’ to a man.": (),
    "A woman says «hello» to a man.": (),
    "A man  rides   a bike.": (),
    "A\u00a0man rides\u00a0a bike.": (),
    "A man ri\u00addes a bi\u200bke.": (),
    "A naïve man in a café with a résumé.": (),
    "A ｍａｎ rides a bike.": (),
    # --- what stands around sentences
    "- A man rides a bike.": ("- ",),
    "• A man rides a bike.": ("• ",),
    "\tA man rides a bike.\n\n  A dog runs.\r\n": ("\t", "\n\n  ", "\r\n"),
    "Two dogs run. Two men sit! 🎉": (" 🎉",),
    # --- numbers, times, dates, money, units
    "3 dogs play in 12 puddles.": (),
    "A man wearing number 27 runs.": (),
    "There are 1,250 people at the concert.": (),
    "A sign says 50% off.": (),
    "The bus leaves at 10:45 on 12/24/2023.": (),
    "The shirt costs $20.": (),
    "A man pays 20 € for a hat.": (),
    "A box weighs 3.5 kg.": (),
    "It is 20°C in the park.": (),
    "The year 1984 was good": (),
    # --- what is no language
    "A dog on https://example.org/a?b=1 runs.": ("https://example.org/a?b=1",),
    "A man looks at www.example.com.": ("www.example.com",),
    "A man writes to jane.doe@example.com about the dog.": ("jane.doe@example.com",),
    "@anna is riding a bike.": ("@anna",),
    "A man holds a sign that says #love.": ("#love",),
    "A man holds {name} and %s.": ("{name}", "%s"),
    "A dog 😀 runs.": ("😀",),
    "I like this dog 😀!": ("😀",),
    f"A dog runs {FAMILY} through the snow {THUMB} today.": (FAMILY, THUMB),
    f"A boy with a flag {FLAG} runs.": (FLAG,),
    "A man walks → a dog runs": ("→",),
    # --- other scripts and names
    "日本語 is written on a sign.": ("日本語",),
    "A man рисует a picture.": ("рисует",),
    "Łukasz sits on a bench.": ("Łukasz",),
    "Tom and Anna sit on a bench.": (),
    # --- nothing to translate
    "😀": ("😀",),
    f"{THUMB} {FLAG}": (f"{THUMB} {FLAG}",),
    "42": ("42",),
    "10:45": ("10:45",),
    "£5.99": ("£5.99",),
    "...": ("...",),
    "?!": ("?!",),
    "#love": ("#love",),
    "https://example.org": ("https://example.org",),
    "مرحبا بالعالم": ("مرحبا بالعالم",),
    " \t\n": (" \t\n",),
    "": ("",),
}
"""What is typed, and what of it must stand in the translation, each as often as here."""


@cache
def opened(model: str) -> Translator:
    return Translator.open(SHIPPED / model, device="cpu")


def kinds(translation: Translation) -> set[NoticeKind]:
    return {notice.kind for notice in translation.notices}


@pytest.mark.parametrize("typed", TABLE)
@pytest.mark.parametrize("model", MODELS)
def test_what_people_type_is_translated_and_nothing_is_lost(model: str, typed: str) -> None:
    found = translate(opened(model), typed)
    assert bool(found.target.strip()) == bool(typed.strip())
    for kept in TABLE[typed]:
        assert found.target.count(kept) == typed.count(kept)
    for broken in (UNKNOWN, "<unk>", "\ufffd"):
        assert broken not in found.target
    assert NoticeKind.REPEATED not in kinds(found)
    if missing(typed, found.target):
        assert NoticeKind.NUMBERS in kinds(found)


@pytest.mark.parametrize("typed", TABLE)
@pytest.mark.parametrize("model", MODELS)
def test_every_place_is_one_of_the_text_as_typed(model: str, typed: str) -> None:
    translator = opened(model)
    found = translate(translator, typed)
    assert found.source == typed
    for sentence in found.sentences:
        assert typed[sentence.source_start :].startswith(sentence.source)
        assert_words(sentence.source_words, typed, sentence.source, sentence.source_start)
        assert_words(sentence.target_words, found.target, sentence.target, sentence.target_start)
        assert len(sentence.tokens) == len(sentence.hypotheses[0].ids)
        for token in sentence.tokens:
            assert found.target[token.start : token.end] == token.text
        for link in sentence.alignment:
            assert 0 <= link.source < len(sentence.source_words)
            assert 0 <= link.target < len(sentence.target_words)
        shown = translator.attention(sentence.source, sentence.hypotheses[0].ids)
        assert shown.target == sentence.target
        assert [word.text for word in shown.source_words] == [
            word.text for word in sentence.source_words
        ]
        assert [word.text for word in shown.target_words] == [
            word.text for word in sentence.target_words
        ]


@pytest.mark.parametrize("model", MODELS)
def test_the_pane_shows_what_the_model_was_given(model: str) -> None:
    """An emoji is a word of the sentence without a token; the others have theirs."""
    translator = opened(model)
    (sentence,) = translate(translator, "A dog 😀 runs.").sentences
    shown = translator.attention(sentence.source, sentence.hypotheses[0].ids)
    texts = [word.text for word in shown.source_words]
    assert texts == ["A", "dog", "😀", "runs", "."]
    assert {index for index in shown.source_word_ids if index >= 0} == {0, 1, 3, 4}
    assert "".join(shown.source_tokens[1:-1]) == "▁A▁dog▁runs."


@pytest.mark.parametrize("carried", ["😀", "https://example.org/a?b=1", "@anna", "рисует"])
@pytest.mark.parametrize("model", MODELS)
def test_what_was_carried_is_linked_with_itself(model: str, carried: str) -> None:
    (sentence,) = translate(opened(model), f"A man {carried} in the park.").sentences
    links = {
        (sentence.source_words[link.source].text, sentence.target_words[link.target].text)
        for link in sentence.alignment
        if link.weight == 1.0
    }
    assert links
    assert all(source == target and source in carried for source, target in links)


@pytest.mark.parametrize("model", MODELS)
def test_what_was_carried_has_no_other_words(model: str) -> None:
    translator = opened(model)
    (sentence,) = translate(translator, "A dog 😀 runs.").sentences
    ids = sentence.hypotheses[0].ids
    for place, word in enumerate(sentence.target_words):
        others = translator.alternatives(sentence.source, ids, place, count=3)
        if word.text.startswith("😀"):
            assert others == ()
            continue
        assert word.text in [other.word for other in others]
        assert all(other.preview.count("😀") == 1 for other in others)


@pytest.mark.parametrize("model", MODELS)
def test_other_sentences_carry_the_same(model: str) -> None:
    lines = opened(model).hypotheses("A dog 😀 runs at https://example.org today.", 4)
    assert len(lines) > 1
    for line in lines:
        assert line.text.count("😀") == line.text.count("https://example.org") == 1


@pytest.mark.parametrize("model", MODELS)
def test_a_shouted_sentence_is_read_as_a_sentence_and_shouted_again(model: str) -> None:
    translator = opened(model)
    quiet = translate(translator, "Two dogs are playing in the snow.")
    loud = translate(translator, "TWO DOGS ARE PLAYING IN THE SNOW.")
    assert loud.target == loud.target.upper()
    assert loud.target == quiet.target.upper()


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("The man’s dog isn’t running.", "The man's dog isn't running."),
        ("A man says “hello” to a woman.", 'A man says "hello" to a woman.'),
        ("A\u00a0dog\u00a0runs.", "A dog runs."),
        ("A dog ru\u00adns.", "A dog runs."),
    ],
)
@pytest.mark.parametrize("model", MODELS)
def test_marks_that_models_hardly_know_change_nothing(model: str, typed: str, plain: str) -> None:
    translator = opened(model)
    assert translate(translator, typed).target == translate(translator, plain).target


@pytest.mark.parametrize("typed", ["42", "10:45", "£5.99", "#love", "12/24/2023", f"1 {FLAG}"])
@pytest.mark.parametrize("model", MODELS)
def test_what_is_the_same_in_every_language_is_given_back_without_a_notice(
    model: str, typed: str
) -> None:
    found = translate(opened(model), typed)
    assert (found.target, found.notices) == (typed, ())


@pytest.mark.parametrize("model", MODELS)
def test_what_the_model_cannot_read_is_told(model: str) -> None:
    found = translate(opened(model), "A man рисует a picture.")
    (notice,) = [n for n in found.notices if n.kind is NoticeKind.UNKNOWN_WORDS]
    assert (notice.detail, found.source[notice.start : notice.end]) == ("рисует", "рисует")
    whole = translate(opened(model), "مرحبا بالعالم")
    assert {NoticeKind.UNKNOWN_WORDS, NoticeKind.UNFAMILIAR} <= kinds(whole)


@pytest.mark.parametrize("number", ["27", "44", "31", "85", "1984"])
@pytest.mark.parametrize("model", MODELS)
def test_a_single_number_is_right_or_noticed(model: str, number: str) -> None:
    found = translate(opened(model), f"A man wearing number {number} runs.")
    said = [other.text for other in numbers_in(found.target)]
    assert number in said or NoticeKind.NUMBERS in kinds(found)
