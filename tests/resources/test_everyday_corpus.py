"""The text that comes with the program: two columns everywhere, no pair twice, nothing measured."""

import csv
import gzip
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.near_copies import NearCopies
from training.built_in_texts import HELD_OUT, count_everyday, everyday_files

TESTS = Path(__file__).parents[1]
FILES = [*everyday_files(), HELD_OUT]


def rows_of(path: Path) -> list[list[str]]:
    lines = path.read_bytes().decode("utf-8").removesuffix("\n").split("\n")
    return [line.split("\t") for line in lines]


def measuring_tables() -> Iterator[Path]:
    """Yield the tables with which tests measure models."""
    yield from (TESTS / "pipeline" / "everyday_inputs").glob("*.tsv")
    yield from (TESTS / "data").rglob("*.tsv")


def measuring_text() -> Iterator[str]:
    """Yield the sentences that measure models elsewhere, where they are at hand."""
    data = Path(os.environ.get("TRANSLUCENT_DATA", TESTS.parents[1] / "shared" / "data"))
    for path in (data / "general" / "dev.tsv", data / "everyday" / "dev.tsv"):
        if path.is_file():
            yield from (cell for row in rows_of(path) for cell in row[:2])
    captions = data / "multi30k" / "data" / "task1" / "raw"
    for path in (*captions.glob("val.*.gz"), *captions.glob("test_2016_flickr.*.gz")):
        yield from gzip.decompress(path.read_bytes()).decode("utf-8").splitlines()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_each_line_is_a_sentence_and_its_translation(path: Path) -> None:
    for number, row in enumerate(rows_of(path), start=1):
        assert len(row) == 2, f"line {number}"
        assert all(cell and cell == cell.strip() for cell in row), f"line {number}"
        odd = {sign for cell in row for sign in cell if unicodedata.category(sign) in ("Cc", "Co")}
        assert not odd, f"line {number}: {odd}"


def test_no_pair_is_there_twice() -> None:
    seen: dict[tuple[str, ...], str] = {}
    for path in FILES:
        for number, row in enumerate(rows_of(path), start=1):
            place = f"{path.name}, line {number}"
            pair = tuple(cell.casefold() for cell in row)
            assert pair not in seen, f"{place} is as {seen[pair]}"
            seen[pair] = place


def test_the_pairs_are_counted_by_their_lines() -> None:
    assert HELD_OUT not in everyday_files()
    assert count_everyday() == sum(len(rows_of(path)) for path in everyday_files()) > 10_000


def test_no_sentence_is_a_near_copy_of_one_that_measures() -> None:
    cells = [
        cell
        for path in measuring_tables()
        for row in csv.reader(
            path.read_text(encoding="utf-8").splitlines(), "excel-tab", quoting=csv.QUOTE_NONE
        )
        for cell in row
        if len(cell.split()) > 2  # neither what a translation must hold, nor a kind of input
    ]
    assert len(cells) > 1000
    known = NearCopies([*cells, *measuring_text()])
    own = NearCopies(cell for row in rows_of(HELD_OUT) for cell in row)
    copies = [
        f"{path.name}, line {number}: {cell}"
        for path in FILES
        for number, row in enumerate(rows_of(path), start=1)
        for cell in row
        if known.original_of(cell) or (path != HELD_OUT and own.original_of(cell))
    ]
    assert not copies, "\n".join(copies[:20])
