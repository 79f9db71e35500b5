"""What a translation leaves out or adds."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.storage import paths
from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.pipeline.fidelity import FidelityCheck
from engine.pipeline.translator import Translator
from engine.translation import (
    AlignedWords,
    Cancelled,
    Fidelity,
    NoticeKind,
    SearchOptions,
    SentenceTranslation,
    TranslationRequest,
    Word,
)
from tests.support.translators import TEXT, tiny_translator, translate

SOURCE = "Two young men are outside."
SHELF = paths.folders().shipped_models


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    return tiny_translator(tmp_path_factory.mktemp("models") / "toy")


@pytest.fixture(scope="module")
def check(translator: Translator) -> FidelityCheck:
    return translator.fidelity


def sentences(translator: Translator, text: str) -> Iterator[SentenceTranslation]:
    yield from translate(translator, text).sentences


# --- what is compared


def test_leaving_out_what_is_not_read_changes_nothing(check: FidelityCheck) -> None:
    sources, ids = check.read(SOURCE), check.ids_of("Zwei Männer")
    assert check.gains_without(sources, ids, [(0, 0), (0, len(SOURCE))]) == (None, None)


def test_gains_are_those_of_the_shorter_sentence(check: FidelityCheck) -> None:
    """Left out one by one, in one batch, or in several: the figures are the same."""
    sources, ids = check.read(SOURCE), check.ids_of("Zwei Männer")
    places = list(check.attention_to_words(sources, ids))
    together = check.gains_without(sources, ids, places)
    assert len(together) == len(places) == 5
    for place, gain in zip(places, together, strict=True):
        (alone,) = check.gains_without(sources, ids, [place])
        assert gain is not None
        assert alone == pytest.approx(gain, abs=1e-3)


def test_only_words_with_letters_are_asked_about(check: FidelityCheck) -> None:
    text = "12 men, 7 dogs!"
    shares = check.attention_to_words(check.read(text), check.ids_of("a b"))
    assert {text[start:end] for start, end in shares} == {"men", "dogs"}
    assert all(0 <= share <= 1 for share in shares.values())


@pytest.mark.parametrize("text", ["", "5", "https://example.org", "word " * 400, "👩"])
def test_where_nothing_can_be_compared_nothing_is_found(check: FidelityCheck, text: str) -> None:
    for ids in ((), check.ids_of("Zwei Männer"), check.ids_of("Männer " * 400)):
        sources = check.read(text)
        shares = check.attention_to_words(sources, ids)
        assert check.unneeded_words(sources, ids, shares) in ((), *_words_of(text))


def _words_of(text: str) -> Iterator[tuple[tuple[int, int], ...]]:
    """Return what may be found in a text that fits after all."""
    yield tuple((start, start + 4) for start in range(0, len(text), 5))


# --- what is found


def test_words_found_stand_in_the_whole_text(translator: Translator, check: FidelityCheck) -> None:
    text = TEXT + TEXT
    for sentence in sentences(translator, text):
        found = check.check(sentence, check)
        target = translate(translator, text).target
        assert all(text[word.start : word.end] == word.text for word in found.missing)
        assert all(target[word.start : word.end] == word.text for word in found.added)


def test_what_a_person_wrote_is_not_judged(translator: Translator, check: FidelityCheck) -> None:
    for sentence in sentences(translator, TEXT):
        assert check.check(replace(sentence, is_edited=True), check) == Fidelity()


def test_terms_of_the_glossary_are_not_judged(translator: Translator) -> None:
    glossary = Glossary((GlossaryEntry("men", "Leute"),))
    out = translator.translate(TranslationRequest(SOURCE, SearchOptions(glossary=glossary)))
    for sentence in out.sentences:
        found = translator.fidelity.check(sentence, options=SearchOptions(glossary=glossary))
        used = {use.source.text for use in sentence.terms}
        assert used.isdisjoint(word.text for word in found.missing)


def test_a_check_can_be_cancelled(translator: Translator) -> None:
    (sentence,) = sentences(translator, "Three young men are outside.")
    with pytest.raises(Cancelled):
        translator.fidelity.check(sentence, should_stop=lambda: True)


def test_a_translation_that_was_asked_for_it_names_what_is_missing(translator: Translator) -> None:
    asked = translator.translate(TranslationRequest(TEXT, with_fidelity=True))
    plain = translator.translate(TranslationRequest(TEXT))
    assert asked.target == plain.target
    for sentence, without in zip(asked.sentences, plain.sentences, strict=True):
        missing = translator.fidelity.check(without).missing
        end = without.source_start + len(without.source)
        expected = Fidelity(missing).notices(without.source_start, end)
        assert sentence.notices == (*without.notices, *expected)


def test_a_negation_that_is_told_already_is_not_told_again(
    translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost, other = Word("never", 4, 9), Word("men", 0, 3)
    monkeypatch.setattr(FidelityCheck, "missing_words", lambda *_: (lost, other))
    text = "men never run."
    (sentence,) = translator.translate(TranslationRequest(text, with_fidelity=True)).sentences
    told = [notice for notice in sentence.notices if notice.kind is NoticeKind.MISSING_WORDS]
    assert [notice.details for notice in told] == [("never",), ("men",)]


def test_notices_name_each_word_once_at_its_place() -> None:
    missing = (Word("one", 3, 6), Word("two", 8, 11), Word("one", 15, 18))
    (first, second) = Fidelity(missing, (Word("vier", 90, 94),)).notices(2, 20)
    assert (first.kind, first.start, first.end) == (NoticeKind.MISSING_WORDS, 3, 18)
    assert first.details == ("one", "two")
    assert (second.kind, second.start, second.end) == (NoticeKind.ADDED_WORDS, 2, 20)
    assert second.details == ("vier",)
    assert Fidelity().notices(0, 5) == ()


# --- with the models that ship


@pytest.fixture(scope="module")
def general() -> dict[str, Translator]:
    folders = {"en": SHELF / "en-de-general", "de": SHELF / "de-en-general"}
    if not all(map(Path.is_dir, folders.values())):
        pytest.skip("the general models are not there")
    return {
        language: Translator.open(folder, device="cpu", threads=1)
        for language, folder in folders.items()
    }


def found_in(
    models: dict[str, Translator], language: str, source: str, target: str
) -> tuple[set[str], set[str]]:
    """Return the words that a check finds in a translation that the model did not make."""
    forward, back = models[language], models["de" if language == "en" else "en"]
    (sentence,) = sentences(forward, source)
    ids = forward.fidelity.ids_of(target)
    made = replace(sentence.hypotheses[0], text=target, ids=ids)
    shares = forward.fidelity.attention_to_words(forward.fidelity.read(source), ids)
    of_words = [(word.start, word.end) for word in sentence.source_words]
    links = (AlignedWords(0, of_words.index(word), share) for word, share in shares.items())
    sentence = replace(sentence, target=target, hypotheses=(made,), alignment=tuple(links))
    found = forward.fidelity.check(sentence, back.fidelity)
    return {word.text for word in found.missing}, {word.text for word in found.added}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "source", "target", "missing", "added"),
    [
        ("en", "Best regards, Anna", "Viele Grüße", {"Anna"}, set()),
        ("en", "Best regards, Anna", "Viele Grüße, Anna", set(), set()),
        ("en", "I did not say that.", "Ich habe das gesagt.", {"not"}, set()),
        ("en", "I did not say that.", "Ich habe das nicht gesagt.", set(), set()),
        ("en", "We went to the new restaurant.", "Wir gingen ins Restaurant.", {"new"}, set()),
        ("en", "The house is old.", "Das Haus ist alt und teuer.", set(), {"teuer"}),
        ("de", "Ich habe das nicht gesagt.", "I did not say that.", set(), set()),
        ("de", "Das Haus ist alt.", "The house is not old.", set(), {"not"}),
    ],
)
def test_shipped_models_find_what_is_missing_or_added(
    general: dict[str, Translator],
    language: str,
    source: str,
    target: str,
    missing: set[str],
    added: set[str],
) -> None:
    found = found_in(general, language, source, target)
    assert missing <= found[0]
    assert added <= found[1]
    if not missing and not added:
        assert found == (set(), set())
