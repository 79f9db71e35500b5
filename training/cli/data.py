"""`translucent data`: download and check parallel text for training."""

from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from engine.cli.options import ExcludeOption
from engine.cli.terminal import Terminal, say
from engine.folders import Folders
from training.cli.display import unknown_origins_text
from training.cli.options import DataOption, EventsOption, RecipeArgument
from training.cli.output import interrupt_at_end_of_input, telling
from training.cli.recipe_choice import choose_recipe
from training.cli.text_choice import find_data, present
from training.corpus.cleaning import REASONS
from training.corpus.corpus import Corpus, read_corpus
from training.corpus.multi30k import ADDRESSES, fetch
from training.examples.hints import HintWriter
from training.preflight import Done, Fetching, HintCounts, Previewed
from training.recipe import Recipe

FIRST = 20
"""The number of training pairs shown."""
FIRST_DROPPED = 5
"""The number of pairs shown for each reason to leave them out."""
HINT_SAMPLE = 5000
"""The most pairs whose hints are counted: it takes a few seconds."""

data = typer.Typer(no_args_is_help=True, help="Download or check parallel text for training.")


@data.callback()
def _data() -> None:
    """Download or check parallel text for training."""


@data.command("multi30k")
def multi30k(
    context: typer.Context,
    origins: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            help="A web address (may be repeated; mirrors are tried in order), or a folder or zip "
            "with the files.",
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(help="Target folder; by default, the program's own folder for corpora."),
    ] = None,
    proxy: Annotated[str, typer.Option(help="Address of a proxy to download through.")] = "",
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds to wait for an unresponsive server.")
    ] = 30.0,
    events: EventsOption = False,
) -> None:
    """Download Multi30k's image captions (en, de, fr) and verify every file.

    The captions are provided for research and education. An interrupted download resumes where
    it stopped.
    """
    folders: Folders = context.obj
    folder = folders.corpora / "multi30k" if output is None else output
    if events:
        interrupt_at_end_of_input()
    with telling(events=events) as tell:

        def tell_progress(news: Fetching) -> None:
            if events or news.done_bytes == news.total_bytes:
                tell(news)

        found = fetch(
            origins or ADDRESSES, folder, proxy=proxy, timeout=timeout, on_progress=tell_progress
        )
        if events:
            tell(Done(path=str(found)))
    if not events:
        say(f"Multi30k is in {found}")


@data.command("check")
def check(
    context: typer.Context,
    recipe: RecipeArgument,
    paths: DataOption = None,
    exclude: ExcludeOption = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="Change a setting, such as corpus.max_words=80."),
    ] = None,
    events: EventsOption = False,
) -> None:
    """Show a recipe's training text: encodings, first pairs, hints, and pairs left out and why."""
    folders: Folders = context.obj
    if events:
        interrupt_at_end_of_input()
    with telling(events=events) as tell:
        chosen, _ = choose_recipe(folders, recipe, settings)
        corpus = read_corpus(
            chosen.corpus,
            chosen.source_language,
            chosen.target_language,
            find_data(folders, chosen, paths),
            present(exclude),
        )
        seen = preview(corpus, chosen)
        if events:
            tell(seen)
            tell(Done())
    if not events:
        _show(seen)


def preview(corpus: Corpus, recipe: Recipe) -> Previewed:
    """Return a preview of a recipe's corpus.

    Raises:
        CorpusError: If the recipe gives hints, and there is no dictionary.
    """
    return Previewed(
        name=corpus.name,
        licence=corpus.licence,
        train=len(corpus.train),
        validation=len(corpus.validation),
        test=len(corpus.test),
        is_held_out=corpus.is_held_out,
        encodings=corpus.encodings,
        first=tuple(corpus.train[:FIRST]),
        dropped=corpus.num_dropped,
        dropped_first={
            reason: tuple(pairs[:FIRST_DROPPED]) for reason, pairs in corpus.dropped.items()
        },
        origins={origin.name: (origin.pairs, origin.weight) for origin in corpus.origins},
        unknown_origins=corpus.unknown_origins,
        validation_parts={name: stop - start for name, start, stop in corpus.validation_parts},
        hints=_count_hints(corpus, recipe) if recipe.augmentation.hints else None,
    )


def _count_hints(corpus: Corpus, recipe: Recipe) -> HintCounts:
    """Return the hints of the training pairs, or of a sample from all over them."""
    sample = corpus.train[:: max(1, -(-len(corpus.train) // HINT_SAMPLE))]
    writer = HintWriter.find(recipe.source_language, recipe.target_language)
    return writer.count(sample, [recipe.training.seed, 0, 0])


def _show(seen: Previewed) -> None:
    console = Terminal()
    held_out = " (set aside from it)" if seen.is_held_out else ""
    console.print(
        f"{seen.name}: {seen.train:,} training pairs, {seen.validation:,} for validation and "
        f"{seen.test:,} for testing{held_out}."
    )
    for path, encoding in seen.encodings.items():
        console.print(f"{path}: {encoding}")
    if len(seen.validation_parts) > 1:
        parts = ", ".join(f"{name} {count:,}" for name, count in seen.validation_parts.items())
        console.print(f"validation by text: {parts}")
    if len(seen.origins) > 1:
        console.print(f"origins: {len(seen.origins)}; those with a weight other than 1:")
        for name, (count, weight) in seen.origins.items():
            if weight != 1:
                console.print(f"    {name}: {count:,}, {weight:g} times per epoch")
    if seen.unknown_origins:
        console.print(unknown_origins_text(seen.unknown_origins).strip())
    if seen.hints is not None:
        _show_hints(console, seen.hints, seen.train)
    for reason, count in seen.dropped.items():
        console.print(f"left out, {REASONS.get(reason, reason)}: {count:,}")
        for source, target in seen.dropped_first.get(reason, ()):
            console.print(f"    {source} | {target}", overflow="ellipsis", no_wrap=True)
    table = Table("source", "target")
    for pair in seen.first[:5]:
        table.add_row(*pair)
    console.print(table)


def _show_hints(console: Terminal, hints: HintCounts, train: int) -> None:
    pairs = "pairs" if hints.read == train else "sampled pairs"
    console.print(
        f"hints from the dictionary: {hints.hinted:,} of {hints.read:,} {pairs} can get them. "
        "Their hints:"
    )
    for kind, count in (
        ("in dictionary form, for the model to inflect", hints.in_dictionary_form),
        ("as the target writes the word", hints.as_in_target),
        ("of all, with several candidates", hints.with_several_candidates),
        ("of all, for several words", hints.for_several_words),
    ):
        console.print(f"    {kind}: {count:,}")
