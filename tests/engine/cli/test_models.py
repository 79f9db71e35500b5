"""`translucent models`: nothing is overwritten, nothing is lost, and what is wrong is said."""

import sys
from pathlib import Path

import pytest

from engine.models.manifest_file import read_manifest
from tests.support.commands import Run, runner
from tests.support.foreign_models import write_huggingface_model
from tests.support.model_folders import change_manifest, save_toy_model, tree, word_config
from tests.support.translators import save_pieces_model


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """Return the folder of the user's models, which has one."""
    folder = tmp_path / "home" / "data" / "models"
    save_toy_model(folder / "toy", limits="It counts [words].")
    return folder


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    models: Path,
) -> Run:
    assert models.is_dir()
    shipped = tmp_path / "program" / "resources" / "models"
    save_toy_model(shipped / "shipped", name="shipped", source_language="fr")
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "program"), raising=False)
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capsys, tmp_path / "home")


def test_the_list_tells_direction_origin_and_purpose(run: Run) -> None:
    heading, own, shipped = run("models", "list").out.splitlines()
    columns = ["model", "name", "direction", "MB", "origin", "use"]
    assert heading.split() == columns
    assert own.split()[:2] == ["toy", "toy"]
    assert {"own", "It", "counts", "[words]."} <= set(own.split())
    assert shipped.split()[0] == "shipped"
    assert "fr → de" in shipped


def test_shipped_models_are_listed_by_what_people_call_them(run: Run, tmp_path: Path) -> None:
    order = tmp_path / "program" / "resources" / "models" / "order.txt"
    order.write_text("shipped Photo captions\n", encoding="utf-8")
    *_, shipped = run("models", "list").out.splitlines()
    assert shipped.split()[:3] == ["Photo", "captions", "shipped"]
    assert run("models", "info", "Photo captions").out == run("models", "info", "shipped").out


def test_a_broken_model_does_not_hide_the_others(run: Run, models: Path) -> None:
    change_manifest(models / "toy", {"format_version": 99})
    (models / "junk").mkdir()
    listed = run("models", "list")
    assert listed.status == 0
    lines = {line.split()[0]: line for line in listed.out.splitlines()}
    assert "cannot be used" in lines["toy"]
    assert "cannot be used" in lines["junk"]
    assert "fr → de" in lines["shipped"]
    assert "Update Translucent" in run("models", "info", "toy").err


