"""Where the program's files are. Filled in by `desktop.storage.paths`, read by the command line."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders of one installation and one user; not each of them need exist yet."""

    shipped_models: Path
    """Models that came with the program; never written to."""
    models: Path
    """Models the user trained or imported."""
    runs: Path
    """Training runs: recipe, checkpoints, log; one folder each."""
    corpora: Path
    """Parallel text the user fetched or imported."""
    config: Path
    """Settings."""
    data: Path
    """The user's other data; `models`, `runs` and `corpora` lie in it by default."""
    log: Path
    """Logs; they never hold the user's text."""

    @property
    def downloads(self) -> Path:
        """Published models on their way: each is imported when it is complete."""
        return self.data / "downloads"
