"""The training text that comes with the program: where it is, and how much. Torch-free."""

from pathlib import Path

_RESOURCES = Path(__file__).resolve().parents[1] / "resources"

TOY_PAIRS = _RESOURCES / "toy-en-fr" / "pairs.tsv"
TOY_LANGUAGES = ("en", "fr")

EVERYDAY = _RESOURCES / "corpora" / "everyday"
EVERYDAY_LANGUAGES = ("en", "de")
"""The languages of the columns of each file."""
HELD_OUT = EVERYDAY / "held-out.tsv"
"""The sentences that models are measured on."""


def everyday_files() -> list[Path]:
    """Return the files of training text, one for each domain."""
    return sorted(path for path in EVERYDAY.glob("*.tsv") if path != HELD_OUT)


def count_everyday() -> int:
    """Return how many sentence pairs there are to learn from."""
    return sum(path.read_bytes().count(b"\n") for path in everyday_files())
