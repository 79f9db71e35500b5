"""Texts of the interface that stand below the window, marked where they stand."""

from dataclasses import dataclass, field
from typing import Self


def translatable(context: str, text: str) -> str:  # noqa: ARG001 - read by lupdate, not by us
    """Return a text as it is; `.ci/translations` finds it here, and the window translates it."""
    return text


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of a sentence, with values in it, for the window to translate; `str` gives English."""

    template: str
    """With fields of `str.format` where values stand; `translatable` as a "Phrase"."""
    values: dict[str, str | int | float] = field(default_factory=dict)

    @classmethod
    def of(cls, template: str, **values: str | float) -> Self:
        """Return a template with its values."""
        return cls(template, values)

    def __str__(self) -> str:
        return self.template.format(**self.values)
