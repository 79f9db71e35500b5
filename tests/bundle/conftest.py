"""A small frozen folder, of which licences and lists of parts are written."""

import json
from pathlib import Path

import pytest
from PyInstaller.archive.writers import CArchiveWriter, ZlibArchiveWriter

from tests.support.written_files import write_text


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small frozen folder: a program with two modules inside, and four files."""
    made = tmp_path / "Translucent"
    inside = made / "_internal"
    write_text(inside / "numpy" / "version.py")
    write_text(inside / "PySide6" / "__init__.py")
    write_text(inside / "base_library.zip")
    corpus = {"name": "toy", "licence": "CC0-1.0", "pairs": 1200, "attribution": "By all of us"}
    manifest = json.dumps({"name": "en-fr", "training": {"corpora": [corpus]}})
    write_text(inside / "resources" / "models" / "en-fr" / "manifest.json", manifest)
    code = compile("", "<module>", "exec")
    names = ("engine.errors", "tokenizers")
    modules = tmp_path / "PYZ.pyz"
    ZlibArchiveWriter(
        str(modules),
        [(name, str(tmp_path / f"{name}.py"), "PYMODULE") for name in names],
        code_dict=dict.fromkeys(names, code),
    )
    CArchiveWriter(
        str(made / "Translucent"), [("PYZ.pyz", str(modules), False, "z")], pylib_name="libpython"
    )
    return made
