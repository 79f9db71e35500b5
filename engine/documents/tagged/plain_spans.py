"""Spans of OpenDocument texts that format nothing.

LibreOffice marks what was typed in one go by a style of its own, so that documents can be compared.
Such a span may begin and end anywhere in a word, which would then be kept as it is.
"""

from collections.abc import Iterable, Iterator

from engine.documents.tagged.tokens import End, Start, Token


def without_plain_spans(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens of a text without the tags of spans whose style says nothing but its age."""
    plain: set[str] = set()
    style = ""
    """The automatic style that is being read, as long as it says nothing."""
    are_plain: list[bool] = []
    """Of all spans that are open."""
    for token in tokens:
        match token:
            case Start(name="style:style"):
                is_own = "style:parent-style-name" not in token.attributes
                style = token.attributes.get("style:name", "") if is_own else ""
            case Start(name="style:text-properties") if all(map(_is_age, token.attributes)):
                pass
            case Start() if style:  # any other property
                style = ""
            case End(name="style:style"):
                plain |= {style} - {""}
                style = ""
            case Start(name="text:span"):
                are_plain.append(token.attributes.get("text:style-name") in plain)
                if are_plain[-1]:
                    continue
            case End(name="text:span") if are_plain.pop():
                continue
            case _:
                pass
        yield token


def _is_age(attribute: str) -> bool:
    return attribute in ("officeooo:rsid", "officeooo:paragraph-rsid")
