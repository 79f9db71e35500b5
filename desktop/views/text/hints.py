"""What the glossary and the dictionary say of the words of a text: their marks and tooltips."""

from collections.abc import Iterable, Iterator, Sequence

from PySide6.QtCore import QCoreApplication

from desktop.text.text_direction import isolated
from desktop.values.word_links import HintMark
from desktop.views.text.highlighter import Style

translate = QCoreApplication.translate

_STYLES = {
    "glossary": Style.TERM,
    "dictionary": Style.DICTIONARY,
    "unused": Style.DICTIONARY,
}


def hint_spans(hints: Iterable[HintMark]) -> Iterator[tuple[int, int, Style]]:
    """Yield the marks of hints."""
    for hint in hints:
        yield hint.start, hint.end, _STYLES[hint.origin]


def hint_at(hints: Iterable[HintMark], offset: int) -> str:
    """Return what is said of the word at an offset, if anything is."""
    return "\n".join(describe_hints([hint for hint in hints if hint.start <= offset < hint.end]))


def describe_hints(hints: Sequence[HintMark]) -> Iterator[str]:
    """Yield what is said of some words, by where it comes from."""
    titles = {
        "glossary": translate("Hints", "Glossary: {words}"),
        "dictionary": translate("Hints", "From the dictionary: {words}"),
        "unused": translate("Hints", "In the dictionary, but not used: {words}"),
    }
    for origin, title in titles.items():
        words = dict.fromkeys(
            f"{isolated(hint.source)} → {isolated(hint.target)}"
            for hint in hints
            if hint.origin == origin
        )
        if words:
            yield title.format(words=", ".join(words))
