"""Which edition of the program this is: the full one, or the small one, which has no PyTorch.

The small one translates by the compiled kernel. What it cannot do says so: `need_torch`.
"""

import importlib.util
from pathlib import Path

from engine.errors import FullEditionNeededError
from engine.translatable import Phrase


def torch_folder() -> Path | None:
    """Return where PyTorch is installed; None in the small edition. Does not import it."""
    found = importlib.util.find_spec("torch")
    return None if found is None or found.origin is None else Path(found.origin).parent


def has_torch() -> bool:
    """Return whether PyTorch is installed, as in the full edition."""
    return torch_folder() is not None


def need_torch(task: str) -> None:
    """Refuse a task that only the full edition can do.

    Args:
        task: Which one, as a `translatable` phrase that a sentence begins with: "Training".

    Raises:
        FullEditionNeededError: If this is the small edition.
    """
    if not has_torch():
        raise FullEditionNeededError(Phrase.of(task))