def test_info_shows_the_card_and_where_it_lies(
    run: Run, models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "# Toy\n\nA card with an umlaut: ä.\n" + f"Folder: {models / 'toy'}\n"
    assert run("models", "info", "toy").out == said
    assert run("models", "info", models / "toy").out == said
    monkeypatch.setenv("FORCE_COLOR", "1")  # as if there were a terminal
    drawn = run("models", "info", "toy").out
    assert "# Toy" not in drawn
    assert "umlaut: ä" in drawn


def test_every_language_of_a_model_is_told(run: Run, models: Path) -> None:
    save_pieces_model(models / "many", source_languages=("en", "fr"))
    assert "en, fr → de, fr, es" in run("models", "list").out
    assert "From: en, fr\nTo: de, fr, es\n" in run("models", "info", "many").out


def test_a_model_comes_back_from_a_file_as_it_was(run: Run, models: Path, tmp_path: Path) -> None:
    before = tree(models / "toy")
    assert run("models", "export", "toy", "it.translucent").out.startswith("Wrote it.translucent (")
    packed = (tmp_path / "it.translucent").read_bytes()
    assert run("models", "remove", "toy", "--yes").status == 0
    assert not (models / "toy").exists()
    installed = run("models", "import", "it.translucent")
    assert installed.out == f"Installed toy in {models / 'toy'}\n"
    assert tree(models / "toy") == before
    assert (tmp_path / "it.translucent").read_bytes() == packed


@pytest.mark.parametrize("to", ["ctranslate2", "huggingface", "marian"])
def test_a_model_is_exported_for_another_program(run: Run, tmp_path: Path, to: str) -> None:
    ended = run("models", "export", "toy", "it", "--to", to)
    assert ended.out.startswith("Wrote it (0.")
    card = (tmp_path / "it" / "README.md").read_text(encoding="utf-8")
    assert "A card with an umlaut: ä." in card
    before = tree(tmp_path / "it")
    again = run("models", "export", "toy", "it", "--to", to)
    assert (again.status, "already exists" in again.err) == (2, True)
    assert tree(tmp_path / "it") == before


def test_what_a_program_cannot_compute_is_said_in_one_sentence(
    run: Run, models: Path, tmp_path: Path
) -> None:
    config = word_config(norm="pre", attention="independent", num_heads=2)
    save_toy_model(models / "odd", name="odd", config=config)
    refused = run("models", "export", "odd", "it", "--to", "huggingface")
    assert refused.status == 1
    assert (
        f"The model in {models / 'odd'} cannot be exported for Hugging Face Transformers: its "
        "attention heads are independent of each other; its layers are pre-norm, but no norm "
        "follows each stack; its layers are pre-norm, but its embeddings are not all tied."
    ) in refused.err
    assert not (tmp_path / "it").exists()


def test_a_folder_is_copied_and_left_as_it_was(run: Run, models: Path, tmp_path: Path) -> None:
    save_toy_model(tmp_path / "run" / "model", name="fresh")
    before = tree(tmp_path / "run")
    assert run("models", "import", tmp_path / "run" / "model").status == 0
    assert run("models", "import", tmp_path / "run" / "model", "--name", "again").status == 0
    assert tree(models / "fresh") == tree(models / "again") == tree(tmp_path / "run" / "model")
    assert tree(tmp_path / "run") == before


def test_a_foreign_model_is_converted(run: Run, models: Path, tmp_path: Path) -> None:
    write_huggingface_model(tmp_path / "mine")
    ended = run("models", "import", "mine")
    assert ended.status == 1
    assert "Name them with --from and --to" in ended.err
    assert run("models", "import", "mine", "--from", "en").status == 2
    assert run("models", "import", "mine", "--from", "en", "--to", "deutsch").status == 2
    for weights in ("int8", "float32"):
        named = ("--from", "eng", "--to", "de", "--name", weights, "--weights", weights)
        assert run("models", "import", "mine", *named).status == 0
        manifest = read_manifest(models / weights)
        assert (manifest.direction, manifest.weights_dtype) == ("en → de", weights)
    assert "Imported: another program" in run("models", "info", "int8").out
    assert run("translate", "--model", "int8", "A girl").status == 0


def test_a_smaller_copy_is_installed_beside_the_original(run: Run, models: Path) -> None:
    before = tree(models / "toy")
    ended = run("models", "compress", "toy", "--to", "float16")
    assert ended.status == 0
    assert [line.split()[:2] for line in ended.out.splitlines()[:2]] == [
        ["toy", "float32"],
        ["toy-float16", "float16"],
    ]
    assert "evaluate --model toy-float16 --against toy --source FILE" in ended.out
    assert tree(models / "toy") == before
    again = run("models", "compress", "toy-float16", "--to", "int8")
    assert f"Wrote {models / 'toy-int8'}\n" in again.out
    listed = [line.split()[0] for line in run("models", "list").out.splitlines()]
    assert listed == ["model", "toy", "toy-float16", "toy-int8", "shipped"]


def test_a_smaller_copy_goes_where_it_is_told(run: Run, models: Path, tmp_path: Path) -> None:
    before = tree(models)
    ended = run("models", "compress", models / "toy", "--to", "int8", "--output", "a copy")
    assert f"evaluate --model '{tmp_path / 'a copy'}' --against {models / 'toy'} " in ended.out
    assert run("models", "info", tmp_path / "a copy").status == 0
    assert tree(models) == before


def test_removing_asks_and_does_as_it_is_told(run: Run, models: Path) -> None:
    before = tree(models)
    asked = run("models", "remove", "toy", stdin="n\n")
    assert asked.status == 1
    assert f"Remove toy ({models / 'toy'})?" in asked.out + asked.err
    assert run("models", "remove", "toy", stdin="").status == 1  # nobody is there to ask
    assert tree(models) == before
    assert run("models", "remove", "toy", stdin="y\n").status == 0
    assert tree(models) == {}


def test_a_broken_model_can_be_removed(run: Run, models: Path) -> None:
    (models / "toy" / "manifest.json").write_text("{", encoding="utf-8")
    assert run("models", "remove", "toy", "--yes").out == "Removed toy\n"
    assert tree(models) == {}


@pytest.mark.parametrize("by_path", [False, True])
def test_a_broken_model_of_a_shipped_ones_name_can_be_removed(
    run: Run, models: Path, by_path: bool
) -> None:
    own = models / "shipped"
    save_toy_model(own, name="shipped")
    (own / "weights.safetensors").unlink()
    asked = str(own) if by_path else "shipped"
    assert run("models", "remove", asked, "--yes").out == "Removed shipped\n"
    assert not own.exists()
    again = run("models", "remove", asked if not by_path else "shipped", "--yes")
    assert "it is built in" in again.err


def test_what_a_stranger_wrote_does_not_speak_to_the_terminal(run: Run, models: Path) -> None:
    (models / "toy" / "README.md").write_bytes(b"# Toy\n\x1b]0;mine\x07 is f\xfcr all\r\n")
    ended = run("models", "info", "toy")
    assert ended.status == 0
    assert ended.out.startswith("# Toy\n]0;mine is f\ufffdr all\n")


def test_a_model_without_a_card_says_so(run: Run, models: Path) -> None:
    (models / "toy" / "README.md").write_bytes(b"")
    assert run("models", "info", "toy").out.startswith("toy has no card.\n")


REFUSALS: list[tuple[tuple[str, ...], int, str]] = [
    (("import", "fresh"), 1, "toy already exists. Choose another name, or remove"),
    (("import", "fresh", "--name", "toy"), 1, "toy already exists"),
    (("import", "fresh", "--name", "../up"), 2, "--name: "),
    (("import", "fresh", "--name", ""), 2, "--name: "),
    (("import", "damaged"), 1, "is damaged; import or train it again"),
    (("import", "empty"), 1, "it has no manifest.json, which Translucent's models have"),
    (("import", "nowhere.translucent"), 1, "it cannot be read"),
    (("import", "junk.translucent"), 1, "not a zip archive"),
    (("import", "packed.translucent"), 1, "toy already exists"),
    (("export", "toy", "packed.translucent"), 2, "packed.translucent already exists; choose"),
    (("export", "toy", "no/such/it.translucent"), 2, "there is no folder"),
    (("export", "toy", "it"), 2, "it must end in .translucent"),
    (("export", "shippe", "it.translucent"), 1, "Installed models: toy (en → de), shipped"),
    (("compress", "toy", "--to", "float32"), 2, "'float32' is not one of 'float16', 'int8'"),
    (("compress", "small", "--to", "int8"), 1, "its weights are already stored as int8"),
    (("compress", "toy", "--to", "int8", "--output", "fresh"), 1, "fresh already exists"),
    (("compress", "toy", "--to", "int8", "--output", "no/such"), 2, "there is no folder"),
    (("compress", "toy", "--to", "int8", "--output", ".x"), 2, "cannot start with"),
    (("compress", "damaged", "--to", "int8"), 1, "is damaged; import or train it again"),
    (("remove", "shipped", "--yes"), 1, "was not removed: it is built in"),
    (("remove", "fresh", "--yes"), 1, "was not removed: it is not among the installed"),
    (("info", "damaged"), 1, "is damaged"),
    (("info", "other"), 1, "no model named 'other'"),
]


def test_a_refusal_says_why_and_changes_nothing(run: Run, tmp_path: Path) -> None:
    save_toy_model(tmp_path / "fresh")
    save_toy_model(tmp_path / "small", dtype="int8")
    save_toy_model(tmp_path / "damaged", name="damaged")
    (tmp_path / "damaged" / "weights.safetensors").unlink()
    (tmp_path / "empty").mkdir()
    (tmp_path / "junk.translucent").write_bytes(b"junk" * 100)
    assert run("models", "export", "toy", "packed.translucent").status == 0
    before = tree(tmp_path)
    for arguments, status, says in REFUSALS:
        ended = run("models", *arguments)
        assert (arguments, ended.status, ended.out) == (arguments, status, "")
        assert says in ended.err
    assert tree(tmp_path) == before


def test_without_a_verb_of_its_own_it_explains_itself(run: Run) -> None:
    ended = run("models")
    assert ended.status == 2
    assert all(verb in ended.out + ended.err for verb in ("info", "import", "export", "compress"))


def test_where_no_model_is_it_says_how_to_get_one(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "nothing"), raising=False)
    assert run("models", "remove", "toy", "--yes").status == 0
    ended = run("models", "list")
    assert (ended.status, ended.out) == (0, "")
    assert ended.err == "No model is installed. Train one: translucent recipes list\n"
