"""How people type: whatever a shipped model knows of it, nothing is lost and nothing is hidden."""

from functools import cache
from pathlib import Path

import pytest

from engine.pipeline.translator import Translator
from engine.text.quantities.numbers import numbers_in
from engine.translation import NoticeKind, Translation
from tests.support.translators import assert_words, translate
from tests.support.typed_text import FLAG, TYPED, losses

SHIPPED = Path(__file__).parents[3] / "resources" / "models"
MODELS = sorted(folder.name for folder in SHIPPED.glob("en-de-*"))
CASES = [
    (folder.name, typed)
    for language, inputs in TYPED.items()
    for folder in sorted(SHIPPED.glob(f"{language}-*"))
    for typed in inputs
]


@cache
def opened(model: str) -> Translator:
    return Translator.open(SHIPPED / model, device="cpu")


def kinds(translation: Translation) -> set[NoticeKind]:
    return {notice.kind for notice in translation.notices}


@pytest.mark.parametrize(("model", "typed"), CASES)
def test_what_people_type_is_translated_and_nothing_is_lost(model: str, typed: str) -> None:
    translator = opened(model)
    language = translator.manifest.source_language
    assert list(losses(language, typed, translate(translator, typed))) == []


@pytest.mark.parametrize(("model", "typed"), CASES)
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
        shown = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
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
    shown = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
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
        others = translator.inspector.alternatives(sentence.source, ids, place, count=3)
        if word.text.startswith("😀"):
            assert others == ()
            continue
        assert word.text in [other.word for other in others]
        assert all(other.preview.count("😀") == 1 for other in others)


@pytest.mark.parametrize("model", MODELS)
def test_other_sentences_carry_the_same(model: str) -> None:
    lines = opened(model).inspector.hypotheses("A dog 😀 runs at https://example.org today.", 4)
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
    assert (notice.details, found.source[notice.start : notice.end]) == (("рисует",), "рисует")
    whole = translate(opened(model), "مرحبا بالعالم")
    assert {NoticeKind.UNKNOWN_WORDS, NoticeKind.UNFAMILIAR} <= kinds(whole)


@pytest.mark.parametrize("number", ["27", "44", "31", "85", "1984"])
@pytest.mark.parametrize("model", MODELS)
def test_a_single_number_is_right_or_noticed(model: str, number: str) -> None:
    found = translate(opened(model), f"A man wearing number {number} runs.")
    said = [other.text for other in numbers_in(found.target)]
    assert number in said or NoticeKind.NUMBERS in kinds(found)


GENERAL = "en-de-general"


def test_a_sentence_in_the_target_language_stays_and_is_told() -> None:
    typed = "We went out. Das Essen war lecker. Then we paid."
    found = translate(opened(GENERAL), typed)
    first, kept, last = found.sentences
    assert kept.target == kept.source == "Das Essen war lecker."
    (notice,) = [one for one in found.notices if one.kind is NoticeKind.KEPT]
    assert (typed[notice.start : notice.end], notice.details) == (kept.source, ("de",))
    assert kept.notices == (notice,)
    assert [link.source for link in kept.alignment] == [link.target for link in kept.alignment]
    assert NoticeKind.KEPT not in kinds(translate(opened(GENERAL), f"{first.source} {last.source}"))


def test_a_sentence_in_a_third_language_is_translated_and_told() -> None:
    typed = "We went home. Je ne sais pas encore comment nous allons rentrer ce soir."
    found = translate(opened(GENERAL), typed)
    (notice,) = [one for one in found.notices if one.kind is NoticeKind.LANGUAGE]
    assert (notice.start, notice.end, notice.details) == (14, len(typed), ("fr", "en"))
    assert found.sentences[1].target != found.sentences[1].source


def test_quotation_marks_are_those_of_the_target_and_words_keep_their_links() -> None:
    typed = "\"I was at home. We ate bread. He said 'yes' and left.\""
    found = translate(opened(GENERAL), typed)
    assert (found.target[0], found.target[-1]) == ("„", "“")
    assert '"' not in found.target
    (bread,) = [word for word in found.sentences[1].target_words if word.text == "Brot"]
    linked = {
        found.sentences[1].source_words[link.source].text
        for link in found.sentences[1].alignment
        if found.sentences[1].target_words[link.target] == bread and link.weight > 0.5
    }
    assert linked == {"bread"}


def test_a_misspelled_word_is_told_with_what_was_perhaps_meant() -> None:
    typed = "See `recieve`. I will recieve the letter from Recieve."
    found = translate(opened(GENERAL), typed)
    (one,) = found.sentences[1].misspellings
    assert (one.word.text, one.word.start) == ("recieve", 22)
    assert one.suggestions[0] == "receive"
    (notice,) = [n for n in found.notices if n.kind is NoticeKind.UNKNOWN_WORDS]
    assert (notice.details, notice.start, notice.end) == (("recieve",), 22, 29)
