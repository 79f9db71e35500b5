"""The effect of a glossary on translations: terms followed, sentences damaged, BLEU, and time.

    python -m benchmarks.glossary [--threads N] [--beam N] [FOLDER...]

Translates two texts by the general models that ship, or by those of the folders, with and without
their terms: legal and medical sentences with dictionary entries and the forms that a word takes
(`tests/data/specialist`), and everyday sentences with words that no model would choose, in their
dictionary form alone (`tests/data/terms`). A term counts as followed if the translation has it as
whole words, inflected or not. A sentence counts as damaged if its translation with the glossary
repeats, invents or loses what the one without it does not. Times are medians of the sentences with
a term that the model does not write by itself.
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from sacrebleu import corpus_bleu

from desktop.storage import paths
from engine.glossary.glossary import NO_GLOSSARY, Glossary
from engine.glossary_files.reading import read_glossary
from engine.pipeline.damage import is_damaged
from engine.pipeline.terms import not_followed
from engine.pipeline.translator import Translator
from engine.translation import SearchOptions, TranslationRequest

DATA = Path(__file__).parents[1] / "tests" / "data"
TEXTS = {
    "specialist": ("specialist/terms.csv", ("specialist/legal.tsv", "specialist/medical.tsv")),
    "everyday": ("terms/terms.csv", ("terms/sentences.tsv",)),
}
MODELS = ("en-de-general", "de-en-general")


@dataclass(frozen=True, slots=True)
class Measured:
    """The translations of a text, and the seconds that each took."""

    targets: list[str]
    seconds: list[float]


def read_pairs(files: Sequence[str], direction: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the sentences and their references."""
    rows = [
        line.split("\t")[:2]
        for name in files
        for line in (DATA / name).read_text("utf-8").splitlines()
    ]
    return [(en, de) if direction[0] == "en" else (de, en) for en, de in rows]


def translate(
    translator: Translator, sources: Sequence[str], glossary: Glossary, beam_size: int | None
) -> Measured:
    """Translate sentences one by one."""
    targets, seconds = [], []
    for source in sources:
        request = TranslationRequest(source, SearchOptions(beam_size, glossary=glossary))
        started = time.perf_counter()
        targets.append(translator.translate(request).target)
        seconds.append(time.perf_counter() - started)
    return Measured(targets, seconds)


def measure(translator: Translator, text: str, beam_size: int | None) -> None:
    """Print a row for one text, and what became of sentences whose terms the model does not write.

    Args:
        translator: The model.
        text: One of `TEXTS`.
        beam_size: None for the model's own.
    """
    direction = translator.manifest.source_language, translator.manifest.target_language
    terms_file, files = TEXTS[text]
    glossary = Glossary(read_glossary(DATA / terms_file, direction).entries)
    found = [
        (*pair, glossary.find(pair[0], inflected_in=direction[0]))
        for pair in read_pairs(files, direction)
    ]
    sources, references, terms = map(list, zip(*(row for row in found if row[2]), strict=True))
    translator.translate(TranslationRequest("One.\nTwo words."))  # what is slow the first time
    plain = translate(translator, sources, NO_GLOSSARY, beam_size)
    held = translate(translator, sources, glossary, beam_size)
    counts = [
        [
            len(of_one) - len(not_followed(of_one, target, direction[1]))
            for of_one, target in zip(terms, way.targets, strict=True)
        ]
        for way in (plain, held)
    ]
    lacking = [row for row, count in enumerate(counts[0]) if count < len(terms[row])]
    damaged = [
        row
        for row, source in enumerate(sources)
        if is_damaged(source, held.targets[row], plain.targets[row], direction)
    ]
    cells = (
        translator.manifest.name,
        text,
        f"{len(sources)}, {len(lacking)} of which lack one",
        str(sum(map(len, terms))),
        ", ".join(str(sum(count)) for count in counts),
        str(len(damaged)),
        ", ".join(f"{corpus_bleu(way.targets, [references]).score:.1f}" for way in (plain, held)),
        ", ".join(f"{median(way.seconds[row] for row in lacking):.2f}" for way in (plain, held)),
    )
    print(" | ".join(cells))
    for row in lacking:
        mark = "!" if row in damaged else "-" if counts[1][row] < len(terms[row]) else "+"
        print(f"    {sources[row]}\n      {plain.targets[row]}\n    {mark} {held.targets[row]}")


def main() -> None:
    """Measure both directions and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--beam", type=int)
    parser.add_argument("folders", nargs="*", type=Path)
    arguments = parser.parse_args()
    models = paths.resources() / "models"
    print(
        "model | text | sentences | terms | followed without, with | damaged | BLEU without, with "
        "| s without, with"
    )
    for folder in arguments.folders or [models / name for name in MODELS]:
        translator = Translator.open(folder, device="cpu", threads=arguments.threads)
        for text in TEXTS:
            measure(translator, text, arguments.beam)


if __name__ == "__main__":
    main()
