"""Whatever is wrong with JSON is one kind of error, and no file is read beyond its limit."""

from pathlib import Path

import pytest

from engine.files.json_files import parse_json, read_object


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff",
        b"\xef\xbb\xbf{}",
        b"{",
        b"[" * 200_000,
        b'{"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}",
        b"9" * 5000,
        b"NaN",
        b'{"a": -Infinity}',
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_is_no_json_is_a_value_error(text: bytes) -> None:
    with pytest.raises(ValueError):
        parse_json(text)


def test_a_file_holds_one_object_of_a_limited_size(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(b'{"a": "\\udcff"}')
    assert read_object(file) == {"a": "\udcff"}
    with pytest.raises(ValueError, match="it is larger than 5 bytes"):
        read_object(file, limit=5)
    file.write_bytes(b"[]")
    with pytest.raises(ValueError, match="it is not a JSON object"):
        read_object(file)
    with pytest.raises(FileNotFoundError):
        read_object(tmp_path / "none")
