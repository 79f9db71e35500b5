"""Writers of files and folders that are killed at a moment of choice."""

import subprocess
import sys
import textwrap
from pathlib import Path

MOST_EVENTS = 90
"""More often than this no writer touches a file."""

_KILLED = """
    import os, sys
    os.fsync = lambda descriptor: None
    from pathlib import Path
    from engine.files.atomic_files import new_file
    from engine.files.atomic_folders import new_folder, remove_folder, set_aside

    verb, parent, name, events_left = sys.argv[1], Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])

    def count_down(event, arguments):
        global events_left
        if event.startswith(("open", "os.", "shutil.")) and str(parent) in repr(arguments):
            events_left -= 1
            if events_left < 0:
                os._exit(9)

    sys.addaudithook(count_down)
    if verb == "remove":
        remove_folder(parent / name)
    elif verb == "set aside":
        set_aside(parent / name)
    elif verb == "import":
        from engine.interchange.importing import import_model
        import_model(parent.parent / "it.translucent", parent, name)
    elif verb in ("file", "new file"):
        with new_file(parent / name, replace=verb == "file") as file:
            file.write(b"new")
    else:
        with new_folder(parent / name, replace=True) as folder:
            (folder / "a").write_bytes(b"new a")
            (folder / "c").write_bytes(b"new c")
"""
"""Does its work and is dead before the n-th time it touches a file."""


def run_killed(verb: str, target: Path, events: int) -> bool:
    """Work in another process that dies at an event; tell whether it came so far."""
    code = textwrap.dedent(_KILLED)
    arguments = [sys.executable, "-c", code, verb, str(target.parent), target.name, str(events)]
    outcome = subprocess.run(arguments, check=False, cwd=Path(__file__).parents[2])
    assert outcome.returncode in (0, 9)
    return outcome.returncode == 9
