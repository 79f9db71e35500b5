"""What can happen to a file: each damage, by what it is called."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

Damage = Callable[[Path], object]


def _write(content: bytes) -> Damage:
    return lambda path: path.write_bytes(content)


def _cut(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def _flip(path: Path) -> None:
    content = bytearray(path.read_bytes() or b"\0")
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def _make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def _say(value: Any) -> Damage:
    """Return what gives every field of a JSON object a value; another file becomes this value."""

    def damage(path: Path) -> None:
        try:
            content = json.loads(path.read_bytes())
            fields = dict.fromkeys(content, value)
        except (ValueError, TypeError):
            fields = value
        path.write_text(json.dumps(fields), encoding="utf-8")

    return damage


DAMAGES: dict[str, Damage] = {
    "removed": Path.unlink,
    "empty": _write(b""),
    "cut in half": _cut,
    "one bit flipped": _flip,
    "zeroed": _write(b"\0" * 300),
    "not UTF-8": _write(b"\xff\xfe\xe9" * 30),
    "with a mark of its byte order": lambda path: path.write_bytes(b"\xef\xbb\xbf{}"),
    "nested deeply": _write(b'{"step": ' + b"[" * 200_000 + b"]" * 200_000 + b"}"),
    "a list": _write(b"[1, 2]"),
    "a number of 5,000 digits": _write(b"9" * 5000),
    "a folder": _make_folder,
    "a link to itself": _link_to_itself,
    "all null": _say(None),
    "all negative": _say(-1),
    "all huge": _say(10**30),
    "all not a number": _say(float("nan")),
    "all text": _say("x"),
    "all text with a NUL": _say("a\0b"),
    "all lists": _say(["a\0b"]),
    "all objects": _say({"a": {}}),
}
