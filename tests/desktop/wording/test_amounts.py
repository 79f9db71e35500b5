"""Amounts in words: never more exact than an estimate is."""

import pytest
from PySide6.QtCore import QLocale

from desktop.wording import amounts


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "less than a minute"),
        (49, "less than a minute"),
        (50, "1 minute(s)"),
        (340, "6 minute(s)"),
        (89 * 60, "89 minute(s)"),
        (2 * 3600, "2 hours"),
        (2.5 * 3600, "2.5 hours"),
        (26 * 3600, "26 hour(s)"),
        (5 * 86_400, "5 day(s)"),
    ],
)
def test_durations_are_words(seconds: float, words: str) -> None:
    QLocale.setDefault(QLocale("en_US"))
    assert amounts.duration(seconds) == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (49, "less than a minute"),
        (61, "2 minute(s)"),
        (89 * 60 + 1, "1.5 hours"),
        (2 * 3600 + 60, "2.5 hours"),
        (26 * 3600 + 60, "27 hour(s)"),
        (5 * 86_400 + 60, "6 day(s)"),
    ],
)
def test_the_most_that_it_takes_is_rounded_up(seconds: float, words: str) -> None:
    QLocale.setDefault(QLocale("en_US"))
    assert amounts.at_most(seconds) == words


def test_sizes_and_counts_follow_the_language() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    assert amounts.size(1_300_000_000) == "1,3 GB"
    assert amounts.size(-5) == amounts.size(0)
    assert amounts.count(28_983) == "28.983"
    assert amounts.count(62_400_000) == "62,4 million"


@pytest.mark.parametrize(
    ("value", "digits", "words"),
    [
        (2500.0, 3, "2,500"),
        (999.6, 3, "1,000"),
        (1_234_567.0, 6, "1,234,567"),
        (47.31, 3, "47.3"),
        (-2500.4, 2, "-2,500"),
        (0.00025, 2, "0.00025"),
        (5e-7, 2, "5e-07"),
    ],
)
def test_large_figures_are_written_in_full(value: float, digits: int, words: str) -> None:
    QLocale.setDefault(QLocale("en_US"))
    assert amounts.figure(value, digits) == words
