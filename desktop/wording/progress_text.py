"""What a program says while it trains or measures, in the words of the user's language."""

import string
from typing import Any

from PySide6.QtCore import QCoreApplication, QLocale

from training.progress import Message


class _ByLocale(string.Formatter):
    """Writes numbers as the window's language does."""

    def format_field(self, value: Any, spec: str) -> str:
        match value:
            case float():
                precision = spec.rstrip("fg").removeprefix(".")
                return QLocale().toString(value, spec[-1:] or "g", int(precision or 6))
            case int():
                return QLocale().toString(value)
            case _:
                return str(value)


def describe_message(said: Message) -> str:
    """Return what a program said; as it said it if this program cannot fill its template."""
    if not said.template:
        return said.text
    try:
        template = QCoreApplication.translate("Message", said.template)
        return _ByLocale().vformat(template, (), said.values)
    except (LookupError, ValueError):  # a value that JSON cannot hold was left out
        return said.text
