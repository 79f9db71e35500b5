"""What the report of a run states, in the words and figures of the page."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.models.manifest import Manifest
from training.evaluation.comparison import is_better, is_worse, warnings_of, way
from training.progress import Compared, Contrasted, Evaluated
from training.recipe import Recipe
from training.report.amounts import count, duration
from training.report.run_story import Course, RunStory

DASH = "—"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells below a heading; every cell is text."""

    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: range
    """The columns that hold figures."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A sentence, what it should become, and what became of it earlier and later."""

    source: str
    reference: str
    translations: tuple[tuple[str, str], ...]
    """Each with who or when: `after step 500`."""


@dataclass(frozen=True, slots=True)
class Facts:
    """All that stands in a report."""

    title: str
    subtitle: str
    source_language: str
    target_language: str
    figures: tuple[tuple[str, str], ...]
    """The few that matter most: what, how much."""
    warnings: tuple[str, ...]
    course: Course
    scores: Table
    signatures: tuple[str, ...]
    comparison: Table | None
    comparison_title: str
    samples: tuple[Sample, ...]
    samples_title: str
    details: tuple[tuple[str, str], ...]
    """What else is known of the run: what, and how it is."""
    notes: tuple[str, ...]
    """What the run decided on its way."""


def gather(run: str, recipe: Recipe, story: RunStory, manifest: Manifest) -> Facts:
    """Read what a run told and what its model says of itself.

    Args:
        run: Its name.
        recipe: What it carried out.
        story: What it told.
        manifest: Of the model it made.
    """
    compared = story.compared
    warnings = tuple(one.text for one in warnings_of(compared))
    comparison_title = (
        f"Compared with the model it would replace, {compared[0].old_name}" if compared else ""
    )
    if story.contrasted:
        samples = tuple(_contrast(one) for one in story.contrasted)
        samples_title = f"Test sentences that {compared[0].old_name} translates differently"
    else:
        samples = tuple(_learning(story))
        samples_title = "The same sentences, early and late in training"
    said = dict.fromkeys(message.text for message in story.messages)
    return Facts(
        title=manifest.name,
        subtitle=f"{manifest.direction} · the run {run}, {manifest.created:%d %B %Y}",
        source_language=manifest.source_language,
        target_language=manifest.target_language,
        figures=_figures(story, manifest),
        warnings=warnings,
        course=story.course,
        scores=_scores(story.evaluated),
        signatures=_signatures(story.evaluated),
        comparison=_comparison(compared) if compared else None,
        comparison_title=comparison_title,
        samples=samples,
        samples_title=samples_title,
        details=_details(recipe, manifest, story),
        notes=tuple(text for text in said if text not in warnings),
    )


def _figures(story: RunStory, manifest: Manifest) -> tuple[tuple[str, str], ...]:
    found = []
    if story.evaluated:
        best = story.evaluated[-1]  # on the test set if there is one, by the recipe's own search
        found += [
            (f"{title}, {best.corpus}", _number(best.metrics.get(name)))
            for name, title in (("bleu", "BLEU"), ("chrf", "chrF"))
        ]
    found.append(("training time", duration(manifest.trained.hours * 3600)))
    if story.parameters:
        found.append(("parameters", count(story.parameters)))
    return tuple(found)


def _scores(evaluated: Sequence[Evaluated]) -> Table:
    rows = []
    for event in evaluated:
        corpus, _, search = event.corpus.partition(", ")
        figures = [_number(event.metrics.get(name)) for name in ("bleu", "chrf", "perplexity")]
        rows.append((corpus, search, *figures))
    return Table(("text", "search", "BLEU", "chrF", "perplexity"), tuple(rows), range(2, 5))


def _signatures(evaluated: Sequence[Evaluated]) -> tuple[str, ...]:
    lines: dict[str, None] = {}
    for event in evaluated:
        for name, title in (("bleu", "BLEU"), ("chrf", "chrF")):
            if name in event.signatures:
                lines[f"{title}: {event.signatures[name]}"] = None
    return tuple(lines)


def _comparison(compared: Sequence[Compared]) -> Table:
    heading = ("text", "search", "new", "old", "difference", "95 % interval", "p", "verdict")
    rows = tuple(
        (
            f"{one.corpus} ({one.pairs:,})",
            way(one.beam_size),
            _number(one.new.get("bleu")),
            _number(one.old.get("bleu")),
            _signed(one.difference),
            f"{_signed(one.low)} to {_signed(one.high)}",
            f"{one.p_value:.3f}",
            verdict(one),
        )
        for one in compared
    )
    return Table(heading, rows, range(2, 7))


def verdict(compared: Compared) -> str:
    """Say in a word what a comparison found."""
    if is_worse(compared):
        return "▼ worse"
    return "▲ better" if is_better(compared) else "no clear difference"


def _contrast(event: Contrasted) -> Sample:
    return Sample(event.source, event.reference, (("old", event.old), ("new", event.new)))


def _learning(story: RunStory) -> list[Sample]:
    """Set what the first validation translated beside what the best one did, or else the last."""
    if not story.validations:
        return []
    steps = [validated.step for validated in story.validations]
    by_step = {
        step: {sample.source: sample for sample in samples}
        for step, (_, samples) in zip(steps, story.samples_by_epoch, strict=True)
    }
    late = story.best.step if story.best is not None else steps[-1]
    moments = dict.fromkeys((steps[0], late))
    return [
        Sample(
            source,
            sample.reference,
            tuple(
                (f"after step {at:,}", by_step[at][source].target)
                for at in moments
                if source in by_step[at]
            ),
        )
        for source, sample in by_step[late].items()
    ]


def _details(recipe: Recipe, manifest: Manifest, story: RunStory) -> tuple[tuple[str, str], ...]:
    config = manifest.config
    details = [("Recipe", f"{recipe.name}: {recipe.summary}")]
    details.append(
        (
            "Model",
            f"{config.num_encoder_layers} + {config.num_decoder_layers} layers, "
            f"{config.num_heads} heads, d_model {config.d_model}, d_ff {config.d_ff}, "
            f"{config.src_vocab_size:,} source and {config.tgt_vocab_size:,} target tokens",
        )
    )
    details.append(("Hardware", manifest.trained.hardware))
    details.append(("Training time", duration(manifest.trained.hours * 3600)))
    corpus = story.corpus
    if corpus is not None:
        pairs = (
            f"{corpus.name}: {corpus.train:,} training pairs, {corpus.validation:,} for "
            f"validation, {corpus.test:,} for testing"
        )
        if corpus.dropped:
            left_out = ", ".join(
                f"{reason.replace('_', ' ')} {count:,}" for reason, count in corpus.dropped.items()
            )
            pairs += f"; left out: {left_out}"
        details.append(("Text", pairs))
    licences = dict.fromkeys(text.licence for text in manifest.corpora if text.licence)
    details.append(("Text licence", "; ".join(licences) or "not stated"))
    if manifest.limits:
        details.append(("Limits", manifest.limits))
    return tuple(details)


def _number(value: float | None) -> str:
    if value is None or not math.isfinite(value):
        return DASH
    return f"{value:.2f}" if value < 1000 else f"{value:,.0f}"


def _signed(value: float) -> str:
    """Return a difference with its sign, a minus as wide as a plus."""
    return f"{value:+.2f}".replace("-", "\N{MINUS SIGN}")
