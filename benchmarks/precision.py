"""What rounding to 8 bits costs in quality, and saves in time: a table in Markdown.

    python -m benchmarks.precision [MODEL …]

Reads the included models, or these, and the texts of `benchmarks.models_report`; searches with each
model's own beam, on one thread. "computed in int8" rounds activations and weights; "stored as int8"
is what `translucent models compress --to int8` does to a model that is stored in more bits. Each is
compared with the model as it is, computed in float32 by the same kernel.
"""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from benchmarks.models_report import Shipped, data_folder, missing, scored_texts, table, usable
from desktop.storage.paths import folders
from engine.models.compression import compress_model
from engine.models.registry import find_model
from engine.native.acceleration import native
from engine.native.transformer import Precision, has_kernel
from training.corpus_formats.sentence_pair import Pairs
from training.evaluation.comparison import bootstrap
from training.evaluation.scores import corpus_scores, translate_all
from training.evaluation.trained_model import TrainedModel

HEADING = (
    "model",
    "text",
    "sentences",
    "rounded",
    "BLEU",
    "rounded",
    "difference, 95 % interval",
    "p",
    "chrF",
    "rounded",
    "same translation",
    "processor time",
)


@dataclass(frozen=True, slots=True)
class Found:
    """The translations of a text, and the processor time in seconds that they took."""

    translations: Sequence[str]
    seconds: float


def translated(folder: Path, pairs: Pairs, precision: Precision) -> Found:
    """Translate the sources of a text, computing in this precision."""
    trained = TrainedModel.of_folder(folder)
    model = native(trained.model, precision, threads=1)
    started = time.process_time()
    texts = [pair.source for pair in pairs]
    found = translate_all(model, trained.tokenizers, texts, trained.search)
    return Found(found, time.process_time() - started)


def rows(model: Shipped, data: Path) -> Iterator[Sequence[str]]:
    """Compare a model with what is left of it in 8 bits, text by text."""
    with tempfile.TemporaryDirectory() as place:
        rounded: dict[str, tuple[Path, Precision]] = {"computed in int8": (model.folder, "int8")}
        if model.manifest.weights_dtype != "int8":
            compress_model(model.folder, Path(place) / model.name, "int8")
            rounded["stored as int8"] = (Path(place) / model.name, "float32")
        for text, pairs in scored_texts(model, data):
            whole = translated(model.folder, pairs, "float32")
            for what, (folder, precision) in rounded.items():
                yield (
                    f"`{model.name}`",
                    text,
                    f"{len(pairs):,}",
                    what,
                    *compared(pairs, model.way[1], translated(folder, pairs, precision), whole),
                )


def compared(pairs: Pairs, language: str, rounded: Found, whole: Found) -> Iterator[str]:
    """Return the cells that tell how far the rounded model is from the other."""
    references = [pair.target for pair in pairs]
    after = corpus_scores(rounded.translations, references, language)
    before = corpus_scores(whole.translations, references, language)
    difference = bootstrap(rounded.translations, whole.translations, references)
    same = sum(map(str.__eq__, rounded.translations, whole.translations))
    yield from (f"{before.bleu:.2f}", f"{after.bleu:.2f}")
    yield f"{difference.bleu:+.2f} ({difference.low:+.2f} to {difference.high:+.2f})"
    yield f"{difference.p_value:.2f}"
    yield from (f"{before.chrf:.2f}", f"{after.chrf:.2f}")
    yield f"{same / len(pairs):.0%}"
    yield f"{rounded.seconds / whole.seconds:.2f}"


def main(names: Sequence[str]) -> None:
    """Print the table."""
    if not has_kernel():
        sys.exit("The kernel of engine/native was not built for this processor.")
    torch.set_num_threads(1)
    places, data = folders(), data_folder()
    models, problems = usable(places)
    if names:
        entries = [find_model(places, name) for name in names]
        models = [Shipped(entry, entry.usable_manifest) for entry in entries]
    for problem in (*problems, *(f"{name} is not there" for name in missing(data))):
        print(problem, file=sys.stderr)
    for line in table(HEADING, (row for model in models for row in rows(model, data))):
        print(line)


if __name__ == "__main__":
    main(sys.argv[1:])
