"""What the models that ship are worth: every table, in Markdown, on the data at hand.

    make models-report            (or: python -m benchmarks.models_report)

Reads the model folders that ship, whichever there are, and translates Multi30k's test_2016,
everyday sentences and general text with each, on one thread of the processor. The text lies in the
folder that `TRANSLUCENT_DATA` names, as for the tests; what is not there is named, and its rows are
left out.
"""

import os
import platform
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import torch

from benchmarks.familiarity import judged, read_texts, spread
from desktop.storage.paths import folders
from engine.folders import Folders
from engine.models.manifest import AlignmentHead, Manifest
from engine.models.manifest_file import read_manifest
from engine.models.registry import ModelEntry, list_models, reverse_of
from engine.models.tensor_layout import parameter_count
from engine.pipeline.translator import Translator
from tests.support.translators import translate
from tests.support.typed_text import TYPED, losses
from training.corpus_formats.gold_alignments import read_gold
from training.corpus_formats.pair_files import read_aligned, read_tsv
from training.corpus_formats.sentence_pair import Pairs
from training.evaluation.alignment_error import AlignmentScore
from training.evaluation.alignment_evaluation import ModelMaps, score_alignments
from training.evaluation.scores import Scores
from training.evaluation.trained_model import TrainedModel

REPOSITORY = Path(__file__).parents[1]
GOLD = REPOSITORY / "tests" / "data" / "alignments" / "multi30k-test2016.en-de.tsv"
CAPTIONS = "multi30k/data/task1/raw/test_2016_flickr.{}.gz"
TABLES = {
    "everyday/dev.tsv": "everyday (newer Tatoeba)",
    "general/dev.tsv": "general (its validation)",
}
"""Held-out pairs and what the report calls them; by the second the general models were chosen."""
ORIGINS = "everyday/train.tsv.gz"
LANGUAGES = ("en", "de")
"""Of the columns of the tables and of the alignments made by hand."""
BEAMS = (1, 5)
LINES = 1000
"""Of each text, at most, that are judged for the notice of unfamiliar text."""
NOTHING = "No shipped model and text at hand fit together here."


@dataclass(frozen=True, slots=True)
class Shipped:
    """A model that ships and can be used."""

    entry: ModelEntry
    manifest: Manifest

    @property
    def name(self) -> str:
        """What people call it."""
        return self.entry.name

    @property
    def folder(self) -> Path:
        """Where it is."""
        return self.entry.path

    @property
    def way(self) -> tuple[str, str]:
        """Its languages, source first."""
        return self.manifest.source_language, self.manifest.target_language

    @property
    def is_english_german(self) -> bool:
        """Whether it translates between English and German, either way."""
        return sorted(self.way) == sorted(LANGUAGES)


def data_folder() -> Path:
    """Return the folder of real parallel text, which need not be there."""
    return Path(os.environ.get("TRANSLUCENT_DATA", REPOSITORY.parent / "shared" / "data"))


def usable(places: Folders) -> tuple[list[Shipped], list[str]]:
    """Return the shipped models, and a sentence for each that cannot be used."""
    models, problems = [], []
    for entry in list_models(places):
        if not entry.is_shipped:
            continue
        if entry.manifest is None or entry.problem is not None:
            problems.append(f"`{entry.name}` cannot be used: {entry.problem}")
        else:
            models.append(Shipped(entry, entry.manifest))
    return models, problems


