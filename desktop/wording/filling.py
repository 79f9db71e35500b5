"""Sentences with values in them, each written as the window's language does."""

import string
from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale

from desktop.wording.amounts import figure
from engine.translatable import Phrase


class _ByLocale(string.Formatter):
    def __init__(self, separator: str) -> None:
        self._separator = separator

    def format_field(self, value: Any, spec: str) -> str:
        match value:
            case float():
                digits = int(spec.rstrip("fg").removeprefix(".") or 6)
                is_fixed = spec.endswith("f")
                return QLocale().toString(value, "f", digits) if is_fixed else figure(value, digits)
            case int():
                return QLocale().toString(value)
            case Phrase():
                template = QCoreApplication.translate(value.context, value.template)
                return self.vformat(template, (), value.values) if value.values else template
            case tuple():
                return self._separator.join(self.format_field(one, "") for one in value)
            case _:
                return str(value)


def fill(template: str, values: Mapping[str, Any], *, separator: str = "; ") -> str:
    """Return a template with its values.

    Args:
        template: With fields of `str.format`, already translated.
        values: Texts, numbers, phrases, and tuples of texts and phrases.
        separator: Put between the texts of a tuple.

    Raises:
        LookupError: If a value is lacking.
        ValueError: If a field is no number's.
    """
    return _ByLocale(separator).vformat(template, (), values)
