"""Make a smaller copy of a model: its weights are rounded, everything else stays the same."""

from datetime import UTC, datetime
from pathlib import Path

from engine.errors import ModelNotCompressedError
from engine.models.manifest import (
    CARD_FILE,
    WEIGHTS_FILE,
    CompressedFrom,
    Manifest,
    WeightsDtype,
)
from engine.models.saving import save_model
from engine.models.stored_model import read_float32, read_known_words
from engine.models.validation import check

_LARGEST_FIRST: tuple[WeightsDtype, ...] = ("float32", "float16", "int8")


def compress_model(folder: Path, target: Path, dtype: WeightsDtype) -> Manifest:
    """Write a copy of a model folder with its weights stored as `dtype`.

    The copy keeps the alignment head, the calibration and the limits of familiar text, which
    rounding hardly moves (docs/models.md). It drops the scores: nobody has measured them on the
    copy. Its card contains the original's, with a note that the scores are the original's.

    Args:
        folder: A whole model folder, which is only read.
        target: The folder of the copy; its name becomes the model's.
        dtype: Smaller than the type that the weights are stored as now.

    Returns:
        The manifest of the copy.

    Raises:
        ModelFolderError: If the folder is not a whole model, or the target exists.
        ModelNotCompressedError: If the copy would not be smaller, if its weights do not fit into
            `dtype`, or if it cannot be written. Nothing is left behind.
        ValueError: If the target's name cannot be a model's.
    """
    manifest = check(folder)
    stored = manifest.weights_dtype
    if _LARGEST_FIRST.index(dtype) <= _LARGEST_FIRST.index(stored):
        reason = f"its weights are already stored as {stored}; {dtype} would not be smaller"
        raise ModelNotCompressedError(folder, reason)
    origin = CompressedFrom(
        name=folder.name, weights_dtype=stored, weights_sha256=manifest.files[WEIGHTS_FILE]
    )
    changes = {
        "name": target.name,
        "created": datetime.now(UTC).replace(microsecond=0),
        "scores": (),
        "compressed_from": origin,
    }
    copied = Manifest.model_validate({**dict(manifest), **changes})
    tokenizers = {name: _read_text(folder / name) for name in manifest.tokenizer_files}
    card = _read_text(folder / CARD_FILE) if CARD_FILE in manifest.files else ""
    try:
        return save_model(
            target,
            copied,
            read_float32(folder),
            tokenizers,
            _note(target.name, origin, dtype) + card,
            dtype=dtype,
            known_words=read_known_words(folder, manifest),
        )
    except ValueError as error:  # all else fits in a whole model: a weight is too large for float16
        raise ModelNotCompressedError(folder, str(error)) from error
    except OSError as error:
        reason = f"{target.parent} cannot be written to ({error.strerror})"
        raise ModelNotCompressedError(folder, reason) from error


def _read_text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


def _note(name: str, origin: CompressedFrom, dtype: WeightsDtype) -> str:
    """Return the beginning of the copy's card, which says where the rest is from."""
    return f"""# {name}

A smaller copy of {origin.name}: weights stored as {dtype} instead of {origin.weights_dtype}.
Scores below were measured on {origin.name}, before its weights were rounded.

"""
