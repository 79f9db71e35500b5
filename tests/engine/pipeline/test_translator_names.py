"""Names and codes on their way through the whole pipeline, with a model that knows nothing."""

import pytest
import torch

from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.pipeline import lost_names
from engine.pipeline.translator import Translator
from engine.text.names.proper_names import Evidence
from engine.translation import Chosen, NoticeKind
from tests.support.translators import (
    fresh,
    make_likelier,
    save_subword_model,
    torch_translator,
    translate,
)

pytestmark = pytest.mark.usefixtures("nothing_is_damaged")


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


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ("Two men and Mrs Men are outside.", ["Men"]),
        ("Two men open dog_2.txt outside.", ["dog_2.txt"]),
        ("Two men and Uncle Men are outside.", ["Men"]),
    ],
)
def test_what_is_a_name_beyond_doubt_is_in_the_translation(
    translator: Translator, source: str, kept: list[str]
) -> None:
    translation = translate(translator, source)
    assert all(name in translation.target for name in kept)
    assert not any(notice.kind is NoticeKind.NAMES for notice in translation.notices)
    assert not any(sentence.terms for sentence in translation.sentences)


def test_what_only_may_be_a_name_is_kept_where_the_model_nearly_copied_it(
    translator: Translator, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = "Two young men are in Bush."
    ratios = lost_names.LEAST_RATIO
    monkeypatch.setattr(lost_names, "LEAST_RATIO", dict.fromkeys(ratios, 1e9))
    free = translate(fresh(translator), source).target
    assert "Bush" not in free
    monkeypatch.setattr(lost_names, "LEAST_RATIO", dict.fromkeys(ratios, -1e9))
    assert "Bush" in translate(fresh(translator), source).target
    assert Evidence.CERTAIN not in ratios


def test_a_glossary_goes_before_a_name(translator: Translator) -> None:
    glossary = Glossary((GlossaryEntry("Mrs Men", "Frau Hund"),))
    translation = translate(translator, "Two dogs and Mrs Men run.", glossary=glossary)
    assert "Frau Hund" in translation.target
    assert not any(notice.kind is NoticeKind.NAMES for notice in translation.notices)


def test_what_a_person_chose_is_told_where_it_loses_a_name(translator: Translator) -> None:
    source = "A dog is here! Two men and Mrs Men are outside."
    sentence = "Two men and Mrs Men are outside."
    ids = translator.tokenizers.target.encode("Zwei junge Frauen.").ids
    translation = translate(translator, source, chosen={sentence: Chosen(ids, is_whole=True)})
    (notice,) = [n for n in translation.notices if n.kind is NoticeKind.NAMES]
    assert source[notice.start : notice.end] == "Men"
    assert str(notice) == "Names or codes changed by the translation: Men."


def test_a_sentence_in_capitals_has_no_names(translator: Translator) -> None:
    translation = translate(translator, "TWO MEN AND MRS MEN ARE OUTSIDE.")
    assert not any(notice.kind is NoticeKind.NAMES for notice in translation.notices)
