"""`translucent evaluate`: a model's scores on text with known translations."""

import json
from pathlib import Path
from typing import Annotated

import typer

from engine.folders import Folders
from engine.model_shelf import find_model
from training.errors import CorpusError
from training.pair_files import read_aligned


def evaluate(
    context: typer.Context,
    source: Annotated[Path, typer.Option(help="Sentences to translate, one a line; .gz too.")],
    reference: Annotated[Path, typer.Option(help="Their translations, one a line; .gz too.")],
    model: Annotated[
        str | None, typer.Option(help="Name or folder of a model; see `translucent models list`.")
    ] = None,
    beam: Annotated[
        int | None, typer.Option(min=1, max=64, help="Hypotheses searched at once; 1 is greedy.")
    ] = None,
    length_penalty: Annotated[
        float | None, typer.Option(min=0.0, help="More than 1 favours longer translations.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    threads: Annotated[
        int | None, typer.Option(min=1, help="Processor threads to compute with.")
    ] = None,
) -> None:
    """Score a model: BLEU, chrF, perplexity, each with how it was computed.

    Translations are made without sight of the references; teacher_forced_bleu alone is fed them,
    and is no score of translations.
    """
    folders: Folders = context.obj
    entry = find_model(folders, model)
    pairs = read_aligned(source, reference)
    if not pairs:
        raise CorpusError(source, None, "there are no sentences in it")

    from engine.decoding import SearchSettings
    from engine.tokenizer import TokenizerPair
    from engine.translator import Translator
    from training.evaluation import evaluate as measure

    translator = Translator.open(entry.path, device=device, threads=threads)
    manifest = translator.manifest
    defaults = manifest.decoding
    settings = SearchSettings(
        beam_size=beam or defaults.beam_size,
        length_penalty=defaults.length_penalty if length_penalty is None else length_penalty,
        penalty_kind=defaults.penalty_kind,
        max_length=defaults.max_length,
    )
    scores = measure(
        translator.model,
        TokenizerPair(translator.source, translator.target),
        pairs,
        settings,
        source_bos=manifest.source_bos,
        source_eos=manifest.source_eos,
        target_language=manifest.target_language,
    )
    if as_json:
        result = {
            "model": entry.name,
            "pairs": len(pairs),
            "beam_size": settings.beam_size,
            "length_penalty": settings.length_penalty,
            "device": str(translator.device),
            "metrics": scores.metrics,
            "signatures": scores.signatures,
        }
        typer.echo(json.dumps(result))
        return
    typer.echo(
        f"{entry.name} on {len(pairs):,} sentences, beam {settings.beam_size}, "
        f"length penalty {settings.length_penalty:g}, {translator.device}"
    )
    for name, value in scores.metrics.items():
        line = f"{name:<22}{value:>10.4f}  {scores.signatures.get(name, '')}"
        typer.echo(line.rstrip())
