"""How a child program ended, in the words of the user's language: each way with its next step."""

from PySide6.QtCore import QCoreApplication

from desktop.values.outcome import Outcome
from desktop.wording.error_text import ErrorText

translate = QCoreApplication.translate


def describe_outcome(outcome: Outcome) -> ErrorText:
    """Tell how a training ended; `details` is what the program itself said of it, in English."""
    match outcome.kind:
        case "finished":
            return ErrorText(
                translate("OutcomeText", "The model is ready"),
                translate(
                    "OutcomeText", "It was measured and saved. Name it, and it is in your list."
                ),
            )
        case "stopped":
            return ErrorText(
                translate("OutcomeText", "The training was stopped"),
                translate("OutcomeText", "All it has learned is saved. It can go on at any time."),
            )
        case "failed":
            return _describe_failure(outcome)
        case "crashed":
            return ErrorText(
                translate("OutcomeText", "The training broke off"),
                translate(
                    "OutcomeText",
                    "Its program ended without a last word. Resume it; if that happens again, look "
                    "into the log.",
                ),
                outcome.message,
            )


def describe_unprepared(outcome: Outcome) -> ErrorText:
    """Tell why something before a training could not be done."""
    if outcome.kind == "failed":
        return _describe_failure(outcome)
    return ErrorText(
        translate("OutcomeText", "This could not be done"),
        translate("OutcomeText", "The program that should do it broke off. Try again."),
        outcome.message,
    )


def _describe_failure(outcome: Outcome) -> ErrorText:
    match outcome.error_kind:
        case "disk_full":
            title = translate("OutcomeText", "The disk is full")
            sentence = translate(
                "OutcomeText",
                "There was no room left. Free some space and resume the training.",
            )
        case "loss_diverged":
            title = translate("OutcomeText", "The training went astray")
            sentence = translate(
                "OutcomeText",
                "The model's error was no longer a number, and half the learning rate did not "
                "help. Begin again with a lower learning rate or a longer warm-up.",
            )
        case "device_memory":
            title = translate("OutcomeText", "Not enough memory for the training")
            sentence = translate(
                "OutcomeText",
                "Not even one sentence at a time fitted into the device's memory. Close other "
                "programs, choose a smaller model, or train on the processor.",
            )
        case "corpus":
            title = translate("OutcomeText", "The training text cannot be used")
            sentence = translate("OutcomeText", "Mend it, or choose another text.")
        case "fetch":
            title = translate("OutcomeText", "The captions could not be fetched")
            sentence = translate(
                "OutcomeText",
                "Look to the connection and try again, or bring the files from elsewhere and "
                "choose their folder or zip.",
            )
        case "recipe":
            title = translate("OutcomeText", "The settings of the training do not fit")
            sentence = translate("OutcomeText", "Change the settings that are named.")
        case "checkpoint":
            title = translate("OutcomeText", "The training cannot be resumed")
            sentence = translate(
                "OutcomeText",
                "What was saved of it cannot be read or written, its text has changed since, or "
                "another program is at it.",
            )
        case "engine":
            title = translate("OutcomeText", "The device or a file cannot be used")
            sentence = translate("OutcomeText", "Choose another device, or begin again.")
        case _:
            title = translate("OutcomeText", "The training failed")
            sentence = translate("OutcomeText", "The model could not be made.")
    return ErrorText(title, sentence, outcome.message)
