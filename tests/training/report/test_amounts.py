import pytest

from training.report.amounts import count, duration, figure


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "0 s"),
        (89, "89 s"),
        (90, "2 min"),
        (1800, "30 min"),
        (89.4 * 60, "89 min"),
        (90 * 60, "1 h 30 min"),
        (2 * 3600, "2 h 00 min"),
        (25.99 * 3600, "25 h 59 min"),
        (5000 * 3600, "5,000 h 00 min"),
    ],
)
def test_times_are_said_as_people_say_them(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_large_counts_are_said_in_millions() -> None:
    assert (count(999_999), count(2_357_568)) == ("999,999", "2.36 million")


def test_large_figures_are_written_in_full() -> None:
    figures = [figure(value) for value in (2500.0, 12_345.6, 9999.7, 39.2345, 1_000_000.0)]
    assert figures == ["2,500", "12,346", "10,000", "39.23", "1,000,000"]
