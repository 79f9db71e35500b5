"""A settings file that anybody wrote: the window starts with it, and keeps what it is told."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from desktop.storage.settings import Preferences, Settings
from tests.support.mutations import mutated

READ = [name for name, one in vars(Settings).items() if isinstance(one, property)]
PIECES = (
    b"[", b"]\n", b"=", b"\\x", b'"', b"@Variant(\\0\\0\\0\\xff)", b"@ByteArray(", b"\0",
    b"\xff", b"%", b";", b", ",
)  # fmt: skip


def whole() -> bytes:
    """Return a file with a value for everything that the window asks for."""
    lines = [f"preferences\\{name}={name}" for name in Preferences.__dataclass_fields__]
    lines += [f"{name}=[1, {{}}]" for name in READ]
    return ("[General]\n" + "\n".join(lines) + "\n[preferences]\ntheme=dark\nthreads=2\n").encode()


@given(mutated([whole(), b""], PIECES), st.text())
def test_any_file_is_read_and_keeps_what_it_is_told(room: Path, content: bytes, text: str) -> None:
    path = room / "settings" / "settings.ini"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    settings = Settings(path)
    for name in READ:
        getattr(settings, name)
    settings.change(theme="light", font_family="")
    settings.text = text
    settings.save()
    again = Settings(path)
    assert again.preferences.theme == "light"
    assert again.text == settings.text
