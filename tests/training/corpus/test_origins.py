"""Where training text is from: what its sources say, and what a model's card says of it."""

from pathlib import Path

import pytest

from tests.support.pairs import write_lines
from training.corpus.origins import Origin, Source, describe_origins, read_sources


@pytest.mark.parametrize(
    ("licence", "is_restricted"),
    [
        ("WMT test sets: research use (statmt.org/wmt)", True),
        ("TED: CC BY-NC-ND 4.0", True),
        ("CC-BY-NC-SA-4.0 (NON-COMMERCIAL)", True),
        ("Multi30k; provided for research and education", True),
        ("CC BY 2.0 FR", False),
        ("GPL-3.0 (repository LICENSE)", False),
        ("NCSA", False),
        ("", False),
    ],
)
def test_a_licence_for_research_or_no_commerce_is_known(licence: str, is_restricted: bool) -> None:
    assert Origin("web", 1, licence=licence).is_restricted == is_restricted


def test_sources_are_read_by_the_names_of_their_columns(tmp_path: Path) -> None:
    write_lines(
        tmp_path / "SOURCES.tsv",
        ["licence\torigin\tfrom", "CC0\tweb\texample.org", "MIT\tbooks", "\t", "GPL\t"],
    )
    expected = {"web": Source("CC0", "example.org"), "books": Source("MIT", "")}
    assert read_sources(tmp_path) == expected
    assert read_sources(tmp_path / "train.tsv") == expected
    assert read_sources(tmp_path / "elsewhere" / "train.tsv") == {}


def test_a_card_lists_every_origin_and_warns_of_text_for_research() -> None:
    free = [Origin("web", 12_000, 0.5, "CC BY 4.0"), Origin("books", 10, 1.0)]
    told = describe_origins(free, 12.5)
    assert "| web | 12,000 | 0.5 | 6.25 | CC BY 4.0 |" in told
    assert "| books | 10 | 1 | 12.5 | not stated |" in told
    assert "research" not in told
    told = describe_origins([*free, Origin("talks", 1_300, 1.0, "CC BY-NC | 4.0")], 2)
    assert "| talks | 1,300 | 1 | 2 | CC BY-NC \\| 4.0 |" in told
    assert "for research or non-commercial use only (1,300 pairs: talks)" in told
    assert describe_origins(free[:1], 2) == ""
