"""Export a model of ours in the format of another program, ready to run there.

Every export is a folder: the weights as float32, the tokenizers, the settings of the search, and a
README.md that says how to run it, and what its training text asks for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.atomic_files import new_folder
from engine.errors import ExportNotPossibleError
from engine.interchange.export import to_ctranslate2, to_huggingface, to_marian
from engine.interchange.export.card import write_card
from engine.interchange.export.formats import PROGRAM_NAMES, ExportFormat
from engine.models.folder import LoadedModel, read_model
from engine.translatable import Phrase


@dataclass(frozen=True, slots=True)
class _Format:
    reasons_against: Callable[[LoadedModel], Sequence[Phrase]]
    """Says why it cannot express a model; nothing if it can."""
    write: Callable[[LoadedModel, Path], None]


_FORMATS: dict[ExportFormat, _Format] = {
    "ctranslate2": _Format(lambda _loaded: (), to_ctranslate2.write),
    "huggingface": _Format(to_huggingface.reasons_against, to_huggingface.write),
    "marian": _Format(to_marian.reasons_against, to_marian.write),
}


def export_model(folder: Path, target: Path, to: ExportFormat) -> None:
    """Write a model folder in the format of another program; on an error, leave nothing behind.

    Args:
        folder: A whole model folder, which is only read.
        target: The folder to write, which must not exist.
        to: The format.

    Raises:
        ModelFolderError: If the folder is not a whole model, or the target exists.
        ExportNotPossibleError: If the format cannot express the model, with every reason.
        OSError: If the target cannot be written.
    """
    with new_folder(target) as temporary:
        loaded = read_model(folder)
        reasons = _FORMATS[to].reasons_against(loaded)
        if reasons:
            raise ExportNotPossibleError(folder, PROGRAM_NAMES[to], reasons)
        _FORMATS[to].write(loaded, temporary)
        write_card(loaded, folder, temporary, to)
