"""Which languages a model of another program translates, as its files tell. Torch-free."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from engine.errors import ForeignModelError, LanguagesUnknownError
from engine.languages.codes import language_code
from engine.languages.lookup import primary_subtag

_TOKEN = re.compile(">>(.+)<<")

Languages = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModelLanguages:
    """As in `Manifest`."""

    source: str
    target: str
    sources: Languages
    target_tokens: Mapping[str, str]


def target_tokens(tokens: Iterable[str]) -> dict[str, str]:
    """Return the tokens of a vocabulary that ask for a language, such as ">>deu<<", by language."""
    found: dict[str, str] = {}
    for token in tokens:
        match = _TOKEN.fullmatch(token)
        code = match and language_code(match[1])
        if code:
            found.setdefault(code, token)
    return found


def named_languages(text: str) -> Languages:
    """Return the languages of "en", "eng", "zh_CN", "fr_es_pt" or "fr+es"; none of a group's."""
    whole = language_code(text)
    if whole is not None and re.fullmatch("[a-z]+(_[A-Z][A-Za-z]+)?", text):
        return (whole,)
    codes = [language_code(part) for part in re.split("[+_]", text)]
    return tuple(code for code in codes if code) if all(codes) else ()


def languages_in_name(name: str) -> tuple[Languages, Languages]:
    """Return the sources and targets in a model's name: en and de of "opus-mt-en-de".

    Of a group, such as in "opus-mt-en-ROMANCE", a name tells no languages.
    """
    for source, target in reversed(list(pairwise(name.replace("-to-", "-").split("-")))):
        both = named_languages(source), named_languages(target)
        if all(side or _is_group(text) for side, text in zip(both, (source, target), strict=True)):
            return both
    return (), ()


def find_languages(
    path: Path,
    tokens: Iterable[str],
    stated: Sequence[tuple[Languages, Languages]],
    chosen: tuple[str, str] | None,
) -> ModelLanguages:
    """Decide which languages a model translates.

    Args:
        path: Where it is, for errors.
        tokens: Its vocabulary; tokens such as ">>deu<<" are the languages it writes. Among equals,
            the first is the one to begin with.
        stated: What sources and targets are stated to be, the most trustworthy statement first.
        chosen: The direction that the user named; None if none.

    Raises:
        LanguagesUnknownError: If nothing says from which language or into which.
        ForeignModelError: If the model has no token for the language that the user chose.
    """
    tokens_by_language = target_tokens(tokens)
    sources = next((sources for sources, _ in stated if sources), ())
    targets = next((targets for _, targets in stated if targets), ())
    if chosen is not None:
        sources = tuple(dict.fromkeys((chosen[0], *sources)))
        targets = (chosen[1],)
    if tokens_by_language:
        targets = _with_token(targets, tuple(tokens_by_language))
        if chosen is not None and not targets:
            problem = (
                f"it does not write {chosen[1]}; it writes {', '.join(sorted(tokens_by_language))}"
            )
            raise ForeignModelError(path, [problem])
        targets = targets or tuple(tokens_by_language)
    elif len(targets) > 1:
        targets = ()  # nothing asks such a model for one of them
    pairs = ((source, target) for source in sources for target in targets if source != target)
    direction = next(pairs, None)
    if direction is None:
        raise LanguagesUnknownError(path)
    return ModelLanguages(
        source=direction[0],
        target=direction[1],
        sources=sources if len(sources) > 1 else (),
        target_tokens=tokens_by_language,
    )


def _with_token(wanted: Languages, known: Languages) -> Languages:
    """Return the known languages that are wanted: "zh-Hans" if "zh" is, where that is not known."""
    return tuple(
        found
        for language in wanted
        if (
            found := language
            if language in known
            else next((code for code in known if primary_subtag(code) == language), "")
        )
    )


def _is_group(text: str) -> bool:
    """Return whether a part of a name stands for several languages: "gem", "ROMANCE"."""
    return bool(re.fullmatch("[A-Z][A-Z_]+", text)) or (
        bool(re.fullmatch("[a-z]{3}", text)) and language_code(text) is None
    )
