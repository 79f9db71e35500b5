"""How long a document takes: a text file of 10,000 words through `translucent translate --input`.

    python -m benchmarks.documents [--model FOLDER] [--text FILE] [--words 10000] [--threads N]

The text is that of `TRANSLUCENT_DATA` where it is, or else made of captions, as paragraphs of five
sentences. The program's time is that of the whole process: start, reading, translating, alignment
and writing. Beside it, CTranslate2 decodes the same sentences, split and turned into ids before,
ordered by length, 32 at once, with the program's beam; nothing else is part of its time.
"""

import argparse
import os
import statistics
from collections.abc import Sequence
from pathlib import Path

from benchmarks.decode import encoded
from benchmarks.decoding.engine_process import Decoded, running
from benchmarks.decoding.engines import Search
from benchmarks.program_run import ProgramRun, translate_file
from benchmarks.texts import captions, general_text, read_pairs
from engine.models.folder import read_model

MODEL = Path(__file__).parents[1] / "resources" / "models" / "en-de-general"
RIVALS = ("ctranslate2-float32", "ctranslate2-int8")
SENTENCES_A_PARAGRAPH = 5
SENTENCES_AT_ONCE = 32


def first_words(sentences: Sequence[str], words: int) -> list[str]:
    """Return the first sentences that have so many words together.

    Raises:
        SystemExit: If the text has fewer.
    """
    count = 0
    for place, sentence in enumerate(sentences):
        count += len(sentence.split())
        if count >= words:
            return list(sentences[: place + 1])
    raise SystemExit(f"The text has only {count:,} words.")


def paragraphs(sentences: Sequence[str]) -> list[str]:
    """Join sentences to paragraphs."""
    size = SENTENCES_A_PARAGRAPH
    return [" ".join(sentences[at : at + size]) for at in range(0, len(sentences), size)]


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, default=MODEL, help="a model folder")
    parser.add_argument("--text", type=Path, help="one sentence a line")
    parser.add_argument("--words", type=int, default=10_000)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    text, threads = arguments.text or general_text(), arguments.threads
    lines = [source for source, _ in read_pairs(text)] if text else captions(5_000)
    sentences = first_words(lines, arguments.words)
    loaded = read_model(arguments.model)
    sources = sorted(encoded([(line, "") for line in sentences], loaded.tokenizers), key=len)
    search = Search(
        beam_size=loaded.manifest.decoding.beam_size,
        length_penalty=loaded.manifest.decoding.length_penalty,
        max_length=loaded.manifest.decoding.max_length,
    )
    written = paragraphs(sentences)
    with running(RIVALS, arguments.model, threads) as engines:
        found: dict[str, list[ProgramRun | Decoded]] = {
            name: [] for name in ("translucent", *engines)
        }
        for _ in range(arguments.rounds):
            found["translucent"].append(translate_file(arguments.model, written, threads))
            for name, engine in engines.items():
                found[name].append(engine.decode(sources, search, SENTENCES_AT_ONCE))
    words = sum(len(sentence.split()) for sentence in sentences)
    source = text.name if text else "captions"
    print(f"{arguments.model.name}, {source}: {words:,} words, {len(sentences):,} sentences")
    print(f"{threads} threads, beam {search.beam_size}, medians of {arguments.rounds}\n")
    print("| | seconds | rounds | processor seconds | words a second |")
    print("|---|---|---|---|---|")
    for name, every in found.items():
        seconds = [one.seconds for one in every]
        middle = statistics.median(seconds)
        worked = statistics.median(one.processor_seconds for one in every)
        print(
            f"| {name} | {middle:.1f} | {min(seconds):.1f}–{max(seconds):.1f} | {worked:.1f} "
            f"| {words / middle:,.0f} |"
        )


if __name__ == "__main__":
    main()
