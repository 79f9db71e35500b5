"""Read JSON that may be damaged or a stranger's: whatever is wrong with it is a ValueError."""

import json
from pathlib import Path
from typing import Any

LIMIT = 1 << 20
"""Bytes of a file that holds a few facts."""


def parse_json(text: str | bytes) -> Any:
    """Return the value of JSON text, in UTF-8 if it is bytes.

    Raises:
        ValueError: If it is none, is nested too deeply, or holds a number that is not finite.
    """
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        return json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def read_object(path: Path, limit: int = LIMIT) -> dict[str, Any]:
    """Return the JSON object in a file of at most `limit` bytes.

    Raises:
        OSError: If the file cannot be read.
        ValueError: If there is something else in it.
    """
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise ValueError(f"it is larger than {limit:,} bytes")
    value = parse_json(data)
    if not isinstance(value, dict):
        raise ValueError("it is not a JSON object")  # noqa: TRY004 - the content, not the caller
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number of JSON")
