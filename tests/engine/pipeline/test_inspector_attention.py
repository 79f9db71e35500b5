"""The attention behind a translation: any hypothesis, all layers and heads, and words aligned."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.attention.maps import SentenceAttention
from engine.pipeline.translator import Translator
from engine.translation import Chosen
from tests.support.tokenizers import SENTENCES, any_text
from tests.support.translators import (
    LINE_BREAKS,
    TEXT,
    assert_words,
    framed,
    tiny_translator,
    translate,
    word_translator,
)


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    return tiny_translator(tmp_path_factory.mktemp("models") / "toy")


@pytest.fixture(scope="module")
def of_words(tmp_path_factory: pytest.TempPathFactory) -> Translator:
    return word_translator(tmp_path_factory.mktemp("models") / "words")


def test_alignment_is_made_where_it_is_wished(translator: Translator) -> None:
    assert any(s.alignment for s in translate(translator, TEXT).sentences)
    without = translate(translator, TEXT, with_alignment=False)
    assert not any(s.alignment for s in without.sentences)
    assert without.target == translate(translator, TEXT).target


def test_a_model_that_names_no_map_has_one_found_by_what_it_translates(tmp_path: Path) -> None:
    unknowing = tiny_translator(tmp_path / "m", alignment=None)
    first, last = translate(unknowing, SENTENCES[0]), translate(unknowing, " ".join(SENTENCES))
    assert all(sentence.alignment for sentence in (*first.sentences, *last.sentences))
    shown = unknowing.inspector.attention(SENTENCES[0], first.sentences[0].hypotheses[0].ids)
    assert shown.alignment is not None
    assert not shown.alignment.is_measured


def assert_fits(shown: SentenceAttention, translator: Translator) -> None:
    config = translator.manifest.config
    heads, rows, columns = config.num_heads, len(shown.target_outputs), len(shown.source_tokens)
    layers = config.num_encoder_layers, config.num_decoder_layers
    assert shown.maps.encoder.shape == (layers[0], heads, columns, columns)
    assert shown.maps.decoder.shape == (layers[1], heads, rows, rows)
    assert shown.maps.cross.shape == (layers[1], heads, rows, columns)
    assert shown.value_norms.encoder.shape == (layers[0], heads, columns)
    assert shown.value_norms.decoder.shape == (layers[1], heads, rows)
    assert shown.value_norms.cross.shape == (layers[1], heads, columns)
    assert len(shown.target_inputs) == rows
    assert shown.target_inputs[1:] == shown.target_outputs[:-1]
    assert len(shown.source_word_ids) == columns
    assert len(shown.target_word_ids) == rows - 1
    assert all(-1 <= word < len(shown.source_words) for word in shown.source_word_ids)
    assert all(-1 <= word < len(shown.target_words) for word in shown.target_word_ids)
    assert_words(shown.source_words, shown.source, shown.source, 0)
    assert_words(shown.target_words, shown.target, shown.target, 0)
    for maps in (shown.maps.encoder, shown.maps.decoder, shown.maps.cross):
        np.testing.assert_allclose(maps.sum(-1), 1.0, rtol=0, atol=1e-5)
        assert ((maps >= 0) & (maps <= 1)).all()


@pytest.mark.parametrize("place", [0, 1, 3])
@pytest.mark.parametrize("name", ["translator", "of_words"])
def test_attention_of_any_hypothesis_is_that_of_the_explicit_pass(
    request: pytest.FixtureRequest, name: str, place: int
) -> None:
    translator: Translator = request.getfixturevalue(name)
    source = "Two young men are outside, w5 w6."
    (sentence,) = translate(translator, source, n_best=4).sentences
    ids = sentence.hypotheses[place].ids
    shown = translator.inspector.attention(source, ids)
    assert_fits(shown, translator)
    assert (shown.source, shown.target) == (source, sentence.hypotheses[place].text)
    tgt_in = [[translator.model.bos_id, *ids]]
    maps = translator.model.attention_maps(framed(translator, source), tgt_in)
    np.testing.assert_array_equal(shown.maps.encoder, maps.encoder[:, 0])
    np.testing.assert_array_equal(shown.maps.decoder, maps.decoder[:, 0])
    np.testing.assert_array_equal(shown.maps.cross, maps.cross[:, 0])
    np.testing.assert_array_equal(shown.value_norms.encoder, maps.encoder_norms[:, 0])
    np.testing.assert_array_equal(shown.value_norms.decoder, maps.decoder_norms[:, 0])
    np.testing.assert_array_equal(shown.value_norms.cross, maps.cross_norms[:, 0])


def test_all_attention_of_a_long_sentence_takes_little_memory(tmp_path: Path) -> None:
    """256 tokens, 6 layers a side and 8 heads: 38 MB, of numbers that nobody can change."""
    sizes = {"num_encoder_layers": 6, "num_decoder_layers": 6, "num_heads": 8}
    translator = tiny_translator(tmp_path / "m", settings={**sizes, "max_positions": 256})
    source, ids = "x" * 126 + " " + "x" * 126, (9,) * 255
    assert framed(translator, source).shape[1] == 256
    shown = translator.inspector.attention(source, ids)
    maps, norms = shown.maps, shown.value_norms
    arrays = [each for kind in (maps, norms) for each in (kind.encoder, kind.decoder, kind.cross)]
    assert shown.maps.cross.shape == (6, 8, 256, 256)
    assert sum(array.nbytes for array in arrays) < 40e6
    assert not any(array.flags.writeable for array in arrays)


@pytest.mark.parametrize("chosen", [Chosen((9, 8, 7)), Chosen((9, 8, 7), is_whole=True)], ids=str)
def test_attention_of_what_was_chosen_fits_its_translation(
    translator: Translator, chosen: Chosen
) -> None:
    (sentence,) = translate(translator, "Two men.", chosen={"Two men.": chosen}).sentences
    shown = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
    assert_fits(shown, translator)
    assert shown.target == sentence.target
    assert [word.text for word in shown.target_words] == [w.text for w in sentence.target_words]


@given(source=any_text, ids=st.lists(st.integers(0, 299), max_size=10))
def test_attention_can_be_asked_for_anything(
    translator: Translator, source: str, ids: list[int]
) -> None:
    """A forced target need not be one that search would find."""
    shown = translator.inspector.attention(source[:12], ids)
    assert not LINE_BREAKS.search(shown.target)
    assert len(shown.target_outputs) == len(ids) + 1
    assert shown.maps.cross.shape[2:] == (len(ids) + 1, len(shown.source_tokens))


def test_labels_of_attention_name_the_tokens_and_their_words(translator: Translator) -> None:
    source = "Two men."
    ids = translator.tokenizers.target.encode("Zwei Männer.").ids
    shown = translator.inspector.attention(source, ids)
    assert shown.source_tokens[0] == "<bos>"
    assert shown.source_tokens[-1] == "<eos>"
    assert "".join(shown.source_tokens[1:-1]) == "▁Two▁men."
    assert shown.target_inputs[0] == "<bos>"
    assert shown.target_outputs[-1] == "<eos>"
    assert "".join(shown.target_outputs[:-1]) == "▁Zwei▁Männer."
    assert [word.text for word in shown.source_words] == ["Two", "men", "."]
    assert [word.text for word in shown.target_words] == ["Zwei", "Männer", "."]
    assert (shown.source_word_ids[0], shown.source_word_ids[-1]) == (-1, -1)
    for name, token in zip(shown.source_word_ids[1:-1], shown.source_tokens[1:-1], strict=True):
        assert token.strip("▁") in shown.source_words[name].text
    for name, token in zip(shown.target_word_ids, shown.target_outputs[:-1], strict=True):
        assert token.strip("▁") in shown.target_words[name].text


@pytest.mark.parametrize("name", ["translator", "of_words"])
def test_alignment_is_the_attention_of_the_models_head_between_words(
    request: pytest.FixtureRequest, name: str
) -> None:
    """By its definition, word by word; batches of other lengths make no difference."""
    translator: Translator = request.getfixturevalue(name)
    head = translator.manifest.alignment
    assert head is not None
    for sentence in translate(translator, TEXT + "w5 w6 w7 w8.\nw5 w9 w5").sentences:
        shown = translator.inspector.attention(sentence.source, sentence.hypotheses[0].ids)
        cross = shown.maps.cross[head.layer]
        rows = cross.mean(0) if head.head is None else cross[head.head]
        rows = rows[1:] if head.shifted else rows[:-1]
        links = {(link.target, link.source): link.weight for link in sentence.alignment}
        unread = set(range(len(sentence.source_words))) - set(shown.source_word_ids)
        for target in range(len(sentence.target_words)):
            own = [i for i, word in enumerate(shown.target_word_ids) if word == target]
            if not own or any((target, source) in links for source in unread):  # carried over
                continue
            sums = [
                sum(
                    rows[i, j]
                    for i in own
                    for j, word in enumerate(shown.source_word_ids)
                    if word == w
                )
                for w in range(len(sentence.source_words))
            ]
            for source, weight in enumerate(sums):
                share = weight / sum(sums)
                if (target, source) in links:
                    assert links[target, source] == pytest.approx(share, abs=1e-4)
                else:
                    assert share < 0.1 + 1e-4
