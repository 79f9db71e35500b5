"""Unpacked tables answer what the library answers."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.text import language_detection, language_tables
from engine.text.language_detection import detect_language
from engine.text.language_tables import LanguageTables

TEXTS = (
    "",
    "any",
    "Das Essen war gut, aber der Wein war zu warm.",
    "The food was good, but the wine was too warm.",
    "Le repas était bon, mais le vin était trop chaud.",
    "Храна је била добра, али је вино било топло.",
    "料理はおいしかったが、ワインは温すぎた。",
    "ÄÖÜ \x00 12345 \U0001f600 " * 50,
)


@pytest.fixture
def fresh_tables() -> Iterator[None]:
    """Detect languages as a program does that has just started, and forget what was loaded."""
    forget()
    yield
    forget()


def forget() -> None:
    """Forget what was loaded, and close it."""
    for cached in (language_detection._load, language_detection._tables, language_detection._known):
        cached.cache_clear()
    gc.collect()


def test_unpacked_tables_answer_what_the_library_answers() -> None:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    library = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    tables = LanguageTables()
    ours = tables.identifier(tables.languages)
    for text in TEXTS:
        assert ours.rank(text) == library.rank(text)


def test_some_languages_have_the_chances_that_the_library_gives_them() -> None:
    tables = LanguageTables()
    every, some = tables.identifier(tables.languages), tables.identifier({"en", "de", "nl"})
    for text in TEXTS:
        chances = dict(every.rank(text))
        total = sum(chances[code] for code in ("en", "de", "nl"))
        for code, chance in some.rank(text):
            assert chance == pytest.approx(chances[code] / total, rel=1e-3, abs=1e-4)


@pytest.mark.usefixtures("fresh_tables")
def test_they_are_made_where_they_are_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "detection"
    monkeypatch.setattr(language_tables, "FOLDER", folder)
    for module in (language_tables, language_detection):
        monkeypatch.setattr(module, "STATES", folder / "states")
    assert detect_language("Das ist ein Haus, das uns gehört.", ("en", "de")) == "de"
    assert (folder / "states").is_file()


@pytest.mark.usefixtures("fresh_tables")
def test_where_they_cannot_be_made_or_read_no_language_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Das ist ein Haus, das uns gehört."
    blocked = tmp_path / "file"
    blocked.touch()
    monkeypatch.setattr(language_tables, "FOLDER", blocked)
    for module in (language_tables, language_detection):
        monkeypatch.setattr(module, "STATES", blocked / "states")
    assert detect_language(text, ("en", "de")) is None
    forget()
    folder = tmp_path / "damaged"
    folder.mkdir()
    (folder / "states").touch()
    (folder / "weights.npy").write_bytes(b"nothing")
    monkeypatch.setattr(language_tables, "FOLDER", folder)
    for module in (language_tables, language_detection):
        monkeypatch.setattr(module, "STATES", folder / "states")
    assert detect_language(text, ("en", "de")) is None
