"""The error of everything that reads Marian's files."""

from collections.abc import Sequence


class MarianError(ValueError):
    """A model in Marian's format is damaged, incomplete or unsupported; every problem at once."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)
