"""Export a model of ours in the format of another program, ready to run there. Torch-free.

Every export is a folder: the weights as float32, the tokenizers, the settings of the search, and a
README.md that says how to run it, and what its training text asks for.
"""

from pathlib import Path

from engine.edition import need_torch
from engine.interchange.export.formats import ExportFormat
from engine.translatable import translatable


def export_model(folder: Path, target: Path, to: ExportFormat) -> None:
    """Write a model folder in the format of another program; on an error, leave nothing behind.

    Args:
        folder: A whole model folder, which is only read.
        target: The folder to write, which must not exist.
        to: The format.

    Raises:
        ModelFolderError: If the folder is not a whole model, or the target exists.
        FullEditionNeededError: If PyTorch is not installed.
        ExportNotPossibleError: If the format cannot express the model, with every reason.
        OSError: If the target cannot be written.
    """
    need_torch(translatable("Phrase", "Exporting a model for another program"))
    from engine.interchange.export.writing import write_export  # here: it loads torch

    write_export(folder, target, to)
