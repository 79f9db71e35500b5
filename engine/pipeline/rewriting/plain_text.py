"""Marks that a model does not know are written plainly before it reads them."""

import unicodedata
from collections.abc import Iterator, Sequence

from engine.pipeline.rewriting.vocabulary_coverage import byte_places, is_covered
from engine.text.text_edits import Edit
from engine.tokenizers.encoding import Encoding
from engine.tokenizers.tokenizer import Tokenizer

_PLAINER = {
    **dict.fromkeys("‘’‚‛′ʼ`´", ("'",)),
    **dict.fromkeys("“”„‟″«»", ('"', "'")),
    **dict.fromkeys("—―", ("–", "-")),
    **dict.fromkeys("–‐‑‒−", ("-",)),
    "…": ("...", "."),
    **dict.fromkeys("[{", ("(",)),
    **dict.fromkeys("]}", (")",)),
}
"""What may be read for a mark, the best first."""

_CURLY = frozenset("‘’“”")
"""Rare in what models learn from, though their vocabularies have them: always read as straight."""
_LOW = frozenset("„‚")
"""Where one of these stands, the curly ones are as German has them."""


def plain_edits(text: str, encoding: Encoding, tokenizer: Tokenizer) -> Iterator[Edit]:
    """Yield edits: blanks and curly marks are always written plainly, others if not known."""
    done = set[int]()
    for token_id, span in zip(encoding.ids, encoding.spans, strict=True):
        if token_id == tokenizer.special.unk:
            word = text[slice(*span)]
            plain = "".join(next(iter(_plainer(character)), character) for character in word)
            if plain != word and is_covered(plain, tokenizer):
                yield Edit(*span, plain)
                done.update(range(*span))
    unknown = set(byte_places(encoding, tokenizer))
    curly = _CURLY if _LOW.isdisjoint(text) else frozenset()
    for place, character in enumerate(text):
        if place in done:
            continue
        if character.isspace():
            if place and text[place - 1].isspace():
                yield Edit(place, place + 1, "")
            elif character != " ":
                yield Edit(place, place + 1, " ")
            continue
        if place not in unknown and character not in curly:
            continue
        for plain in _plainer(character):
            if not plain or is_covered(plain, tokenizer):
                yield Edit(place, place + 1, plain)
                break


def _plainer(character: str) -> Sequence[str]:
    """Return what may be read for a character, the best first."""
    if unicodedata.category(character) in ("Cc", "Cf", "Mn"):
        return ("",)
    if character.isalpha():
        letters = unicodedata.normalize("NFKD", character)
        bare = "".join(c for c in letters if unicodedata.category(c)[0] == "L")
        return (bare,) if bare not in ("", character) else ()
    if "\uff01" <= character <= "\uff5e":  # the wide forms of ASCII's marks
        return () if character.isdecimal() else (chr(ord(character) - 0xFEE0),)
    return _PLAINER.get(character, ())
