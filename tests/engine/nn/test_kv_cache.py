"""Caches follow their hypotheses: wherever one goes, its keys and values go with it."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from engine.nn.kv_cache import DecoderCache, LayerCache

HEADS, HEAD_DIM, SOURCE_LENGTH = 2, 3, 4


def labelled(labels: Tensor) -> Tensor:
    """Return keys (rows, H, 1, K) that are full of the label of their row."""
    flat = labels.flatten().double()
    return flat[:, None, None, None].expand(-1, HEADS, 1, HEAD_DIM)


def new_cache(batch: int, num_layers: int = 2) -> DecoderCache:
    """Return a cache whose cross-attention is labelled by sentence, values as the negative."""
    cross = torch.arange(batch)[:, None, None, None].double()
    cross = cross.expand(batch, HEADS, SOURCE_LENGTH, HEAD_DIM)
    mask = torch.arange(SOURCE_LENGTH) <= torch.arange(batch)[:, None]
    layers = [LayerCache(cross, -cross) for _ in range(num_layers)]
    return DecoderCache(layers, mask[:, None, None, :])


def append(cache: DecoderCache, labels: Tensor) -> None:
    """Leave labels (B, N) as keys: beside those of their sentence, or each in a row of its own."""
    if cache.step_mask(labels.size(1)) is None:
        keys = labelled(labels)
    else:
        keys = labels.double()[:, None, :, None].expand(-1, HEADS, -1, HEAD_DIM)
    for layer in cache.layers:
        layer.append(keys, -keys)


def history(cache: DecoderCache, batch: int) -> Tensor:
    """Return the labels that every hypothesis holds, (B, N, T), the same in every layer."""
    keys = [layer.keys for layer in cache.layers]
    values = [layer.values for layer in cache.layers]
    assert keys[0] is not None
    for key, value in zip(keys, values, strict=True):
        assert key is not None
        assert value is not None
        assert torch.equal(key, keys[0])
        assert torch.equal(value, -keys[0])
        assert torch.equal(key, key[:, :1, :, :1].expand_as(key))
    rows, _, length, _ = keys[0].shape
    labels = keys[0][:, 0, :, 0]  # (rows, places)
    if cache.ancestry is None:
        return labels.reshape(batch, rows // batch, length)
    assert rows == batch
    own = cache.ancestry[:, 0] == 0  # (B, N, places)
    assert torch.equal(cache.ancestry[:, 0] == -torch.inf, ~own)
    return labels[:, None].expand_as(own)[own].view(*own.shape[:2], -1)


def test_appending_gives_all_positions_in_order() -> None:
    layer = LayerCache(torch.empty(0), torch.empty(0))
    parts = [torch.randn(6, HEADS, 1, HEAD_DIM) for _ in range(3)]
    for count, part in enumerate(parts, start=1):
        keys, values = layer.append(part, -part)
        assert keys.shape == values.shape == (6, HEADS, count, HEAD_DIM)
        assert torch.equal(keys, torch.cat(parts[:count], dim=2))
        assert torch.equal(values, -keys)


@given(
    st.integers(1, 3),
    st.lists(st.integers(1, 4) | st.integers(7, 10), min_size=1, max_size=5),
    st.integers(0, 2**32),
)
def test_a_hypothesis_holds_what_its_parent_held(batch: int, widths: list[int], seed: int) -> None:
    """Also where the beam grows from one beginning, shrinks, or one parent has all the children."""
    generator = torch.Generator().manual_seed(seed)
    cache = new_cache(batch)
    expected = torch.empty(batch, 1, 0, dtype=torch.float64)
    for step, width in enumerate(widths):
        labels = torch.arange(batch * expected.size(1)).view(batch, -1) + 100 * step
        append(cache, labels)
        expected = torch.cat([expected, labels[:, :, None].double()], dim=2)
        parents = torch.randint(0, expected.size(1), (batch, width), generator=generator)
        cache.reorder(parents)
        expected = torch.stack([expected[row][parents[row]] for row in range(batch)])
        assert torch.equal(history(cache, batch), expected)


@given(
    st.integers(1, 4).flatmap(
        lambda batch: st.tuples(
            st.just(batch), st.lists(st.integers(0, batch - 1), unique=True, max_size=batch)
        )
    ),
    st.integers(1, 3),
)
def test_what_is_kept_is_as_it_was(sentences: tuple[int, list[int]], width: int) -> None:
    batch, kept = sentences
    rows = torch.tensor(kept, dtype=torch.int64)
    cache, whole = new_cache(batch), new_cache(batch)
    labels = torch.arange(batch * width).view(batch, width)
    append(cache, labels)
    cache.keep(rows)
    assert cache.memory_mask.shape == (len(kept), 1, 1, SOURCE_LENGTH)
    assert torch.equal(cache.memory_mask, whole.memory_mask[rows])
    for layer, whole_layer in zip(cache.layers, whole.layers, strict=True):
        assert torch.equal(layer.cross_keys, whole_layer.cross_keys[rows])
        assert torch.equal(layer.cross_values, whole_layer.cross_values[rows])
    if kept:
        assert torch.equal(history(cache, len(kept))[..., 0], labels[rows].double())


def test_before_the_first_step_there_is_only_the_source_to_keep() -> None:
    cache = new_cache(3)
    cache.reorder(torch.zeros(3, 5, dtype=torch.int64))
    cache.keep(torch.tensor([2, 0]))
    assert cache.length == 0
    assert [layer.keys for layer in cache.layers] == [None, None]
    assert cache.layers[0].cross_keys[:, 0, 0, 0].tolist() == [2, 0]


def test_a_parent_that_is_not_there_is_an_error() -> None:
    cache = new_cache(2)
    append(cache, torch.arange(4).view(2, 2))
    with pytest.raises(IndexError, match="out of"):
        cache.reorder(torch.tensor([[0, 1], [0, 2]]))
