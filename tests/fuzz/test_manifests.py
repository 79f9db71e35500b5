"""Manifests of strangers: read, or refused with every problem; what is read can be written."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import ModelFolderDamagedError, ModelFolderTooNewError
from engine.foreign_text import safe_message
from engine.models.manifest import Manifest
from engine.models.manifest_file import parse_manifest
from tests.support.model_folders import toy_manifest
from tests.support.mutations import JSON, mutated
from tests.support.work import MEGABYTE, memory_within

HERE = Path("here")
WHOLE = toy_manifest().model_dump_json().encode()
FIELDS = sorted(json.loads(WHOLE))
PIECES = (
    b'"', b"{", b"}", b"[" * 500, b"null", b"-1", b"1e400", b"\\ud800", b"\xff", b"\0", b'"x":',
)  # fmt: skip


def parsed(content: bytes) -> Manifest | None:
    try:
        with memory_within(16 * MEGABYTE + 50 * len(content)):
            return parse_manifest(content, HERE)
    except (ModelFolderDamagedError, ModelFolderTooNewError) as error:
        assert 0 < len(safe_message(str(error))) < 50_000  # noqa: PT017 - any of the sentences
        return None


@given(mutated([WHOLE], PIECES))
def test_any_bytes_are_a_manifest_or_refused(content: bytes) -> None:
    manifest = parsed(content)
    assert manifest is None or parsed(manifest.model_dump_json().encode()) == manifest


@given(st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=4))
def test_any_values_are_a_manifest_or_refused(changes: dict[str, object]) -> None:
    content = json.dumps({**json.loads(WHOLE), **changes}).encode(errors="surrogatepass")
    manifest = parsed(content)
    assert manifest is None or parsed(manifest.model_dump_json().encode()) == manifest
