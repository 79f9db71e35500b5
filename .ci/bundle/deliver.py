"""Make what people download from the frozen folder, and say how large everything is.

    python .ci/bundle/deliver.py [DIST]      DIST holds Translucent/; it is `dist` if not given

    translucent-VERSION-linux-x86_64.tar.zst    a folder to unpack and start
    translucent_VERSION_amd64.deb               the same, installed below /opt
    SHA256SUMS                                  for `sha256sum --check`
    sizes.txt                                   what takes how much room

Of the small edition, which has no torch, the first two are called translucent-small, and the
archive is a .tar.xz: it takes longer to pack and to unpack, and people download a tenth less.

The same folder gives the same files, byte for byte: packed in order of their names, owned by root,
all as old as the commit (or as SOURCE_DATE_EPOCH says). Fails where a budget is exceeded.
"""

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections import Counter
from importlib import metadata
from pathlib import Path
from typing import IO

from attribution import Kind, Owner, files_of, parts_of
from c_library import needed_versions

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

UNPACKED_BUDGETS = {"translucent": 850_000_000, "translucent-small": 370_000_000}
ARCHIVE_BUDGETS = {"translucent": 214_000_000, "translucent-small": 79_000_000}
"""Bytes of each edition, the models' own not counted; some are for the dictionary (38 and 12
million), the tables that tell languages (68 and 5), and of the full one for the training text (16
and 6)."""

MODELS = "_internal/resources/models"

METAINFO = "org.translucent.Translucent.metainfo.xml"
"""What software centres show."""

_PACKERS = {
    ".zst": ("zstd", "--quiet", "-16", "--long=27", "-T0"),
    ".xz": ("xz", "--x86", "--lzma2=preset=6,dict=128MiB"),
}
"""By what the name ends in. A window of 128 MiB (2^27) is the largest that zstd unpacks without
being asked for. One thread of xz, as several pack each its own part, and worse."""


class DeliveryError(Exception):
    """Something that must be there is not, or is too large; the message says what."""


def deliver(dist: Path) -> None:
    """Complete the folder dist/Translucent, and make all files named above.

    Raises:
        DeliveryError: A program or the folder is missing, or a budget is exceeded.
    """
    folder = dist / "Translucent"
    if not (folder / "licences" / "README.txt").is_file():
        raise DeliveryError(f"{folder} is not complete: run PyInstaller and licences.py first")
    for program, source in (
        ("zstd", "zstd"),
        ("xz", "xz-utils"),
        ("dpkg-deb", "dpkg"),
        ("objdump", "binutils"),
    ):
        if shutil.which(program) is None:
            raise DeliveryError(f"the program {program} is missing: apt-get install {source}")
    for name in ("translucent.desktop", "install-desktop-entry"):
        shutil.copy(HERE / name, folder / name)
    version, time = metadata.version("translucent"), commit_time()
    machine = platform.machine()
    name, kind = edition_of(folder)
    archive = dist / f"{name}-{version}-linux-{machine}.tar{kind}"
    pack(folder, archive, inside=f"{name}-{version}", time=time)
    package = dist / f"{name}_{version}_{debian_architecture()}.deb"
    pack_debian(folder, package, version=version, time=time)
    write_sums([archive, package])
    models = compressed_size(folder / MODELS, kind, time)
    table = size_table(folder, {path: path.stat().st_size for path in (archive, package)}, models)
    (dist / "sizes.txt").write_text(table, encoding="utf-8")
    sys.stdout.write(table)
    own = unpacked_size(folder) - unpacked_size(folder / MODELS)
    check_budget(own, UNPACKED_BUDGETS[name], "the unpacked folder")
    check_budget(archive.stat().st_size - models, ARCHIVE_BUDGETS[name], archive.name)


def edition_of(folder: Path) -> tuple[str, str]:
    """Return what the edition in a folder is called, and what its archive ends in."""
    if (folder / "_internal" / "torch").is_dir():
        return "translucent", ".zst"
    return "translucent-small", ".xz"


