"""The effect of a glossary on translations: terms followed, BLEU, and time, with and without it.

    python -m benchmarks.glossary [--threads N] [--beam N]

Translates the legal and medical sentences of `tests/data/specialist` by the general models that
ship, both ways, with the terms that lie beside them: dictionary entries, with the forms that a word
takes. A term counts as held to if the translation has one of its forms as whole words. Times are
medians of the sentences that have a term which the model does not write by itself.
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
from engine.pipeline.term_search import num_held
from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest

FOLDER = Path(__file__).parents[1] / "tests" / "data" / "specialist"
MODELS = {"en-de-general": ("en", "de"), "de-en-general": ("de", "en")}


@dataclass(frozen=True, slots=True)
class Measured:
    """The translations of a text, and the seconds that each took."""

    targets: list[str]
    seconds: list[float]


def read_pairs(direction: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the sentences and their references."""
    rows = [
        line.split("\t")[:2]
        for name in ("legal", "medical")
        for line in (FOLDER / f"{name}.tsv").read_text("utf-8").splitlines()
    ]
    return [(en, de) if direction[0] == "en" else (de, en) for en, de in rows]


def translate(
    translator: Translator, sources: Sequence[str], glossary: Glossary, beam_size: int | None
) -> Measured:
    """Translate sentences one by one."""
    targets, seconds = [], []
    for source in sources:
        request = TranslationRequest(source, beam_size=beam_size, glossary=glossary)
        started = time.perf_counter()
        targets.append(translator.translate(request).target)
        seconds.append(time.perf_counter() - started)
    return Measured(targets, seconds)


def main() -> None:
    """Measure both directions and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--beam", type=int)
    arguments = parser.parse_args()
    print("model | sentences | terms | held without, with | BLEU without, with | s without, with")
    for name, direction in MODELS.items():
        folder = paths.resources() / "models" / name
        translator = Translator.open(folder, device="cpu", threads=arguments.threads)
        glossary = Glossary(read_glossary(FOLDER / "terms.csv", direction).entries)
        pairs = [pair for pair in read_pairs(direction) if glossary.find(pair[0])]
        sources, references = map(list, zip(*pairs, strict=True))
        terms = [glossary.find(source) for source in sources]
        translator.translate(TranslationRequest("One.\nTwo words."))  # what is slow the first time
        plain = translate(translator, sources, NO_GLOSSARY, arguments.beam)
        held = translate(translator, sources, glossary, arguments.beam)
        counts = [
            [num_held(of_one, target) for of_one, target in zip(terms, way.targets, strict=True)]
            for way in (plain, held)
        ]
        lacking = [row for row, count in enumerate(counts[0]) if count < len(terms[row])]
        cells = (
            name,
            f"{len(pairs)}, {len(lacking)} of which lack one",
            str(sum(map(len, terms))),
            ", ".join(str(sum(count)) for count in counts),
            ", ".join(
                f"{corpus_bleu(way.targets, [references]).score:.1f}" for way in (plain, held)
            ),
            ", ".join(
                f"{median(way.seconds[row] for row in lacking):.2f}" for way in (plain, held)
            ),
        )
        print(" | ".join(cells))
        for row in lacking[:20]:
            print(f"    {sources[row]}\n      - {plain.targets[row]}\n      + {held.targets[row]}")


if __name__ == "__main__":
    main()
