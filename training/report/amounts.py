"""Amounts as the report and the terminal write them."""


def duration(seconds: float) -> str:
    """Return a time as people say it: `45 s`, `12 min`, `3 h 05 min`."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    if minutes < 90:
        return f"{minutes} min"
    return f"{minutes // 60:,} h {minutes % 60:02d} min"


def figure(value: float) -> str:
    """Return a number rounded to four digits; a larger one is written in full: `12,500`."""
    return f"{value:,.4g}" if abs(value) < 9999.5 else f"{value:,.0f}"


def count(number: int) -> str:
    """Return a count in three digits: `2.36 million`; below a million all of it."""
    return f"{number / 1e6:,.3g} million" if number >= 1_000_000 else f"{number:,}"
