"""How a child program ended, in the words of the user's language, and what to do next."""

from dataclasses import dataclass, replace
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLocale

from desktop.values.outcome import Outcome
from desktop.wording.amounts import count, duration
from desktop.wording.error_text import ErrorText, describe_failure
from training.progress import Failed, Finished
from training.report.run_story import RunStory

translate = QCoreApplication.translate

Action = Literal["install", "resume", "again"]

_FAILS_AGAIN = frozenset({"loss_diverged", "recipe", "corpus"})
"""Kinds of errors that would recur after resuming a run."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended, and what one would do now."""

    text: ErrorText
    action: Action
    shows_log: bool = False
    """Whether the log may have details."""


def describe_ending(story: RunStory, outcome: Outcome) -> Ending:
    """Return how a run ended: what happened, what is kept, what to do next."""
    has_learned = bool(story.steps)
    action: Action = "resume" if has_learned else "again"
    match outcome.kind:
        case "finished":
            title = translate("ResultPage", "The model is ready")
            return Ending(ErrorText(title, _finished(story)), "install")
        case "stopped":
            title = translate("ResultPage", "Stopped; everything is saved")
            return Ending(ErrorText(title, _stopped(story)), action)
        case "failed" | "crashed":
            text = _describe_break(outcome)
            kept = _kept(story) if has_learned else translate("ResultPage", "Nothing was learned.")
            if outcome.failure is not None and outcome.failure.kind in _FAILS_AGAIN:
                action = "again"
            text = replace(text, sentence=f"{text.sentence} {kept}")
            return Ending(text, action, shows_log=True)


def describe_unprepared(outcome: Outcome) -> ErrorText:
    """Return why something before a training could not be done."""
    if outcome.failure is not None:
        return describe_failed(outcome.failure)
    return ErrorText(
        translate("OutcomeText", "This did not work"),
        translate(
            "OutcomeText",
            "The helper program stopped unexpectedly: {crash}. Try again.",
        ).format(crash=outcome.crash),
    )


def describe_failed(failed: Failed) -> ErrorText:
    """Return what a failed program said, in the window's language where it knows the words."""
    return describe_failure(failed.error or failed.kind, failed.data, failed.message)


def _describe_break(outcome: Outcome) -> ErrorText:
    if outcome.failure is not None:
        return describe_failed(outcome.failure)
    return ErrorText(
        translate("OutcomeText", "Training was interrupted"),
        translate(
            "OutcomeText",
            "The training program stopped unexpectedly. Resume it; if it happens again, check "
            "the log.",
        ),
        outcome.crash,
    )


def _finished(story: RunStory) -> str:
    word = story.last_word
    text = translate(
        "ResultPage",
        "It trained for {time} and {steps} steps. Name and install it to translate with it; "
        "your other models are kept.",
    )
    if not isinstance(word, Finished):
        return translate("ResultPage", "Name and install it to translate with it.")
    return text.format(time=duration(word.seconds), steps=count(word.step))


def _stopped(story: RunStory) -> str:
    if story.stepped is None:
        return translate("ResultPage", "It was stopped before its first step.")
    text = translate(
        "ResultPage",
        "{share} % done, up to step {step}. You can resume from there now or later.",
    )
    share = QLocale().toString(100 * story.stepped.progress, "f", 0)
    return text.format(share=share, step=count(story.stepped.step))


def _kept(story: RunStory) -> str:
    assert story.stepped is not None
    return translate(
        "ResultPage",
        "Everything up to the last checkpoint is kept; the run had reached step {step}.",
    ).format(step=count(story.stepped.step))
