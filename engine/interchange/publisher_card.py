"""What the publisher of a model says in its README, as OPUS-MT's models have it.

Such a card is Markdown, often with a few fields before it, and written for people: what is not
found in it is left empty. Torch-free.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.languages.codes import language_code
from engine.models.manifest import Score

_SIZE_LIMIT = 1 << 20
_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
_LICENCE = re.compile(r"^\W*license\W*?:\W*(\S.*?)\W*$", re.IGNORECASE | re.MULTILINE)
_DEVELOPER = re.compile(r"^\W*developed by\W*?:\W*(\S.*?)\W*$", re.IGNORECASE | re.MULTILINE)
_OPUS = re.compile(r"https://github\.com/(Helsinki-NLP)/[^\s)>\]\"']+")
_PREPARED = re.compile(
    r"^\W*pre-processing\W*:.*\bnormali[sz]ation\b", re.IGNORECASE | re.MULTILINE
)
_RULE = re.compile(r":?-+:?")
_SCORES = {"bleu": "bleu", "chrf": "chrf"}
_SCORES_LIMIT = 100


@dataclass(frozen=True, slots=True)
class PublisherCard:
    """What a card tells."""

    text: str = ""
    """The card without the fields before it."""
    publisher: str = ""
    licence: str = ""
    address: str = ""
    source_languages: tuple[str, ...] = ()
    target_languages: tuple[str, ...] = ()
    scores: tuple[Score, ...] = ()
    has_normalized_punctuation: bool = False
    """Whether the model was trained on text whose punctuation was normalised."""


def read_publisher_card(path: Path) -> PublisherCard:
    """Read a README; an empty card if there is none that can be read."""
    try:
        with path.open("rb") as file:
            text = file.read(_SIZE_LIMIT).decode("utf-8", errors="replace")
    except OSError:
        return PublisherCard()
    text = text.replace("\r\n", "\n")
    front = _FRONT.match(text)
    body = text[front.end() :] if front else text
    opus = _OPUS.search(body)
    developer = _first(_DEVELOPER, body)
    return PublisherCard(
        text=body,
        publisher=developer or (opus[1] if opus else ""),
        licence=_first(_LICENCE, front[1] if front else "") or _first(_LICENCE, body),
        address=opus[0] if opus else "",
        source_languages=_languages("source", body),
        target_languages=_languages("target", body),
        scores=tuple(_scores(body))[:_SCORES_LIMIT],
        has_normalized_punctuation=_PREPARED.search(body) is not None,
    )


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


def _languages(side: str, text: str) -> tuple[str, ...]:
    """Return the codes that stand behind "source languages:" or "Source Language(s):"."""
    line = re.search(rf"^\W*{side} language(?:s|\(s\))?\W*?:(.*)", text, re.I | re.MULTILINE)
    if line is None:
        return ()
    codes = map(language_code, re.findall(r"\w+", line[1]))
    return tuple(dict.fromkeys(code for code in codes if code is not None))


def _scores(text: str) -> Iterator[Score]:
    """Return what the tables state that have a column for the test set and one for BLEU or chrF."""
    header: Sequence[str] = ()
    for line in text.splitlines():
        if not line.lstrip().startswith("|"):
            header = ()
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not header:
            header = [cell.casefold().replace("-", "") for cell in cells]
        elif "testset" in header and not all(map(_RULE.fullmatch, cells)):
            yield from _row_scores(dict(zip(header, cells, strict=False)))


def _row_scores(row: dict[str, str]) -> Iterator[Score]:
    corpus = " ".join(row[column] for column in ("testset", "langpair") if row.get(column))
    for column, name in _SCORES.items():
        try:
            value = float(row.get(column, ""))
        except ValueError:
            continue
        # chrF is stated from 0 to 1; everybody else, and we, count to 100.
        if 0 <= value <= 100:
            yield Score(
                name=name,
                value=round(100 * value, 1) if name == "chrf" and value <= 1 else value,
                corpus=corpus,
            )
