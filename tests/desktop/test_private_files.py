"""Whatever verbs write to the user's own folders is private; elsewhere the umask decides."""

import stat
from pathlib import Path

import pytest

from desktop.storage import paths
from tests.support.commands import Run, runner
from tests.support.modes import needs_modes, open_to_others, umask
from tests.support.runs import paint_nothing
from tests.support.windows import caption_shelf

TINY = ("model.d_model=8", "model.d_ff=16", "training.max_steps=3", "decoding.max_length=8")
TRAIN = ("train", "reverse", *(word for setting in TINY for word in ("--set", setting)))

pytestmark = needs_modes


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    return runner(monkeypatch, capsys, tmp_path / "home")


def test_models_and_runs_are_the_users_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paint_nothing(monkeypatch)
    monkeypatch.setattr("training.corpus.layouts._REVERSE_TRAIN", 30)
    monkeypatch.setattr("training.corpus.layouts._REVERSE_HELD_OUT", 4)
    tmp_path.chmod(0o755)
    chosen = tmp_path / "chosen"
    (model,) = caption_shelf().iterdir()
    chosen.mkdir()
    chosen.chmod(0o777)
    text = tmp_path / "text.txt"
    text.write_text("Two dogs are running.\n", encoding="utf-8")
    with umask(0):
        assert run("models", "import", model, "--name", "mine").status == 0
        assert run(*TRAIN).status == 0
        assert run(*TRAIN, "--output", chosen / "run").status == 0
        done = run("translate", "--model", "mine", "--input", text, "--output", chosen / "text")
        assert done.status == 0, done.err
    own = tmp_path / "home"
    assert {path.name for path in (own / "data").iterdir()} >= {"models", "runs"}
    assert open_to_others(own) == []
    modes = {stat.S_IMODE(path.stat().st_mode) for path in chosen.rglob("*") if path.is_dir()}
    assert modes == {0o777}
    assert stat.S_IMODE((chosen / "text").stat().st_mode) == 0o666


def test_files_of_an_older_version_are_put_right(run: Run) -> None:
    folders = paths.folders()
    note = folders.runs / "old" / "events.jsonl"
    with umask(0):
        note.parent.mkdir(parents=True)
        note.touch()
        folders.data.chmod(0o755)
    run("recipes", "list")
    assert open_to_others(folders.data) == []
