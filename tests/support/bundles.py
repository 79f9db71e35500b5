"""The packaged program: its folder, its two executables, and what a person does with them."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from tests.support.x_client import XClient, XWindow

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "build" / "frozen"
"""Where pictures of the packaged program go."""

CAPTION = "Two dogs are playing in the snow."
TRANSLATION = "Zwei Hunde spielen im Schnee."
"""Its translation by the shipped model, packaged or not."""

SECONDS = 300
"""Longer than anything takes; a program that hangs fails its test."""
_LOOK_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended, and what it wrote."""

    status: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Program:
    """A `translucent` command and the window's, packaged or not.

    Attributes:
        console: What runs a verb.
        window: What opens the window.
        wrapper: What puts them into another place: `unshare …`, `setpriv …`.
    """

    console: tuple[str, ...]
    window: tuple[str, ...]
    home: Path
    wrapper: tuple[str, ...] = ()

    def environment(self, **changes: str | None) -> dict[str, str]:
        """Return the little that a desktop gives every program; None takes a variable away."""
        plain: dict[str, str | None] = {
            "HOME": str(self.home),
            "PATH": "/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "COLUMNS": "200",
            "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS"),
        }
        return {name: value for name, value in {**plain, **changes}.items() if value is not None}

    def run(
        self,
        *arguments: str | Path,
        stdin: str = "",
        environment: Mapping[str, str] | None = None,
        folder: Path = Path("/"),
    ) -> Ended:
        """Run a verb to its end."""
        ended = subprocess.run(
            [*self.wrapper, *self.console, *map(str, arguments)],
            input=stdin.encode(),
            env=self.environment() if environment is None else environment,
            cwd=folder,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
        return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())

    def do(self, *arguments: str | Path, stdin: str = "") -> str:
        """Run a verb that must succeed, and give what it wrote."""
        ended = self.run(*arguments, stdin=stdin)
        assert ended.status == 0, f"{arguments}: status {ended.status}\n{ended.out}\n{ended.err}"
        return ended.out

    @contextmanager
    def open(
        self, *arguments: str | Path, environment: Mapping[str, str] | None = None
    ) -> Iterator["subprocess.Popen[bytes]"]:
        """Start the windowed program; it is ended even if the test fails."""
        with (
            tempfile.TemporaryFile() as written,
            subprocess.Popen(
                [*self.wrapper, *self.window, *map(str, arguments)],
                env=self.environment() if environment is None else environment,
                cwd="/",
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=subprocess.STDOUT,
            ) as process,
        ):
            try:
                yield process
            except AssertionError as error:
                written.seek(0)
                error.add_note(f"It wrote: {written.read().decode(errors='replace')}")
                raise
            finally:
                process.kill()


def frozen(folder: Path, home: Path, wrapper: Sequence[str] = ()) -> Program:
    """Return the program in a packaged folder."""
    return Program(
        (str(folder / "translucent"),), (str(folder / "Translucent"),), home, tuple(wrapper)
    )


def unfrozen(home: Path) -> Program:
    """Return the program as it is run from its sources."""
    command = (sys.executable, "-c", _RUN.format(root=str(ROOT)))
    return Program(command, command, home)


_RUN = (
    "import sys; sys.path.insert(0, {root!r}); from desktop.command import main; sys.exit(main())"
)


def wait_until(process: "subprocess.Popen[bytes]", is_so: Callable[[], object], what: str) -> None:
    """Wait until something is so while a program runs.

    Raises:
        AssertionError: If the program ends before, or it takes far too long.
    """
    for _ in range(int(SECONDS / _LOOK_SECONDS)):
        if is_so():
            return
        try:
            process.wait(_LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError(f"the program ended with status {process.returncode} before {what}")
    raise AssertionError(f"after {SECONDS} seconds still not {what}")


class Person:
    """Someone who sits before a window of an X server."""

    def __init__(self, x: XClient, process: "subprocess.Popen[bytes]") -> None:
        self.x = x
        self.process = process

    def wait_for_window(self, title: str = "Translucent") -> XWindow:
        """Wait until the window is painted, click into its source text, and give it."""
        found: list[XWindow] = []

        def is_there() -> bool:
            found[:] = [window for window in self.x.windows() if title in window.title]
            return bool(found) and is_painted(self.picture_of(found[-1]))

        wait_until(self.process, is_there, f"a window {title!r} was painted")
        window = found[-1]
        # At the left, an eighth below the top. Without a click, no key is for the window.
        self.x.click(window.left + window.width // 4, window.top + window.height // 8)
        wait_until(self.process, lambda: self.x.focus() == window.id, "keys were for the window")
        return window

    def picture_of(self, window: XWindow) -> Image.Image:
        """Look at a window."""
        left, top = max(window.left, 0), max(window.top, 0)
        right, bottom = window.left + window.width, window.top + window.height
        return self.x.screenshot().crop((left, top, right, bottom))

    def read_translation(self, text: str) -> None:
        """Copy the translation, again and again, until it reads so."""

        def is_copied() -> bool:
            self.x.press("Control", "Shift", "c")
            return self.x.clipboard() == text

        wait_until(self.process, is_copied, f"the translation was {text!r}")

    def translate(self, caption: str = CAPTION, translation: str = TRANSLATION) -> XWindow:
        """Type a caption into the window, and wait for its translation."""
        window = self.wait_for_window()
        self.x.write(caption)
        self.read_translation(translation)
        return window

    def wait_for_attention(self, window: XWindow) -> Image.Image:
        """Open the attention, wait until its map is drawn, and give a picture of the window."""
        self.x.press("Control", "Shift", "a")
        pictures: list[Image.Image] = []

        def is_drawn() -> bool:
            pictures[:] = [self.picture_of(window)]
            return num_map_colours(pictures[0]) > NUM_MAP_COLOURS

        wait_until(self.process, is_drawn, "the attention was drawn")
        return pictures[0]

    def quit(self) -> int:
        """Press Ctrl+Q, and give the exit status."""
        self.x.press("Control", "q")
        return self.process.wait(SECONDS)


NUM_MAP_COLOURS = 8
"""A map of attention has more colours than this; controls and texts have fewer."""


def is_painted(picture: Image.Image) -> bool:
    """Return whether there is more to see than an empty window."""
    return len(picture.getcolors(picture.width * picture.height) or ()) > 20


def num_map_colours(picture: Image.Image) -> int:
    """Return how many greens and violets, as maps are drawn in, make up cells of the lower half."""
    lower = picture.crop((0, picture.height // 2, picture.width, picture.height))
    return sum(
        count >= 30 and isinstance(colour, tuple) and max(colour) - min(colour) > 50
        for count, colour in lower.getcolors(1 << 24) or ()
    )


def save_picture(picture: Image.Image, name: str) -> Path:
    """Keep a picture for people to look at."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    file = PICTURES / f"{name}.png"
    picture.save(file)
    return file
