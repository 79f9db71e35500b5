"""A Transformer with its residual stream in another order: the same function.

Every weight that reads or writes the vectors between the layers names their D places by number. To
number them otherwise, in all weights alike, changes nothing that a model computes: so positions
that interleave sine and cosine become positions that put all sines first.
"""

from collections.abc import Mapping, Sequence

from torch import Tensor

_READ = (
    ".tokens.weight",
    ".positions",
    ".query.weight",
    ".key.weight",
    ".value.weight",
    ".inner.weight",
)
"""Ends of the names of matrices that have a column for each place."""
_WRITTEN = ("attention.output.weight", "attention.output.bias", ".outer.weight", ".outer.bias")
"""Ends of the names of what has a row, or a value, for each place."""


def halves_order(d_model: int) -> list[int]:
    """Return the order that puts the sines of interleaved positions first, then the cosines."""
    return [*range(0, d_model, 2), *range(1, d_model, 2)]


def reordered(weights: Mapping[str, Tensor], order: Sequence[int]) -> dict[str, Tensor]:
    """Return the weights of a Transformer that has its places in this order.

    Args:
        weights: Under the names of `Transformer.state_dict`.
        order: Which place of the vectors comes first, second and so on; d_model of them.
    """
    places = list(order)
    changed = {}
    for name, values in weights.items():
        if name.endswith(_READ) or name == "output.weight":
            changed[name] = values[:, places]
        elif name.endswith(_WRITTEN) or "norm." in name:
            changed[name] = values[places]
        else:
            changed[name] = values
    return changed
