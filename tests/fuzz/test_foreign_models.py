"""Models of other programs, of strangers: converted whole, or refused with nothing left."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.foreign_text import safe_message
from engine.interchange.importing import import_model
from engine.models.folder import read_model
from tests.support.foreign_models import NAME, write_huggingface_model
from tests.support.marian import write_marian_folder
from tests.support.model_folders import tree
from tests.support.mutations import mutated

LONGEST = 50_000

PIECES = (
    b'"', b"{", b"}", b"[" * 200, b"- ", b": ", b"&a *a", b"!!python/object:os.system", b"null",
    b"-1", b"1e400", b"\xff" * 8, b"\0", b"\n", b"99999999999",
)  # fmt: skip


@pytest.fixture(scope="module", params=[write_huggingface_model, write_marian_folder])
def folder(request: pytest.FixtureRequest, room: Path) -> Path:
    """A model of each foreign format."""
    path: Path = room / request.param.__name__ / NAME
    request.param(path)
    return path


@given(data=st.data())
def test_a_damaged_model_is_converted_or_refused(folder: Path, data: st.DataObject) -> None:
    files = tree(folder)
    name = data.draw(st.sampled_from(sorted(files)))
    changed = data.draw(mutated([files[name] or b""], PIECES))
    with TemporaryDirectory() as home:
        given_folder, models = Path(home, NAME), Path(home, "models")
        given_folder.mkdir()
        models.mkdir()
        for file, content in files.items():
            (given_folder / file).write_bytes(changed if file == name else content or b"")
        before = tree(Path(home))
        try:
            installed = import_model(given_folder, models, languages=("en", "de"))
        except EngineError as error:
            refusal = safe_message(str(error))
            assert tree(Path(home)) == before
            assert len(refusal) < LONGEST
            return
        read_model(installed)
        assert sorted(models.iterdir()) == [installed]
