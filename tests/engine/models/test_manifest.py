"""What a model folder says of itself: read back as written, refused with every problem named."""

import json
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from engine.errors import (
    ModelFolderDamagedError,
    ModelFolderMissingError,
    ModelFolderTooNewError,
)
from engine.models.manifest import (
    FILE_LIMITS,
    FORMAT_VERSION,
    MANIFEST_FILE,
    AlignmentHead,
    Calibration,
    Familiarity,
    Manifest,
    Score,
    TrainingCorpus,
    TrainingSummary,
)
from engine.models.manifest_file import find_file_problems, parse_manifest, read_manifest
from engine.models.names import NameProblem
from tests.support.model_folders import toy_manifest, word_config

FULL = {
    "name": "модель 测试",
    "limits": "Short everyday sentences.",
    "alignment": AlignmentHead(layer=1, head=None, shifted=True),
    "familiarity": Familiarity(min_mean_log_prob=-2.5, max_pieces_per_word=3.0),
    "calibration": Calibration(temperature=1.2, words=900, ece_before=0.06, ece_after=0.03),
    "scores": (Score(name="BLEU", value=31.5, corpus="dev", signature="nrefs:1|case:mixed"),),
    "training": TrainingSummary(
        recipe="toy",
        seed=7,
        hardware="2 cores",
        hours=1.5,
        corpora=(TrainingCorpus(name="tatoeba", licence="CC BY 2.0 FR", pairs=12),),
    ),
    "files": {"weights.safetensors": "0" * 64, "README.md": "f" * 64},
}


def write(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    values = json.loads(toy_manifest(**FULL).to_json())
    change(values)
    (folder / MANIFEST_FILE).write_text(json.dumps(values), encoding="utf-8")


@pytest.mark.parametrize("changes", [{}, FULL], ids=["least", "full"])
def test_a_manifest_is_read_as_it_was_written(tmp_path: Path, changes: dict[str, Any]) -> None:
    manifest = toy_manifest(**changes)
    (tmp_path / MANIFEST_FILE).write_text(manifest.to_json(), encoding="utf-8")
    assert read_manifest(tmp_path) == manifest


def test_json_is_for_people_too() -> None:
    text = toy_manifest(**FULL).to_json()
    assert '\n  "name": "модель 测试",\n' in text
    assert '"d_model": 16' in text
    assert text.endswith("}\n")


def test_unknown_fields_of_this_version_are_ignored(tmp_path: Path) -> None:
    write(tmp_path, lambda values: values.update(mood="sunny"))
    assert read_manifest(tmp_path) == toy_manifest(**FULL)


def test_a_later_version_is_refused_whatever_else_it_holds(tmp_path: Path) -> None:
    later = {"format_version": FORMAT_VERSION + 1, "name": 5}
    (tmp_path / MANIFEST_FILE).write_text(json.dumps(later), encoding="utf-8")
    message = f"format version {FORMAT_VERSION + 1}; this program reads up to {FORMAT_VERSION}"
    with pytest.raises(ModelFolderTooNewError, match=message):
        read_manifest(tmp_path)


@pytest.mark.parametrize("kind", ["no folder", "no file", "a folder", "a link"])
def test_without_a_plain_manifest_there_is_no_model(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "model"
    if kind != "no folder":
        folder.mkdir()
    if kind == "a folder":
        (folder / MANIFEST_FILE).mkdir()
    if kind == "a link":
        elsewhere = tmp_path / "elsewhere.json"
        elsewhere.write_text(toy_manifest().to_json(), encoding="utf-8")
        link(folder / MANIFEST_FILE, elsewhere)
    with pytest.raises(ModelFolderMissingError, match=r"no readable manifest\.json"):
        read_manifest(folder)


def link(path: Path, target: Path) -> None:
    try:
        path.symlink_to(target)
    except OSError:
        pytest.skip("this system lets us make no links")


def test_every_problem_is_named_with_its_field(tmp_path: Path) -> None:
    def spoil(values: dict[str, Any]) -> None:
        del values["case"]
        values["name"] = "a/b"
        values["source_language"] = "English"
        values["created"] = "yesterday"
        values["limits"] = "one\ntwo"
        values["config"] |= {"d_ff": 0, "dropout": 2.0}
        values["decoding"]["beam_size"] = "5"
        values["scores"][0]["value"] = None
        values["source_bos"] = 1
        values["training"]["hours"] = -1.0
        values["files"] = {"../weights.safetensors": "0" * 64, "README.md": "abc"}

    write(tmp_path, spoil)
    with pytest.raises(ModelFolderDamagedError) as caught:
        read_manifest(tmp_path)
    leads = [problem.split(" ")[:2] for problem in caught.value.problems]
    assert leads == [
        ["manifest.json:", field]
        for field in (
            "name:",
            "source_language:",
            "limits:",
            "created:",
            "config:",
            "config:",
            "case:",
            "source_bos:",
            "decoding.beam_size:",
            "scores.0.value:",
            "training.hours:",
            "files.../weights.safetensors:",
            "files.README.md:",
        )
    ]
    message = str(caught.value)
    assert "config: dropout must be at least 0 and below 1, not 2.0" in message
    assert "config: d_ff must be at least 1, not 0" in message
    assert "'../weights.safetensors' cannot be a file of a model folder" in message
    assert f"name: 'a/b' is not possible: {NameProblem.CHARACTERS}" in message


def test_fields_that_contradict_each_other_are_named(tmp_path: Path) -> None:
    def spoil(values: dict[str, Any]) -> None:
        values["decoding"]["max_length"] = 65
        values["alignment"] = {"layer": 2, "head": 4, "shifted": False}
        values["joint"] = True

    write(tmp_path, spoil)
    with pytest.raises(ModelFolderDamagedError) as caught:
        read_manifest(tmp_path)
    assert caught.value.problems == (
        "manifest.json: decoding.max_length 65 is more than config.max_positions 64",
        "manifest.json: alignment.layer 2 is not one of 2",
        "manifest.json: alignment.head 4 is not one of 4",
        "manifest.json: joint is true, but config has vocabularies of different sizes",
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "it is not JSON"),
        (b"\xff\xfe", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"[]", "it is not a JSON object"),
        (b"{}", "format_version: must be a whole number, not None"),
        (b'{"format_version": true}', "format_version: must be a whole number, not True"),
        (b'{"format_version": NaN}', "it is not JSON"),
        (b'{"format_version": 0}', "format_version: Input should be greater than or equal to 1"),
        (b" " * (FILE_LIMITS[MANIFEST_FILE] + 1), "it is larger than 1,048,576 bytes"),
    ],
)
def test_what_is_no_manifest_is_refused(tmp_path: Path, data: bytes, message: str) -> None:
    (tmp_path / MANIFEST_FILE).write_bytes(data)
    with pytest.raises(ModelFolderDamagedError, match=message):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ({"num_encoder_layers": 10**12}, "num_encoder_layers 1000000000000 is more than 256"),
        ({"num_decoder_layers": 257}, "num_decoder_layers 257 is more than 256"),
        ({"max_positions": 10**12}, "max_positions 1000000000000 x d_model 16 is more than"),
    ],
)
def test_a_manifest_cannot_ask_for_the_whole_memory(
    tmp_path: Path, setting: dict[str, int], message: str
) -> None:
    write(tmp_path, lambda values: values["config"].update(setting))
    with pytest.raises(ModelFolderDamagedError, match=message):
        read_manifest(tmp_path)


