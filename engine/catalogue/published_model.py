"""What is known of a model that others publish, before anything of it is downloaded."""

from dataclasses import dataclass
from datetime import date
from itertools import product


@dataclass(frozen=True, slots=True)
class PublishedScore:
    """What the publisher measured on a public test set."""

    test_set: str
    bleu: float
    chrf: float | None = None
    """From 0 to 100, as sacreBLEU states it."""


@dataclass(frozen=True, slots=True)
class PublishedModel:
    """A model that can be downloaded and imported."""

    name: str
    """Unique in the catalogue; also the name of the imported model."""
    publisher: str
    source_languages: tuple[str, ...]
    target_languages: tuple[str, ...]
    """It translates from any of the source languages to any of these."""
    size_bytes: int | None
    """Of the file that is downloaded; None if it is not published."""
    estimated_bytes: int
    """The same, estimated from the number of parameters: four bytes each."""
    licence: str
    addresses: tuple[str, ...]
    """Where the file is: the publisher's address, then its mirrors."""
    sha256: str
    """Of the file; empty if it is not published."""
    score: PublishedScore | None
    released: date

    @property
    def is_multilingual(self) -> bool:
        """Whether it translates more than one pair of languages."""
        return len(self.source_languages) > 1 or len(self.target_languages) > 1

    def direction(self, source: str, target: str) -> tuple[str, str] | None:
        """Return its own codes of two languages that it translates between; None if it does not.

        A language of several forms stands for the first of them: "zh" for "zh-Hans".
        """
        pairs = product(
            (code for code in self.source_languages if is_language(code, source)),
            (code for code in self.target_languages if is_language(code, target)),
        )
        return next((pair for pair in pairs if pair[0] != pair[1]), None)


_FORMS = {"no": ("nb", "nn")}
"""Codes of languages that are written in several ways, each of which has a code of its own."""


def is_language(code: str, wanted: str) -> bool:
    """Return whether a code is the wanted one, or a form of it: "zh-Hans" of "zh", "nb" of "no"."""
    is_form = code.startswith(f"{wanted}-") or code in _FORMS.get(wanted, ())
    return code == wanted or is_form
