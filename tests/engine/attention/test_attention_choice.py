"""One map out of a view, and how two views differ."""

from collections.abc import Sequence
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import given

from engine.attention.maps import (
    AttentionView,
    AxisItem,
    Kind,
    MapChoice,
    Reduction,
    SentenceAttention,
    Weights,
)
from engine.attention.views import choose, difference, make_view
from tests.support.attentions import (
    any_attention,
    assert_rows_sum_to_one,
    attention_of,
    kinds,
    labels,
    wishes,
)

REDUCTIONS: tuple[Reduction, ...] = get_args(Reduction)


@given(any_attention(), kinds, wishes)
def test_choices_are_the_head_or_numpys_reduction(
    attention: SentenceAttention, kind: Kind, wishes: dict[str, Any]
) -> None:
    view = make_view(attention, kind, **wishes)
    layers, heads = view.weights.shape[:2]
    head = choose(view, MapChoice("head", layers - 1, heads - 1))
    np.testing.assert_array_equal(head, view.weights[-1, -1])
    np.testing.assert_array_equal(choose(view, MapChoice("maximum")), view.weights.max(axis=(0, 1)))
    np.testing.assert_array_equal(
        choose(view, MapChoice("maximum", layer=0)), view.weights[0].max(axis=0)
    )
    np.testing.assert_array_equal(
        choose(view, MapChoice("maximum", head=0)), view.weights[:, 0].max(axis=0)
    )
    np.testing.assert_array_equal(choose(view, MapChoice("rollout")), view.rollout)
    for layer, one in ((None, None), (0, None), (None, 0), (layers - 1, heads - 1)):
        mean = choose(view, MapChoice("mean", layer, one))
        assert_rows_sum_to_one(mean, but_empty=wishes["hide_sinks"])
        if not wishes["hide_sinks"]:
            part = view.weights[slice(None) if layer is None else [layer], :][
                :, slice(None) if one is None else [one]
            ]
            np.testing.assert_allclose(mean, part.mean(axis=(0, 1)), atol=1e-5)


@pytest.mark.parametrize(("layer", "head"), [(None, None), (0, None), (None, 0)])
def test_one_head_must_be_named(layer: int | None, head: int | None) -> None:
    view = make_view(attention_of([1], [1]), "cross")
    with pytest.raises(ValueError, match="one head needs a layer and a head"):
        choose(view, MapChoice("head", layer, head))


# --- Differences


@pytest.mark.parametrize("reduction", REDUCTIONS)
@given(any_attention(), kinds, wishes)
def test_a_view_does_not_differ_from_itself(
    reduction: Reduction, attention: SentenceAttention, kind: Kind, wishes: dict[str, Any]
) -> None:
    view = make_view(attention, kind, **wishes)
    found = difference(view, view, MapChoice(reduction, 0, 0))
    assert (found.rows, found.columns) == (view.rows, view.columns)
    assert found.weights.shape == view.rollout.shape
    assert not found.weights.any()


def view_with(rows: Sequence[str], columns: Sequence[str], weights: Weights) -> AttentionView:
    def items(names: Sequence[str]) -> tuple[AxisItem, ...]:
        return tuple(
            AxisItem(name, "target", i, i + 1, is_sink=False) for i, name in enumerate(names)
        )

    return AttentionView("cross", weights[None, None], weights, items(rows), items(columns), 0.0)


def test_rows_of_equal_labels_are_compared_and_others_are_no_numbers() -> None:
    first = view_with(["a", "man", "runs"], ["x", "y"], np.array([[1, 0], [0.5, 0.5], [0, 1]]))
    second = view_with(["a", "tall", "man"], ["y"], np.array([[0.25], [1], [0.75]]))
    found = difference(first, second, MapChoice("rollout"))
    assert found.rows == first.rows
    nan = np.nan
    np.testing.assert_array_equal(found.weights, [[nan, -0.25], [nan, -0.25], [nan, nan]])


@given(any_attention(), any_attention(), kinds)
def test_a_difference_is_on_the_axes_of_the_first(
    first: SentenceAttention, second: SentenceAttention, kind: Kind
) -> None:
    one, other = (make_view(attention, kind, unit="words") for attention in (first, second))
    found = difference(one, other, MapChoice("rollout"))
    assert (found.rows, found.columns) == (one.rows, one.columns)
    is_matched = ~np.isnan(found.weights)
    assert (np.abs(found.weights[is_matched]) <= 1 + 1e-5).all()
    for items, others, axis in ((one.rows, other.rows, 1), (one.columns, other.columns, 0)):
        for item, is_known in zip(items, np.any(is_matched, axis=axis).tolist(), strict=True):
            assert not is_known or item.label in labels(others)