def check_budget(size: int, budget: int, what: str) -> None:
    """See that something, its models not counted, keeps within its budget.

    Raises:
        DeliveryError: It does not.
    """
    if size > budget:
        raise DeliveryError(
            f"{what} without its models has {size / 1e6:.1f} MB, more than {budget / 1e6:.0f} MB: "
            "sizes.txt says what is large"
        )


def commit_time() -> int:
    """When what is packed was committed, in seconds since 1970; SOURCE_DATE_EPOCH if that is set.

    Raises:
        DeliveryError: Neither is known.
    """
    stated = os.environ.get("SOURCE_DATE_EPOCH", "")
    git = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    if not stated:
        stated = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    if not stated.isdecimal():
        raise DeliveryError("no commit tells the time of this version: set SOURCE_DATE_EPOCH")
    return int(stated)


# --- the archive ----------------------------------------------------------------------------------


def pack(folder: Path, archive: Path, *, inside: str, time: int) -> None:
    """Pack a folder into a .tar.zst or .tar.xz in which it is called `inside`."""
    with archive.open("wb") as target:
        _compress(folder, target, archive.suffix, inside, time)


def compressed_size(folder: Path, kind: str, time: int) -> int:
    """How many bytes a folder takes when it is packed alone, as .zst or .xz."""
    path = folder.parent / f"{folder.name}.tar{kind}"
    try:
        pack(folder, path, inside=folder.name, time=time)
        return path.stat().st_size
    finally:
        path.unlink(missing_ok=True)


