"""What a program says while it trains or measures, in the words of the user's language."""

import string
from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from training.progress import Message

TEMPLATES = (
    QT_TRANSLATE_NOOP("Message", "Reading the text…"),
    QT_TRANSLATE_NOOP("Message", "Learning the vocabulary…"),
    QT_TRANSLATE_NOOP("Message", "Taking {steps} steps of the training…"),
    QT_TRANSLATE_NOOP("Message", "The run was finished before; its model is there."),
    QT_TRANSLATE_NOOP(
        "Message",
        "The device's memory is too small for a whole batch: each is cut into {parts} parts from "
        "now on. What is learned of it is the same.",
    ),
    QT_TRANSLATE_NOOP("Message", "This processor is not faster with bfloat16; float32 is used."),
    QT_TRANSLATE_NOOP(
        "Message",
        "At step {step:,} the loss was no longer a number. The run went back to step {place:,} and "
        "goes on with {factor:g} times the learning rate of the recipe.",
    ),
    QT_TRANSLATE_NOOP(
        "Message",
        "Validation {metric}: {single:.4g} with the best single weights, {averaged:.4g} with the "
        "average of {epochs} epochs; the average is kept.",
    ),
    QT_TRANSLATE_NOOP(
        "Message",
        "Validation {metric}: {single:.4g} with the best single weights, {averaged:.4g} with the "
        "average of {epochs} epochs; the best single weights are kept.",
    ),
    QT_TRANSLATE_NOOP(
        "Message", "The weights after epoch {epoch} could not be kept to look at: {reason}."
    ),
    QT_TRANSLATE_NOOP("Message", "The model cannot be tried now: {reason}."),
    QT_TRANSLATE_NOOP("Message", "Words are not aligned with the help of {model}: {reason}"),
    QT_TRANSLATE_NOOP(
        "Message", "The new model is not compared with {model}: it translates {source} to {target}."
    ),
    QT_TRANSLATE_NOOP("Message", "The new model is not compared with {model}: {reason}"),
    QT_TRANSLATE_NOOP(
        "Message",
        "On the text “{corpus}” the new model is worse than {old}: BLEU {new_bleu:.1f} instead of "
        "{old_bleu:.1f} ({search}), and that is not chance (p = {p_value:.3f}).",
    ),
)
"""What is said anywhere in training; lupdate looks for it here."""


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
    """Tell what a program said; in English if it is of another version of this program."""
    if said.template not in TEMPLATES:
        return said.text
    try:
        template = QCoreApplication.translate("Message", said.template)
        return _ByLocale().vformat(template, (), said.values)
    except (LookupError, ValueError):  # a value that JSON cannot hold was left out
        return said.text
