"""A run that starts from a model: what it keeps of it, and what it says of it afterwards."""

import json
from pathlib import Path

import pytest
from torch import Tensor

from engine.errors import ModelFolderMissingError
from engine.models.folder import load_weights, read_model
from engine.models.manifest import (
    AlignmentHead,
    Calibration,
    DecodingDefaults,
    ImportedFrom,
    Manifest,
    TrainingCorpus,
    WeightsDtype,
)
from engine.models.manifest_file import read_manifest
from engine.models.saving import save_model
from engine.nn.transformer import Memory, Transformer
from engine.tokenizers.hints import reads_hints
from engine.tokenizers.subword import HINT_TAGS
from tests.support.runs import StoppedAfter, tiny_recipe
from tests.support.tokenizers import TARGET_TOKENS
from tests.support.translators import save_pieces_model, save_subword_model
from training.errors import CheckpointError
from training.first_model import complete
from training.loop.control import Orders
from training.loop.supervisor import Outcome
from training.progress import Compared, Event, Likened, Order, Started, Validated
from training.recipe import Recipe, load_recipe
from training.runs.run_folder import Run, command_of, create_run, open_run
from training.runs.runner import carry_out
from training.toml_values import write_value

LEARNING = (
    "training.max_epochs=0",
    "training.max_steps=6",
    "training.batch_size=64",
    "training.checkpoint_every=2",
    "corpus.min_pairs=0",
)

NOUNS = (
    ("dog", "mein Hund"),
    ("house", "mein Haus"),
    ("bicycle", "mein Fahrrad"),
    ("window", "mein Fenster"),
    ("garden", "mein Garten"),
    ("car", "mein Auto"),
    ("shirt", "mein Hemd"),
    ("ladder", "meine Leiter"),
    ("hat", "mein Hut"),
    ("bed", "mein Bett"),
)


