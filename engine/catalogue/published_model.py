"""What is known of a model that others publish, before anything of it is downloaded."""

from dataclasses import dataclass
from datetime import date


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
    """Unique in the catalogue; the imported model is called so."""
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

    def translates(self, source: str, target: str) -> bool:
        """Return whether it translates from one language to the other."""
        is_listed = source in self.source_languages and target in self.target_languages
        return is_listed and source != target
