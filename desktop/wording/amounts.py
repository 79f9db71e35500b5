"""Amounts as people say them: durations, sizes, counts."""

from PySide6.QtCore import QCoreApplication, QLocale, QObject

translate = QCoreApplication.translate

_MINUTE = 60
_HOUR = 60 * _MINUTE
_DAY = 24 * _HOUR


class Amounts(QObject):
    """Plural forms, which lupdate finds in the `tr` of a class alone."""

    def minutes(self, number: int) -> str:
        """Whole minutes."""
        return self.tr("%n minute(s)", "", number)

    def hours(self, number: int) -> str:
        """Whole hours."""
        return self.tr("%n hour(s)", "", number)

    def days(self, number: int) -> str:
        """Whole days."""
        return self.tr("%n day(s)", "", number)


def duration(seconds: float) -> str:
    """About how long: no more digits than an estimate deserves."""
    if seconds < 50:
        return translate("Amounts", "less than a minute")
    if seconds < 90 * _MINUTE:
        return Amounts().minutes(max(round(seconds / _MINUTE), 1))
    if seconds < 10 * _HOUR:
        halves = round(2 * seconds / _HOUR)
        hours = QLocale().toString(halves / 2, "f", halves % 2)
        return translate("Amounts", "{hours} hours").format(hours=hours)
    if seconds < 2 * _DAY:
        return Amounts().hours(round(seconds / _HOUR))
    return Amounts().days(round(seconds / _DAY))


def size(num_bytes: int) -> str:
    """Bytes, in the unit that suits them."""
    return QLocale().formattedDataSize(
        max(num_bytes, 0), 1, QLocale.DataSizeFormat.DataSizeSIFormat
    )


def count(number: float) -> str:
    """A number with the separators of the language; millions in words' short form."""
    if number >= 1_000_000:
        millions = QLocale().toString(number / 1_000_000, "f", 1)
        return translate("Amounts", "{millions} million").format(millions=millions)
    return QLocale().toString(round(number))
