"""The maps and the laws of attention on CUDA: those of the processor, and rows that sum to one."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import Tensor

from engine.attention.maps import SentenceAttention
from engine.nn.transformer import Transformer
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.attentions import assert_rows_sum_to_one
from tests.support.models import random_sources, tiny_transformer
from tests.support.translators import save_subword_model

pytestmark = pytest.mark.cuda

SHIPPED = sorted(
    path.parent
    for path in (Path(__file__).parents[2] / "resources" / "models").glob("*/manifest.json")
)
SENTENCES = {
    "en": "A man in a blue shirt is standing on a ladder, cleaning a window.",
    "de": "Ein Mann in einem blauen Hemd steht auf einer Leiter und putzt ein Fenster.",
}


def assert_maps_alike(found: SentenceAttention, expected: SentenceAttention) -> None:
    assert found.source_tokens == expected.source_tokens
    assert found.target_outputs == expected.target_outputs
    for name in ("encoder", "decoder", "cross"):
        weights = getattr(found.maps, name)
        np.testing.assert_allclose(weights, getattr(expected.maps, name), rtol=0, atol=1e-4)
        assert_rows_sum_to_one(weights)
        norms, wished = (getattr(a.value_norms, name) for a in (found, expected))
        np.testing.assert_allclose(norms, wished, rtol=1e-3)
    future = np.triu(np.ones(found.maps.decoder.shape[-2:], dtype=bool), 1)
    assert (found.maps.decoder[..., future] == 0).all()


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_the_maps_of_a_shipped_model_are_those_of_the_processor(folder: Path, device: str) -> None:
    here, there = (Translator.open(folder, device=name) for name in ("cpu", device))
    sentence = SENTENCES[here.manifest.source_language]
    ids = here.translate(TranslationRequest(sentence)).sentences[0].hypotheses[0].ids
    assert len(ids) > 8
    found = there.inspector.attention(sentence, ids)
    assert found.maps.cross.std() > 0.01  # they are not simply even
    assert_maps_alike(found, here.inspector.attention(sentence, ids))


def test_the_maps_of_a_random_model_are_those_of_the_processor(tmp_path: Path, device: str) -> None:
    save_subword_model(tmp_path / "tiny")
    here, there = (Translator.open(tmp_path / "tiny", device=name) for name in ("cpu", device))
    for target in ((), (7,), (9, 8, 7, 300, 17)):
        sentence = "Two young men are outside near many bushes."
        assert_maps_alike(
            there.inspector.attention(sentence, target), here.inspector.attention(sentence, target)
        )


def sharp_pair(device: str) -> tuple[Transformer, Transformer]:
    """Return a model with heads of 16 and its like on the device."""
    shape: dict[str, Any] = {"d_model": 64, "d_ff": 128, "norm": "pre", "final_norm": True}
    here, there = (tiny_transformer(3, dtype=torch.float32, **shape) for _ in range(2))
    return here, there.to(device)


LENGTHS = [12, 1, 7, 3]


def targets() -> Tensor:
    return torch.cat(
        [torch.ones(4, 1, dtype=torch.int64), random_sources(8, [9] * 4, vocab_size=13)], dim=1
    )


def test_logits_of_padded_batches_are_those_of_the_processor(device: str) -> None:
    here, there = sharp_pair(device)
    src_ids, tgt_in = random_sources(7, LENGTHS), targets()
    with torch.inference_mode():
        expected = here(src_ids, tgt_in)
        found = there(src_ids.to(device), tgt_in.to(device)).cpu()
    assert expected.std() > 0.1
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-4)


def test_padding_a_batch_changes_no_other_row(device: str) -> None:
    _, there = sharp_pair(device)
    src_ids, tgt_in = random_sources(7, LENGTHS).to(device), targets().to(device)
    with torch.inference_mode():
        together = there(src_ids, tgt_in)
        for row, length in enumerate(LENGTHS):
            alone = there(src_ids[row : row + 1, :length], tgt_in[row : row + 1])
            torch.testing.assert_close(together[row : row + 1], alone, rtol=1e-4, atol=1e-4)


def test_a_later_target_token_changes_no_earlier_logit(device: str) -> None:
    _, there = sharp_pair(device)
    src_ids, tgt_in = random_sources(7, LENGTHS).to(device), targets().to(device)
    other = tgt_in.clone()
    other[:, 6:] = (other[:, 6:] - 2) % 10 + 3
    with torch.inference_mode():
        one, two = there(src_ids, tgt_in), there(src_ids, other)
    torch.testing.assert_close(two[:, :6], one[:, :6], rtol=1e-4, atol=1e-4)
    assert (one[:, 6:] - two[:, 6:]).abs().max() > 0.1


def test_steps_from_the_cache_are_the_whole_pass(device: str) -> None:
    _, there = sharp_pair(device)
    src_ids, tgt_in = random_sources(7, LENGTHS).to(device), targets().to(device)
    with torch.inference_mode():
        whole = there(src_ids, tgt_in)
        cache = there.start_cache(there.encode(src_ids))
        for place in range(tgt_in.size(1)):
            log_probs = there.step(tgt_in[:, place : place + 1], cache)[:, 0]
            expected = whole[:, place].log_softmax(-1)
            torch.testing.assert_close(log_probs, expected, rtol=1e-4, atol=1e-4)


def test_weights_that_are_shown_are_those_that_are_computed_with(device: str) -> None:
    _, there = sharp_pair(device)
    src_ids, tgt_in = random_sources(7, LENGTHS).to(device), targets().to(device)
    with torch.inference_mode():
        shown = there.attention_maps(src_ids, tgt_in)
        fused = there(src_ids, tgt_in)
    torch.testing.assert_close(shown.logits, fused, rtol=1e-4, atol=1e-4)
    is_padding = (src_ids == there.pad_id)[None, :, None, None, :]
    assert is_padding.any()
    for weights in (shown.encoder, shown.cross):
        assert (weights.masked_select(is_padding.expand_as(weights)) == 0).all()
        torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights[..., 0]))