def missing(data: Path) -> list[str]:
    """Name the files that would be measured on if they were there."""
    captions = [CAPTIONS.format(language) for language in LANGUAGES]
    return [name for name in (*captions, *TABLES, ORIGINS) if not (data / name).is_file()]


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Lay out a table, or say that there is nothing to put in it."""
    written = list(rows)
    if not written:
        yield NOTHING
        return
    for cells in (heading, ["---"] * len(heading), *written):
        yield "| " + " | ".join(cell.replace("|", "\\|") or "—" for cell in cells) + " |"


# --- What the manifests say


def what_ships(models: Sequence[Shipped]) -> Iterator[str]:
    """Tabulate the size of each model."""
    heading = ("model", "direction", "parameters", "on disk", "weights", "made for")
    return table(
        heading,
        (
            (
                f"`{model.name}`",
                model.manifest.direction,
                f"{parameter_count(model.manifest.config):,}",
                f"{model.entry.size_bytes / 1e6:.1f} MB",
                model.manifest.weights_dtype,
                model.manifest.limits,
            )
            for model in models
        ),
    )


def training_of(models: Sequence[Shipped]) -> Iterator[str]:
    """Tabulate what each was trained by."""
    heading = ("model", "recipe", "seed", "hardware", "hours")
    return table(
        heading,
        (
            (f"`{model.name}`", f"`{by.recipe}`", str(by.seed), by.hardware, f"{by.hours:.1f}")
            for model in models
            for by in (model.manifest.trained,)
        ),
    )


def data_of(models: Sequence[Shipped]) -> Iterator[str]:
    """Tabulate what each was trained on, with the licences."""
    return table(
        ("model", "text", "pairs", "licence", "attribution"),
        (
            (
                f"`{model.name}`",
                corpus.name,
                f"{corpus.pairs:,}",
                corpus.licence,
                corpus.attribution,
            )
            for model in models
            for corpus in model.manifest.trained.corpora
        ),
    )


def calibration_of(models: Sequence[Shipped]) -> Iterator[str]:
    """Tabulate the calibration that the model folders state."""
    heading = ("model", "temperature", "words it was fitted to", "ECE before", "ECE after")
    return table(
        heading,
        (
            (
                f"`{model.name}`",
                f"{fitted.temperature:.3f}",
                f"{fitted.words:,}",
                f"{fitted.ece_before:.3f}",
                f"{fitted.ece_after:.3f}",
            )
            for model in models
            if (fitted := model.manifest.calibration) is not None
        ),
    )


# --- What is measured


def scored_texts(model: Shipped, data: Path) -> Iterator[tuple[str, Pairs]]:
    """Return the texts at hand that a model can be scored on, in its direction."""
    source, target = (data / CAPTIONS.format(language) for language in model.way)
    if source.is_file() and target.is_file():
        yield "Multi30k test_2016", read_aligned(source, target)
    for name, text in TABLES.items() if model.is_english_german else ():
        if (data / name).is_file():
            pairs = read_tsv(data / name)
            yield text, pairs if model.way == LANGUAGES else pairs.swapped()


def scores_of(models: Sequence[Shipped], data: Path) -> Iterator[str]:
    """Tabulate the scores of free-running translations, greedy and by beam."""
    signatures: dict[tuple[str, str], None] = {}  # in the order of coming, each once
    rows = []
    for model in models:
        trained = TrainedModel.of_folder(model.folder)
        for text, pairs in scored_texts(model, data):
            measured = [trained.measure(pairs, beam) for beam in BEAMS]
            signatures |= dict.fromkeys(measured[0].signatures.items())
            rows.append((f"`{model.name}`", text, f"{len(pairs):,}", *_figures(measured)))
    searches = ["greedy" if beam == 1 else f"beam {beam}" for beam in BEAMS]
    figures = ("BLEU", "BLEU tok. lc", "chrF", "sentences/s")
    headings = [f"{figure}, {search}" for figure in figures for search in searches]
    yield from table(("model", "text", "sentences", *headings, "perplexity"), rows)
    yield ""
    for name, signature in signatures:
        yield f"- {name}: `{signature}`"


def _figures(measured: Sequence[Scores]) -> list[str]:
    by_figure = [
        [f"{scores.text.bleu:.1f}" for scores in measured],
        [f"{scores.text.bleu_tok_lc:.1f}" for scores in measured],
        [f"{scores.text.chrf:.1f}" for scores in measured],
        [f"{scores.sentences_per_second:.0f}" for scores in measured],
    ]
    perplexity = f"{measured[0].forced.perplexity:.2f}"
    return [*(figure for figures in by_figure for figure in figures), perplexity]


def alignment_of(models: Sequence[Shipped]) -> Iterator[str]:
    """Tabulate the alignment error of each model, and with a reverse model if one ships."""
    rows: list[tuple[str, ...]] = []
    for model in models:
        if not model.is_english_german:
            continue
        reverse = reverse_of(model.entry, [other.entry for other in models])
        report = score_alignments(
            maps_of(model.entry), read_gold(GOLD, model.way), maps_of(reverse) if reverse else None
        )
        if report is None:
            continue
        ways = {
            "naive": report.naive,
            "best unshifted": report.best_unshifted,
            "chosen": report.chosen,
            "best shifted": report.best_shifted,
        }
        rows += [
            _alignment_row(model.name, way, scored.score, _words(scored.head))
            for way, scored in ways.items()
            if scored is not None
        ]
        if reverse is None:
            continue
        both = f"with `{reverse.name}`"
        rows += [
            _alignment_row(model.name, f"chosen, {way}", score, both)
            for way, score in report.symmetrised.items()
        ]
        if report.symmetrised_best is not None:
            best = report.symmetrised_best
            rows.append(_alignment_row(model.name, "best shifted, grow-diag", best, both))
    yield from table(("model", "links", "AER %", "precision %", "recall %", "map"), rows)


def maps_of(entry: ModelEntry) -> ModelMaps:
    """Read a model with the map that its folder names."""
    return ModelMaps(TrainedModel.of_folder(entry.path), read_manifest(entry.path).alignment)


def _alignment_row(name: str, way: str, score: AlignmentScore, what: str) -> tuple[str, ...]:
    shares = (score.error_rate, score.precision, score.recall)
    return (f"`{name}`", way, *(f"{100 * share:.1f}" for share in shares), what)


def _words(head: AlignmentHead) -> str:
    which = "mean of all heads" if head.head is None else f"head {head.head + 1}"
    moment = "reads" if head.shifted else "writes"
    return f"layer {head.layer + 1}, {which}, at the step that {moment} the word"


def notices_of(models: Sequence[Shipped], data: Path) -> Iterator[str]:
    """Tabulate how often a text is said to be far from what the model knows."""
    rows: list[tuple[str, ...]] = []
    for model in models:
        if model.manifest.familiarity is None:
            continue
        translator = Translator.open(model.folder, device="cpu")
        for text, lines in judged_texts(model, data):
            noticed = list(judged(translator, spread(lines, LINES)))
            share = sum(noticed) / max(1, len(noticed))
            rows.append((f"`{model.name}`", text, f"{len(noticed):,}", f"{share:.1%}"))
    yield from table(("model", "text", "sentences", "with the notice"), rows)


def judged_texts(model: Shipped, data: Path) -> Iterator[tuple[str, list[str]]]:
    """Return source text of many kinds; training text by its origins."""
    captions = data / CAPTIONS.format(model.way[0])
    if captions.is_file():
        yield "Multi30k test_2016", read_texts(captions, 1)[captions.name]
    if not model.is_english_german:
        return
    column = LANGUAGES.index(model.way[0]) + 1
    for name, text in TABLES.items():
        if (data / name).is_file():
            yield text, list(chain(*read_texts(data / name, column).values()))
    if (data / ORIGINS).is_file():
        yield from read_texts(data / ORIGINS, column).items()


def behaviour_of(models: Sequence[Shipped]) -> Iterator[str]:
    """Tabulate of how many of the tests' inputs, typed as people type, nothing is lost."""
    rows = []
    for model in models:
        language = model.way[0]
        inputs = TYPED.get(language, {})
        translator = Translator.open(model.folder, device="cpu")
        lost = [
            typed for typed in inputs if any(losses(language, typed, translate(translator, typed)))
        ]
        kept = f"{len(inputs) - len(lost)} of {len(inputs)}"
        rows.append((f"`{model.name}`", kept, ", ".join(f"`{typed!r}`" for typed in lost)))
    yield from table(("model", "nothing lost", "something lost"), rows)


def report(places: Folders, data: Path) -> Iterator[str]:
    """Return the report line by line, each section as soon as it is measured."""
    models, problems = usable(places)
    yield "# The shipped models, measured"
    yield ""
    yield f"On one thread of an {platform.machine()} processor, torch {torch.__version__}."
    if absent := missing(data):
        names = ", ".join(f"`{name}`" for name in absent)
        problems.append(
            f"Not at hand, so not measured on: {names}. `TRANSLUCENT_DATA` names their folder."
        )
    for problem in problems:
        yield from ("", problem)
    sections = {
        "What ships": what_ships(models),
        "How they were trained": training_of(models),
        "What they were trained on": data_of(models),
        "Translations": scores_of(models, data),
        "Word alignments": alignment_of(models),
        "Confidence, as the model folders state it": calibration_of(models),
        "The notice of unfamiliar text": notices_of(models, data),
        "Text as people type it": behaviour_of(models),
    }
    for title, lines in sections.items():
        yield from ("", f"## {title}", "")
        yield from lines


def main() -> None:
    """Print the report."""
    torch.set_num_threads(1)
    for line in report(folders(), data_folder()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
