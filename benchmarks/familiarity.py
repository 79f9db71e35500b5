"""How often a text is said to be far from what the model was trained on, and how often wrongly.

    python -m benchmarks.familiarity FILE [FILE …] [--model FOLDER] [--column N] [--lines N]

A file has one text a line, .gz too, or columns between tabs; a third column names the origin of the
line, and each origin is a text of its own. What is like the training text should pass without the
notice: there it is a false alarm. Everywhere else it should come: there it is a hit. Each sentence
of a line is judged for itself, as the program does.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from engine.translation import NoticeKind, TranslationRequest
from engine.translator import Translator
from training.text_files import read_lines

LINES_AT_ONCE = 64


def read_texts(path: Path, column: int) -> dict[str, list[str]]:
    """Give the lines of a file by their origin, which is the file where none is named."""
    texts: dict[str, list[str]] = {}
    for line in read_lines(path):
        cells = line.split("\t")
        origin = cells[2] if len(cells) > 2 else path.name
        texts.setdefault(origin, []).append(cells[column - 1] if len(cells) > 1 else line)
    return texts


def spread(lines: list[str], count: int) -> list[str]:
    """Give at most so many of the lines, from all over the text."""
    if len(lines) <= count:
        return lines
    return [lines[place * len(lines) // count] for place in range(count)]


def judged(translator: Translator, lines: list[str]) -> Iterator[bool]:
    """Say of each sentence of some lines whether it has the notice."""
    for start in range(0, len(lines), LINES_AT_ONCE):
        text = "\n".join(lines[start : start + LINES_AT_ONCE])
        request = TranslationRequest(text, with_alignment=False)
        for sentence in translator.translate(request).sentences:
            yield any(notice.kind is NoticeKind.UNFAMILIAR for notice in sentence.notices)


def main() -> None:
    """Translate all texts, and print a row of a table for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--model", type=Path, default=Path("resources/models/en-de-general"))
    parser.add_argument("--column", type=int, default=1, choices=(1, 2), help="that is translated")
    parser.add_argument("--lines", type=int, default=1000, help="of each text, at most")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    translator = Translator.open(arguments.model, device="cpu", threads=arguments.threads)
    print(f"{translator.manifest.name}, {translator.manifest.familiarity}", flush=True)
    print("| text | sentences | with the notice |\n|---|---|---|")
    for path in arguments.files:
        for origin, lines in read_texts(path, arguments.column).items():
            noticed = list(judged(translator, spread(lines, arguments.lines)))
            share = sum(noticed) / max(1, len(noticed))
            print(f"| {origin} | {len(noticed):,} | {share:.1%} |", flush=True)


if __name__ == "__main__":
    main()
