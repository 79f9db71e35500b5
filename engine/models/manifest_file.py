"""Read the manifest of a model folder, and look whether its files are there. Torch-free."""

import stat
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import from_json

from engine.errors import (
    ModelFolderDamagedError,
    ModelFolderMissingError,
    ModelFolderTooNewError,
)
from engine.models.manifest import (
    FILE_LIMITS,
    FORMAT_VERSION,
    MANIFEST_FILE,
    WEIGHTS_FILE,
    Manifest,
)


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a model folder.

    Raises:
        ModelFolderMissingError: If there is no manifest that can be opened.
        ModelFolderTooNewError: If a later version of the program wrote it.
        ModelFolderDamagedError: If it does not hold what it should; every problem at once.
    """
    path = folder / MANIFEST_FILE
    try:
        if not stat.S_ISREG(path.lstat().st_mode):
            raise ModelFolderMissingError(folder)
        with path.open("rb") as file:
            data = file.read(FILE_LIMITS[MANIFEST_FILE] + 1)
    except OSError as error:
        raise ModelFolderMissingError(folder) from error
    return parse_manifest(data, folder)


def parse_manifest(data: bytes, origin: Path) -> Manifest:
    """Read the manifest in `data`; errors name `origin` as its place.

    Raises:
        ModelFolderTooNewError: If a later version of the program wrote it.
        ModelFolderDamagedError: If it does not hold what it should; every problem at once.
    """

    def damaged(*problems: str) -> ModelFolderDamagedError:
        return ModelFolderDamagedError(origin, [f"{MANIFEST_FILE}: {text}" for text in problems])

    if len(data) > FILE_LIMITS[MANIFEST_FILE]:
        raise damaged(f"it is larger than {FILE_LIMITS[MANIFEST_FILE]:,} bytes")
    try:
        values = from_json(data, allow_inf_nan=False)
    except ValueError as error:
        raise damaged(f"it is not JSON ({error})") from error
    if not isinstance(values, dict):
        raise damaged("it is not a JSON object")
    version = values.get("format_version")
    if type(version) is not int:
        raise damaged(f"format_version: must be a whole number, not {version!r}")
    if version > FORMAT_VERSION:
        raise ModelFolderTooNewError(origin, version, FORMAT_VERSION)
    try:
        return Manifest.model_validate_json(data)
    except ValidationError as error:
        raise damaged(*validation_problems(error)) from error


def find_file_problems(folder: Path, manifest: Manifest) -> list[str]:
    """Say which files are not named, not there, or no plain files of a sensible size.

    Their contents are not looked at; `engine.models.validation` does that.
    """
    problems = [
        f"{MANIFEST_FILE}: files: {name} is not listed"
        for name in (WEIGHTS_FILE, *manifest.tokenizer_files)
        if name not in manifest.files
    ]
    for name in manifest.files:
        try:
            status = (folder / name).lstat()
        except OSError:
            problems.append(f"{name}: the file is missing")
            continue
        if not stat.S_ISREG(status.st_mode):
            problems.append(f"{name}: it is not a plain file")
        elif status.st_size > FILE_LIMITS[name]:
            problems.append(f"{name}: it is larger than {FILE_LIMITS[name]:,} bytes")
    return problems


def validation_problems(error: ValidationError) -> list[str]:
    """Return each problem of a validation in one line, led by its field."""
    sentences: list[str] = []
    for problem in error.errors(include_url=False, include_context=False):
        field = ".".join(str(part) for part in problem["loc"] if part != "[key]")
        message = problem["msg"].removeprefix("Value error, ")
        lead = f"{field}: " if field else ""
        sentences.extend(lead + part for part in message.split("; "))
    return sentences
