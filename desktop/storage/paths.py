"""Where things live: what ships with the program, and the user's own folders, frozen or not.

`TRANSLUCENT_HOME` moves the user's folders together: portable mode, and tests. Naming a folder
does not make it; `prepare` does, when something is about to be written there.
"""

import logging
import os
import sys
from pathlib import Path

import platformdirs

from engine.files.private_folders import make_private_folder, make_tree_private
from engine.folders import Folders

_APP = "translucent"


class FolderNotWritableError(Exception):
    """One of the user's folders cannot be made or written to."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(folder, reason)
        self.folder = folder
        self.reason = reason

    def __str__(self) -> str:
        return (
            f"Nothing can be written to {self.folder} ({self.reason}). "
            "Set TRANSLUCENT_HOME to a folder you can write to."
        )


def _root() -> Path:
    """Return what the packages lie in, or the inside of the frozen app."""
    frozen = getattr(sys, "_MEIPASS", None)
    return Path(frozen) if frozen else Path(__file__).resolve().parents[2]


def resources() -> Path:
    """Return the folder of included files: beside the packages, or inside the frozen app."""
    return _root() / "resources"


def guide(language: str = "en") -> Path:
    """Return the guide in a language, or in English if there is none; it may not be installed.

    Its pictures are in `images` beside it.
    """
    translated = _root() / "docs" / f"guide.{language}.md"
    return translated if translated.is_file() else _root() / "docs" / "guide.md"


def build_facts() -> Path:
    """Return the file in which the build of a frozen app wrote down what was built; only there."""
    return _root() / "build.json"


def licences() -> Path:
    """Return the folder of licences: beside the frozen program, or else that of our licence."""
    if getattr(sys, "frozen", False):
        folder = Path(sys.executable).resolve().parent / "licences"
        if folder.is_dir():
            return folder
    return _root()


def folders() -> Folders:
    """Return all folders of the program; none of them needs to exist."""
    home = os.environ.get("TRANSLUCENT_HOME")
    if home:
        root = Path(home).expanduser().absolute()
        config, data, log = root / "config", root / "data", root / "log"
    else:
        user = platformdirs.PlatformDirs(_APP, appauthor=False)
        config, data, log = user.user_config_path, user.user_data_path, user.user_log_path
    return Folders(
        shipped_models=resources() / "models",
        models=data / "models",
        runs=data / "runs",
        corpora=data / "corpora",
        config=config,
        data=data,
        log=log,
    )


def command_line() -> list[str]:
    """Return the program, and its first arguments, that carry out this program's verbs.

    Frozen, that is the executable for the terminal, which has a standard output on every system;
    `build.spec` names it.
    """
    if getattr(sys, "frozen", False):
        names = {"win32": "translucent-cli.exe", "darwin": "translucent-cli"}
        return [str(Path(sys.executable).with_name(names.get(sys.platform, "translucent")))]
    return [sys.executable, "-m", "desktop"]


def command_environment() -> dict[str, str]:
    """Return what the environment of such a program must hold, whatever the current folder is."""
    if getattr(sys, "frozen", False):
        return {}
    root = str(Path(__file__).resolve().parents[2])
    return {"PYTHONPATH": os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))}


def keep_caches_together() -> None:
    """Make matplotlib keep its list of fonts with the program's files, not in its own folders."""
    home = os.environ.get("TRANSLUCENT_HOME")
    if home:
        cache = Path(home).expanduser().absolute() / "cache"
    else:
        cache = platformdirs.PlatformDirs(_APP, appauthor=False).user_cache_path
    os.environ.setdefault("MPLCONFIGDIR", str(cache / "matplotlib"))
    # It says on standard error where it keeps its own files instead: nobody need know.
    logging.getLogger("matplotlib").setLevel(logging.ERROR)


def keep_private(folders: Folders) -> None:
    """Let only the user read what is in the program's folders, as it may have been made otherwise.

    What the system refuses to change stays as it is: that is no reason not to start.
    """
    for root in (folders.config, folders.data, folders.log):
        make_tree_private(root)


def prepare(folder: Path) -> Path:
    """Return the folder, created if necessary, readable only by the user.

    Raises:
        FolderNotWritableError: It cannot be made, or nothing can be written to it.
    """
    try:
        make_private_folder(folder)
    except OSError as error:
        raise FolderNotWritableError(folder, error.strerror or str(error)) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise FolderNotWritableError(folder, "it is read-only")
    return folder
