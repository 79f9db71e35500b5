"""Sentence pairs for tests: some, any, and files of them."""

import gzip
import lzma
from collections.abc import Sequence
from pathlib import Path

from hypothesis import strategies as st

from training.corpus_formats.sentence_pair import Pairs, SentencePair

SENTENCE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n\0\ufeff"))
PAIR = st.builds(SentencePair, SENTENCE, SENTENCE)
CELL = st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufeff"))
CELLS = st.lists(st.tuples(CELL, CELL).filter(lambda pair: any(map(str.strip, pair))), min_size=1)
GERMAN = "Größere Äpfel fallen früher vom Baum als süße, fröhliche Bären über Brücken gehen.\n"
RUSSIAN = "Большие яблоки падают с дерева раньше, чем весёлые медведи идут по мостам.\n"


def numbered(count: int, prefix: str = "") -> Pairs:
    return tuple(
        SentencePair(f"{prefix}sentence {number}", f"{prefix}Satz {number}")
        for number in range(count)
    )


def write_lines(path: Path, lines: Sequence[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    raw = "".join(f"{line}\n" for line in lines).encode()
    packings = {".gz": lambda data: gzip.compress(data, mtime=0), ".xz": lzma.compress}
    path.write_bytes(packings.get(path.suffix, bytes)(raw))
    return path


def write_aligned(folder: Path, name: str, pairs: Pairs, end: str = "") -> tuple[Path, Path]:
    return (
        write_lines(folder / f"{name}.en{end}", [pair.source for pair in pairs]),
        write_lines(folder / f"{name}.de{end}", [pair.target for pair in pairs]),
    )


def write_tsv(path: Path, pairs: Pairs) -> Path:
    return write_lines(path, ["\t".join(pair) for pair in pairs])
