"""`translucent synthesize`: make training pairs of which a model writes one side."""

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from engine.cli.document import progress_bar
from engine.cli.options import DeviceOption, ExcludeOption, ThreadsOption
from engine.cli.terminal import Terminal
from engine.edition import need_torch
from engine.folders import Folders
from engine.models.manifest import Manifest
from engine.models.registry import find_model
from engine.translatable import Phrase, translatable
from training.cli.output import say_encoding
from training.corpus_formats.pair_files import read_sentences
from training.corpus_formats.text_files import read_lines
from training.errors import CorpusError
from training.synthesis.synthetic_pairs import (
    Method,
    SynthesisSettings,
    Translations,
    Unfinished,
    alone_at,
    pairs_of,
    select,
    write_pairs,
)


def synthesize(
    context: typer.Context,
    model: Annotated[
        list[str],
        typer.Option(
            help="Name or folder of a model; see `translucent models list`. May be repeated: "
            "models with the same vocabulary search together."
        ),
    ],
    input_file: Annotated[
        Path, typer.Option("--input", help="Text to translate, one sentence per line; may be .gz.")
    ],
    output_file: Annotated[
        Path, typer.Option("--output", help="File of pairs to write: .tsv or .tsv.gz.")
    ],
    method: Annotated[
        Method, typer.Option(help="Best of a beam, random sampling, or the n best of a beam.")
    ] = Method.BEAM,
    beam: Annotated[
        int | None, typer.Option(min=1, max=64, help="Beam size; not used for sampling.")
    ] = None,
    n_best: Annotated[
        int, typer.Option(min=1, max=64, help="Number of translations per line for n-best.")
    ] = 5,
    top_k: Annotated[
        int, typer.Option(min=0, help="Sample from this many most probable tokens; 0: all.")
    ] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Random seed for sampling.")] = 42,
    exclude: ExcludeOption = None,
    device: DeviceOption = "auto",
    threads: ThreadsOption = None,
) -> None:
    """Translate monolingual text to make training pairs: back-translation or distillation.

    A recipe for the opposite direction uses the pairs as back-translation, with the model's text
    as the source; a recipe for the same direction uses them as distillation. If it is stopped or
    killed, run the same command again to continue.
    """
    need_torch(translatable("Phrase", "Making pairs"))
    settings = SynthesisSettings(
        method=method, beam_size=beam, n_best=n_best, top_k=top_k, seed=seed
    )
    _check(output_file, settings)
    folders: Folders = context.obj or _no_folders()
    entries = [find_model(folders, name) for name in model]
    manifests = [entry.usable_manifest for entry in entries]
    _check_together(manifests)
    direction = (manifests[0].source_language, manifests[0].target_language)
    lines = read_lines(input_file, say_encoding, direction[:1])
    excluded = {
        one for path in exclude or () for one in read_sentences(path, direction, say_encoding)
    }
    selection = select(lines, excluded)
    if not selection.lines:
        reason = Phrase.of(
            translatable("Phrase", "no line is left to translate{reasons}"),
            reasons=_listed(selection.dropped),
        )
        raise CorpusError(input_file, None, reason)

    from engine.pipeline.loaded_model import LoadedModel
    from engine.pipeline.sentence_search import SentenceSearch
    from training.synthesis.generation import translate_lines

    notes = Terminal(stderr=True, soft_wrap=True)
    with alone_at(output_file):
        identity = {
            "model": _hash(", ".join(str(manifest.files) for manifest in manifests)),
            "input": _hash("\n".join(lines)),
            **asdict(settings),
        }
        unfinished = Unfinished(output_file.with_name(f"{output_file.name}.part"), identity)
        waiting = {n: line for n, line in selection.lines.items() if n not in unfinished.done}
        if unfinished.done:
            notes.print(f"{len(unfinished.done):,} lines were already translated; continuing.")
        searches = SentenceSearch(
            LoadedModel.open(*(entry.path for entry in entries), device=device, threads=threads)
        )
        with _progress(notes, waiting) as tell:
            for translations in translate_lines(searches, waiting, settings):
                unfinished.add(translations)
                tell(translations)
        pairs, dropped = pairs_of(selection, unfinished.done, direction, excluded)
        if not pairs:
            raise CorpusError(
                input_file,
                None,
                Phrase.of(
                    translatable("Phrase", "no pairs are left{reasons}"), reasons=_listed(dropped)
                ),
            )
        write_pairs(output_file, pairs, direction)
        unfinished.path.unlink()
    notes.print(f"{output_file}: {len(pairs):,} pairs{_listed(dropped)}")


def _no_folders() -> Folders:
    """Return the folders that `python -m training` knows: there, models are named by folder."""
    nowhere = Path(os.devnull)
    return Folders(nowhere, nowhere, nowhere, nowhere, nowhere, nowhere, nowhere)


def _check(output: Path, settings: SynthesisSettings) -> None:
    """Refuse impossible requests before any work."""
    if not output.name.endswith((".tsv", ".tsv.gz")):
        raise typer.BadParameter(f"{output} must end in .tsv or .tsv.gz", param_hint="--output")
    if output.exists():
        raise typer.BadParameter(
            f"{output} already exists; choose another, or delete it", param_hint="--output"
        )
    width = settings.beam_size
    if settings.method is Method.N_BEST and width is not None and settings.n_best > width:
        raise typer.BadParameter(
            f"--n-best {settings.n_best} needs a --beam of at least {settings.n_best}"
        )


def _check_together(manifests: Sequence[Manifest]) -> None:
    """Refuse models whose tokens differ."""
    first = manifests[0]
    for other in manifests[1:]:
        if _reading(other) != _reading(first):
            raise typer.BadParameter(
                f"{other.name} and {first.name} do not have the same languages and vocabulary; to "
                "search together, models must be trained with the same recipe and text, with "
                "different seeds",
                param_hint="--model",
            )


def _reading(manifest: Manifest) -> tuple[object, ...]:
    """Return everything that determines the ids of a text."""
    files = tuple(manifest.files[name] for name in manifest.tokenizer_files)
    direction = manifest.source_language, manifest.target_language
    return (*direction, manifest.source_bos, manifest.source_eos, *files)


def _listed(dropped: Mapping[str, int]) -> str:
    """Report what was left out, and for which reasons."""
    reasons = ", ".join(f"{reason} {count:,}" for reason, count in dropped.items())
    return f" (left out: {reasons})" if reasons else ""


@contextmanager
def _progress(
    notes: Console, waiting: Mapping[int, str]
) -> Iterator[Callable[[Translations], None]]:
    """Show the progress: a bar on a terminal, elsewhere a line for every tenth."""
    total = sum(map(len, waiting.values()))
    started = time.monotonic()
    done = lines = told = 0

    def tell(translations: Translations) -> None:
        nonlocal done, lines, told
        size = sum(len(waiting[number]) for number in translations)
        advance(size)
        done += size
        lines += len(translations)
        if not notes.is_terminal and done * 10 // total > told:
            told = done * 10 // total
            notes.print(f"{told * 10} %: {lines:,} of {len(waiting):,} lines")

    with progress_bar(notes, total, is_shown=bool(waiting)) as advance:
        yield tell
    if waiting:
        rate = len(waiting) / max(time.monotonic() - started, 1e-9)
        notes.print(f"{len(waiting):,} lines translated, {rate:.1f} a second.")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]
