"""The pull back to the weights that a run started from."""

import pytest
import torch
from torch import nn

from training.loop.pull import Pull


def test_weights_go_a_part_of_the_way_back() -> None:
    weight = nn.Parameter(torch.tensor([1.0, 2.0]))
    pull = Pull([weight], strength=100.0)
    weight.data += 1
    pull.apply(rate=0.001)
    assert weight.tolist() == pytest.approx([1.9, 2.9])


def test_they_go_no_further_than_where_they_were() -> None:
    weight = nn.Parameter(torch.tensor([1.0, 2.0]))
    pull = Pull([weight], strength=100.0)
    weight.data += 1
    pull.apply(rate=1.0)
    assert weight.tolist() == [1.0, 2.0]


def test_weights_that_did_not_move_stay_bit_for_bit() -> None:
    weight = nn.Parameter(torch.rand(1000))
    before = weight.detach().clone()
    Pull([weight], strength=30.0).apply(rate=0.003)
    assert torch.equal(weight, before)
