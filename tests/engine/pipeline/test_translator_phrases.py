"""Set phrases are translated as the dictionary has them, and told as such."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.dictionary.dictionary import Dictionary
from engine.dictionary.making import write_dictionary
from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.pipeline.translator import Translator
from engine.translation import Chosen, Translation
from tests.support.translators import tiny_translator, translate

PHRASE, MEANT = "A dog is here.", "Mehrere Männer."


@pytest.fixture
def translator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Translator]:
    file = tmp_path / "small.sqlite3"
    write_dictionary([], {}, file, [(PHRASE, MEANT, "a dog is here", None)])
    dictionary = Dictionary(file, ("en", "de"))
    monkeypatch.setattr(Dictionary, "find", lambda *_: dictionary)
    yield tiny_translator(tmp_path / "toy", decoding={"beam_size": 2, "max_length": 40})
    dictionary.close()


def of_phrase(translation: Translation) -> list[bool]:
    """Return of each sentence whether it is a set phrase."""
    return [sentence.is_phrase for sentence in translation.sentences]


def test_a_phrase_is_translated_as_listed_between_sentences_of_the_model(
    translator: Translator,
) -> None:
    text = f"Two men. {PHRASE} A dog."
    free = translate(translator, text)
    told = translate(translator, text, with_phrases=True, with_fidelity=True)
    assert of_phrase(free) == [False] * 3
    assert of_phrase(told) == [False, True, False]
    first, phrase, last = told.sentences
    assert phrase.target == MEANT
    assert [first.target, last.target] == [free.sentences[0].target, free.sentences[2].target]
    assert phrase.notices == ()
    assert told.target[phrase.target_start :].startswith(MEANT)
    (looked_up,) = phrase.looked_up
    assert (looked_up.source.text, looked_up.entry) == (PHRASE, MEANT)
    assert told.source[looked_up.source.start : looked_up.source.end] == PHRASE
    assert looked_up.target is not None
    assert told.target[looked_up.target.start : looked_up.target.end] == MEANT


def test_its_attention_is_that_of_the_model_which_is_made_to_write_it(
    translator: Translator,
) -> None:
    (sentence,) = translate(translator, PHRASE, with_phrases=True).sentences
    ids = translator.tokenizers.target.encode(MEANT).ids
    chosen = {PHRASE: Chosen(ids, is_whole=True)}
    (forced,) = translate(translator, PHRASE, chosen=chosen).sentences
    assert sentence.alignment == forced.alignment
    assert sentence.tokens == forced.tokens
    assert sentence.hypotheses == forced.hypotheses


def test_what_a_person_chose_or_asked_for_goes_first(translator: Translator) -> None:
    ids = translator.tokenizers.target.encode("Ein Hund.").ids
    chosen = {PHRASE: Chosen(ids, is_whole=True)}
    glossary = Glossary((GlossaryEntry.of("dog", "Hund"),))
    for wishes in ({"chosen": chosen}, {"glossary": glossary}, {"n_best": 2}):
        told = translate(translator, PHRASE, with_phrases=True, **wishes)
        assert of_phrase(told) == [False]
        assert told.target != MEANT


def test_it_is_translated_anew_when_phrases_are_turned_off(translator: Translator) -> None:
    for with_phrases in (True, False, True):
        told = translate(translator, PHRASE, with_phrases=with_phrases)
        assert of_phrase(told) == [with_phrases]
        assert (told.target == MEANT) == with_phrases
