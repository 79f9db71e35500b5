"""The set-up installs the files that were locked, and refuses any other."""

import hashlib
import re
import zipfile
from pathlib import Path

import install
import pytest


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let pip take files from a folder alone, and install into another."""
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    monkeypatch.setenv("PIP_TARGET", str(tmp_path / "installed"))
    monkeypatch.setattr(install, "_installed", lambda _: "")
    return tmp_path


def locked(place: Path, name: str) -> tuple[Path, Path]:
    """Make a wheel, and a requirement file with its hash."""
    wheel = place / f"{name}-1.0-py3-none-any.whl"
    about = f"{name}-1.0.dist-info"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"{name}.py", "answer = 42\n")
        archive.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
        )
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")
    listed = place / f"{name}.txt"
    found = hashlib.sha256(wheel.read_bytes()).hexdigest()
    listed.write_text(f"{name}==1.0 \\\n    --hash=sha256:{found}\n", encoding="utf-8")
    return wheel, listed


def change(wheel: Path) -> None:
    """Change a file to another that is just as whole."""
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.comment = b"."


def test_the_file_that_was_locked_is_installed(place: Path) -> None:
    _, listed = locked(place, "part")
    install.install_locked([listed])
    assert (place / "installed" / "part.py").is_file()


def test_a_changed_file_ends_the_installation(
    place: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    wheel, listed = locked(place, "part")
    change(wheel)
    with pytest.raises(install.InstallError, match="pip install failed; the reason is above"):
        install.install_locked([listed])
    said = capfd.readouterr().err
    assert "DO NOT MATCH THE HASHES" in said
    assert re.search(r"Expected sha256 \w{64}\s+Got +\w{64}", said)
    assert not (place / "installed").exists()


def test_a_torch_that_is_not_listed_is_refused(place: Path) -> None:
    wheel, listed = locked(place, "torch")
    install.install_torch(listed, "")
    assert (place / "installed" / "torch.py").is_file()
    change(wheel)
    with pytest.raises(
        install.InstallError, match=r"torch-1\.0.* SHA-256 \w{64}, .* does not list"
    ):
        install.install_torch(listed, "")


def test_a_torch_of_an_index_that_was_named_is_installed_and_reported(
    place: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    wheel, listed = locked(place, "torch")
    change(wheel)
    install.install_torch(listed, place.as_uri())
    assert (place / "installed" / "torch.py").is_file()
    assert "is not checked: torch.txt does not list its SHA-256" in capfd.readouterr().err


def test_an_unknown_group_is_named() -> None:
    with pytest.raises(install.InstallError, match="no group docs: choose from build and dev"):
        install.install(["docs"])
