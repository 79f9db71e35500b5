"""Archives of strangers: a whole model, or nothing at all, and never a file elsewhere."""

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.foreign_text import safe_message
from engine.interchange.importing import import_model
from engine.models.archive import export_archive
from engine.models.folder import read_model
from tests.support.model_folders import save_toy_model, tree
from tests.support.mutations import mutated
from tests.support.packages import unpacked
from tests.support.work import MEGABYTE, memory_within

MOST = 96 * MEGABYTE
LONGEST = 50_000

NAMES = (
    "../x", "/x", "a/../../x", "C:\\x", "\\\\server\\x", "x\0y", "CON", "COM¹", "CONIN$", "x.",
    "x ", ".hidden", "a" * 300, "😀" * 60, "\u202egnp.exe", "manifest.json", "MANIFEST.JSON",
    "manifest.json/", "weights.safetensors", "a/manifest.json", "x\n  - y", "\x1b[2J",
    "e\u0301", "é", "", ".", "..", "a//b", "./a", "a\\..\\b",
)  # fmt: skip


@pytest.fixture(scope="module")
def archive(room: Path) -> bytes:
    save_toy_model(room / "toy")
    export_archive(room / "toy", room / "toy.translucent")
    import_model(room / "toy.translucent", room / "loaded")  # what importing loads is not measured
    return (room / "toy.translucent").read_bytes()


def check(content: bytes, suffix: str = ".translucent") -> None:
    """Import an archive into a folder of its own, and look at everything that is there after."""
    with TemporaryDirectory() as folder:
        home = Path(folder)
        file = home / f"given{suffix}"
        file.write_bytes(content)
        models = home / "data" / "models"
        (models / "there").mkdir(parents=True)
        (models / "there" / "kept").write_bytes(b"before")
        before = tree(home)
        try:
            with memory_within(MOST + 4 * len(content)):
                installed = import_model(file, models)
        except EngineError as error:
            refusal = safe_message(str(error))
            assert tree(home) == before
            assert len(refusal) < LONGEST
            return
        assert installed.parent == models
        read_model(installed)
        after = tree(home)
        inside = installed.relative_to(home).as_posix()
        assert {name: data for name, data in after.items() if not name.startswith(inside)} == before


@given(data=st.data())
def test_a_damaged_archive_installs_a_whole_model_or_nothing(
    archive: bytes, data: st.DataObject
) -> None:
    check(
        data.draw(
            mutated([archive], (b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"../", b"\xff" * 8))
        )
    )


@given(data=st.data())
def test_a_damaged_member_installs_a_whole_model_or_nothing(
    archive: bytes, data: st.DataObject
) -> None:
    members = unpacked(archive)
    name = data.draw(st.sampled_from(sorted(members)))
    members[name] = data.draw(mutated([members[name]], (b'"', b"{", b"[" * 100, b"1e999", b"\xff")))
    check(packed(list(members.items())))


@given(
    data=st.data(),
    names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=3),
    suffix=st.sampled_from([".translucent", ".zip"]),
)
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_names_of_members_lead_nowhere(
    archive: bytes, data: st.DataObject, names: list[str], suffix: str
) -> None:
    members = [*unpacked(archive).items(), *((name, b"x" * 10) for name in names)]
    check(packed(data.draw(st.permutations(members))), suffix)


def packed(members: list[tuple[str, bytes]]) -> bytes:
    """Return a zip of members, whatever their names are."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members:
            archive.writestr(zipfile.ZipInfo(name), data)
    return content.getvalue()
