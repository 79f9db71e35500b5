"""The program's code asks for nothing that only one kind of system has, unless it checks which.

`make check` lets mypy read it as on Windows and macOS too, which finds functions and constants that
are not there. What is left are names in texts, arguments, and calls that exist everywhere but mean
something else or fail.
"""

import ast
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

UNCHECKED = {
    ("desktop/platform/display.py", "ctypes.CDLL"): "display_problem asks for Linux before",
    ("desktop/storage/history_file.py", "hardlink_to"): "falls back on a renaming",
    ("engine/native/library.py", "ctypes.CDLL"): "loads our own library, whatever its suffix",
}
"""Uses outside every check of the system, and why they are right."""

POSIX_PATH = re.compile(r"/(bin|dev|etc|home|opt|proc|root|run|sbin|sys|tmp|usr|var)(/|$)")
NO_MODULES = {
    *("fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"),
    *("msvcrt", "winreg", "winsound"),
}
NO_METHODS = {"chmod", "chown", "hardlink_to", "symlink_to"}
NO_FUNCTIONS = {"ctypes.CDLL", "ctypes.PyDLL", "os.fork", "os.kill", "os.link", "os.symlink"}
NO_ARGUMENTS = {"shell", "preexec_fn", "pass_fds", "start_new_session", "process_group"}
ODD_DATE = re.compile(r"%-[a-zA-Z]")


def test_what_only_some_systems_have_is_behind_a_check() -> None:
    found = set()
    for package in ("desktop", "engine", "training"):
        for path in sorted((ROOT / package).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= {(name, use) for use in uses(tree)}
    assert found == set(UNCHECKED)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("import fcntl", "import fcntl"),
        ("p = Path('/proc/self')", "'/proc/self'"),
        ("def f():\n  os.kill(1, 2)", "os.kill"),
        ("run('ls', shell=True)", "shell="),
        ("f'{now:%-d}'", "'%-d'"),
        ("get_context('fork')", "'fork'"),
        ("ctypes.CDLL(None)", "ctypes.CDLL"),
        ("def f():\n  if sys.platform == 'linux':\n    open('/proc/stat', 'rb')", ""),
        ("process.kill(); file.chmod", ""),
        ("'/translate'", ""),
    ],
)
def test_each_kind_of_use_is_found(code: str, found: str) -> None:
    assert list(uses(ast.parse(code))) == ([found] if found else [])


def uses(node: ast.AST) -> Iterator[str]:
    """Return what a piece of code uses outside the functions that check the system."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and checks_the_system(node):
        return
    match node:
        case ast.Expr(value=ast.Constant()):  # a docstring
            return
        case ast.Import(names=[ast.alias(name=name)]) | ast.ImportFrom(module=str(name)):
            if name.partition(".")[0] in NO_MODULES:
                yield f"import {name}"
        case ast.Constant(value=str(text)):
            if POSIX_PATH.match(text) or ODD_DATE.search(text) or text in {"fork", "forkserver"}:
                yield repr(text)
        case ast.Call():
            yield from uses_of_call(node)
        case _:
            pass
    for child in ast.iter_child_nodes(node):
        yield from uses(child)


def uses_of_call(call: ast.Call) -> Iterator[str]:
    name = ast.unparse(call.func)
    last = name.rpartition(".")[2]
    if name in NO_FUNCTIONS:
        yield name
    elif last in NO_METHODS:
        yield last
    given = {argument.arg for argument in call.keywords}
    yield from (f"{argument}=" for argument in sorted(NO_ARGUMENTS & given))


def checks_the_system(node: ast.FunctionDef | ast.ClassDef) -> bool:
    return any(
        isinstance(inner, ast.Attribute) and ast.unparse(inner) in {"sys.platform", "os.name"}
        for inner in ast.walk(node)
    )


@pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(), reason="no clone, or no git"
)
def test_each_file_of_a_clone_has_a_name_on_every_system() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = [name for name in listed.stdout.split("\0") if name]
    refused = re.compile(
        r"""[<>:"|?*\\\x00-\x1f] | [. ](/|$) | (^|/)(con|prn|aux|nul|com\d|lpt\d)(\.|/|$)""",
        re.IGNORECASE | re.VERBOSE,
    )
    assert not [name for name in names if refused.search(name) or len(name) > 180]
    assert len({name.casefold() for name in names}) == len(names)
