"""What the program is made of: true, quick to tell, and told on every machine."""

# ruff: noqa: N802 - the driver's names

import ctypes
import json
import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

from desktop import command
from desktop.platform import about
from desktop.storage import paths
from engine.device import is_torch_for_cuda

ROOT = Path(__file__).parents[3]


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    return tmp_path


def test_versions_are_those_of_what_is_installed() -> None:
    import torch
    from PySide6.QtCore import qVersion

    facts = about.facts()
    assert facts.version == metadata.version("translucent")
    # Some builds tell only when they are loaded for which CUDA they are.
    assert facts.torch.partition("+")[0] == str(torch.__version__).partition("+")[0]
    assert facts.qt == qVersion()
    assert facts.python == sys.version.split()[0]
    assert facts.device.endswith("thread" if os.cpu_count() == 1 else "threads")


def test_nothing_slow_is_loaded_to_find_out() -> None:
    program = "from desktop.platform import about; import sys; about.facts(); print(*sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"torch", "numpy", "PySide6", "spacy"} & set(result.stdout.split())


def test_version_prints_one_fact_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["--version"]) == 0
    lines = capsys.readouterr().out.splitlines()
    facts = about.facts()
    assert lines[0] == f"translucent {facts.version}"
    assert lines[1:] == [f"{name}: {value}" for name, value in facts.rows()]
    assert [line.partition(":")[0] for line in lines[1:4]] == ["commit", "edition", "PyTorch"]


def test_version_loads_no_verb() -> None:
    program = (
        "from desktop.command import main; import sys; main(['--version']); print(*sys.modules)"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert not {"engine.cli.app", "training.cli.app", "pydantic"} & set(result.stdout.split())


def test_the_build_says_what_was_built(root: Path) -> None:
    (root / "build.json").write_text(json.dumps({"commit": "abc1234", "date": "2026-11-21"}))
    assert about.facts().commit == "abc1234 (2026-11-21)"


@pytest.mark.parametrize("written", ["", "[]", '{"commit": "abc"}', "\0"])
def test_a_build_that_says_nothing_is_unknown(root: Path, written: str) -> None:
    (root / "build.json").write_text(written)
    facts = about.facts()
    assert facts.commit == ""
    assert "commit: unknown" in str(facts)


def test_from_source_the_commit_is_the_one_checked_out(root: Path) -> None:
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    name = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
    for order in (["init", "-q"], [*name, "commit", "-q", "--allow-empty", "-m", "one"]):
        subprocess.run([git, "-C", str(root), *order], check=True)
    told = subprocess.run(
        [git, "-C", str(root), "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    )
    commit, _, date = about.facts().commit.partition(" ")
    assert told.stdout.startswith(commit)
    assert len(commit) >= 7
    assert len(date) == len("(2026-11-21)")


def test_without_git_the_commit_is_unknown(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / ".git").mkdir()
    monkeypatch.setenv("PATH", str(root))
    assert about.facts().commit == ""


def test_the_repository_around_a_folder_is_not_taken_for_ours(root: Path) -> None:
    assert not (root / ".git").exists()
    assert about.facts().commit == ""


class Driver:
    """The driver's library, with two cards of which one is lost."""

    starts = 0

    def nvmlInit_v2(self) -> int:
        return self.starts

    def nvmlDeviceGetCount_v2(self, count: "ctypes._CArgObject") -> int:
        ctypes.cast(count, ctypes.POINTER(ctypes.c_uint)).contents.value = 2
        return 0

    def nvmlDeviceGetHandleByIndex_v2(
        self, index: ctypes.c_uint, card: "ctypes._CArgObject"
    ) -> int:
        ctypes.cast(card, ctypes.POINTER(ctypes.c_void_p)).contents.value = 7 + index.value
        return 0

    def nvmlDeviceGetName(
        self, card: ctypes.c_void_p, name: "ctypes.Array[ctypes.c_char]", size: ctypes.c_uint
    ) -> int:
        assert size.value == len(name)
        name.value = b"NVIDIA H200"
        return 0 if card.value == 7 else 15

    def nvmlShutdown(self) -> int:
        return 0


@pytest.mark.parametrize("is_for_cuda", [True, False])
def test_cards_are_named_and_whether_pytorch_can_use_them(
    monkeypatch: pytest.MonkeyPatch, is_for_cuda: bool
) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: Driver())
    monkeypatch.setattr(about, "is_torch_for_cuda", lambda: is_for_cuda)
    device = about.facts().device
    assert device.count("NVIDIA H200") == 1
    assert ("which this PyTorch was not built for" in device) is not is_for_cuda


def test_a_driver_that_does_not_start_has_no_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "CDLL", lambda _name: Driver())
    monkeypatch.setattr(Driver, "starts", 9)
    assert "NVIDIA" not in about.facts().device


def test_pytorch_for_cuda_is_known_by_its_library() -> None:
    import torch

    assert is_torch_for_cuda() is (torch.version.cuda is not None)


def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    assert str(about.facts()).startswith("translucent (not installed)")


def test_a_frozen_program_finds_its_guide_and_licences(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert paths.guide() == root / "docs" / "guide.md"
    program = root / "Ü b" / "Translucent"
    (program.parent / "licences").mkdir(parents=True)
    monkeypatch.setattr(sys, "executable", str(program))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert paths.licences() == program.parent / "licences"
    (program.parent / "licences").rmdir()
    assert paths.licences() == root


def test_from_source_the_licence_is_in_the_folder_that_is_opened() -> None:
    assert (paths.licences() / "LICENSE").is_file()
