"""The packaged program under every hardship that its users' machines may have: one test each.

Where a window matters, it is a real one on an X server, and a person types, reads and quits. A
test tells in `seen` what that person sees; a table of them stands at the end of the report.
"""

import os
import re
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from tests.support.bundles import (
    CAPTION,
    SECONDS,
    TRANSLATION,
    Person,
    Program,
    frozen,
    save_picture,
    wait_until,
)
from tests.support.places import apart, as_nobody, in_root, make_barest_root, need
from tests.support.x_client import XClient
from tests.support.x_server import has_x_server, x_server

BARE_ROOT = "TRANSLUCENT_BARE_ROOT"
LITTLE_MEMORY = 1_200_000_000

See = Callable[[str], None]


@pytest.fixture
def see(record_property: Callable[[str, object], None]) -> See:
    """Note what the person before the program sees, for the table."""
    return lambda text: record_property("seen", text)


def data_folder(program: Program) -> Path:
    return program.home / ".local" / "share" / "translucent"


def settings_file(program: Program) -> Path:
    return program.home / ".config" / "translucent" / "settings.ini"


def work_in_window(
    program: Program,
    *,
    picture: str = "",
    size: tuple[int, int] = (1600, 1200),
    changes: Mapping[str, str | None] = MappingProxyType({}),
) -> str:
    """Open the window, type a caption, read its translation, look at its attention, quit.

    Args:
        program: What is run, and where.
        picture: The name of a picture to keep.
        size: Of the screen.
        changes: Of the environment.

    Returns:
        What was seen.
    """
    if not has_x_server():
        pytest.skip("needs Xvfb")
    with x_server(*size) as server, XClient(server["DISPLAY"]) as x:
        environment = program.environment(**{"DISPLAY": server["DISPLAY"], **changes})
        with program.open(environment=environment) as process:
            person = Person(x, process)
            window = person.translate()
            seen = person.wait_for_attention(window)
            if picture:
                save_picture(seen, picture)
            assert person.quit() == 0
    return f"window: “{TRANSLATION}”, attention; quits with 0"


def translates(program: Program, **changes: str | None) -> str:
    """Translate in the terminal, and give what was seen."""
    ended = program.run("translate", CAPTION, environment=program.environment(**changes))
    assert (ended.status, ended.out) == (0, f"{TRANSLATION}\n"), ended.err
    assert not ended.err
    return f"terminal: “{TRANSLATION}”"


def self_tests(program: Program, **changes: str | None) -> str:
    """Do everything once, training in a child process too."""
    ended = program.run("self-test", environment=program.environment(**changes))
    assert ended.status == 0, ended.err
    assert ended.out.endswith("Everything works.\n")
    return "self-test: “Everything works.”"


# --- where it lies, and whose it is ---


def test_another_user_than_root(copy: Path, home: Path, see: See) -> None:
    program = frozen(copy, home, as_nobody())
    see(f"{self_tests(program)}; {work_in_window(program)}")


def test_a_read_only_install_folder(bundle: Path, place: Path, home: Path, see: See) -> None:
    where = place / "installed"
    where.mkdir()
    script = f"mount --bind '{bundle}' '{where}'\nmount -o remount,bind,ro '{where}'"
    wrapper = (*apart("--mount", script), *(as_nobody() if os.geteuid() == 0 else ()))
    program = frozen(where, home, wrapper)
    see(f"{self_tests(program)}; {work_in_window(program)}")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("Program Files/Über uns", id="spaces and umlauts"),
        pytest.param("日本/модель 'x' \"y\" & $z", id="other scripts and quotation marks"),
    ],
)
def test_a_path_with(copy: Path, home: Path, see: See, name: str) -> None:
    folder = copy.parent / name
    folder.parent.mkdir()
    program = frozen(copy.rename(folder), home)
    see(f"{self_tests(program)}; {work_in_window(program)}")


def test_a_link_to_the_command(bundle: Path, place: Path, home: Path, see: See) -> None:
    link = place / "translucent"
    link.symlink_to(bundle / "translucent")
    see(translates(replace(frozen(bundle, home), console=(str(link),))))


# --- the user's own folders ---


def test_no_home(copy: Path, home: Path, see: See, is_full: bool) -> None:
    """A user whom the system knows no folder of."""
    program = frozen(copy, home, as_nobody())
    seen = f"{translates(program, HOME=None)}; {work_in_window(program, changes={'HOME': None})}"
    if is_full:
        ended = program.run("train", "reverse", environment=program.environment(HOME=None))
        assert (ended.status, ended.out) == (1, "")
        said = ended.err.splitlines()[-1]  # after what Fontconfig says about its own files
        assert re.fullmatch(r"translucent: .* /\S+ .*cannot be written.*", said)
        seen += f"; train: “{said}”"
    see(seen)


