"""What people download: archives that depend on nothing but the folder, sums, and budgets."""

import io
import os
import random
import re
import shutil
import subprocess
import tarfile
from pathlib import Path

import deliver
import pytest

needs_zstd = pytest.mark.skipif(shutil.which("zstd") is None, reason="the program zstd is missing")
needs_dpkg = pytest.mark.skipif(
    shutil.which("dpkg-deb") is None or shutil.which("objdump") is None,
    reason="dpkg-deb or objdump is missing",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a program, a link to it, a file in a folder with a long name, and the icons."""
    made = tmp_path / "Translucent"
    deep = made / "_internal" / "Über" / ("long" * 30)
    deep.mkdir(parents=True)
    (deep / "data.bin").write_bytes(b"data")
    shutil.copy("/bin/true", made / "_internal" / "library.so")  # it needs the C library
    (made / "Translucent").write_bytes(b"program")
    (made / "Translucent").chmod(0o700)
    (made / "translucent").symlink_to("Translucent")
    for name in ("translucent.desktop", "install-desktop-entry"):
        shutil.copy(deliver.HERE / name, made / name)
    (made / "licences").mkdir()
    (made / "licences" / "README.txt").write_text("all licences", encoding="utf-8")
    shutil.copytree(deliver.ROOT / "resources" / "icons", made / "_internal/resources/icons")
    return made


def _tar_of(folder: Path) -> bytes:
    target = io.BytesIO()
    deliver.write_tar(folder, target, inside="translucent-1", time=1_000_000_000)
    return target.getvalue()


def test_the_archive_tells_nothing_of_who_made_it_when(folder: Path) -> None:
    first = _tar_of(folder)
    for path in folder.rglob("*"):
        os.utime(path, (1, 1), follow_symlinks=False)
    (folder / "_internal").chmod(0o700)
    assert _tar_of(folder) == first


def test_the_archive_unpacks_to_the_same_folder(folder: Path, tmp_path: Path) -> None:
    with tarfile.open(fileobj=io.BytesIO(_tar_of(folder))) as tar:
        tar.extractall(tmp_path / "unpacked", filter="data")
    unpacked = tmp_path / "unpacked" / "translucent-1"
    for path in folder.rglob("*"):
        other = unpacked / path.relative_to(folder)
        assert other.is_symlink() == path.is_symlink()
        assert path.is_dir() or other.read_bytes() == path.read_bytes()
    assert os.access(unpacked / "translucent", os.X_OK)
    assert os.access(unpacked / "install-desktop-entry", os.X_OK)


@needs_zstd
@pytest.mark.parametrize(("packer", "kind"), [("zstd", ".zst"), ("xz", ".xz")])
def test_the_packed_archive_is_the_tar(
    folder: Path, tmp_path: Path, packer: str, kind: str
) -> None:
    archive = tmp_path / f"a.tar{kind}"
    deliver.pack(folder, archive, inside="translucent-1", time=1_000_000_000)
    unpacked = subprocess.run([packer, "-dc", archive], capture_output=True, check=True).stdout
    assert unpacked == _tar_of(folder)


def test_the_sums_are_those_that_sha256sum_checks(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b").write_bytes(b"")
    deliver.write_sums([tmp_path / "a", tmp_path / "b"])
    lines = (tmp_path / "SHA256SUMS").read_text(encoding="ascii").splitlines()
    assert lines[0] == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  a"
    assert lines[1].endswith("  b")


@needs_zstd
@needs_dpkg
def test_the_debian_package_has_program_menu_entry_and_icons(folder: Path, tmp_path: Path) -> None:
    package = tmp_path / "translucent.deb"
    deliver.pack_debian(folder, package, version="1.2.3", time=1_000_000_000)
    root = tmp_path / "root"
    subprocess.run(["dpkg-deb", "-x", package, root], check=True)
    assert (root / "usr/bin/translucent").readlink() == Path("/opt/translucent/translucent")
    assert (root / "opt/translucent/translucent").read_bytes() == b"program"
    assert (root / "usr/share/applications/translucent.desktop").is_file()
    assert (root / "usr/share/metainfo" / deliver.METAINFO).is_file()
    assert (root / "usr/share/icons/hicolor/48x48/apps/translucent.png").is_file()
    assert (root / "usr/share/icons/hicolor/scalable/apps/translucent.svg").is_file()
    assert (root / "usr/share/doc/translucent/copyright").read_text("utf-8") == "all licences"
    said = subprocess.run(
        ["dpkg-deb", "--field", package, "Version", "Depends", "Package", "Conflicts"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "Version: 1.2.3" in said.stdout
    assert "Package: translucent-small\nConflicts: translucent\n" in said.stdout
    assert re.search(r"^Depends: libc6 \(>= 2\.\d+\)$", said.stdout, re.MULTILINE)
    assert not (tmp_path / "deb").exists()


@needs_zstd
@needs_dpkg
def test_the_debian_package_tells_nothing_of_who_made_it_when(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "_internal" / "large").write_bytes(random.Random(1).randbytes(20_000_000))
    packages = tmp_path / "1.deb", tmp_path / "2.deb"
    deliver.pack_debian(folder, packages[0], version="1", time=1_000_000_000)
    for path in folder.rglob("*"):
        os.utime(path, (1, 1), follow_symlinks=False)
    (folder / "_internal").chmod(0o700)
    (folder / "licences" / "README.txt").chmod(0o600)
    monkeypatch.setenv("DPKG_DEB_THREADS_MAX", "2")
    deliver.pack_debian(folder, packages[1], version="1", time=1_000_000_000)
    assert packages[0].read_bytes() == packages[1].read_bytes()


def test_the_edition_is_told_by_whether_torch_is_there(folder: Path) -> None:
    assert deliver.edition_of(folder) == ("translucent-small", ".xz")
    (folder / "_internal" / "torch").mkdir()
    assert deliver.edition_of(folder) == ("translucent", ".zst")


def test_a_budget_names_what_is_too_large() -> None:
    deliver.check_budget(10, 10, "the folder")
    with pytest.raises(
        deliver.DeliveryError, match=r"the folder .* has 701\.0 MB, more than 670 MB"
    ):
        deliver.check_budget(701_000_000, 670_000_000, "the folder")


def test_an_incomplete_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(deliver.DeliveryError, match=r"run PyInstaller and licences\.py first"):
        deliver.deliver(tmp_path)


def test_the_time_is_the_one_stated(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1234567890")
    assert deliver.commit_time() == 1234567890
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    monkeypatch.setattr(deliver, "ROOT", tmp_path)
    with pytest.raises(deliver.DeliveryError, match="set SOURCE_DATE_EPOCH"):
        deliver.commit_time()
