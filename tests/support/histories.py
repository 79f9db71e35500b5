"""Entries of a history, put in and looked up by their source texts alone."""

from desktop.storage.history import History


def keep(history: History, source: str, **changes: object) -> int:
    """Add an entry of which only the source text matters."""
    replaces = changes.get("replaces")
    assert replaces is None or isinstance(replaces, int)
    number = history.add(source, source.upper() or "-", "en", "de", "toy", replaces=replaces)
    assert number is not None
    return number


def sources(history: History, text: str = "", *, favourites: bool = False) -> list[str]:
    return [entry.source for entry in history.search(text, favourites=favourites)]
