import csv
import json
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

from engine.attention.export import (
    PICTURES,
    TABLES,
    save_difference,
    save_grid,
    save_map,
    suffix_of,
)
from engine.attention.maps import Weights
from engine.spreadsheet_cells import from_cell

TARGET = ["▁Ein", "▁Haus", ".", "<eos>"]
SOURCE = ["▁A", '▁"big",', "$house$", "<eos>", "=1"]


def some_weights(*shape: int) -> Weights:
    random = np.random.default_rng(3).random(shape).astype(np.float32) ** 9
    weights: Weights = random / random.sum(axis=-1, keepdims=True)
    return weights


def read_csv(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return [list(map(from_cell, line)) for line in csv.reader(file)]


def test_map_survives_csv(tmp_path: Path) -> None:
    weights = some_weights(4, 5)
    save_map(tmp_path / "map.csv", weights, TARGET, SOURCE, scale="row")
    header, *lines = read_csv(tmp_path / "map.csv")
    assert header == ["", *SOURCE]
    assert [line[0] for line in lines] == TARGET
    assert np.array_equal(np.array([line[1:] for line in lines], dtype=np.float32), weights)


def test_no_token_is_a_formula_to_a_spreadsheet(tmp_path: Path) -> None:
    source, target = ["=1+1", "@x"], ["-", "plain"]
    weights = some_weights(2, 2)
    save_difference(tmp_path / "map.csv", -weights, target, source)
    save_grid(tmp_path / "grid.csv", weights[None, None], target, source)
    lines = (tmp_path / "map.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == ",'=1+1,'@x"
    assert lines[1].startswith("'-,-0.")
    assert ",'-,'=1+1,0." in (tmp_path / "grid.csv").read_text(encoding="utf-8")
    assert read_csv(tmp_path / "map.csv")[0][1:] == source


def test_map_survives_json(tmp_path: Path) -> None:
    weights = some_weights(4, 5)
    save_map(tmp_path / "map.json", weights, TARGET, SOURCE, title="Überschrift")
    values = json.loads((tmp_path / "map.json").read_text(encoding="utf-8"))
    assert values["title"] == "Überschrift"
    assert values["target"] == TARGET
    assert values["source"] == SOURCE
    assert np.array_equal(np.array(values["weights"], dtype=np.float32), weights)


def test_grid_survives_csv_with_places_from_1(tmp_path: Path) -> None:
    maps = some_weights(2, 3, 4, 5)
    save_grid(tmp_path / "grid.CSV", maps, TARGET, SOURCE)
    header, *lines = read_csv(tmp_path / "grid.CSV")
    assert header == [
        "layer", "head", "target_place", "source_place", "target", "source", "weight"
    ]  # fmt: skip
    assert len(lines) == maps.size
    for layer, head, row, column, target, source, weight in lines:
        place = (int(layer) - 1, int(head) - 1, int(row) - 1, int(column) - 1)
        assert np.float32(weight) == maps[place]
        assert target == TARGET[place[2]]
        assert source == SOURCE[place[3]]


def test_grid_survives_json(tmp_path: Path) -> None:
    maps = some_weights(2, 3, 4, 5)
    save_grid(tmp_path / "grid.json", maps, TARGET, SOURCE)
    values = json.loads((tmp_path / "grid.json").read_text(encoding="utf-8"))
    assert np.array_equal(np.array(values["weights"], dtype=np.float32), maps)


def test_difference_survives_tables_with_nothing_where_nothing_is(tmp_path: Path) -> None:
    weights = some_weights(4, 5) - some_weights(4, 5)[::-1]
    weights[1] = np.nan
    save_difference(tmp_path / "map.csv", weights, TARGET, SOURCE)
    _, *lines = read_csv(tmp_path / "map.csv")
    assert lines[1] == [TARGET[1], *[""] * 5]
    read = [[float(field or "nan") for field in line[1:]] for line in lines]
    assert np.array_equal(np.array(read, dtype=np.float32), weights, equal_nan=True)
    save_difference(tmp_path / "map.json", weights, TARGET, SOURCE, title="Difference")
    values = json.loads((tmp_path / "map.json").read_text(encoding="utf-8"))
    assert values["weights"][1] == [None] * 5
    assert np.array_equal(np.array(values["weights"], np.float32), weights, equal_nan=True)


@pytest.mark.parametrize("suffix", PICTURES)
def test_difference_is_a_picture(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"map{suffix}"
    save_difference(path, some_weights(4, 5) - 0.2, TARGET, SOURCE, title="Difference")
    assert path.stat().st_size > 1000


@pytest.mark.parametrize("suffix", PICTURES)
def test_pictures_are_of_their_kind_and_the_same_each_time(tmp_path: Path, suffix: str) -> None:
    begins = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[suffix]
    contents = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}{suffix}"
        save_map(path, some_weights(4, 5), TARGET, SOURCE, title="Layer 1, head 1")
        contents.append(path.read_bytes())
        save_grid(path, some_weights(2, 3, 4, 5), TARGET, SOURCE, title="All")
        contents.append(path.read_bytes())
    assert all(content.startswith(begins) for content in contents)
    assert contents[:2] == contents[2:]


def test_text_of_svg_is_text(tmp_path: Path) -> None:
    labels = [*TARGET[:-1], "你好"]
    save_map(tmp_path / "map.svg", some_weights(4, 5), labels, SOURCE, title="Ein Titel")
    root = ET.fromstring((tmp_path / "map.svg").read_text(encoding="utf-8"))
    texts = {"".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("text")}
    assert {"Ein Titel", *labels, *SOURCE} <= texts


def test_picture_grows_with_the_sentence(tmp_path: Path) -> None:
    sizes = []
    for length in (4, 20, 60):
        path = tmp_path / f"{length}.png"
        save_map(path, some_weights(length, length), ["ja"] * length, ["yes"] * length)
        with Image.open(path) as image:
            sizes.append(image.size)
    assert sizes == sorted(sizes)
    assert sizes[0][0] < sizes[1][0] < sizes[2][0]


def test_unknown_suffix_is_refused_by_naming_the_known(tmp_path: Path) -> None:
    known = r"attention is saved as \.png, \.svg, \.pdf, \.csv, \.json, not as "
    with pytest.raises(ValueError, match=known + r"\.gif"):
        save_map(tmp_path / "map.gif", some_weights(4, 5), TARGET, SOURCE)
    with pytest.raises(ValueError, match=known + "map"):
        save_grid(tmp_path / "map", some_weights(1, 1, 4, 5), TARGET, SOURCE)
    assert not list(tmp_path.iterdir())
    assert all(suffix_of(Path(f"x{suffix.upper()}")) == suffix for suffix in (*PICTURES, *TABLES))


def test_labels_must_fit_before_anything_is_written(tmp_path: Path) -> None:
    for suffix in (*PICTURES, *TABLES):
        with pytest.raises(ValueError, match="4 by 5, but there are 5 target and 5 source labels"):
            save_map(tmp_path / f"map{suffix}", some_weights(4, 5), SOURCE, SOURCE)
    assert not list(tmp_path.iterdir())
