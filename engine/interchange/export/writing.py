"""Write a model of ours in each format."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.errors import ExportNotPossibleError
from engine.files.atomic_folders import new_folder
from engine.interchange.export import to_ctranslate2, to_huggingface, to_marian
from engine.interchange.export.card import write_card
from engine.interchange.export.formats import PROGRAM_NAMES, ExportFormat
from engine.models.folder import TorchModel, read_model
from engine.translatable import Phrase


@dataclass(frozen=True, slots=True)
class _Format:
    reasons_against: Callable[[TorchModel], Sequence[Phrase]]
    """Says why it cannot express a model; nothing if it can."""
    write: Callable[[TorchModel, Path], None]


_FORMATS: dict[ExportFormat, _Format] = {
    "ctranslate2": _Format(lambda _loaded: (), to_ctranslate2.write),
    "huggingface": _Format(to_huggingface.reasons_against, to_huggingface.write),
    "marian": _Format(to_marian.reasons_against, to_marian.write),
}


def write_export(folder: Path, target: Path, to: ExportFormat) -> None:
    """Write a model folder as `engine.interchange.exporting.export_model` says."""
    with new_folder(target) as temporary:
        loaded = read_model(folder)
        reasons = _FORMATS[to].reasons_against(loaded)
        if reasons:
            raise ExportNotPossibleError(folder, PROGRAM_NAMES[to], reasons)
        _FORMATS[to].write(loaded, temporary)
        write_card(loaded, folder, temporary, to)
