"""What PyTorch computes of a search: as much at once as its device holds."""

import pytest
import torch

from engine.nn.torch_decoder import TorchDecoder, top
from engine.nn.transformer import Transformer
from tests.support.models import tiny_transformer

GIB = 2**30


def tokens_with(
    monkeypatch: pytest.MonkeyPatch, free: int, *models: Transformer, beam_size: int = 5
) -> int:
    """Ask on a card that has so many bytes free, of which PyTorch holds half unused."""
    monkeypatch.setattr(Transformer, "device", torch.device("cuda"))
    monkeypatch.setattr(torch.cuda, "mem_get_info", lambda _: (free // 2, 80 * GIB))
    monkeypatch.setattr(torch.cuda, "memory_reserved", lambda _: free // 2 + 5 * GIB)
    monkeypatch.setattr(torch.cuda, "memory_allocated", lambda _: 5 * GIB)
    return TorchDecoder(*models).tokens_at_once(beam_size, on_processor=7)


@pytest.mark.parametrize("beam_size", [1, 5])
def test_a_processor_has_its_own_measure(beam_size: int) -> None:
    assert TorchDecoder(tiny_transformer()).tokens_at_once(beam_size, on_processor=7) == 7


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
    assert tokens_with(monkeypatch, GIB // 4, model, model) < alone
    deeper = tiny_transformer(num_decoder_layers=4)
    assert tokens_with(monkeypatch, GIB // 4, deeper) < alone


@pytest.mark.parametrize("size", [1, 63, 64, 4096, 5003, 8000])
def test_top_of_long_rows_is_topk(size: int) -> None:
    generator = torch.Generator().manual_seed(size)
    values = torch.rand(3, 2, size, generator=generator)
    values[:, :, size // 2 :] -= 2.0
    values[0, 0, : size // 2] = -torch.inf
    values[1, 0, -1] = 3.0
    values[1, 1] = values[1, 1].round(decimals=1)
    for count in {1, min(2, size), min(8, size)}:
        best, ids = top(values, count)
        assert torch.equal(best, values.topk(count).values)
        assert torch.equal(best, values.gather(-1, ids))
        assert all(len(set(row)) == count for row in ids.flatten(0, 1).tolist())
