"""`translucent calibrate`: manifest and card say more, all else of the folder stays to the bit."""

import hashlib
import json
from pathlib import Path

import pytest

from engine.models.manifest import CARD_FILE, MANIFEST_FILE
from engine.models.manifest_file import read_manifest
from engine.models.validation import check
from tests.support.commands import Run, runner
from tests.support.model_folders import tree
from tests.support.translators import save_subword_model
from training.cli.calibrate import with_section

FILES = ("--source", "it.en", "--reference", "it.de")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_subword_model(tmp_path / "home" / "data" / "models" / "toy")
    return tmp_path / "home" / "data" / "models" / "toy"


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    folder: Path,
) -> Run:
    assert folder.is_dir()
    (tmp_path / "it.en").write_text("A dog is here.\nTwo young men.\n", encoding="utf-8")
    (tmp_path / "it.de").write_text("Ein Hund ist hier.\nZwei Männer.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    whole = runner(monkeypatch, capsys, tmp_path / "home")
    return lambda *arguments: whole("calibrate", "--model", "toy", "--device", "cpu", *arguments)


def test_only_manifest_and_card_change_and_the_folder_stays_whole(run: Run, folder: Path) -> None:
    before, old = tree(folder), read_manifest(folder)
    ended = run(*FILES, "--json")
    assert (ended.status, ended.err) == (0, "")
    after, new = tree(folder), check(folder)
    assert {name for name in after if after[name] != before.get(name)} == {MANIFEST_FILE, CARD_FILE}
    assert after.keys() == before.keys()
    assert new.calibration is not None
    assert new.familiarity is not None
    measured = {**new.calibration.model_dump(), **new.familiarity.model_dump()}
    assert json.loads(ended.out) == {"model": "toy", **measured}
    changed = {"calibration": None, "familiarity": None, "files": old.files}
    assert new.model_copy(update=changed) == old
    card = (folder / CARD_FILE).read_bytes()
    assert new.files == {**old.files, CARD_FILE: hashlib.sha256(card).hexdigest()}


def test_what_else_is_in_the_folder_stays(run: Run, folder: Path) -> None:
    (folder / "NOTES.txt").write_text("mine", encoding="utf-8")
    (folder / "more").mkdir()
    (folder / "more" / "a.txt").write_text("a", encoding="utf-8")
    before = tree(folder)
    assert run(*FILES).status == 0
    after = tree(folder)
    assert after.keys() == before.keys()
    assert {name for name in after if after[name] != before[name]} == {MANIFEST_FILE, CARD_FILE}


def test_doing_it_again_changes_nothing(run: Run, folder: Path) -> None:
    said = run(*FILES).out
    once = tree(folder)
    assert said.strip() in (folder / CARD_FILE).read_text(encoding="utf-8")
    assert run(*FILES).out == said
    assert tree(folder) == once


def test_a_folder_without_a_card_gets_one(run: Run, folder: Path) -> None:
    manifest = read_manifest(folder)
    files = {name: digest for name, digest in manifest.files.items() if name != CARD_FILE}
    (folder / CARD_FILE).unlink()
    bare = manifest.model_copy(update={"files": files})
    (folder / MANIFEST_FILE).write_text(bare.to_json(), encoding="utf-8")
    assert run(*FILES).status == 0
    assert (folder / CARD_FILE).read_text(encoding="utf-8").startswith("## Confidence\n")
    check(folder)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--source", "no.en", "--reference", "it.de"), "no.en cannot be used: there is no"),
        (
            ("--source", "gap", "--reference", "gap"),
            "gap cannot be used: its translations contain no words",
        ),
        (("--source", "it.en", "--reference", "gap"), "it has 2 lines, but gap has 1"),
    ],
)
def test_what_cannot_be_used_is_said_and_the_model_stays(
    run: Run, folder: Path, tmp_path: Path, arguments: tuple[str, ...], says: str
) -> None:
    (tmp_path / "gap").write_text("\n", encoding="utf-8")
    before = tree(folder)
    ended = run(*arguments)
    assert (ended.status, ended.out) == (1, "")
    assert says in ended.err
    assert tree(folder) == before


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("", "## C\n\nnew\n"),
        ("# M\n", "# M\n\n## C\n\nnew\n"),
        ("# M\n\n## Limits\n\nmany\n", "# M\n\n## C\n\nnew\n\n## Limits\n\nmany\n"),
        ("# M\n\n## C\n\nold\n\n## Z\n\nz\n", "# M\n\n## C\n\nnew\n\n## Z\n\nz\n"),
        ("# M\n\n## C\n\nold\n", "# M\n\n## C\n\nnew\n"),
        ("## C\n\nold\n\n## Z\n", "## C\n\nnew\n\n## Z\n"),
        ("# M\n\n## C\n", "# M\n\n## C\n\nnew\n"),
        ("# M\n\n## Cold\n\nold\n", "# M\n\n## Cold\n\nold\n\n## C\n\nnew\n"),
    ],
)
def test_a_section_takes_the_place_of_its_namesake(card: str, expected: str) -> None:
    section = "## C\n\nnew\n"
    assert with_section(card, section) == expected
    assert with_section(expected, section) == expected
