"""Tables between tabs, read in bulk: as they would be line by line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.pairs import write_lines
from training.corpus_formats.packed_pairs import PackedPairs
from training.corpus_formats.pair_files import read_pairs, read_tsv
from training.corpus_formats.sentence_pair import BackTranslation, SentencePair, SyntheticPair
from training.corpus_formats.tab_tables import read_tab_table
from training.errors import CorpusError

EN_DE = ("en", "de")
CELL = st.text(st.sampled_from("ab ä“€\u00a0\u2003\u3000\u0085\x1c\r\v")) | st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\n\t")
)
LINE = st.lists(CELL, min_size=1, max_size=4).map("\t".join)


def line_by_line(lines: list[str]) -> list[tuple[str, str, str]] | int:
    """Read a table as plainly as can be: sentences and origins, or the number of a wrong line."""
    read: list[tuple[str, str, str]] = []
    for number, line in enumerate(lines, start=1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not any(cells):
            if len(cells) > 1:
                read.append(("", "", ""))
        elif len(cells) < 2:
            return number
        else:
            read.append((cells[0], cells[1], "".join(cells[2:3])))
    return read


@given(st.lists(LINE), st.booleans())
def test_a_table_is_read_in_bulk_as_line_by_line(lines: list[str], is_ended: bool) -> None:
    text = "\n".join(lines) + "\n" * is_ended
    expected = line_by_line(text.split("\n"))

    def read() -> PackedPairs:
        return read_tab_table(Path("a.tsv"), text.encode(), None, third_is_origin=True)

    if isinstance(expected, int):
        with pytest.raises(CorpusError) as caught:
            read()
        assert caught.value.line == expected
    else:
        pairs = read()
        origins = [pairs.origin_names[number] for number in pairs.origins]
        assert [(*pair, origin) for pair, origin in zip(pairs, origins, strict=True)] == expected


@pytest.mark.parametrize("name", ["a.tsv", "a.tsv.xz", "a.tsv.gz", "a.csv"])
def test_a_first_line_names_where_pairs_are_from_and_who_wrote_them(
    tmp_path: Path, name: str
) -> None:
    lines = [
        "synthetic\tde\torigin\ten",
        "\tHund\tweb\tdog",
        "de\tKatze\tbooks\tcat",
        "\t\t",
        "en\tMaus\t\tmouse",
    ]
    path = write_lines(tmp_path / name, lines)
    pairs = read_pairs(path, EN_DE)
    assert pairs == (("dog", "Hund"), ("cat", "Katze"), ("", ""), ("mouse", "Maus"))
    kinds = [SentencePair, SyntheticPair, SentencePair, BackTranslation]
    assert [type(pair) for pair in pairs] == kinds
    assert [pairs.origin_names[number] for number in pairs.origins] == ["web", "books", "", ""]


def test_a_third_column_without_a_name_is_an_origin_only_if_asked(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.tsv", ["a\tb\tweb", "c\td"])
    assert not read_tsv(path).origins.any()
    asked = read_tsv(path, third_is_origin=True)
    assert [asked.origin_names[number] for number in asked.origins] == ["web", ""]


@pytest.mark.parametrize("name", ["a.tsv", "a.csv"])
def test_a_number_a_line_is_no_origin(tmp_path: Path, name: str) -> None:
    path = write_lines(tmp_path / name, [f"a\tb\t{number}" for number in range(10_001)])
    with pytest.raises(CorpusError, match="more than 10,000 different names; check that it is"):
        read_pairs(path, EN_DE, third_is_origin=True)


@pytest.mark.parametrize(("bad", "line"), [((3, 7), 3), ((7, 3), 3)])
def test_the_first_wrong_line_is_named(tmp_path: Path, bad: tuple[int, int], line: int) -> None:
    lines = ["en\tde\tsynthetic", *["dog\tHund\tde"] * 9]
    lines[bad[0] - 1] = "dog\tHund\tfr"
    lines[bad[1] - 1] = "dog"
    path = write_lines(tmp_path / "a.tsv", lines)
    with pytest.raises(CorpusError, match=f"line {line} cannot be used"):
        read_tsv(path, EN_DE)
