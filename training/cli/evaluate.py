"""`translucent evaluate`: score a model on text with known translations."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.cli.options import (
    DeviceOption,
    FromOption,
    JsonOption,
    LengthPenaltyOption,
    ModelOption,
    ThreadsOption,
    ToOption,
)
from engine.cli.terminal import say
from engine.edition import need_torch
from engine.folders import Folders
from engine.models.registry import find_model
from engine.translatable import Phrase, translatable
from training.cli.output import say_encoding
from training.corpus_formats.pair_files import read_aligned
from training.errors import CorpusError


def evaluate(
    context: typer.Context,
    source: Annotated[Path, typer.Option(help="Sentences to translate, one per line; may be .gz.")],
    reference: Annotated[Path, typer.Option(help="Their translations, one per line; may be .gz.")],
    model: ModelOption = None,
    source_language: FromOption = None,
    target_language: ToOption = None,
    against: Annotated[
        str | None, typer.Option(help="Another model of the same direction to compare it with.")
    ] = None,
    beam: Annotated[int | None, typer.Option(min=1, max=64, help="Beam size; 1 is greedy.")] = None,
    length_penalty: LengthPenaltyOption = None,
    as_json: JsonOption = False,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
) -> None:
    """Score a model with BLEU, chrF and perplexity, each with its signature.

    The model translates without seeing the references, except for teacher_forced_bleu, which is
    fed them and does not score translations. With --against, a paired bootstrap test shows whether
    the difference in BLEU is significant; both models use the same beam size.
    """
    need_torch(translatable("Phrase", "Measuring a model"))
    folders: Folders = context.obj
    entry = find_model(folders, model, source_language, target_language)
    rival = None
    if against is not None:
        rival = find_model(folders, against)
        there = rival.usable_manifest
        if not there.has_direction(*entry.direction):
            here = entry.usable_manifest.direction
            raise typer.BadParameter(
                f"{rival.name} translates {there.languages}, but {entry.name} translates {here}",
                param_hint="--against",
            )
    pairs = read_aligned(source, reference, say_encoding, entry.direction)
    if not pairs:
        raise CorpusError(
            source, None, Phrase.of(translatable("Phrase", "it contains no sentences"))
        )

    import torch

    from engine.device import choose_device
    from training.evaluation.comparison import compare
    from training.evaluation.scores import Scores
    from training.evaluation.trained_model import TrainedModel

    chosen = choose_device(device)
    if threads is not None:
        torch.set_num_threads(threads)
    ours = TrainedModel.of_folder(entry.path, chosen, entry.direction)
    beam_size = beam or ours.search.beam_size

    def measure(trained: TrainedModel) -> Scores:
        search = trained.search
        if length_penalty is not None:
            search = replace(search, length_penalty=length_penalty)
        return replace(trained, search=search).measure(pairs, beam_size)

    scores = measure(ours)
    penalty = ours.search.length_penalty if length_penalty is None else length_penalty
    compared = None
    if rival is not None:
        theirs = measure(TrainedModel.of_folder(rival.path, chosen, entry.direction))
        compared = compare(source.name, pairs, beam_size, scores, theirs, rival.name)
    if as_json:
        result: dict[str, Any] = {
            "model": entry.name,
            "pairs": len(pairs),
            "beam_size": beam_size,
            "length_penalty": penalty,
            "device": str(chosen),
            "metrics": scores.metrics,
            "signatures": scores.signatures,
        }
        if compared is not None:
            result["against"] = {
                "model": compared.old_name,
                "metrics": compared.old,
                "difference": compared.difference,
                "low": compared.low,
                "high": compared.high,
                "p_value": compared.p_value,
            }
        say(json.dumps(result))
        return
    say(
        f"{entry.name} on {len(pairs):,} sentences, beam {beam_size}, "
        f"length penalty {penalty:g}, {chosen}"
        + (f"; compared with {compared.old_name}" if compared is not None else "")
    )
    for name, value in scores.metrics.items():
        beside = f"{compared.old[name]:>10.4f}" if compared is not None else ""
        line = f"{name:<22}{value:>10.4f}{beside}  {scores.signatures.get(name, '')}"
        say(line.rstrip())
    if compared is not None:
        say(
            f"BLEU {compared.difference:+.4f}, 95 % interval {compared.low:+.4f} to "
            f"{compared.high:+.4f} (1,000 paired bootstrap samples), p = {compared.p_value:.4f}"
        )
