"""Terms of a glossary on their way through the whole pipeline, with a model that knows nothing."""

from pathlib import Path

import pytest
import torch

from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.pipeline.translator import Translator
from engine.translation import Chosen, Formality, NoticeKind, SearchOptions, Translation
from tests.support.translators import (
    TEXT,
    fresh,
    make_likelier,
    save_subword_model,
    tiny_translator,
    torch_translator,
    translate,
)

pytestmark = pytest.mark.usefixtures("nothing_is_damaged")

GLOSSARY = Glossary(
    (
        GlossaryEntry("men", "Männer|Männern"),
        GlossaryEntry("outside"),
    )
)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    folder = tmp_path_factory.mktemp("models") / "toy"
    save_subword_model(folder, decoding={"beam_size": 2, "max_length": 40})
    translator = torch_translator(folder, torch.float32)
    make_likelier(translator, 2)  # so that searches end
    return translator


@pytest.fixture
def translator(opened: Translator) -> Translator:
    return fresh(opened)


def uses(translation: Translation) -> list[tuple[str, str]]:
    """Return the terms that acted, after a look at their places."""
    terms = [use for sentence in translation.sentences for use in sentence.terms]
    for use in terms:
        for word, text in ((use.source, translation.source), (use.target, translation.target)):
            assert text[word.start : word.end] == word.text
    return [(use.source.text, use.target.text) for use in terms]


def test_terms_stand_in_the_translation_and_are_told(translator: Translator) -> None:
    translation = translate(translator, TEXT, glossary=GLOSSARY)
    told = uses(translation)
    assert [source for source, _ in told] == ["men", "outside"] * 2
    assert all(target in ("Männer", "Männern", "outside") for _, target in told)
    assert not any(notice.kind is NoticeKind.GLOSSARY for notice in translation.notices)


def test_sentences_without_terms_stay_as_they_are(translator: Translator) -> None:
    plain = translate(fresh(translator), TEXT).sentences
    held = translate(translator, TEXT, glossary=GLOSSARY).sentences
    for before, after in zip(plain, held, strict=True):
        if not after.terms:
            assert (before.target, before.hypotheses) == (after.target, after.hypotheses)
    assert sum(not sentence.terms for sentence in held) > 1


def test_a_cached_sentence_follows_the_glossary_of_its_request(translator: Translator) -> None:
    plain = translate(translator, TEXT)
    held = translate(translator, TEXT, glossary=GLOSSARY)
    assert uses(held)
    assert not uses(translate(translator, TEXT))
    assert translate(translator, TEXT).target == plain.target
    assert translate(fresh(translator), TEXT, glossary=GLOSSARY).target == held.target


def test_terms_are_held_among_several_hypotheses_too(translator: Translator) -> None:
    glossary = Glossary((GlossaryEntry("men", "Männer"),))
    translation = translate(
        translator, "Two young men are outside.", glossary=glossary, n_best=2, beam_size=4
    )
    assert "Männer" in translation.target
    found = translator.inspector.hypotheses(
        "Two young men.", 3, options=SearchOptions(glossary=glossary)
    )
    assert "Männer" in found[0].text


def test_a_term_the_model_cannot_write_is_carried_past_it(translator: Translator) -> None:
    glossary = Glossary((GlossaryEntry("men", "男人"), GlossaryEntry("dog", "🐕")))
    translation = translate(translator, "Two young men. A dog is here!", glossary=glossary)
    assert uses(translation) == [("men", "男人"), ("dog", "🐕")]


def test_a_sentence_of_nothing_but_a_term_that_the_model_cannot_read_is_translated(
    translator: Translator,
) -> None:
    glossary = Glossary((GlossaryEntry("男人", "men"),))
    assert translate(translator, "男人", glossary=glossary).target == "men"


def test_what_stands_in_an_address_is_no_term(translator: Translator) -> None:
    text = "The dog is on https://men.org/outside here."
    assert uses(translate(translator, text, glossary=GLOSSARY)) == []


def test_a_term_that_found_no_place_is_told(translator: Translator) -> None:
    glossary = Glossary((GlossaryEntry("men", "Zwei junge Männer " * 10),))
    translation = translate(translator, "Two young men are outside.", glossary=glossary)
    (notice,) = [n for n in translation.notices if n.kind is NoticeKind.GLOSSARY]
    assert "does not follow the glossary: men → " in str(notice)


def test_a_term_that_would_damage_the_sentence_is_told(
    translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    glossary = Glossary((GlossaryEntry("Mrs Men", "Frau Hund"),))
    monkeypatch.setattr("engine.pipeline.draft.faults_of", lambda of: ("Hund" in of.target,))
    translation = translate(translator, "Two dogs and Mrs Men run.", glossary=glossary)
    assert "Hund" not in translation.target
    assert any(notice.kind is NoticeKind.GLOSSARY for notice in translation.notices)


def test_what_a_person_chose_is_told_where_it_breaks_the_glossary(translator: Translator) -> None:
    source = "Two young men are outside."
    ids = translator.tokenizers.target.encode("Zwei junge Frauen.").ids
    translation = translate(
        translator, source, glossary=GLOSSARY, chosen={source: Chosen(ids, is_whole=True)}
    )
    assert translation.target == "Zwei junge Frauen."
    assert any(notice.kind is NoticeKind.GLOSSARY for notice in translation.notices)


def test_terms_and_the_form_of_address_go_together(tmp_path: Path) -> None:
    tagged = tiny_translator(
        tmp_path / "m", tags=["<formal>", "<informal>"], decoding={"beam_size": 2, "max_length": 40}
    )
    translation = translate(
        tagged, "Two young men are outside.", glossary=GLOSSARY, formality=Formality.FORMAL
    )
    assert len(uses(translation)) == 2
