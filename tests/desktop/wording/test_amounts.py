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


def test_sizes_and_counts_follow_the_language() -> None:
    QLocale.setDefault(QLocale("de_DE"))
    assert amounts.size(1_300_000_000) == "1,3 GB"
    assert amounts.size(-5) == amounts.size(0)
    assert amounts.count(28_983) == "28.983"
    assert amounts.count(62_400_000) == "62,4 million"
