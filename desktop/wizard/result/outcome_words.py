"""How a run ended: what happened, what is kept, what to do next."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QCoreApplication, QLocale

from desktop.values.outcome import Outcome
from desktop.wizard.parts.amounts import count, duration
from desktop.wording.outcome_text import describe_outcome
from training.progress import Failed, Finished, Stopped
from training.report.run_story import RunStory

translate = QCoreApplication.translate

Action = Literal["install", "resume", "again"]

_FAILS_AGAIN = frozenset({"loss_diverged", "recipe", "corpus"})
"""Kinds of errors that meet a run again wherever it goes on from."""


@dataclass(frozen=True, slots=True)
class Ending:
    """A title, a sentence or two, and what one would do now."""

    title: str
    sentence: str
    action: Action
    details: str = ""
    """What its program said of it; several lines of its log after a crash."""
    shows_log: bool = False
    """Whether the log may tell more."""


def outcome_of(story: RunStory) -> Outcome:
    """Tell how a run of former times ended, by its last word; it crashed if there is none."""
    match story.last_word:
        case Finished():
            return Outcome("finished")
        case Stopped():
            return Outcome("stopped")
        case Failed(kind=kind, message=message):
            return Outcome("failed", message, kind)
        case None:
            return Outcome("crashed")


def describe_ending(story: RunStory, outcome: Outcome) -> Ending:
    """Say how a run ended."""
    has_learned = bool(story.steps)
    action: Action = "resume" if has_learned else "again"
    match outcome.kind:
        case "finished":
            return Ending(
                translate("ResultPage", "The model is ready"), _finished(story), "install"
            )
        case "stopped":
            return Ending(
                translate("ResultPage", "Stopped, and all is saved"), _stopped(story), action
            )
        case "failed" | "crashed":
            told = describe_outcome(outcome)
            kept = _kept(story) if has_learned else translate("ResultPage", "Nothing was learned.")
            if outcome.error_kind in _FAILS_AGAIN:
                action = "again"
            sentence = f"{told.sentence} {kept}"
            return Ending(told.title, sentence, action, told.details, shows_log=True)


def _finished(story: RunStory) -> str:
    word = story.last_word
    text = translate(
        "ResultPage",
        "It learned for {time}, in {steps} steps. Give it a name and install it, to translate with "
        "it; the models you have stay.",
    )
    if not isinstance(word, Finished):
        return translate("ResultPage", "Give it a name and install it, to translate with it.")
    return text.format(time=duration(word.seconds), steps=count(word.step))


def _stopped(story: RunStory) -> str:
    if story.stepped is None:
        return translate("ResultPage", "It was stopped before its first step.")
    text = translate(
        "ResultPage",
        "{share} % are done, up to step {step}. It can go on from there now, or another day.",
    )
    share = QLocale().toString(100 * story.stepped.progress, "f", 0)
    return text.format(share=share, step=count(story.stepped.step))


def _kept(story: RunStory) -> str:
    assert story.stepped is not None
    return translate(
        "ResultPage",
        "What it learned until its last checkpoint is kept; it had come to step {step}.",
    ).format(step=count(story.stepped.step))
