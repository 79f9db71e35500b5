"""Describe the phase of a run in a short title and one sentence."""

from typing import Literal

from PySide6.QtCore import QCoreApplication, QLocale

from desktop.sessions.training.training_session import State
from desktop.wording.amounts import count, time_left
from desktop.wording.model_titles import shown_name
from training.progress import Evaluated
from training.report.run_story import RunStory

translate = QCoreApplication.translate

Phase = Literal["starting", "learning", "paused", "stopping", "measuring", "ended"]

_SEPARATOR = "  ·  "


def phase_of(story: RunStory, state: State) -> Phase:
    """Return the current phase; after training, a run is always measured."""
    match state:
        case "idle" | "ended":
            return "ended"
        case "stopping" | "paused":
            return state
        case "starting" | "running" | "finishing":
            if state == "finishing" or story.evaluated or story.compared:
                return "measuring"
            return "learning" if _has_stepped(story) else "starting"


def title_of(phase: Phase) -> str:
    """Return the name of the phase."""
    match phase:
        case "starting":
            return translate("RunPage", "Starting…")
        case "learning":
            return translate("RunPage", "Training")
        case "paused":
            return translate("RunPage", "Paused")
        case "stopping":
            return translate("RunPage", "Saving…")
        case "measuring":
            return translate("RunPage", "Measuring the result…")
        case "ended":
            return translate("RunPage", "Ended")


def sentence_of(story: RunStory, phase: Phase, epochs: int) -> str:
    """Describe the phase; `epochs` is the maximum number, 0 if unknown."""
    match phase:
        case "starting":
            return _starting(story)
        case "learning":
            return _learning(story, epochs)
        case "paused":
            text = translate("RunPage", "{place}. Everything is saved.")
            return text.format(place=_place(story, epochs))
        case "stopping":
            return translate("RunPage", "Saving what it has learned; you can resume from there.")
        case "measuring":
            return _measuring(story)
        case "ended":
            return _place(story, epochs)


def corpus_name(name: str) -> str:
    """Name a text that a model was measured on."""
    match name:
        case "test":
            return translate("Corpus", "test text")
        case "validation":
            return translate("Corpus", "validation text")
        case "everyday sentences":
            return translate("Corpus", "everyday sentences")
        case _:
            return name


def search_name(beam_size: int) -> str:
    """Name a way to search for the translation."""
    if beam_size == 1:
        return translate("Corpus", "greedy")
    return translate("Corpus", "beam size {size}").format(size=beam_size)


def evaluated_on(evaluated: Evaluated) -> tuple[str, int]:
    """Return the text and the beam of a measurement: ("test", 5) for "test, beam 5"."""
    corpus, _, way = evaluated.corpus.rpartition(", ")
    number = way.removeprefix("beam ")
    return corpus or way, int(number) if corpus and number.isdecimal() else 1


def _has_stepped(story: RunStory) -> bool:
    """Return whether there were steps since the run was started or resumed."""
    resumed_at = story.started.resumed_at if story.started else 0
    return story.stepped is not None and story.stepped.step > resumed_at


def _starting(story: RunStory) -> str:
    if story.started is not None and story.started.resumed_at:
        text = translate("RunPage", "Continues after step {step}.")
        return text.format(step=count(story.started.resumed_at))
    if story.parameters:
        text = translate(
            "RunPage", "A model with {parameters} parameters is taking its first steps."
        )
        return text.format(parameters=count(story.parameters))
    if story.corpus is not None:
        text = translate(
            "RunPage", "{pairs} sentence pairs were read; the vocabulary is being built."
        )
        return text.format(pairs=count(story.corpus.train))
    return translate("RunPage", "The text is being read.")


def _place(story: RunStory, epochs: int) -> str:
    stepped = story.stepped
    if stepped is None:
        return translate("RunPage", "Before the first step")
    epoch = min(stepped.epoch + 1, epochs) if epochs else stepped.epoch + 1
    text = translate("RunPage", "Epoch {epoch}, step {step}")
    if epochs:
        text = translate("RunPage", "Epoch {epoch} of {epochs}, step {step}")
    return text.format(epoch=epoch, epochs=epochs, step=count(stepped.step))


def _learning(story: RunStory, epochs: int) -> str:
    assert story.stepped is not None
    speed = translate("RunPage", "{speed} tokens/s")
    parts = [_place(story, epochs), speed.format(speed=count(story.stepped.tokens_per_second))]
    if story.stepped.eta_seconds is not None:
        parts.append(time_left(story.stepped.eta_seconds))
    return _SEPARATOR.join(parts)


def _measuring(story: RunStory) -> str:
    text = translate(
        "RunPage", "Training has ended; the best weights are being measured on the test text."
    )
    if story.compared:
        newest = story.compared[-1]
        compared = translate(
            "RunPage", "Compared with {model} on {corpus}: BLEU {new}, previously {old}."
        )
        return compared.format(
            model=shown_name(newest.old_name, newest.old_title),
            corpus=corpus_name(newest.corpus),
            new=_score(newest.new.get("bleu")),
            old=_score(newest.old.get("bleu")),
        )
    if story.evaluated:
        corpus, beam_size = evaluated_on(story.evaluated[-1])
        measured = translate("RunPage", "Measured on {corpus} ({search}): BLEU {bleu}.")
        return measured.format(
            corpus=corpus_name(corpus),
            search=search_name(beam_size),
            bleu=_score(story.evaluated[-1].metrics.get("bleu")),
        )
    return text


def _score(value: float | None) -> str:
    return "–" if value is None else QLocale().toString(value, "f", 1)
