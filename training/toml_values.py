"""Single values of TOML, read and written. Torch-free."""

import json
import tomllib
from typing import Any


def read_value(text: str) -> Any:
    """Return the value that TOML text is; text that is no TOML is itself."""
    try:
        values = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text.strip()
    return values["value"] if len(values) == 1 else text.strip()


def write_value(value: Any) -> str:
    """Return a value as TOML."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            # JSON's escapes are TOML's too; only DEL must be escaped in TOML and not in JSON.
            return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
        case list():
            return f"[{', '.join(write_value(item) for item in value)}]"
        case dict():
            items = (f"{write_value(key)} = {write_value(item)}" for key, item in value.items())
            return f"{{{', '.join(items)}}}"
        case _:
            return repr(value)
