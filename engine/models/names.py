"""What a model may be called: its name is a folder on every system, and is what people read.

Torch-free.
"""

import re
import unicodedata
from enum import StrEnum
from functools import cache
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import ModelFolderExistsError

if TYPE_CHECKING:
    import regex

NAME_LENGTH_LIMIT = 60
NAME_BYTES_LIMIT = 3 * NAME_LENGTH_LIMIT
"""In UTF-8, of the 255 that disks allow: the rest is for what is added, as in `free_model_name`,
the names of archives and downloads, and `engine.files.atomic_folders`."""

_NEVER_ON_WINDOWS = '/\\:*?"<>|'
# Windows looks at what is before the first full stop; its superscript digits are digits, too.
_WINDOWS_DEVICE = re.compile(
    r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\..*)?", re.IGNORECASE
)
_NEVER_IN_PLAIN_NAMES = re.compile(r"[^\w .,()+\-]+")
_JOINERS = r"""
    (?<=\p{ccc=Virama}) [\u200c\u200d]
        # which shape letters of Indian scripts take (RFC 5892, A.1 and A.2)
    | (?<=[\p{jt=L}\p{jt=D}]\p{jt=T}*) \u200c (?=\p{jt=T}*[\p{jt=R}\p{jt=D}])
        # letters of the Arabic script that are not joined (RFC 5892, A.1)
    | (?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]) \u200d (?=\p{Extended_Pictographic})
    | (?<=\p{Extended_Pictographic}) \ufe0f
    | (?<=[0-9]) \ufe0f (?=\u20e3)
        # parts of one emoji
"""
"""Invisible characters where writing needs them."""
_INVISIBLE = r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800--\x20]"


class NameProblem(StrEnum):
    """Why a text is not a valid model name."""

    LENGTH = f"a model name has 1 to {NAME_LENGTH_LIMIT} characters"
    SIZE = f"a model name has at most {NAME_BYTES_LIMIT} bytes; an emoji takes 4 or more"
    EDGES = "a name cannot start with a hyphen, or start or end with a space or a full stop"
    CHARACTERS = """a name cannot contain invisible characters or any of / \\ : * ? " < > |"""
    RESERVED = "Windows reserves names such as con and aux"


def name_problem(name: str) -> NameProblem | None:
    """Return why `name` is not a valid model name; None if it is."""
    if not name or len(name) > NAME_LENGTH_LIMIT:
        return NameProblem.LENGTH
    # What begins with a hyphen is an option of a command.
    if name != name.strip() or name[0] in ".-" or name[-1] == ".":
        return NameProblem.EDGES
    if any(character in _NEVER_ON_WINDOWS for character in name) or _has_invisible(name):
        return NameProblem.CHARACTERS
    if len(name.encode()) > NAME_BYTES_LIMIT:
        return NameProblem.SIZE
    if _WINDOWS_DEVICE.fullmatch(name):
        return NameProblem.RESERVED
    return None


def possible_name(text: str, otherwise: str = "model") -> str:
    """Return the name that a model can have which is most like a text."""
    plain = _NEVER_IN_PLAIN_NAMES.sub("-", unicodedata.normalize("NFC", text))
    plain = plain.rstrip(" .").lstrip(" .-")
    name = lengthened(plain, "")
    return name if name_problem(name) is None else otherwise


def lengthened(name: str, suffix: str) -> str:
    """Return a name with a suffix, shortened before it as far as the limits ask."""
    while name and name_problem(name + suffix) in (NameProblem.LENGTH, NameProblem.SIZE):
        name = name[:-1].rstrip(" .")
    return name + suffix


def free_model_name(models: Path, name: str) -> str:
    """Return `name` if no model has it, or else "name 2", "name 3" and so on."""
    taken = [path.name for path in models.iterdir()] if models.is_dir() else []
    numbered = (lengthened(name, f" {number}") for number in count(2))
    names = chain([name], numbered)
    return next(free for free in names if not any(is_same_name(free, other) for other in taken))


def place_for(models: Path, name: str, renamed: Path | None = None) -> Path:
    """Return where a new model of that name belongs, or one that is renamed.

    Raises:
        ModelFolderExistsError: If another model has that name, as `is_same_name` compares them.
        ValueError: If no model can have it.
    """
    problem = name_problem(name)
    if problem is not None:
        raise ValueError(problem)
    for other in models.iterdir() if models.is_dir() else ():
        if other != renamed and is_same_name(other.name, name):
            raise ModelFolderExistsError(other)
    return models / unicodedata.normalize("NFC", name)


def is_same_name(one: str, other: str) -> bool:
    """Return whether some disks or all people take two names for one.

    Windows and macOS take capitals for small letters, and macOS é for e with an accent; nobody sees
    whether an emoji has a variation selector.
    """
    return one == other or _folded(one) == _folded(other)


def _folded(name: str) -> str:
    small = unicodedata.normalize("NFD", name).casefold()
    if not small.isascii():
        small = _compiled(_INVISIBLE).sub("", small)
    return unicodedata.normalize("NFC", small)


def _has_invisible(name: str) -> bool:
    if name.isascii():
        return not name.isprintable()
    return bool(_compiled(_INVISIBLE).search(_compiled(_JOINERS).sub("", name)))


@cache
def _compiled(pattern: str) -> "regex.Pattern[str]":
    import regex  # slow to load, and needed for names that are not ASCII alone

    return regex.compile(pattern, regex.VERBOSE | regex.VERSION1)
