"""How time and memory grow with the length of a sentence and with the sentences of a file.

    python -m benchmarks.growth [--lengths 10 …] [--sentences 10 …] [--plot SVG]

Sentences: `translucent translate --input` translates text files of different captions with a small
model, each file in a process of its own, whose start is part of the time.

Length: each engine, in a process of its own and on one thread, decodes one source of so many tokens
into as many, with a beam of 5, the shortest first; its memory is the most so far. The tokens are
drawn at random, for only their number counts. Processor time; medians.
"""

import argparse
import os
import random
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.decoding.engine_process import Decoded, running
from benchmarks.decoding.engines import ENGINES, Search
from benchmarks.plots import Points, draw_growth
from benchmarks.program_run import translate_file
from benchmarks.texts import captions
from engine.models.manifest_file import read_manifest

MODELS = Path(__file__).parents[1] / "resources" / "models"
LENGTHS = (10, 20, 50, 100, 200, 300, 400, 500)
COMPARED = ("ours-float32", "ours-int8", "ctranslate2-float32", "ctranslate2-int8")
SENTENCES = (10, 100, 1_000, 10_000)
BEAM = 5


def by_sentences(model: Path, counts: Sequence[int], threads: int) -> Mapping[str, Points]:
    """Translate files of so many sentences; print a table and return its curves."""
    print(f"{model.name}, {threads} threads\n")
    print("| sentences | seconds | processor seconds | its ms a sentence | most memory |")
    print("|---|---|---|---|---|")
    seconds, memory = [], []
    for count in counts:
        run = translate_file(model, captions(count), threads)
        seconds.append((count, run.processor_seconds))
        memory.append((count, run.peak_memory))
        print(
            f"| {count:,} | {run.seconds:.1f} | {run.processor_seconds:.1f} "
            f"| {1000 * run.processor_seconds / count:.1f} | {run.peak_memory:,.0f} MB |",
            flush=True,
        )
    return {"seconds": seconds, "memory": memory}


def by_length(
    model: Path, lengths: Sequence[int], names: Sequence[str], rounds: int
) -> Mapping[str, Points]:
    """Decode sources of so many tokens; print a table and return a curve for each engine."""
    drawn = random.Random(0)
    vocabulary = range(4, read_manifest(model).config.src_vocab_size)
    print(f"\n{model.name}, 1 thread, beam {BEAM}\n")
    print("| tokens | engine | ms | ms a token | most memory |")
    print("|---|---|---|---|---|")
    with running(names, model, threads=1) as engines:
        curves: dict[str, list[tuple[float, float]]] = {name: [] for name in engines}
        for length in sorted(lengths):
            source = tuple(drawn.choices(vocabulary, k=length))
            search = Search(beam_size=BEAM, min_length=length, max_length=length)
            found: dict[str, list[Decoded]] = {name: [] for name in engines}
            for _ in range(rounds):
                for name, engine in engines.items():
                    found[name].append(engine.decode([source], search, batch_size=1))
            for name, every in found.items():
                median = 1000 * statistics.median(one.processor_seconds for one in every)
                curves[name].append((length, median))
                print(
                    f"| {length} | {name} | {median:.0f} | {median / length:.2f} "
                    f"| {every[-1].peak_memory:,.0f} MB |",
                    flush=True,
                )
    return curves


def main() -> None:
    """Measure, print two tables and draw them if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=MODELS / "en-de-general")
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--engines", nargs="+", choices=ENGINES, default=COMPARED)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--small-model", type=Path, default=MODELS / "en-de-multi30k")
    parser.add_argument("--sentences", type=int, nargs="+", default=SENTENCES)
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="for files")
    parser.add_argument("--plot", type=Path, help="draw both into this file")
    arguments = parser.parse_args()
    # Files first: what a child's memory is compared with counts what this process holds by then.
    files = by_sentences(arguments.small_model, arguments.sentences, arguments.threads)
    lengths = by_length(arguments.model, arguments.lengths, arguments.engines, arguments.rounds)
    if arguments.plot is not None:
        panels = {
            ("One sentence", "tokens", "milliseconds"): lengths,
            ("A file", "sentences", "processor seconds"): {"seconds": files["seconds"]},
            ("Memory for a file", "sentences", "MB at most"): {"memory": files["memory"]},
        }
        draw_growth(panels, arguments.plot)


if __name__ == "__main__":
    main()
