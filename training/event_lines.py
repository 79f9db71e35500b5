"""Write and read events as lines of JSON, between processes and in the file of a run."""

import json
import math
import re
from dataclasses import fields
from functools import cache
from typing import Any, get_args

from pydantic import TypeAdapter, ValidationError

from engine.files.json_files import parse_json
from engine.translatable import Phrase
from training.preflight import HintCounts
from training.progress import Event, Failed, Message


def to_line(event: Event) -> str:
    """Return one line of ASCII, without its line break.

    What JSON cannot hold is replaced: numbers that are not finite by null (in a table they are
    left out), halves of surrogate pairs (as in a file name that is not UTF-8) by a question mark.
    """
    return json.dumps({"event": _name(type(event)), **_fields(event)}, allow_nan=False)


def from_line(line: str) -> Event | None:
    """Return the event of a line; None if the line is broken or the event unknown."""
    try:
        values = parse_json(line)
    except ValueError:
        return None
    if not isinstance(values, dict):
        return None
    name = str(values.pop("event", ""))
    if name not in _KINDS:
        return None
    try:
        return _adapter(name).validate_python(values)
    except ValidationError:
        return None


def _name(kind: type[Event]) -> str:
    """Return a kind's name in JSON: `CorpusRead` is `corpus_read`, but `Message` is `said`."""
    if kind is Message:
        return "said"
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


def _fields(value: Event | HintCounts | Phrase) -> dict[str, Any]:
    return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}


def _plain(value: Any) -> Any:
    match value:
        case float() if not math.isfinite(value):
            return None
        case str():
            return value.encode("utf-8", "replace").decode("utf-8")
        case dict():
            plain = {_plain(key): _plain(inner) for key, inner in value.items()}
            return {key: inner for key, inner in plain.items() if inner is not None}
        case Phrase() | Failed() | HintCounts():
            return _fields(value)
        case tuple():
            return [_plain(inner) for inner in value]
        case _:
            return value


_KINDS = {_name(kind): kind for kind in get_args(Event)}


@cache
def _adapter(name: str) -> TypeAdapter[Event]:
    """Build the reader of a kind of event when needed: building all takes a while."""
    return TypeAdapter(_KINDS[name])
