"""Sentences with values in them, each written as the window's language does."""

import string
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QLocale


class _ByLocale(string.Formatter):
    def __init__(self, separator: str) -> None:
        self._separator = separator

    def format_field(self, value: Any, spec: str) -> str:
        match value:
            case float():
                precision = spec.rstrip("fg").removeprefix(".")
                return QLocale().toString(value, spec[-1:] or "g", int(precision or 6))
            case int():
                return QLocale().toString(value)
            case tuple():
                return self._separator.join(value)
            case _:
                return str(value)


def fill(template: str, values: Mapping[str, Any], *, separator: str = "; ") -> str:
    """Return a template with its values.

    Args:
        template: With fields of `str.format`, already translated.
        values: Texts, numbers, and tuples of texts.
        separator: What stands between the texts of a tuple.

    Raises:
        LookupError: If a value is lacking.
        ValueError: If a field is no number's.
    """
    return _ByLocale(separator).vformat(template, (), values)
