"""Time and memory that training text takes to be read, cleaned and split, against its size.

    python -m benchmarks.corpus FOLDER [--sizes 50000 200000 800000] [--all-checks] [--picture PNG]

FOLDER holds English and German pairs, train.tsv (.gz, .xz) and dev.tsv. A size beyond that of the
text repeats it, every word of a repetition marked, so that no pair comes twice. Each size is read
in a process of its own on one core; its memory is the most that it held, torch included, with the
pages of the text that the system had mapped into it, and can take back at any time.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from string import ascii_lowercase
from tempfile import TemporaryDirectory
from typing import Any

SIZES = (50_000, 100_000, 200_000, 400_000, 800_000, 1_600_000, 3_200_000, 5_000_000)
PICTURE = Path("build") / "corpus.png"
BASIC = {
    "max_words": 80,
    "max_length_ratio": 4.0,
    "drop_duplicates": True,
    "drop_copies": True,
    "drop_held_out": True,
    "drop_wrong_script": True,
}
CHECKS = {
    "drop_near_duplicates": True,
    "drop_wrong_language": True,
    "drop_markup": True,
    "drop_number_mismatch": True,
    "min_letters": 0.4,
}
READ = "--read"
"""Asks this file to read a text and to print what that took."""


def main() -> None:
    """Measure, print a table and draw it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--all-checks", action="store_true", help="the checks for web text too")
    parser.add_argument("--picture", type=Path, default=PICTURE)
    parser.add_argument(READ, action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.read:
        print(json.dumps(measure(arguments.folder, all_checks=arguments.all_checks)))
        return
    found = []
    print("| pairs | left | seconds | processor seconds | memory, MB |\n|---|---|---|---|---|")
    for size in arguments.sizes:
        row = measured_apart(arguments.folder, size, all_checks=arguments.all_checks)
        found.append(row)
        print(
            f"| {size:,} | {row['kept']:,} | {row['seconds']:.1f} | {row['cpu']:.1f} "
            f"| {row['memory']:,.0f} |",
            flush=True,
        )
    draw(arguments.sizes, found, arguments.picture)
    print(f"\n{arguments.picture}")


def measured_apart(folder: Path, size: int, *, all_checks: bool) -> dict[str, Any]:
    """Measure a text of so many pairs in a process of its own."""
    from training.corpus.layouts import read_folder

    splits = read_folder(folder, ("en", "de"))
    with TemporaryDirectory() as made:
        for name, rows in (
            ("train", islice(repeated(splits.train), size)),
            ("dev", splits.validation),
        ):
            with (Path(made) / f"{name}.tsv").open("w", encoding="utf-8") as file:
                file.writelines("\t".join(row) + "\n" for row in rows)
        del splits
        command = [sys.executable, "-m", "benchmarks.corpus", made, READ]
        ended = subprocess.run(
            [*command, *(["--all-checks"] * all_checks)],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"OMP_NUM_THREADS": "1"},
        )
    row: dict[str, Any] = json.loads(ended.stdout)
    return row


def repeated(pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Return the pairs up to 27 times, every word marked by which time it is."""
    for mark in ("", *ascii_lowercase):
        for source, target in pairs:
            yield source.replace(" ", f"{mark} "), target.replace(" ", f"{mark} ")


def measure(folder: Path, *, all_checks: bool) -> dict[str, Any]:
    """Read a folder as a training does, and return what that took."""
    import torch  # noqa: F401  a training has it loaded

    from training.corpus.corpus import read_corpus
    from training.text_settings import CorpusSettings

    started, worked = time.perf_counter(), time.process_time()
    settings = CorpusSettings.model_validate(
        {"kind": "pairs"} | BASIC | (CHECKS if all_checks else {})
    )
    corpus = read_corpus(settings, "en", "de", [folder])
    return {
        "kept": len(corpus.train),
        "dropped": corpus.num_dropped,
        "seconds": time.perf_counter() - started,
        "cpu": time.process_time() - worked,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
    }


def draw(sizes: Sequence[int], found: Sequence[dict[str, Any]], picture: Path) -> None:
    """Draw time and memory against size."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for axes, name, label in ((left, "cpu", "processor seconds"), (right, "memory", "MB at most")):
        axes.plot(sizes, [row[name] for row in found], marker="o", color="#1f5fa8")
        axes.set_xlabel("sentence pairs")
        axes.set_ylabel(label)
        axes.set_ylim(bottom=0)
        axes.set_xlim(left=0)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value / 1000:,.0f} k")
        axes.grid(alpha=0.3)
    picture.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(picture, dpi=130)
    plt.close(figure)


if __name__ == "__main__":
    main()
