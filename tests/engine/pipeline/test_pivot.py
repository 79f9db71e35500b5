"""Through a third language: the same as one translator behind the other, sentence by sentence."""

import pytest

from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.pipeline.pivot import PivotTranslator
from engine.pipeline.translator import Translator
from engine.translation import (
    Cancelled,
    Chosen,
    NoticeKind,
    SentenceTranslation,
    TranslationRequest,
)
from tests.support.translators import (
    TEXT,
    assert_same_sentence,
    assert_words,
    tiny_translator,
    translate,
)

SENTENCE = "Two young men are outside."


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> tuple[Translator, Translator]:
    folder = tmp_path_factory.mktemp("models")
    one = tiny_translator(folder / "fr-en", source_language="fr", target_language="en")
    other = tiny_translator(folder / "en-de", seed=1, source_language="en", target_language="de")
    return one, other


@pytest.fixture(scope="module")
def pivot(pair: tuple[Translator, Translator]) -> PivotTranslator:
    return PivotTranslator(*pair)


def test_a_sentence_is_what_the_second_makes_of_what_the_first_wrote(
    pivot: PivotTranslator,
) -> None:
    first, second = pivot.steps
    middle = translate(first, SENTENCE)
    out = translate(second, middle.target, n_best=2)
    through = translate(pivot, SENTENCE, n_best=2)
    assert through.target == out.target
    (sentence,) = through.sentences
    assert sentence.source == SENTENCE
    steps = [step.sentence for step in sentence.steps]
    assert [step.model for step in sentence.steps] == [0, *[1] * len(out.sentences)]
    assert_same_sentence(steps[0], middle.sentences[0])
    assert [step.target for step in steps[1:]] == [part.target for part in out.sentences]


def test_everything_between_the_sentences_is_kept(pivot: PivotTranslator) -> None:
    found = translate(pivot, TEXT)
    alone = translate(pivot.steps[0], TEXT)
    assert found.source == TEXT
    assert [s.source_start for s in found.sentences] == [s.source_start for s in alone.sentences]
    source_end = target_end = 0
    for sentence in found.sentences:
        between = TEXT[source_end : sentence.source_start]
        assert found.target[target_end : sentence.target_start] == between
        source_end = sentence.source_start + len(sentence.source)
        target_end = sentence.target_start + len(sentence.target)
        assert found.target[sentence.target_start : target_end] == sentence.target
        assert_words(sentence.source_words, TEXT, sentence.source, sentence.source_start)
        assert_words(sentence.target_words, found.target, sentence.target, sentence.target_start)
        for link in sentence.alignment:
            assert link.target < len(sentence.target_words)
            assert link.source < len(sentence.source_words)
            assert 0 < link.weight <= 1
        for step in sentence.steps[1:]:
            at = slice(step.target_start, step.target_start + len(step.sentence.target))
            assert sentence.target[at] == step.sentence.target
    assert found.target[target_end:] == TEXT[source_end:]


def test_who_waits_sees_the_same_sentences_one_after_the_other(pivot: PivotTranslator) -> None:
    seen: list[SentenceTranslation] = []

    def see(index: int, sentence: SentenceTranslation) -> None:
        assert index == len(seen)
        seen.append(sentence)

    watched = translate(pivot, TEXT, on_sentence=see)
    assert tuple(seen) == watched.sentences
    assert watched.target == translate(pivot, TEXT).target


def test_a_word_is_linked_through_the_words_between(pivot: PivotTranslator) -> None:
    (sentence,) = translate(pivot, SENTENCE).sentences
    (first, *rest) = sentence.steps
    if len(rest) != 1:
        pytest.skip("the random model wrote several sentences")
    into, out = first.sentence, rest[0].sentence
    between = {word.start: index for index, word in enumerate(into.target_words)}
    expected: dict[tuple[int, int], float] = {}
    for link in out.alignment:
        middle = between[out.source_words[link.source].start]
        for back in into.alignment:
            if back.target == middle:
                key = link.target, back.source
                expected[key] = expected.get(key, 0.0) + link.weight * back.weight
    assert sentence.alignment
    found = {(link.target, link.source): link.weight for link in sentence.alignment}
    linked = {pair: min(1.0, weight) for pair, weight in expected.items() if weight >= 0.1}
    assert found == pytest.approx(linked)


def test_it_is_said_that_there_were_two_steps(pivot: PivotTranslator) -> None:
    found = translate(pivot, SENTENCE)
    assert found.notices[0].kind is NoticeKind.PIVOT
    assert "Translated through English" in str(found.notices[0])
    assert translate(pivot, " \n\n ").notices == ()


def test_what_was_chosen_holds_for_the_second_model(pivot: PivotTranslator) -> None:
    (sentence,) = translate(pivot, SENTENCE, n_best=2).sentences
    out = sentence.steps[1].sentence
    ids = out.hypotheses[-1].ids
    chosen = translate(pivot, SENTENCE, chosen={out.source: Chosen(ids, is_whole=True)})
    assert chosen.sentences[0].hypotheses[0].ids == ids


def test_terms_that_are_not_followed_are_named(pivot: PivotTranslator) -> None:
    glossary = Glossary((GlossaryEntry.of("men", "Leute, die keiner kennt"),))
    notices = translate(pivot, SENTENCE, glossary=glossary).notices
    (missing,) = [notice for notice in notices if notice.kind is NoticeKind.GLOSSARY]
    assert "men" in missing.details[0]


def test_both_models_are_in_what_it_says_of_itself(pivot: PivotTranslator) -> None:
    manifest = pivot.manifest
    assert (manifest.source_language, manifest.target_language) == ("fr", "de")
    assert manifest.name == "toy + toy"
    other = PivotTranslator(pivot.steps[0], pivot.steps[1]).manifest
    assert other.files == manifest.files
    assert manifest.files != pivot.steps[1].manifest.files


def test_models_that_do_not_fit_are_refused(pair: tuple[Translator, Translator]) -> None:
    with pytest.raises(ValueError, match="writes de, but toy reads fr"):
        PivotTranslator(*reversed(pair))


def test_it_is_cancelled_like_any_other(pivot: PivotTranslator) -> None:
    request = TranslationRequest(TEXT)
    request.cancelled.set()
    with pytest.raises(Cancelled):
        pivot.translate(request)