@pytest.fixture(scope="module")
def trained(text: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a trained model."""
    recipe = tiny_recipe("corpus.kind=pairs", "decoding.beam_size=2", "decoding.max_length=10")
    run = create_run(tmp_path_factory.mktemp("first") / "run", recipe, [text], "cpu")
    carry_out(run, lambda _: None, Orders())
    (folder,) = (run.folder / "model").iterdir()
    return folder


def parent_of(trained: Path, folder: Path, dtype: WeightsDtype = "int8", **changes: object) -> Path:
    """Write a model as another program's, with weights stored as `dtype`."""
    changes = {
        "name": folder.name,
        "alignment": AlignmentHead(layer=0, head=1, shifted=False),
        "calibration": Calibration(temperature=1.5, words=9000),
        "decoding": DecodingDefaults(beam_size=3, max_length=11, is_narrowing=True),
        "imported_from": ImportedFrom(
            format="marian", name="opus-mt", publisher="Helsinki-NLP", licence="CC BY 4.0"
        ),
        **changes,
    }
    manifest = read_manifest(trained)
    tokenizers = {
        name: (trained / name).read_text(encoding="utf-8") for name in manifest.tokenizer_files
    }
    changed = Manifest.model_validate({**dict(manifest), **changes})
    save_model(folder, changed, load_weights(trained), tokenizers, "", dtype=dtype, replace=True)
    return folder


def fine_tune(parent: Path, *settings: str) -> Recipe:
    """Return the recipe that ships, for this parent, with some settings changed."""
    start = f"fine_tuning.start_from={write_value(parent.name)}"
    return complete(load_recipe("fine-tune").override((start, *LEARNING, *settings)), parent)


def begun(folder: Path, parent: Path, text: Path, *settings: str) -> Run:
    return create_run(folder, fine_tune(parent, *settings), [text], "cpu", first_model=parent)


def result(run: Run, orders: Orders | None = None) -> Path:
    """Carry a run out, and return its model."""
    assert carry_out(run, lambda _: None, orders or Orders()) is Outcome.FINISHED
    (folder,) = (run.folder / "model").iterdir()
    return folder


@pytest.mark.parametrize("dtype", ["int8", "float16", "float32"])
def test_without_a_step_the_model_is_its_parent(
    tmp_path: Path, trained: Path, text: Path, dtype: WeightsDtype
) -> None:
    parent = parent_of(trained, tmp_path / "parent", dtype)
    orders = Orders()
    orders.give(Order.FINISH)
    child = result(begun(tmp_path / "run", parent, text), orders)
    for name in ("weights.safetensors", *read_manifest(parent).tokenizer_files):
        assert (child / name).read_bytes() == (parent / name).read_bytes()
    ours, theirs = read_manifest(child), read_manifest(parent)
    for name in ("config", "decoding", "tokenizer_kind", "joint", "case", "weights_dtype"):
        assert getattr(ours, name) == getattr(theirs, name)


def test_the_result_says_what_it_was_made_from(tmp_path: Path, trained: Path, text: Path) -> None:
    corpora = [TrainingCorpus(name="talks", licence="CC BY 4.0, the speakers", pairs=7)]
    training = read_manifest(trained).trained.model_copy(update={"corpora": tuple(corpora)})
    parent = parent_of(trained, tmp_path / "parent", training=training)
    run = begun(tmp_path / "run", parent, text)
    assert open_run(run.folder) == run
    child = result(run)
    ours, theirs = read_manifest(child), read_manifest(parent)
    assert ours.name == "parent-fine-tuned"
    assert ours.fine_tuned_from is not None
    assert ours.fine_tuned_from.name == "parent"
    assert ours.fine_tuned_from.weights_sha256 == theirs.files["weights.safetensors"]
    assert ours.imported_from == theirs.imported_from
    assert ours.alignment == theirs.alignment
    assert ours.calibration == theirs.calibration  # six sentences have fewer words than 9,000
    assert [corpus.name for corpus in ours.corpora] == ["talks", text.name]
    card = (child / "README.md").read_text(encoding="utf-8")
    for words in ("Fine-tuned from parent", "CC BY 4.0, the speakers", "opus-mt, Helsinki-NLP"):
        assert words in card
    assert "--from-model=parent" in command_of(run)
    assert "model.d_model" not in command_of(run)


def test_a_folder_without_a_model_is_nothing_to_begin_with(tmp_path: Path, text: Path) -> None:
    with pytest.raises(ModelFolderMissingError):
        create_run(tmp_path / "run", tiny_recipe(), [text], "cpu", first_model=tmp_path)
    assert not (tmp_path / "run").exists()


def test_before_and_after_are_measured_on_the_own_text(
    tmp_path: Path, trained: Path, text: Path
) -> None:
    parent = parent_of(trained, tmp_path / "parent")
    events: list[Event] = []
    carry_out(begun(tmp_path / "run", parent, text), events.append, Orders())
    (started,) = (event for event in events if isinstance(event, Started))
    assert started.first_model == "parent"
    assert next(event for event in events if isinstance(event, Validated)).step == 0
    compared = [event for event in events if isinstance(event, Compared)]
    assert {(one.corpus, one.old_name) for one in compared} == {("test", "parent")}
    assert not any(isinstance(event, Likened) for event in events)  # nobody writes qaa


def test_a_run_that_was_stopped_ends_in_the_same_weights(
    tmp_path: Path, trained: Path, text: Path
) -> None:
    parent = parent_of(trained, tmp_path / "parent")
    settings = ("fine_tuning.freeze=embeddings", "model.dropout=0.3", "training.learning_rate=0.01")
    unbroken = result(begun(tmp_path / "unbroken", parent, text, *settings))
    run = begun(tmp_path / "broken", parent, text, *settings)
    for step in (0, 3):
        assert (
            carry_out(open_run(run.folder), lambda _: None, StoppedAfter(step)) is Outcome.STOPPED
        )
    resumed = result(open_run(run.folder))
    name = "weights.safetensors"
    assert (resumed / name).read_bytes() == (unbroken / name).read_bytes()
    assert (unbroken / name).read_bytes() != (parent / name).read_bytes()


def test_a_run_goes_on_with_the_parent_it_began_with_alone(
    tmp_path: Path, trained: Path, text: Path
) -> None:
    parent = parent_of(trained, tmp_path / "parent")
    run = begun(tmp_path / "run", parent, text)
    carry_out(run, lambda _: None, StoppedAfter(2))
    parent_of(trained, parent, "float16")
    with pytest.raises(CheckpointError, match="the model parent that it started from has changed"):
        carry_out(open_run(run.folder), lambda _: None, Orders())
    parent.rename(tmp_path / "elsewhere")
    with pytest.raises(ModelFolderMissingError):
        carry_out(open_run(run.folder), lambda _: None, Orders())
    (tmp_path / "elsewhere").rename(parent)
    parent_of(trained, parent)
    assert carry_out(open_run(run.folder), lambda _: None, Orders()) is Outcome.FINISHED


def test_a_run_folder_without_the_weights_it_began_with_is_no_run(
    tmp_path: Path, trained: Path, text: Path
) -> None:
    run = begun(tmp_path / "run", trained, text)
    described = json.loads((run.folder / "run.json").read_text(encoding="utf-8"))
    described["first_model"] = [str(trained)]
    (run.folder / "run.json").write_text(json.dumps(described), encoding="utf-8")
    with pytest.raises(CheckpointError, match="there is no run to resume"):
        open_run(run.folder)


def test_an_imported_model_learns_one_of_its_directions(tmp_path: Path, text: Path) -> None:
    parent = tmp_path / "many"
    published = ImportedFrom(format="huggingface", name="opus-mt-en-mul", licence="CC BY 4.0")
    theirs = save_pieces_model(parent, imported_from=published, training=None)
    run = begun(
        tmp_path / "run",
        parent,
        text,
        "source_language=en",
        "target_language=fr",
        "corpus.drop_wrong_language=false",
    )
    assert run.recipe.tokenizer.kind == "sentencepiece"
    child = result(run)
    ours = read_manifest(child)
    assert (ours.source_language, ours.target_language) == ("en", "fr")
    assert ours.target_tokens == {"fr": TARGET_TOKENS["fr"]}
    assert ours.imported_from == published
    assert [corpus.name for corpus in ours.corpora] == [text.name]
    assert "opus-mt-en-mul, CC BY 4.0" in (child / "README.md").read_text(encoding="utf-8")
    for name in theirs.tokenizer_files:
        assert (child / name).read_bytes() == (parent / name).read_bytes()
    token = TARGET_TOKENS["fr"]
    tokenizers = read_model(child).tokenizers
    assert tokenizers.source_prefix() == (tokenizers.source.tag_id(token),)


def test_a_model_that_reads_hints_goes_on_reading_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = tmp_path / "hinted"
    save_subword_model(parent, tags=HINT_TAGS)
    text = tmp_path / "text"
    text.mkdir()
    for name in ("train", "val", "test"):
        lines = [f"{name}: My {en} is old.\t{name}: Alt ist {de}.\n" for en, de in NOUNS]
        (text / f"{name}.tsv").write_text("".join(lines), encoding="utf-8")
    read: list[set[int]] = []
    encode = Transformer.encode

    def listening(model: Transformer, src_ids: Tensor) -> Memory:
        if model.training:
            read.append({*src_ids.flatten().tolist()})
        return encode(model, src_ids)

    monkeypatch.setattr(Transformer, "encode", listening)
    run = begun(tmp_path / "run", parent, text, "training.batch_size=4096")
    assert carry_out(run, lambda _: None, StoppedAfter(3)) is Outcome.STOPPED
    *_, child = (run.folder / "epochs").iterdir()
    tokenizer = read_model(child).tokenizers.source
    assert reads_hints(tokenizer)
    begin, means, _, end = map(tokenizer.tag_id, HINT_TAGS)
    hinted = [ids for ids in read if begin in ids]
    assert hinted
    assert all({begin, means, end} <= ids for ids in hinted)
