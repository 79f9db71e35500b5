"""Show a run in a terminal: one progress bar, and a line for each notable event."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from training.preflight import Done, Estimated, Fetching, Previewed, Timed
from training.progress import (
    Checkpointed,
    Compared,
    Contrasted,
    CorpusRead,
    EpochEnded,
    Evaluated,
    Event,
    Exported,
    Failed,
    Finished,
    Lent,
    Likened,
    Message,
    ModelBuilt,
    Paused,
    Reported,
    Resumed,
    Sampled,
    Snapshotted,
    Started,
    Stepped,
    Stopped,
    TokenizerLearned,
    Validated,
)
from training.report.amounts import duration, figure


class RunDisplay:
    """Shows the events of one run; a context manager that removes the bar in the end."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[figures]}"),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self.task: TaskID | None = None

    def __enter__(self) -> Self:
        self.progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.progress.stop()

    def show(self, event: Event) -> None:
        """Show one event."""
        match event:
            case Stepped():
                self._move(event)
            case Checkpointed() | Snapshotted() | Timed():
                pass
            case Sampled():
                self._say(f"    {event.source}\n    → {event.target}", style="dim")
            case _:
                self._say(describe(event))

    def _say(self, text: str, style: str | None = None) -> None:
        self.progress.console.print(
            text, style=style, highlight=False, markup=False, emoji=False, soft_wrap=True
        )

    def _move(self, event: Stepped) -> None:
        if self.task is None:
            self.task = self.progress.add_task("training", total=1.0, figures="")
        figures = f"loss {event.loss:.3f}  {event.tokens_per_second:,.0f} tokens/s"
        if event.eta_seconds is not None:
            figures += f"  at most {duration(event.eta_seconds)} left"
        self.progress.update(
            self.task,
            completed=event.progress,
            description=f"epoch {event.epoch + 1}, step {event.step:,}",
            figures=figures,
        )


def unknown_origins_text(origins: Sequence[str]) -> str:
    """Return a sentence on origins that a recipe weighs and a text lacks; empty if none."""
    if not origins:
        return ""
    listed = ", ".join(origins)
    return f" The recipe weights origins that the text does not have (corpus.weights): {listed}."


def describe(event: Event) -> str:
    """Describe an event in one sentence."""
    match event:
        case Started():
            direction = f"{event.source_language} to {event.target_language}"
            resumed = f", from step {event.resumed_at:,}" if event.resumed_at else ""
            return f"Run {event.run}: {event.recipe}, {direction}, on {event.device}{resumed}."
        case CorpusRead():
            dropped = ", ".join(f"{count:,} {reason}" for reason, count in event.dropped.items())
            return (
                f"Text {event.name}: {event.train:,} training pairs, {event.validation:,} for "
                f"validation, {event.test:,} for testing; dropped: {dropped or 'none'}."
                + unknown_origins_text(event.unknown_origins)
            )
        case TokenizerLearned():
            return (
                f"Vocabulary ({event.kind}): {event.src_vocab_size:,} source and "
                f"{event.tgt_vocab_size:,} target tokens."
            )
        case ModelBuilt():
            return f"Model: {event.parameters:,} parameters."
        case Stepped():
            return f"Step {event.step:,}: loss {event.loss:.4f}."
        case EpochEnded():
            return f"Epoch {event.epoch}: training perplexity {event.perplexity:.4f}."
        case Validated():
            figures = [f"loss {event.loss:.4f}"]
            if event.perplexity is not None:
                figures.append(f"perplexity {event.perplexity:.4f}")
            if event.bleu is not None:
                figures.append(f"BLEU {event.bleu:.2f}")
            if event.teacher_forced_bleu is not None:
                figures.append(f"teacher-forced BLEU {event.teacher_forced_bleu:.4f}")
            figures += [f"loss of {name} {loss:.4f}" for name, loss in event.losses.items()]
            best = " (best so far)" if event.is_best else ""
            return f"Validation at step {event.step:,}: {', '.join(figures)}{best}."
        case Sampled():
            return f"{event.source} → {event.target}"
        case Checkpointed():
            return f"Checkpoint at step {event.step:,}: {event.path}"
        case Snapshotted():
            return f"Saved the weights after epoch {event.epoch}: {event.path}"
        case Lent():
            return f"Best weights so far, from step {event.step:,}: {event.path}"
        case Paused():
            return f"Paused at step {event.step:,}; everything is saved."
        case Resumed():
            return f"Resumed at step {event.step:,}."
        case Message():
            return event.text
        case Evaluated():
            figures = [f"{name} {figure(value)}" for name, value in event.metrics.items()]
            return f"Scores on {event.corpus}: {', '.join(figures)}."
        case Compared():
            return (
                f"{event.corpus}, {event.pairs:,} pairs, beam {event.beam_size}: BLEU "
                f"{event.new['bleu']:.2f}; {event.old_name} has {event.old['bleu']:.2f} "
                f"(difference {event.difference:+.2f}, 95 % interval {event.low:+.2f} to "
                f"{event.high:+.2f}, p = {event.p_value:.3f})."
            )
        case Likened():
            return (
                f"{event.corpus}, {event.sentences:,} without references: chrF {event.chrf:.1f} "
                f"of 100 between these translations and those of {event.old_name}."
            )
        case Contrasted():
            return f"{event.source} → before: {event.old} → now: {event.new}"
        case Reported():
            return f"Report: {event.path}"
        case Exported():
            return f"The model is ready. To install it: translucent models import {event.path}"
        case Finished():
            return f"Finished at step {event.step:,} after {duration(event.seconds)}."
        case Stopped():
            return f"Stopped and saved at step {event.step:,} after {duration(event.seconds)}."
        case Failed():
            return event.message
        case Fetching():
            of_all = f" of {event.total_bytes:,}" if event.total_bytes else ""
            return (
                f"{event.file} ({event.number} of {event.count}): {event.done_bytes:,}{of_all} "
                "bytes"
            )
        case Previewed():
            return (
                f"Text {event.name}: {event.train:,} training pairs, {event.validation:,} for "
                f"validation, {event.test:,} for testing."
            )
        case Timed():
            return f"Step {event.step} of at most {event.steps}."
        case Estimated():
            return (
                f"{event.parameters:,} parameters, {event.tokens_per_second:,.0f} tokens/s on "
                f"{event.device}: at most {duration(event.seconds)}."
            )
        case Done():
            return f"Done: {event.path}" if event.path else "Done."
