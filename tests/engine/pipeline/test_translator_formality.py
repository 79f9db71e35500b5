"""The form of address is a tag before the source: it changes what is read, and moves no word."""

from pathlib import Path

import numpy as np
import pytest

from engine.attention.views import make_view
from engine.pipeline.translator import Translator
from engine.tokenizers.subword import FORMAL_TAG, INFORMAL_TAG, SYNTHETIC_TAG, SubwordTokenizer
from engine.translation import Formality, NoticeKind, SearchOptions
from tests.support.tokenizers import SENTENCES
from tests.support.translators import (
    TEXT,
    fresh,
    tiny_translator,
    translate,
    word_translator,
)

TAGS = {Formality.FORMAL: FORMAL_TAG, Formality.INFORMAL: INFORMAL_TAG}
SOURCE = "Two young men are outside."


@pytest.fixture(scope="module", params=[True, False], ids=["bos", "no bos"])
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Translator:
    folder = tmp_path_factory.mktemp("models") / "toy"
    return tiny_translator(folder, tags=[FORMAL_TAG, INFORMAL_TAG], source_bos=request.param)


@pytest.fixture
def translator(opened: Translator) -> Translator:
    return fresh(opened)


def read_with(translator: Translator, source: str, formality: Formality) -> list[int]:
    """Return a plain sentence as the model is to read it."""
    tokenizer = translator.tokenizers.source
    assert isinstance(tokenizer, SubwordTokenizer)
    bos = [tokenizer.special.bos] if translator.manifest.source_bos else []
    tag = [tokenizer.tag_id(TAGS[formality])] if formality in TAGS else []
    return [*bos, *tag, *tokenizer.encode(source).ids, tokenizer.special.eos]


@pytest.mark.parametrize("tags", [[], [SYNTHETIC_TAG], [FORMAL_TAG]], ids=str)
def test_a_model_without_both_tags_is_as_if_nothing_were_asked(
    tmp_path: Path, tags: list[str]
) -> None:
    translator = tiny_translator(tmp_path / "m", tags=tags)
    assert not translator.has_formality
    plain = translate(translator, TEXT)
    for formality in Formality:
        asked = translate(fresh(translator), TEXT, formality=formality)
        assert (asked.sentences, asked.options.formality) == (plain.sentences, Formality.AUTOMATIC)


def test_a_model_of_whole_words_has_no_choice(tmp_path: Path) -> None:
    translator = word_translator(tmp_path / "m")
    assert not translator.has_formality
    asked = translate(fresh(translator), "w5 w6.", formality=Formality.FORMAL)
    assert asked.sentences == translate(translator, "w5 w6.").sentences


@pytest.mark.parametrize("formality", Formality)
def test_the_model_reads_the_tag_after_bos_and_no_word_moves(
    translator: Translator, formality: Formality
) -> None:
    assert translator.has_formality
    ids = translator.tokenizers.target.encode("Zwei Männer.").ids
    plain = translator.inspector.attention(SOURCE, ids)
    shown = translator.inspector.attention(SOURCE, ids, options=SearchOptions(formality=formality))
    row = read_with(translator, SOURCE, formality)
    assert shown.source_tokens == tuple(map(translator.tokenizers.source.token, row))
    tgt_in = [[translator.model.bos_id, *ids]]
    maps = translator.model.attention_maps(np.array([row]), tgt_in)
    np.testing.assert_array_equal(shown.maps.cross, maps.cross[:, 0])
    np.testing.assert_array_equal(shown.maps.encoder, maps.encoder[:, 0])
    assert shown.maps.cross.shape[2:] == (len(ids) + 1, len(row))
    added = len(shown.source_tokens) - len(plain.source_tokens)
    assert added == (formality in TAGS)
    before = int(translator.manifest.source_bos) + added
    assert shown.source_word_ids[:before] == (-1,) * before
    assert shown.source_word_ids[added:] == plain.source_word_ids
    assert (shown.source_words, shown.target_words) == (plain.source_words, plain.target_words)
    for place, word in enumerate(shown.source_word_ids[before:-1], start=before):
        assert shown.source_tokens[place].strip("▁") in shown.source_words[word].text
    view = make_view(shown, "cross", unit="words")
    named = [column.label for column in view.columns if column.start < column.end]
    assert named == [word.text for word in shown.source_words]


@pytest.mark.parametrize("formality", Formality)
def test_words_are_linked_where_the_model_looked(
    translator: Translator, formality: Formality
) -> None:
    head = translator.manifest.alignment
    assert head is not None
    assert head.shifted
    linked = 0
    for sentence in translate(translator, " ".join(SENTENCES), formality=formality).sentences:
        if any(notice.kind is NoticeKind.KEPT for notice in sentence.notices):
            continue  # in the target language already
        ids = sentence.hypotheses[0].ids
        shown = translator.inspector.attention(
            sentence.source, ids, options=SearchOptions(formality=formality)
        )
        rows = shown.maps.cross[head.layer].mean(0)[1:]
        words = range(len(sentence.source_words))
        for link in sentence.alignment:
            own = [i for i, word in enumerate(shown.target_word_ids) if word == link.target]
            sums = [
                sum(rows[i, j] for i in own for j, w in enumerate(shown.source_word_ids) if w == at)
                for at in words
            ]
            # The maps are computed in 32 bits, what the links are read from perhaps in 8.
            assert link.weight == pytest.approx(sums[link.source] / sum(sums), abs=1e-3)
            linked += 1
    assert linked


def test_what_was_asked_one_way_is_no_answer_to_another(translator: Translator) -> None:
    """Neither the cache, nor other sentences, nor other words mix them."""
    found = {wish: translate(translator, SOURCE, formality=wish) for wish in Formality}
    scores = {translation.sentences[0].score for translation in found.values()}
    assert len(scores) == len(Formality)
    for wish, translation in found.items():
        assert translation.options.formality == wish
        again = translate(translator, SOURCE, formality=wish)
        anew = translate(fresh(translator), SOURCE, formality=wish)
        assert again.sentences == anew.sentences == translation.sentences
    best = {
        translator.inspector.hypotheses(SOURCE, 2, options=SearchOptions(formality=wish))[0].score
        for wish in Formality
    }
    assert len(best) == len(Formality)
    ids = translator.tokenizers.target.encode("Zwei Männer.").ids
    words = {
        wish: translator.inspector.alternatives(
            SOURCE, ids, 0, count=3, options=SearchOptions(formality=wish)
        )
        for wish in Formality
    }
    assert len({alternatives[0].probability for alternatives in words.values()}) == len(Formality)


@pytest.mark.parametrize("formality", Formality)
def test_the_tag_takes_a_place_of_the_models(tmp_path: Path, formality: Formality) -> None:
    """A sentence that fills all positions is split where the tag needs one of them."""
    tags = [FORMAL_TAG, INFORMAL_TAG]
    source = " ".join(["men"] * 20)
    length = len(tiny_translator(tmp_path / "m", tags=tags).tokenizers.source.encode(source).ids)
    settings = {"max_positions": length + 2}
    translator = tiny_translator(tmp_path / "n", tags=tags, settings=settings)
    found = translate(translator, source, formality=formality)
    assert (len(found.sentences) > 1) == (formality in TAGS)
    words = [word.text for sentence in found.sentences for word in sentence.source_words]
    assert " ".join(words) == source
