"""YAML of other programs, which is not trusted: mappings, lists and text, and nothing else.

What a document may do is cut down to what these files need. Every scalar is text, as it stands; no
tags, no references (a few lines of them can stand for more than a memory holds), limited nesting.
"""

from collections.abc import Iterator
from typing import TypeAlias

import yaml

Yaml: TypeAlias = "str | list[Yaml] | dict[str, Yaml]"

_DEPTH_LIMIT = 8


class YamlError(ValueError):
    """A text is not YAML, or asks for more than is read here; it says which, and in which line."""


def read_mapping(text: str) -> dict[str, Yaml]:
    """Return the mapping that a document holds.

    Raises:
        YamlError: If it is not YAML, does not hold a mapping, names a key twice, refers to other
            parts of itself or is nested too deeply.
    """
    events = iter(yaml.parse(text, Loader=yaml.CBaseLoader))
    try:
        next(events)  # the stream begins
        next(events)  # the document begins
        value = _value(events, next(events), 0)
    except StopIteration:
        raise YamlError("it is empty") from None
    except yaml.YAMLError as error:
        raise YamlError(f"it is not YAML ({' '.join(str(error).split())})") from error
    if not isinstance(value, dict):
        raise YamlError("it does not hold names with values")
    return value


def _value(events: Iterator[yaml.Event], event: yaml.Event, depth: int) -> Yaml:
    """Return the value that begins with an event; take the events up to its end."""
    if depth > _DEPTH_LIMIT:
        raise YamlError(f"{_line(event)} is nested too deeply")
    if isinstance(event, yaml.ScalarEvent):
        return str(event.value)
    if isinstance(event, yaml.SequenceStartEvent):
        found = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            found.append(_value(events, event, depth + 1))
        return found
    if isinstance(event, yaml.MappingStartEvent):
        return _mapping(events, depth)
    raise YamlError(f"{_line(event)} refers to another part of the file")


def _mapping(events: Iterator[yaml.Event], depth: int) -> dict[str, Yaml]:
    found: dict[str, Yaml] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        if not isinstance(event, yaml.ScalarEvent):
            raise YamlError(f"{_line(event)} has a name that is not text")
        name = str(event.value)
        if name in found:
            raise YamlError(f"{_line(event)} names {name!r} a second time")
        found[name] = _value(events, next(events), depth + 1)
    return found


def _line(event: yaml.Event) -> str:
    assert event.start_mark is not None
    return f"line {event.start_mark.line + 1}"
