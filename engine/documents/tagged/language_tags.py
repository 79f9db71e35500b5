"""What a document says about its language: spelling checkers and screen readers go by it."""

import locale
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.documents.tagged.dialects import Dialect
from engine.documents.tagged.tokens import Characters, End, Start, Token
from engine.languages.lookup import primary_subtag


@dataclass(frozen=True, slots=True)
class Languages:
    """What a document is written in, and what it is translated to."""

    source: str
    target: str


def relabelled(tokens: Iterable[Token], languages: Languages, dialect: Dialect) -> Iterator[Token]:
    """Yield tokens that name the target language wherever they named the source language."""
    labels = _Labels(languages)
    is_named = False
    for token in tokens:
        match token:
            case Start():
                is_named = token.name in dialect.languages
                yield labels.of_tag(token)
            case Characters() if is_named and labels.is_source(token.text.strip()):
                yield Characters(languages.target, languages.target)
            case End():
                is_named = False
                yield token
            case _:
                yield token


class _Labels:
    """The ways to name a language in a tag."""

    def __init__(self, languages: Languages) -> None:
        source = re.escape(primary_subtag(languages.source))
        code = rf"""(["']){source}(?:[-_][\w-]*)?\2"""
        self.named = re.compile(rf"""(\s(?:xml:)?lang\s*=\s*){code}""", re.IGNORECASE)
        self.word = re.compile(rf"""(\s\w+:val\s*=\s*){code}""", re.IGNORECASE)
        self.office = re.compile(rf"""(\sfo:language\s*=\s*){code}""", re.IGNORECASE)
        self.country = re.compile(r"""(\sfo:country\s*=\s*)(["'])\w*\2""")
        self.source = re.compile(rf"{source}(?:[-_][\w-]*)?", re.IGNORECASE)
        self.target = languages.target
        # The region that most who write the language are of: word processors ask for one.
        usual = locale.normalize(languages.target.replace("-", "_")).partition(".")[0]
        self.language, _, self.region = usual.partition("_")

    def is_source(self, code: str) -> bool:
        """Return whether this names the source language."""
        return self.source.fullmatch(code) is not None

    def of_tag(self, tag: Start) -> Start:
        """Return a tag that names the target language if it named the source language."""
        if "lang" not in tag.raw:
            return tag
        code = f"{self.language}-{self.region}" if self.region else self.target
        named = code if tag.name.startswith("a:") else self.target
        raw = self.named.sub(rf"\g<1>\g<2>{named}\g<2>", tag.raw)
        if tag.name in ("w:lang", "w:themeFontLang"):
            raw = self.word.sub(rf"\g<1>\g<2>{code}\g<2>", raw)
        elif (office := self.office.sub(rf"\g<1>\g<2>{self.language}\g<2>", raw)) != raw:
            raw = self.country.sub(rf"\g<1>\g<2>{self.region or 'none'}\g<2>", office)
        return tag if raw == tag.raw else replace(tag, raw=raw)
