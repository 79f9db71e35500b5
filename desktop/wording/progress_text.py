"""What a program says while it trains or measures, in the words of the user's language."""

from PySide6.QtCore import QCoreApplication

from desktop.wording.filling import fill
from desktop.wording.outcome_text import describe_failed
from training.progress import Message


def describe_message(said: Message) -> str:
    """Return what a program said; as it said it if this program cannot fill its template."""
    if not said.template:
        return said.text
    values = said.values
    if said.cause is not None:
        values = {**values, "reason": describe_failed(said.cause).sentence}
    try:
        return fill(QCoreApplication.translate("Message", said.template), values)
    except (LookupError, ValueError):  # a value that JSON cannot hold was left out
        return said.text
