"""Requests of any program to the local interface: answered or refused in JSON, no fault."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import Client

from engine.folders import Folders
from engine.server.libretranslate import LibreTranslateApp
from engine.server.translation_service import TranslationService
from tests.support.mutations import JSON, mutated
from tests.support.translators import save_subword_model

KEY = "secret"
WISH = {
    "q": "A dog.",
    "source": "en",
    "target": "de",
    "format": "text",
    "alternatives": 1,
    "api_key": KEY,
}
PATHS = (
    "/translate", "/detect", "/languages", "/", "/translate_file", "/../x", "/%00",
    "/frontend/settings",
)  # fmt: skip
METHODS = (
    "POST", "GET", "PUT", "OPTIONS", "HEAD", "DELETE",
)  # fmt: skip
TYPES = (
    "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
    "", "text/x",
)  # fmt: skip
REFUSED = {400, 401, 403, 404, 405, 413, 415, 429, 503}


@pytest.fixture(scope="module")
def client(room: Path) -> Client:
    folders = Folders(**{field.name: room / field.name for field in fields(Folders)})
    save_subword_model(folders.models / "there", source_language="en", target_language="de")
    return Client(LibreTranslateApp(TranslationService(folders, device="cpu", seconds=30.0), KEY))


def check(client: Client, path: str, method: str, **request: Any) -> None:
    answer = client.open(path, method=method, **request)
    assert answer.status_code in {200, 204, 308} | REFUSED, answer.text
    if answer.status_code in REFUSED and method != "HEAD":
        assert set(json.loads(answer.text)) == {"error"}


@given(st.dictionaries(st.sampled_from(sorted(WISH)), JSON, max_size=3), st.sampled_from(PATHS))
def test_any_values_are_answered_or_refused(client: Client, changes: Any, path: str) -> None:
    check(client, path, "POST", json={**WISH, **changes})


@given(
    mutated(
        [json.dumps(WISH).encode(), b"q=A+dog&source=en&target=de&api_key=secret"],
        (b"\0", b"\xff", b'"', b"[" * 900, b"%", b"&"),
    ),
    st.sampled_from(PATHS),
    st.sampled_from(METHODS),
    st.sampled_from(TYPES),
)
def test_any_bytes_are_answered_or_refused(
    client: Client, content: bytes, path: str, method: str, kind: str
) -> None:
    check(client, path, method, data=content, content_type=kind)
