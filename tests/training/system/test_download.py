"""Files are fetched from whom the system trusts or, where it names nobody, certifi does."""

import ssl
import sys
from pathlib import Path
from urllib.request import HTTPSHandler

import certifi
import pytest

from training.system import download


def trusted(proxy: str = "") -> int:
    """How many authorities an opener has loaded."""
    opener = download.make_opener(proxy)
    context = next(
        handler._context  # type: ignore[attr-defined]  # it has no public name
        for handler in opener.handlers  # type: ignore[attr-defined]  # nor does typeshed know it
        if isinstance(handler, HTTPSHandler)
    )
    assert context.verify_mode is ssl.CERT_REQUIRED
    assert context.check_hostname
    return len(context.get_ca_certs())


def name_authorities(monkeypatch: pytest.MonkeyPatch, file: Path, folder: Path) -> None:
    """Let the system look for authorities in a file and a folder."""
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    monkeypatch.setenv("SSL_CERT_DIR", str(folder))


@pytest.mark.skipif(sys.platform == "win32", reason="Windows is asked itself")
@pytest.mark.parametrize("proxy", ["", "http://127.0.0.1:9"])
def test_where_the_system_names_nobody_certifi_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    name_authorities(monkeypatch, tmp_path / "none.pem", tmp_path / "none")
    assert trusted(proxy) > 50


@pytest.mark.skipif(sys.platform == "win32", reason="Windows is asked itself")
def test_where_the_system_names_somebody_nobody_else_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authorities = Path(certifi.where()).read_text(encoding="utf-8")
    first, end, _ = authorities.partition("-----END CERTIFICATE-----\n")
    (tmp_path / "one.pem").write_text(first + end, encoding="utf-8")
    name_authorities(monkeypatch, tmp_path / "one.pem", tmp_path / "none")
    assert trusted() == 1
    (tmp_path / "folder").mkdir()
    name_authorities(monkeypatch, tmp_path / "none.pem", tmp_path / "folder")
    assert trusted() == 0  # it is looked into when somebody is asked for


def test_windows_is_asked_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    monkeypatch.setattr(ssl, "create_default_context", lambda: context)
    monkeypatch.setattr(context.__class__, "load_verify_locations", lambda *_: asked.append(None))
    name_authorities(monkeypatch, tmp_path / "none.pem", tmp_path / "none")
    monkeypatch.setattr(sys, "platform", "win32")
    download.make_opener()
    assert asked == []