def write_tar(folder: Path, target: IO[bytes], *, inside: str, time: int) -> None:
    """Write a folder as a tar that depends on nothing but names, contents, and who may run what."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = time
        entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
        return entry

    with tarfile.open(fileobj=target, mode="w|", format=tarfile.PAX_FORMAT) as tar:
        tar.add(folder, arcname=inside, filter=plain)  # sorts each folder by name


def _compress(folder: Path, target: IO[bytes], kind: str, inside: str, time: int) -> None:
    command = _PACKERS[kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=target) as packer:
        if packer.stdin is None:
            raise DeliveryError(f"{command[0]} reads nothing")
        write_tar(folder, packer.stdin, inside=inside, time=time)
        packer.stdin.close()
    if packer.returncode:
        raise DeliveryError(f"{command[0]} failed with status {packer.returncode}")


def write_sums(paths: list[Path]) -> None:
    """Write SHA256SUMS beside files that lie in one folder."""
    lines = []
    for path in paths:
        with path.open("rb") as file:
            lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    (paths[0].parent / "SHA256SUMS").write_text("".join(lines), encoding="ascii")


# --- the Debian package ---------------------------------------------------------------------------


def debian_architecture() -> str:
    """What Debian calls this machine's kind."""
    command = ["dpkg", "--print-architecture"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def pack_debian(folder: Path, package: Path, *, version: str, time: int) -> None:
    """Pack a folder into a .deb that installs it as /opt/translucent, with menu entry and command.

    Needs hard links: the folder and the package lie on one disk.
    """
    stage = package.parent / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    stage.mkdir(mode=0o755)
    try:
        _stage(folder, stage, version)
        _make_plain(stage, time)
        command = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z10", "--build"]
        # What one thread packs is other bytes than what several pack.
        environment = os.environ | {"SOURCE_DATE_EPOCH": str(time), "DPKG_DEB_THREADS_MAX": "1"}
        made = subprocess.run(
            [*command, str(stage), str(package)],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if made.returncode:
            raise DeliveryError(f"dpkg-deb: {made.stderr.strip()}")
    finally:
        shutil.rmtree(stage)


def _stage(folder: Path, stage: Path, version: str) -> None:
    """Lay out the files of the Debian package."""
    place = stage / "opt" / "translucent"
    shutil.copytree(folder, place, symlinks=True, copy_function=os.link)
    (place / "install-desktop-entry").unlink()
    (place / "translucent.desktop").unlink()
    share = stage / "usr" / "share"
    _copy(folder / "translucent.desktop", share / "applications" / "translucent.desktop")
    _copy(HERE / METAINFO, share / "metainfo" / METAINFO)
    icons = folder / "_internal" / "resources" / "icons"
    for picture in (icons / "app").glob("*.png"):
        size = f"{picture.stem}x{picture.stem}"
        _copy(picture, share / "icons" / "hicolor" / size / "apps" / "translucent.png")
    _copy(icons / "translucent.svg", share / "icons/hicolor/scalable/apps/translucent.svg")
    _copy(folder / "licences" / "README.txt", share / "doc" / "translucent" / "copyright")
    command = stage / "usr" / "bin" / "translucent"
    command.parent.mkdir()
    command.symlink_to("/opt/translucent/translucent")
    control = stage / "DEBIAN" / "control"
    control.parent.mkdir()
    libc = ".".join(map(str, max(needed_versions(folder))))
    about = metadata.metadata("translucent")
    name, _ = edition_of(folder)
    other = next(edition for edition in ARCHIVE_BUDGETS if edition != name)
    control.write_text(
        f"""Package: {name}
Conflicts: {other}
Replaces: {other}
Version: {version}
Architecture: {debian_architecture()}
Maintainer: The Translucent authors <noreply@translucent.invalid>
Installed-Size: {unpacked_size(folder) // 1024}
Depends: libc6 (>= {libc})
Section: text
Priority: optional
Description: {about["Summary"].rstrip(".")}
 Translates with a model that runs on this computer alone, and shows what its attention
 looks at; translucent also trains new models, translucent-small does not. Everything it
 needs comes with it.
""",
        encoding="utf-8",
    )


def _make_plain(stage: Path, time: int) -> None:
    """Let nothing tell when, and by a user of which habits, the files were made."""
    for path in (stage, *stage.rglob("*")):
        if not path.is_symlink():
            is_open = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if is_open else 0o644)
        os.utime(path, (time, time), follow_symlinks=False)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


# --- sizes ----------------------------------------------------------------------------------------


def unpacked_size(folder: Path) -> int:
    """The bytes of all files in a folder, links not counted."""
    return sum(path.stat().st_size for path in files_of(folder))


def size_table(folder: Path, products: dict[Path, int], models: int) -> str:
    """The largest files, the packages by size, and totals, in MB of a million bytes.

    Args:
        folder: The frozen folder.
        products: What was made of it, and its bytes.
        models: The bytes that the models take in an archive.
    """
    sizes = {str(path.relative_to(folder)): path.stat().st_size for path in files_of(folder)}
    owners: Counter[str] = Counter()
    for part in parts_of(folder):
        owners[_label(part.owner)] += part.size
    lines = ["MB       the 15 largest files", *_rows(Counter(sizes), 15)]
    lines += ["", "MB       the 15 largest owners", *_rows(owners, 15), "", "MB       in all"]
    lines.append(_row(f"unpacked, {len(sizes)} files", sum(sizes.values())))
    lines.append(_row("    of that the models", unpacked_size(folder / MODELS)))
    lines += [_row(path.name, size) for path, size in products.items()]
    lines.append(_row("    of that the models, about", models))
    return "\n".join(lines) + "\n"


def _label(owner: Owner | None) -> str:
    if owner is None:
        return "nobody known"
    if owner.kind is Kind.BOOTLOADER:
        return "the program, with all Python code inside"
    return f"{owner.name} ({owner.kind.value})"


def _rows(sizes: Counter[str], count: int) -> list[str]:
    return [_row(name, size) for name, size in sizes.most_common(count)]


def _row(name: str, size: int) -> str:
    return f"{size / 1e6:7.1f}  {name}"


if __name__ == "__main__":
    try:
        deliver(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist")
    except DeliveryError as error:
        sys.exit(f"deliver: {error}")
