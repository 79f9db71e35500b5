"""How much is searched at once: what a processor likes, or what a card's memory holds."""

import pytest
import torch

from engine.nn.transformer import Transformer
from engine.search.batch_size import tokens_at_once
from engine.search.decoder import Decoder
from engine.search.ensemble import Ensemble
from tests.support.models import tiny_transformer

GIB = 2**30


def tokens_with(
    monkeypatch: pytest.MonkeyPatch, free: int, model: Decoder, beam_size: int = 5
) -> int:
    """Ask on a card that has so many bytes free, of which PyTorch holds half unused."""
    monkeypatch.setattr(Transformer, "device", torch.device("cuda"))
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda _: (free // 2, 80 * GIB))
    monkeypatch.setattr(torch.cuda, "memory_reserved", lambda _: free // 2 + 5 * GIB)
    monkeypatch.setattr(torch.cuda, "memory_allocated", lambda _: 5 * GIB)
    return tokens_at_once(model, beam_size, on_processor=7)


@pytest.mark.parametrize("beam_size", [1, 5])
def test_a_processor_has_its_own_measure(beam_size: int) -> None:
    assert tokens_at_once(tiny_transformer(), beam_size, on_processor=7) == 7


def test_a_card_is_filled_as_far_as_its_memory_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    model = tiny_transformer()
    sizes = [
        tokens_with(monkeypatch, free, model) for free in (0, GIB // 8, GIB // 4, 8 * GIB, 70 * GIB)
    ]
    assert sizes[0] == 1
    assert sizes[1] < sizes[2] < sizes[3] == sizes[4]
    assert sizes[2] == pytest.approx(2 * sizes[1], rel=0.1)


def test_more_to_remember_is_less_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    model = tiny_transformer()
    alone = tokens_with(monkeypatch, GIB // 4, model)
    assert tokens_with(monkeypatch, GIB // 4, model, beam_size=8) < alone
    assert tokens_with(monkeypatch, GIB // 4, Ensemble([model, model])) < alone
    deeper = tiny_transformer(num_decoder_layers=4)
    assert tokens_with(monkeypatch, GIB // 4, deeper) < alone
