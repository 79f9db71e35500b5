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
    """With fields of `str.format` where values stand; said as it is if there are none."""
    values: "dict[str, str | int | float | Phrase]" = field(default_factory=dict)
    context: str = "Phrase"
    """Where the template is `translatable`."""

    @classmethod
    def of(cls, template: str, **values: "str | float | Phrase") -> Self:
        """Return a template with its values."""
        return cls(template, values)

    def __str__(self) -> str:
        return self.template.format(**self.values) if self.values else self.template
