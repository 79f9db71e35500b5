"""The beginning of a text, to tell people which one is meant."""


def beginning(text: str, longest: int) -> str:
    """Return the beginning of a text in one line of at most so many characters.

    `textwrap.shorten` leaves nothing of a text without blanks, as Chinese is written.
    """
    line = " ".join(text[: 2 * longest].split())
    is_whole = len(line) <= longest and len(text) <= 2 * longest
    return line if is_whole else line[: longest - 1].rstrip() + "…"
