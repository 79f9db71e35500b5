"""Amounts as people say them: durations, sizes, counts."""

import math

from PySide6.QtCore import QCoreApplication, QLocale, QObject

translate = QCoreApplication.translate

_MINUTE = 60
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR
_NEARLY_A_MINUTE = 50


class Amounts(QObject):
    """Plural forms, which lupdate finds in the `tr` of a class alone."""

    def minutes(self, number: int) -> str:
        """Return whole minutes in words."""
        return self.tr("%n minute(s)", "", number)

    def hours(self, number: int) -> str:
        """Return whole hours in words."""
        return self.tr("%n hour(s)", "", number)

    def days(self, number: int) -> str:
        """Return whole days in words."""
        return self.tr("%n day(s)", "", number)


def duration(seconds: float) -> str:
    """Return about how long it takes, with no more digits than an estimate deserves."""
    if seconds < _NEARLY_A_MINUTE:
        return translate("Amounts", "less than a minute")
    if seconds < 90 * _MINUTE:
        return Amounts().minutes(round(seconds / _MINUTE))
    if seconds < 10 * _HOUR:
        halves = round(2 * seconds / _HOUR)
        hours = QLocale().toString(halves / 2, "f", halves % 2)
        return translate("Amounts", "{hours} hours").format(hours=hours)
    if seconds < 2 * _DAY:
        return Amounts().hours(round(seconds / _HOUR))
    return Amounts().days(round(seconds / _DAY))


def at_most(seconds: float) -> str:
    """Return a time that it does not take longer than: `duration`, rounded up."""
    if seconds < _NEARLY_A_MINUTE:
        return duration(seconds)
    units = ((90 * _MINUTE, _MINUTE), (10 * _HOUR, _HOUR // 2), (2 * _DAY, _HOUR))
    unit = next((unit for limit, unit in units if seconds < limit), _DAY)
    return duration(math.ceil(seconds / unit) * unit)


def time_left(seconds: float) -> str:
    """Return how long something will still take."""
    if seconds < _NEARLY_A_MINUTE:
        return translate("Amounts", "{time} left").format(time=duration(seconds))
    return translate("Amounts", "about {time} left").format(time=duration(seconds))


def size(num_bytes: int, decimals: int = 1) -> str:
    """Return a number of bytes in the unit that suits them."""
    return QLocale().formattedDataSize(
        max(num_bytes, 0), decimals, QLocale.DataSizeFormat.DataSizeSIFormat
    )


def figure(value: float, digits: int) -> str:
    """Return a number rounded to so many digits; a larger one is written in full: 2,500."""
    is_larger = abs(value) >= 10**digits - 0.5
    return QLocale().toString(value, *(("f", 0) if is_larger else ("g", digits)))


def count(number: float) -> str:
    """Return a number with the separators of the language, millions in their short form."""
    if number >= 1_000_000:
        millions = QLocale().toString(number / 1_000_000, "f", 1)
        return translate("Amounts", "{millions} million").format(millions=millions)
    return QLocale().toString(round(number))
