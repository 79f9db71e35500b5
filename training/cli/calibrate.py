"""`translucent calibrate`: make a model's confidence match how often it is right."""

import hashlib
import json
import shutil
from pathlib import Path
from typing import Annotated

import typer

from engine.cli.options import DeviceOption, JsonOption, ModelOption, ThreadsOption
from engine.cli.terminal import say
from engine.edition import need_torch
from engine.files.atomic_folders import new_folder
from engine.folders import Folders
from engine.models.manifest import CARD_FILE, MANIFEST_FILE, Calibration, Familiarity, Manifest
from engine.models.manifest_file import read_manifest
from engine.models.registry import find_model
from engine.translatable import Phrase, translatable
from training.cli.output import say_encoding
from training.corpus_formats.pair_files import read_aligned
from training.errors import CorpusError


def calibrate(
    context: typer.Context,
    source: Annotated[Path, typer.Option(help="Sentences to translate, one per line; may be .gz.")],
    reference: Annotated[Path, typer.Option(help="Their translations, one per line; may be .gz.")],
    model: ModelOption = None,
    as_json: JsonOption = False,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
) -> None:
    """Calibrate a model's probabilities and save the result in the model's folder.

    This also sets how unsure the model must be before a text counts as unfamiliar. Training does
    both with its validation text; run this again if you use the model for other text. Use
    sentences the model was not trained on. Weights and translations do not change.
    """
    need_torch(translatable("Phrase", "Calibrating a model"))
    folders: Folders = context.obj
    entry = find_model(folders, model)
    manifest = entry.usable_manifest
    languages = (manifest.source_language, manifest.target_language)
    pairs = read_aligned(source, reference, say_encoding, languages)

    import torch

    from engine.device import choose_device
    from training.evaluation import calibration
    from training.evaluation.trained_model import TrainedModel
    from training.runs.export import measure_familiarity

    chosen = choose_device(device)
    if threads is not None:
        torch.set_num_threads(threads)
    trained = TrainedModel.of_folder(entry.path, chosen)
    found = calibration.calibrate(trained, pairs)
    if found is None:
        raise CorpusError(
            source, None, Phrase.of(translatable("Phrase", "its translations contain no words"))
        )
    limits = measure_familiarity(trained, [pair.source for pair in pairs])
    text = calibration.describe(found)
    record(entry.path, found, limits, f"{calibration.HEADING}\n\n{text}\n")
    if as_json:
        measured = {**found.model_dump(), **limits.model_dump()}
        say(json.dumps({"model": entry.name, **measured}))
    else:
        say(text)


def record(
    folder: Path, calibration: Calibration, familiarity: Familiarity, section: str
) -> Manifest:
    """Write the measurements into the manifest and card of a model, changing nothing else.

    Args:
        folder: Of the model.
        calibration: For the manifest.
        familiarity: For the manifest.
        section: For the card: a heading and the text below it. It replaces
            the section with that heading, or goes before the limits, or at the end.

    Raises:
        ModelFolderError: If the folder cannot be used.
        OSError: If it cannot be written; the model is as it was.
    """
    manifest = read_manifest(folder)
    place = folder.resolve()  # so that a link stays one
    with new_folder(place, replace=True) as temporary:
        shutil.copytree(
            place, temporary, symlinks=True, copy_function=shutil.copyfile, dirs_exist_ok=True
        )
        card = temporary / CARD_FILE
        text = card.read_text(encoding="utf-8") if CARD_FILE in manifest.files else ""
        data = with_section(text, section).encode("utf-8")
        card.write_bytes(data)
        files = {**manifest.files, CARD_FILE: hashlib.sha256(data).hexdigest()}
        measured = {"calibration": calibration, "familiarity": familiarity}
        changed = manifest.model_copy(update={**measured, "files": files})
        (temporary / MANIFEST_FILE).write_bytes(changed.to_json().encode("utf-8"))
    return changed


def with_section(card: str, section: str) -> str:
    """Return a card with a section in the place of the one that has its heading."""
    heading = section.partition("\n")[0]
    whole = f"\n{card}\n"
    before, found, after = whole.partition(f"\n{heading}\n")
    if found:
        _, mark, after = f"\n{after}".partition("\n## ")
    else:
        before, mark, after = whole.partition("\n## Limits")
    parts = [before.strip("\n"), section.strip("\n"), f"{mark}{after}".strip("\n")]
    return "\n\n".join(part for part in parts if part) + "\n"