@given(st.binary(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists))
def test_any_bytes_give_a_manifest_or_an_error(data: object) -> None:
    whole = data if isinstance(data, bytes) else json.dumps({"format_version": data}).encode()
    with pytest.raises((ModelFolderDamagedError, ModelFolderTooNewError)):
        parse_manifest(whole, Path("m"))


@given(st.sampled_from(sorted(Manifest.model_fields)), st.none() | st.text() | st.lists(st.none()))
def test_any_value_in_any_field_gives_a_manifest_or_an_error(field: str, value: object) -> None:
    values = json.loads(toy_manifest(**FULL).to_json()) | {field: value}
    try:
        parse_manifest(json.dumps(values).encode(), Path("m"))
    except ModelFolderDamagedError as error:
        assert f"manifest.json: {field}" in str(error)  # noqa: PT017 - both outcomes are fine


def test_a_manifest_does_not_change() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        toy_manifest().name = "other"  # type: ignore[misc] # the plugin knows it is frozen too


def test_a_config_may_be_given_as_settings_or_as_their_values() -> None:
    config = word_config()
    assert toy_manifest(config=config.to_dict()).config == config


def test_files_are_looked_for_without_being_read(tmp_path: Path) -> None:
    (tmp_path / "README.md").mkdir()
    (tmp_path / "source.json").write_text("{}", encoding="utf-8")
    manifest = toy_manifest(
        files={"weights.safetensors": "0" * 64, "README.md": "0" * 64, "source.json": "0" * 64}
    )
    assert find_file_problems(tmp_path, manifest) == [
        "manifest.json: files: target.json is not listed",
        "weights.safetensors: the file is missing",
        "README.md: it is not a plain file",
    ]


def test_files_above_their_limit_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FILE_LIMITS, "README.md", 3)
    (tmp_path / "README.md").write_text("four", encoding="utf-8")
    manifest = toy_manifest(files={"README.md": "0" * 64})
    assert "README.md: it is larger than 3 bytes" in find_file_problems(tmp_path, manifest)


def test_a_model_of_several_directions_lists_each_once_and_can_be_in_any() -> None:
    manifest = toy_manifest(
        source_language="en",
        target_language="de",
        source_languages=("en", "de"),
        target_tokens={"de": ">>deu<<", "fr": ">>fra<<", "en": ">>eng<<"},
    )
    directions = (("en", "de"), ("en", "fr"), ("de", "fr"), ("de", "en"))
    assert manifest.directions == directions
    languages = ("en", "de", "fr")
    for direction in product(languages, languages):
        assert manifest.has_direction(*direction) == (direction in directions)
    for source, target in directions:
        chosen = manifest.in_direction(source, target)
        assert (chosen.source_language, chosen.target_language) == (source, target)
        assert set(chosen.directions) == set(directions)
    with pytest.raises(ValueError, match="does not translate from fr to de"):
        manifest.in_direction("fr", "de")


def test_a_models_own_direction_is_among_its_languages() -> None:
    with pytest.raises(ValidationError, match="source_language en is not in source_languages"):
        toy_manifest(source_languages=("de", "fr"))
    with pytest.raises(ValidationError, match="is not in target_tokens"):
        toy_manifest(target_tokens={"it": ">>ita<<"})
