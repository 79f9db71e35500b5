"""How many names and codes a translation keeps, by kind, and every one that is lost in silence.

    python -m benchmarks.names [FOLDER …]

Translates the sentences of `tests/data/names` in the direction of each model folder, with the
program's default settings and one CPU thread. Without a folder, it uses every general model that is
included. `tests/support/carried.py` says what counts.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.pipeline.translator import Translator
from tests.support.carried import Judged, Outcome, judge
from tests.support.everyday_inputs import general_models


def report(name: str, judged: Sequence[Judged]) -> Iterator[str]:
    """Return the lines of the report on one model."""
    outcomes = " | ".join(one.value for one in Outcome)
    yield f"| `{name}` | sentences | {outcomes} | right, with a notice |"
    yield "|---" * (len(Outcome) + 3) + "|"
    kinds = dict.fromkeys(one.carried.kind for one in judged)
    for kind in (*kinds, "**all**"):
        some = [one for one in judged if kind in (one.carried.kind, "**all**")]
        counts = [sum(one.outcome is outcome for one in some) for outcome in Outcome]
        doubted = sum(one.outcome is Outcome.RIGHT and bool(one.notices) for one in some)
        yield f"| {kind} | {len(some)} | {' | '.join(map(str, counts))} | {doubted} |"
    yield ""
    for one in judged:
        if one.outcome is Outcome.SILENT:
            lacks = ", ".join(one.carried.lacks(one.translation))
            yield f"- {one.carried.source} → {one.translation} (lacks {lacks})"


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path, nargs="*", metavar="FOLDER")
    for folder in parser.parse_args().models or [one.path for one in general_models().values()]:
        translator = Translator.open(folder, device="cpu", threads=1)
        for line in report(translator.manifest.name, judge(translator)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