def test_a_home_that_cannot_be_written_to(
    program: Program, place: Path, see: See, is_full: bool
) -> None:
    (place / "file").touch()
    there = str(place / "file" / "home")  # not even for root: its parent is no folder
    window = work_in_window(program, changes={"HOME": there}, picture="no-home")
    seen = f"{translates(program, HOME=there)}; {window}"
    if is_full:
        ended = program.run("train", "reverse", environment=program.environment(HOME=there))
        assert (ended.status, ended.out) == (1, "")
        said = ended.err.splitlines()[-1]  # after what Fontconfig says about its own files
        assert re.fullmatch(r"translucent: .* /\S+ .*cannot be written.*", said)
        seen += f"; train: “{said}”"
    see(seen)


def test_settings_of_another_version(program: Program, see: See) -> None:
    file = settings_file(program)
    file.parent.mkdir(parents=True)
    file.write_text(
        "[preferences]\n"
        'theme="sepia"\nbeam_size="many"\nfont_size=-3\ndevice=tpu\nlanguage="tlh"\nnew="thing"\n'
        "[last]\n"
        'model="gone"\ndirection=[1, 2, 3]\ntext=@Invalid()\n'
        "[window]\n"
        'geometry=@ByteArray(\\x1\\xd9\\xd0\\xcbnonsense)\nstate=7\nattention_panel="[[["\n'
        "[of a later version]\nanswer=42\n",
        encoding="utf-8",
    )
    seen = work_in_window(program)
    assert "[of%20a%20later%20version]" in file.read_text(encoding="utf-8")
    see(f"{seen}; each wish that is none counts as not said")


def test_settings_that_are_no_settings(program: Program, see: See) -> None:
    file = settings_file(program)
    file.parent.mkdir(parents=True)
    file.write_bytes(bytes(range(256)) * 40)
    see(work_in_window(program))


def test_a_damaged_history(program: Program, see: See) -> None:
    file = data_folder(program) / "history.sqlite3"
    file.parent.mkdir(parents=True)
    damaged = b"SQLite format 3\0" + bytes(range(256)) * 40
    file.write_bytes(damaged)
    seen = work_in_window(program, picture="damaged-history")
    aside = [other for other in file.parent.glob("*.sqlite3") if other.read_bytes() == damaged]
    assert len(aside) == 1
    assert read_history(file) == [(CAPTION, TRANSLATION)]
    see(f"{seen}; a notice names {aside[0].name}, which is kept")


def test_a_full_disk(program: Program, see: See, is_full: bool) -> None:
    script = (
        f"mount -t tmpfs -o size=64k tmpfs '{program.home}'\n"
        f"head -c 1000000 /dev/zero >'{program.home}/filler' 2>/dev/null || true"
    )
    full = replace(program, wrapper=apart("--mount", script))
    seen = f"{translates(full)}; {work_in_window(full, picture='full-disk')}"
    if is_full:
        ended = full.run("train", "reverse")
        assert ended.status == 1
        assert ended.err.startswith("translucent: There is no space left on the disk for /")
        seen += f"; train: “{ended.err.strip()}”"
    see(seen)


def test_no_writable_folder_for_temporary_files(program: Program, see: See) -> None:
    script = f"""
    for folder in /tmp /var/tmp /dev/shm; do
        if [ -d $folder ]; then
            mount --rbind $folder $folder
            if [ $folder = /tmp ]; then mount -t tmpfs tmpfs '{program.home}'; fi
            mount -o remount,bind,ro $folder
        fi
    done
    chmod 777 '{program.home}'
    """
    wrapper = (*apart("--mount", script), *(as_nobody() if os.geteuid() == 0 else ()))
    poor = replace(program, wrapper=wrapper)
    refused = poor.run("self-test")
    assert refused.status == 1
    assert "Traceback" not in refused.err
    see(f"{translates(poor)}; {work_in_window(poor)}; self-test: “{refused.err.strip()}”")


# --- what the system has not got ---


def test_no_network(program: Program, see: See) -> None:
    alone = replace(program, wrapper=apart("--net"))
    see(f"{self_tests(alone)}; {work_in_window(alone)}")


def test_no_environment_and_no_python(program: Program, see: See) -> None:
    ended = program.run("self-test", environment={})
    assert ended.status == 0, ended.err
    assert not ended.err
    see("self-test: “Everything works.”")


def in_another_root(root: Path, bundle: Path) -> str:
    wrapper = in_root(root, bundle)
    program = frozen(Path("/mnt/bundle"), Path("/mnt/home"), wrapper)
    return f"{self_tests(program)}; {work_in_window(program, picture=root.name)}"


def test_a_root_with_nothing_but_the_c_library_and_zlib(
    bundle: Path, place: Path, see: See
) -> None:
    see(in_another_root(make_barest_root(place / "barest-root", bundle / "translucent"), bundle))


