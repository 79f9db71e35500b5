"""The catalogue of published models that ships with the program: read it, search it.

Nothing here goes online. `resources/catalogue/README.md` says where the list is from.
"""

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path

from engine.catalogue.published_model import PublishedModel, PublishedScore, is_language
from engine.languages.names import load_language_names

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "catalogue"
_MODELS_FILE = FOLDER / "models.tsv"
_WORD = re.compile(r"\w+")


def load_catalogue() -> tuple[PublishedModel, ...]:
    """Return all published models, by the names of their languages, the best of each pair first.

    A model of one pair comes before one of many; among equals, the better score decides.
    """
    names = load_language_names()
    models = (_read_model(row) for row in _read_rows(_MODELS_FILE))
    return tuple(sorted(models, key=lambda model: (*_language_order(model, names), _rank(model))))


def language_code(text: str, names: Mapping[str, Sequence[str]]) -> str | None:
    """Return the code of a language that is given by its code or one of its names, if it is one."""
    if text in names:
        return text
    words = _words([text])
    called_so = (code for code, called in names.items() for one in called if _words([one]) == words)
    return next(called_so, None)


def find(
    catalogue: Sequence[PublishedModel], text: str, names: Mapping[str, Sequence[str]]
) -> tuple[PublishedModel, ...]:
    """Return the models that a text describes, in the order of the catalogue.

    Each of its words must be the code of one of a model's languages, or begin a name of one of them
    or a part of the model's name; accents and capitals make no difference. Of two words, "french
    german" or "fr-de", models that translate from the first to the second come first; of one word,
    "swahili", those of a language whose name begins with it, and not only ends: "Congo Swahili".

    Args:
        catalogue: The models, as `load_catalogue` returns them.
        text: What somebody looks for; all models match an empty one.
        names: What people call each language, by code, in any number of languages.
    """
    words = _words([text])
    terms = {code: _words(called) for code, called in names.items()}

    def means(word: str, codes: Sequence[str]) -> bool:
        if word in terms:
            return any(is_language(code, word) for code in codes)
        return any(term.startswith(word) for code in codes for term in terms.get(code, []))

    def matches(word: str, model: PublishedModel) -> bool:
        if means(word, (*model.source_languages, *model.target_languages)):
            return True
        return word not in terms and any(part.startswith(word) for part in _words([model.name]))

    found = [model for model in catalogue if all(matches(word, model) for word in words)]
    if len(words) == 1 and words[0] not in names:
        leading = {
            code
            for code, of in names.items()
            if any(_words([n])[0].startswith(words[0]) for n in of)
        }
        found.sort(
            key=lambda model: leading.isdisjoint((*model.source_languages, *model.target_languages))
        )
    if len(words) == 2:
        first, second = words
        found.sort(
            key=lambda model: (
                not (means(first, model.source_languages) and means(second, model.target_languages))
            )
        )
    return tuple(found)


def languages_meant(text: str, names: Mapping[str, Sequence[str]]) -> tuple[frozenset[str], ...]:
    """Return the codes of the languages that each word of a search can mean."""
    terms = {code: _words(called) for code, called in names.items()}
    return tuple(
        frozenset(code for code in names if is_language(code, word))
        if word in names
        else frozenset(code for code, of in terms.items() if any(t.startswith(word) for t in of))
        for word in _words([text])
    )


def find_pair(
    catalogue: Iterable[PublishedModel], source: str, target: str
) -> tuple[PublishedModel, ...]:
    """Return the models that translate from one language to another, the best first."""
    found = (model for model in catalogue if model.direction(source, target))
    return tuple(sorted(found, key=_rank))


def _rank(model: PublishedModel) -> tuple[int, float, str]:
    languages = len(model.source_languages) * len(model.target_languages)
    return languages, -model.score.bleu if model.score else 0.0, model.name


def _language_order(
    model: PublishedModel, names: Mapping[str, tuple[str, str]]
) -> tuple[bool, list[str], list[str]]:
    sources, targets = (
        [names[code][0] for code in codes]
        for codes in (model.source_languages, model.target_languages)
    )
    return model.is_multilingual, sources, targets


def _words(texts: Iterable[str]) -> list[str]:
    """Return the words of texts without accents and capitals."""
    decomposed = unicodedata.normalize("NFKD", " ".join(texts).casefold())
    bare = "".join(one for one in decomposed if not unicodedata.combining(one))
    return _WORD.findall(bare.replace("_", " "))


def _read_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _read_model(row: Mapping[str, str]) -> PublishedModel:
    score = None
    if row["bleu"]:
        chrf = float(row["chrf"]) if row["chrf"] else None
        score = PublishedScore(row["test_set"], float(row["bleu"]), chrf)
    return PublishedModel(
        name=row["name"],
        publisher=row["publisher"],
        source_languages=tuple(row["from"].split()),
        target_languages=tuple(row["to"].split()),
        size_bytes=int(row["bytes"]) if row["bytes"] else None,
        estimated_bytes=int(row["estimated_bytes"]),
        licence=row["licence"],
        addresses=tuple(row["addresses"].split()),
        sha256=row["sha256"],
        score=score,
        released=date.fromisoformat(row["released"]),
    )
