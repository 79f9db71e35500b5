"""`translucent evaluate-alignment`: score the word alignments in a model's attention."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.cli.options import DeviceOption, JsonOption, ModelOption, ThreadsOption
from engine.cli.terminal import say
from engine.edition import need_torch
from engine.folders import Folders
from engine.models.manifest import AlignmentHead
from engine.models.registry import ModelEntry, find_model
from engine.translatable import Phrase, translatable
from training.corpus_formats.gold_alignments import read_gold
from training.errors import CorpusError
from training.evaluation.alignment_error import AlignmentScore


def evaluate_alignment(
    context: typer.Context,
    gold: Annotated[Path, typer.Option(help="Human word alignments: id, two sentences, links.")],
    model: ModelOption = None,
    reverse: Annotated[
        str | None, typer.Option(help="A model of the opposite direction to combine with.")
    ] = None,
    as_json: JsonOption = False,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
) -> None:
    """Score a model's word alignments against human ones: error rate, precision, recall.

    The model is fed the human translations. The rows named best were selected using the human
    links; the chosen map is the one named in the model folder, selected without them.
    """
    need_torch(translatable("Phrase", "Measuring a model"))
    folders: Folders = context.obj
    entry = find_model(folders, model)
    manifest = entry.usable_manifest
    direction = manifest.source_language, manifest.target_language
    back = None
    if reverse is not None:
        back = find_model(folders, reverse)
        around = back.usable_manifest
        if (around.target_language, around.source_language) != direction:
            raise typer.BadParameter(
                f"{back.name} translates {around.direction}, which is not the opposite of "
                f"{entry.name} ({manifest.direction})",
                param_hint="--reverse",
            )
    alignments = read_gold(gold, direction)

    import torch

    from engine.device import choose_device
    from training.evaluation.alignment_evaluation import ModelMaps, ScoredMap, score_alignments
    from training.evaluation.trained_model import TrainedModel

    chosen_device = choose_device(device)
    if threads is not None:
        torch.set_num_threads(threads)

    def maps_of(read: ModelEntry) -> ModelMaps:
        return ModelMaps(
            TrainedModel.of_folder(read.path, chosen_device), read.usable_manifest.alignment
        )

    report = score_alignments(
        maps_of(entry), alignments, maps_of(back) if back is not None else None
    )
    if report is None:
        raise CorpusError(
            gold, None, Phrase.of(translatable("Phrase", "no pair is short enough for the model"))
        )
    rows: list[tuple[str, AlignmentHead | None, AlignmentScore]] = [
        (name, scored.head, scored.score)
        for name, scored in (
            ("naive", report.naive),
            ("best unshifted", report.best_unshifted),
            ("chosen", report.chosen),
            ("best shifted", report.best_shifted),
        )
        if scored is not None
    ]
    rows += [(name, None, score) for name, score in report.symmetrised.items()]
    if report.symmetrised_best is not None:
        rows.append(("grow-diag of the best", None, report.symmetrised_best))
    if as_json:

        def scored_map(scored: ScoredMap) -> dict[str, Any]:
            return _as_json(scored.head, scored.score)

        result = {
            "model": entry.name,
            "reverse": back.name if back is not None else None,
            "pairs": report.pairs,
            "scores": {name: _as_json(head, score) for name, head, score in rows},
            "maps": [scored_map(scored) for scored in report.maps],
        }
        say(json.dumps(result))
        return
    with_reverse = f" with {back.name}" if back is not None else ""
    left_out = len(alignments.pairs) - report.pairs
    passed_over = f", {left_out:,} too long or without words" if left_out else ""
    say(f"{entry.name}{with_reverse} on {report.pairs:,} sentences{passed_over}")
    say(f"{'':<24}{'AER %':>7}{'prec. %':>9}{'recall %':>10}  map")
    for name, head, score in rows:
        figures = f"{100 * score.error_rate:>7.1f}{100 * score.precision:>9.1f}"
        line = f"{name:<24}{figures}{100 * score.recall:>10.1f}  {_words(head)}"
        say(line.rstrip())


def _as_json(head: AlignmentHead | None, score: AlignmentScore) -> dict[str, Any]:
    return {**(head.model_dump() if head is not None else {}), **asdict(score)}


def _words(head: AlignmentHead | None) -> str:
    if head is None:
        return ""
    which = "mean of all heads" if head.head is None else f"head {head.head + 1}"
    moment = "reads" if head.shifted else "writes"
    return f"layer {head.layer + 1}, {which}, at the position that {moment} the word"