def test_a_bare_root_of_a_distribution(bundle: Path, see: See) -> None:
    root = os.environ.get(BARE_ROOT)
    if not root:
        pytest.skip(f"set {BARE_ROOT} to what `debootstrap --variant=minbase` made")
    see(in_another_root(Path(root), bundle))


@pytest.mark.parametrize("charset", ["C", "ISO-8859-1"])
def test_a_locale_that_is_not_utf_8(program: Program, place: Path, see: See, charset: str) -> None:
    changes: dict[str, str | None] = {"LANG": None, "LC_ALL": "C"}
    if charset != "C":
        need("localedef")
        made = place / "de_DE"
        asked = ["localedef", "-i", "de_DE", "-f", charset, str(made)]
        if subprocess.run(asked, capture_output=True, check=False).returncode or not made.is_dir():
            pytest.skip(f"needs the sources of locales to make one in {charset}")
        changes = {"LANG": None, "LC_ALL": "de_DE", "LOCPATH": str(place), "LANGUAGE": "en"}
    source, target = place / "Über.txt", place / "Zürich.txt"
    source.write_text(f"{CAPTION}\nA café.\n", encoding="utf-8")
    ended = program.run(
        *("translate", "--input", source, "--output", target),
        environment=program.environment(**changes),
    )
    assert ended.status == 0, ended.err
    assert target.read_text(encoding="utf-8").startswith(f"{TRANSLATION}\n")
    beside = program.run(
        "translate", stdin="A man in Zürich.\n", environment=program.environment(**changes)
    )
    assert beside == program.run("translate", stdin="A man in Zürich.\n")
    see(f"{translates(program, **changes)}; {work_in_window(program, changes=changes)}")


def test_little_memory(program: Program, see: See) -> None:
    """1.2 gigabytes of addresses are enough for the terminal and for the window."""
    need("prlimit")
    limited = replace(program, wrapper=("prlimit", f"--as={LITTLE_MEMORY}", "--"))
    see(f"{translates(limited)}; {work_in_window(limited)}")


@pytest.mark.parametrize("megabytes", [250, 120])
def test_too_little_memory(program: Program, see: See, megabytes: int) -> None:
    """Less than a model takes, and less than the libraries."""
    need("prlimit")
    limited = replace(program, wrapper=("prlimit", f"--as={megabytes}000000", "--"))
    ended = limited.run("translate", CAPTION)
    assert ended.status == 1, ended
    assert "Traceback" not in ended.err
    assert "memory" in ended.err
    see(f"terminal: “{ended.err.strip()}”")


# --- how it is shown ---


def test_offscreen(program: Program, see: See) -> None:
    file = settings_file(program)
    file.parent.mkdir(parents=True)
    file.write_text(f'[last]\ntext="\\"{CAPTION}\\""\n', encoding="utf-8")
    environment = program.environment(QT_QPA_PLATFORM="offscreen")
    history = data_folder(program) / "history.sqlite3"
    with program.open(environment=environment) as process:
        wait_until(process, lambda: read_history(history), "the translation was kept")
    assert read_history(history) == [(CAPTION, TRANSLATION)]
    see(f"the text of last time is translated and kept: “{TRANSLATION}”")


def test_on_an_x_server(program: Program, see: See) -> None:
    see(work_in_window(program, changes={"QT_QPA_PLATFORM": "xcb"}))


def test_at_200_percent(program: Program, see: See) -> None:
    see(
        work_in_window(
            program, changes={"QT_SCALE_FACTOR": "2"}, size=(2800, 2000), picture="200-percent"
        )
    )


def test_on_a_small_screen(program: Program, see: See) -> None:
    see(work_in_window(program, size=(1024, 768), picture="small-screen"))


# --- a bad end ---


def test_killed_while_starting(program: Program, see: See) -> None:
    """At moments from the very first to the one when all is there; then it starts well."""
    environment = program.environment(QT_QPA_PLATFORM="offscreen")
    moments = (0.02, 0.1, 0.2, 0.4, 0.6, 0.8, 1.2, 1.6, 2.5)
    for seconds in moments:
        with program.open(environment=environment) as process:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(seconds)
            process.kill()
            assert process.wait(SECONDS) == -signal.SIGKILL
    seen = work_in_window(program, picture="after-kill")
    assert read_history(data_folder(program) / "history.sqlite3") == [(CAPTION, TRANSLATION)]
    see(f"after {len(moments)} times: {seen}")


def read_history(file: Path) -> list[tuple[str, str]]:
    """What is kept; nothing where there is no history yet."""
    if not file.exists():
        return []
    with closing(sqlite3.connect(file)) as history:
        try:
            return history.execute("SELECT source, target FROM entries").fetchall()
        except sqlite3.OperationalError:  # just being made
            return []
