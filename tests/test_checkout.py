"""A clone has the bytes that were committed, on every system."""

import shutil
import subprocess
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(), reason="no clone, or no git"
)
def test_no_line_end_becomes_another_where_git_likes_those_of_windows() -> None:
    command = ["git", "-c", "core.autocrlf=true", "-c", "core.eol=crlf", "archive", "HEAD"]
    archive = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    texts = (".py", ".md", ".toml", ".json", ".sh", ".txt")
    with tarfile.open(fileobj=BytesIO(archive)) as files:
        for member in files:
            if member.name.endswith(texts):
                read = files.extractfile(member)
                assert read is not None
                assert b"\r\n" not in read.read(), member.name
