"""Each kind of attention keeps its own map, within what the model has."""

import json
from typing import Any

import pytest

from desktop.views.attention.wanted_maps import WantedMap, WantedMaps
from engine.attention.maps import AlignmentMap, MapChoice


@pytest.fixture
def maps() -> WantedMaps:
    maps = WantedMaps()
    maps.num_layers, maps.num_heads = 3, 4
    return maps


def test_each_kind_keeps_its_own(maps: WantedMaps) -> None:
    maps.want("encoder", WantedMap("head", 2, 1))
    assert maps.choice("encoder") == MapChoice("head", 2, 1)
    assert maps.choice("cross") == maps.choice("decoder") == MapChoice("mean")


def test_a_smaller_model_shows_the_nearest_until_a_larger_one_comes(maps: WantedMaps) -> None:
    maps.want("cross", WantedMap("head", 2, 3))
    maps.num_layers, maps.num_heads = 1, 2
    assert maps.choice("cross") == MapChoice("head", 0, 1)
    maps.num_layers, maps.num_heads = 3, 4
    assert maps.choice("cross") == MapChoice("head", 2, 3)


def test_the_head_that_aligns_best_is_wanted_of_cross_attention_alone(maps: WantedMaps) -> None:
    maps.best = AlignmentMap(1, None, shifted=False, is_measured=True)
    assert maps.choice("cross") == MapChoice("mean", 1)
    maps.best = AlignmentMap(1, 2, shifted=False, is_measured=True)
    assert maps.choice("cross") == MapChoice("head", 1, 2)
    assert maps.offered("cross") == [WantedMap("aligned"), *maps.offered("encoder")]
    maps.want("cross", WantedMap("aligned"))
    maps.best = None
    assert maps.choice("cross") == MapChoice("mean")


def test_whatever_is_wanted_is_among_what_is_offered(maps: WantedMaps) -> None:
    for wanted in (*maps.offered("decoder"), WantedMap("head", 7, 7), WantedMap("mean", 1, 1)):
        maps.want("decoder", wanted)
        assert maps.wanted("decoder") in maps.offered("decoder")
    offered = {maps.choice_of(wanted) for wanted in maps.offered("decoder")}
    assert len(offered) == 3 + 3 * (1 + 4)


@pytest.mark.parametrize(
    "damaged",
    [
        None,
        [],
        {"cross": ["all"]},
        {"cross": ["all", 0, 0]},
        {"cross": ["head", -1, 0]},
        {"encoder": ["aligned", 0, 0]},
        {"other": ["head", 0, 0]},
    ],
)
def test_what_was_wanted_survives_as_json_and_damage_changes_nothing(
    maps: WantedMaps, damaged: Any
) -> None:
    maps.want("decoder", WantedMap("layer", 1))
    other = WantedMaps()
    other.restore(json.loads(json.dumps(maps.state())))
    other.restore(damaged)
    assert other.state() == maps.state()
