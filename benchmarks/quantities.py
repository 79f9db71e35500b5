"""How often numbers, units, times and dates go wrong, and how often in silence, in Markdown.

    python -m benchmarks.quantities [FOLDER …] [--pairs FILE]

Translates the sentences of `tests/data/quantities` in the direction of each model folder, with the
program's default settings and one CPU thread. Without a folder, it uses every general model that is
included. `tests/support/quantities.py` says what is right. With --pairs it also counts the human
translations that the notice would doubt: FILE has an English and a German column.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.pipeline.translator import Translator
from engine.text.quantities.comparison import Comparison
from engine.translation import TranslationRequest
from tests.support.everyday_inputs import general_models
from tests.support.quantities import QuantitySentence, is_told, read_sentences


@dataclass(frozen=True, slots=True)
class Judged:
    """A sentence with the translation that a model made of it."""

    sentence: QuantitySentence
    translation: str
    is_told: bool
    """Whether a notice says that a quantity is wrong."""

    @property
    def lacks(self) -> tuple[str, ...]:
        """The quantities that it has in no accepted form."""
        return self.sentence.lacks(self.translation)

    @property
    def is_silently_wrong(self) -> bool:
        """Whether a quantity is wrong and no notice says so."""
        return bool(self.lacks) and not self.is_told


def judge(translator: Translator) -> list[Judged]:
    """Translate all sentences of a model's direction."""
    manifest = translator.manifest
    judged = []
    for sentence in read_sentences(manifest.source_language, manifest.target_language):
        made = translator.translate(TranslationRequest(sentence.source, with_alignment=False))
        judged.append(Judged(sentence, made.target, is_told(made)))
    return judged


def report(models: Sequence[Path]) -> Iterator[str]:
    """Return the lines of the report on some model folders."""
    for folder in models:
        translator = Translator.open(folder, device="cpu", threads=1)
        judged = judge(translator)
        yield from (f"`{translator.manifest.name}`:", "")
        yield from by_kind(judged)
        yield ""
        yield from failures(judged)
        yield ""


def by_kind(judged: Sequence[Judged]) -> Iterator[str]:
    """Tabulate how many sentences of each kind are right, told, and wrong in silence."""
    yield "| kind | sentences | right | wrong, with a notice | wrong in silence | false alarms |"
    yield "|---|---|---|---|---|---|"
    kinds = dict.fromkeys(one.sentence.kind for one in judged)
    rows = {kind: [one for one in judged if one.sentence.kind == kind] for kind in kinds}
    for kind, some in {**rows, "**all**": list(judged)}.items():
        counts = (
            len(some),
            sum(not one.lacks for one in some),
            sum(bool(one.lacks) and one.is_told for one in some),
            sum(one.is_silently_wrong for one in some),
            sum(not one.lacks and one.is_told for one in some),
        )
        yield f"| {kind} | " + " | ".join(map(str, counts)) + " |"


def failures(judged: Sequence[Judged]) -> Iterator[str]:
    """Tabulate the sentences with a wrong quantity or a false alarm."""
    yield "| typed | translation | lacks | notice |"
    yield "|---|---|---|---|"
    for one in judged:
        if one.lacks or one.is_told:
            cells = one.sentence.source, one.translation, "; ".join(one.lacks) or "—"
            yield "| " + " | ".join(cells) + f" | {'yes' if one.is_told else 'no'} |"


def doubted(path: Path) -> Iterator[str]:
    """Tell how many human translations of a table the notice would doubt."""
    rows = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
    for way in (("en", "de"), ("de", "en")):
        pairs = [(row[0], row[1]) if way[0] == "en" else (row[1], row[0]) for row in rows]
        told = sum(
            bool(Comparison(*pair, way).missing or Comparison(*pair, way).added) for pair in pairs
        )
        yield f"{'-'.join(way)}: a notice on {told} of {len(pairs)} human translations"


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path, nargs="*", metavar="FOLDER")
    parser.add_argument("--pairs", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    for line in report(arguments.models or [one.path for one in general_models().values()]):
        print(line, flush=True)
    for line in doubted(arguments.pairs) if arguments.pairs else ():
        print(line)


if __name__ == "__main__":
    main()
