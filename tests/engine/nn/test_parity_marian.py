"""Our Transformer is Marian's, as the `transformers` package has it: what foreign models need."""

from typing import Any

import pytest
import torch

from engine.interchange.huggingface_format.names import huggingface_name
from engine.nn.transformer import Transformer
from engine.search.beam_search import SearchSettings
from tests.support.models import tiny_transformer
from tests.support.searching import search

pytestmark = pytest.mark.slow  # the import of transformers alone takes seconds

VOCAB_SIZE, PAD, EOS = 23, 22, 0
SOURCES = torch.tensor([[5, 9, 3, 17, 2, EOS], [8, 8, EOS, PAD, PAD, PAD], [1, 4, 6, 11, EOS, PAD]])
TARGETS = torch.tensor([[PAD, 7, 19, 3], [PAD, 2, 2, 10], [PAD, 21, 5, 1]])


@pytest.fixture(scope="module")
def marian() -> Any:
    """Return a tiny Marian model with random weights, none of them zero."""
    # Here and not above, so that those who run other tests do not wait for it.
    from transformers import MarianConfig, MarianMTModel

    config = MarianConfig(
        vocab_size=VOCAB_SIZE,
        d_model=16,
        encoder_layers=2,
        decoder_layers=3,
        encoder_attention_heads=4,
        decoder_attention_heads=4,
        encoder_ffn_dim=32,
        decoder_ffn_dim=32,
        max_position_embeddings=20,
        activation_function="swish",
        scale_embedding=True,
        share_encoder_decoder_embeddings=True,
        pad_token_id=PAD,
        eos_token_id=EOS,
        decoder_start_token_id=PAD,
        forced_eos_token_id=None,
        dropout=0.0,
        attn_implementation="eager",
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        model = MarianMTModel(config).double().eval()
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                if "embed_positions" in name:
                    continue
                parameter.normal_(float("norm.weight" in name), 0.35)
            model.final_logits_bias.normal_(0.0, 0.35)
    return model


@pytest.fixture(scope="module")
def ours(marian: Any) -> Transformer:
    model = tiny_transformer(
        src_vocab_size=VOCAB_SIZE,
        tgt_vocab_size=VOCAB_SIZE,
        num_decoder_layers=3,
        max_positions=20,
        activation="swish",
        positions="sinusoidal_halves",
        tie="all",
        pad_id=PAD,
        bos_id=PAD,
        eos_id=EOS,
    )
    theirs = marian.state_dict()
    model.load_state_dict(
        {
            # Their output bias has a dimension of its own for the batch.
            name: theirs[huggingface_name(name)].view_as(ours)
            for name, ours in model.state_dict().items()
        }
    )
    return model


def test_logits_and_attention_are_those_of_marian(marian: Any, ours: Transformer) -> None:
    with torch.no_grad():
        expected = marian(
            input_ids=SOURCES,
            attention_mask=(SOURCES != PAD).long(),
            decoder_input_ids=TARGETS,
            output_attentions=True,
        )
        maps = ours.attention_maps(SOURCES, TARGETS)
        logits = ours(SOURCES, TARGETS)
    torch.testing.assert_close(logits, expected.logits, rtol=0, atol=1e-5)
    for actual, theirs in (
        (maps.encoder, expected.encoder_attentions),
        (maps.decoder, expected.decoder_attentions),
        (maps.cross, expected.cross_attentions),
    ):
        torch.testing.assert_close(actual, torch.stack(theirs), rtol=0, atol=1e-5)


def generate(marian: Any, beam_size: int, **settings: Any) -> Any:
    """Let Marian search as we do: no padding, and nothing twice, so that it comes to an end."""
    return marian.generate(
        input_ids=SOURCES,
        attention_mask=(SOURCES != PAD).long(),
        do_sample=False,
        num_beams=beam_size,
        num_return_sequences=beam_size,
        max_new_tokens=12,
        no_repeat_ngram_size=1,
        bad_words_ids=[[PAD]],
        return_dict_in_generate=True,
        **settings,
    )


def without_frame(row: list[int]) -> tuple[int, ...]:
    """Return what stands between the first token and eos, or the end."""
    ids = row[1:]
    return tuple(ids[: ids.index(EOS)] if EOS in ids else ids)


def test_greedy_search_finds_what_marian_generates(marian: Any, ours: Transformer) -> None:
    generated = generate(marian, 1).sequences.tolist()
    settings = SearchSettings(beam_size=1, max_length=12, no_repeat_ngram=1)
    found = search(ours, SOURCES, settings)
    for row, (hypothesis,) in zip(generated, found, strict=True):
        assert hypothesis.ids == without_frame(row)
        assert hypothesis.is_finished == (EOS in row)


@pytest.mark.parametrize("length_penalty", [0.0, 1.0])
def test_beam_search_finds_what_marian_generates(
    marian: Any, ours: Transformer, length_penalty: float
) -> None:
    """Every hypothesis of the beam, in order, with its score; Marian's sums are in float32."""
    generated = generate(
        marian, 4, length_penalty=length_penalty, early_stopping=True, output_scores=True
    )
    settings = SearchSettings(
        beam_size=4, n_best=4, length_penalty=length_penalty, max_length=12, no_repeat_ngram=1
    )
    found = [best for sentence in search(ours, SOURCES, settings) for best in sentence]
    assert [best.ids for best in found] == [
        without_frame(row) for row in generated.sequences.tolist()
    ]
    scores = generated.sequences_scores.tolist()
    assert [best.score for best in found] == pytest.approx(scores, abs=1e-4)
