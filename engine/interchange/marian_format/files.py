"""Which files of a folder make a Marian model, and how it is to search. Torch-free.

decoder.yml                   which of the others, and how to search
NAME.npz                      weights and settings
vocab.spm                     pieces and vocabulary in one, for both languages or for each
vocab.yml                     or a vocabulary alone: tokens and their ids,
source.spm, target.spm        and the pieces of each language, as OPUS-MT has them
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from engine.interchange.marian_format.errors import MarianError
from engine.interchange.marian_format.yaml_text import Yaml, YamlError, read_mapping
from engine.models.manifest import DecodingDefaults

_DECODER_FILE = "decoder.yml"
_SIZE_LIMIT = 64 << 20
"""Of every file but the weights."""

VOCABULARY_SUFFIXES = (".yml", ".yaml", ".json")
PIECES_SUFFIX = ".spm"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarianFiles:
    """The files of one model, by what they are for; the source's first."""

    model: Path
    vocabularies: tuple[Path, Path]
    pieces: tuple[Path, Path]
    """SentencePiece models: the vocabularies themselves, or files beside them."""
    decoding: DecodingDefaults


def find_files(folder: Path) -> MarianFiles:
    """Return the files of the model in a folder.

    Raises:
        MarianError: If they are not all there, or there are several models.
    """
    search = _Search(folder)
    found = search.find()
    if search.problems or found is None:
        raise MarianError(search.problems)
    return found


def read_small(path: Path) -> bytes:
    """Return what a small file holds.

    Raises:
        MarianError: If it cannot be read, or is not small.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_SIZE_LIMIT + 1)
    except OSError as error:
        raise MarianError([f"{path.name}: it cannot be read ({error.strerror})"]) from error
    if len(data) > _SIZE_LIMIT:
        raise MarianError([f"{path.name}: it is larger than {_SIZE_LIMIT:,} bytes"])
    return data


def read_yaml_file(path: Path) -> dict[str, Yaml]:
    """Return the mapping in a YAML file.

    Raises:
        MarianError: If it cannot be read.
    """
    try:
        return read_mapping(read_small(path).decode("utf-8"))
    except (UnicodeDecodeError, YamlError) as error:
        raise MarianError([f"{path.name}: {error}"]) from error


class _Search:
    """Looks for the files of a model; `problems` grows by what is wrong."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.problems: list[str] = []

    def find(self) -> MarianFiles | None:
        config = self._read_config()
        model = self._find_model(config)
        vocabularies = self._find_vocabularies(config)
        decoding = self._read_decoding(config)
        if model is None or vocabularies is None or decoding is None:
            return None
        pieces = self._find_pieces(vocabularies)
        return pieces and MarianFiles(
            model=model, vocabularies=vocabularies, pieces=pieces, decoding=decoding
        )

    def _read_config(self) -> Mapping[str, Yaml]:
        """Return what is said of the model beside it; nothing if there is no such file."""
        path = self._folder / _DECODER_FILE
        if not path.is_file():
            others = sorted(self._folder.glob(f"*.{_DECODER_FILE}"))
            if len(others) > 1:
                names = ", ".join(other.name for other in others)
                self.problems.append(f"there are several models ({names}): leave one")
            if len(others) != 1:
                return {}
            (path,) = others
        try:
            return read_yaml_file(path)
        except MarianError as error:
            self.problems += error.problems
        return {}

    def _find_model(self, config: Mapping[str, Yaml]) -> Path | None:
        names = self._names(config, "models")
        if not names:
            names = sorted(
                path.name
                for path in self._folder.glob("*.npz")
                if not path.name.endswith(".optimizer.npz")
            )
        if not names:
            binary = next(iter(sorted(self._folder.glob("*.bin"))), None)
            advice = (
                f": write one with marian-conv --from {binary.name} --to {binary.stem}.npz"
                if binary
                else ""
            )
            self.problems.append(f"there is no model in the format .npz{advice}")
        elif len(names) > 1:
            self.problems.append(f"there are several models ({', '.join(names)}): leave one")
        elif not names[0].endswith(".npz"):
            self.problems.append(f"{names[0]}: only models in the format .npz can be imported")
        else:
            return self._file(names[0])
        return None

    def _find_vocabularies(self, config: Mapping[str, Yaml]) -> tuple[Path, Path] | None:
        names = self._names(config, "vocabs")
        if not names:
            suffixes = (*VOCABULARY_SUFFIXES, PIECES_SUFFIX)
            found = {path for suffix in suffixes for path in self._folder.glob(f"*vocab{suffix}")}
            names = sorted(path.name for path in found) if len(found) == 1 else []
            names *= 2
        if len(names) != 2:
            self.problems.append(
                f"{_DECODER_FILE} does not name two vocabularies, and there is not one for both"
            )
            return None
        source, target = map(self._file, names)
        return (source, target) if source and target else None

    def _find_pieces(self, vocabularies: tuple[Path, Path]) -> tuple[Path, Path] | None:
        known = (*VOCABULARY_SUFFIXES, PIECES_SUFFIX)
        strange = {path.name for path in vocabularies if path.suffix not in known}
        if strange:
            self.problems += [
                f"{name}: this kind of vocabulary is not supported" for name in strange
            ]
            return None
        if all(path.suffix == PIECES_SUFFIX for path in vocabularies):
            return vocabularies
        if (self._folder / "source.bpe").is_file():
            self.problems.append(
                "source.bpe: the model cuts words with subword-nmt; only models with SentencePiece "
                "(source.spm) can be imported"
            )
            return None
        source, target = self._file("source.spm"), self._file("target.spm")
        return (source, target) if source and target else None

    def _read_decoding(self, config: Mapping[str, Yaml]) -> DecodingDefaults | None:
        """Return how to search, as far as the file says so."""
        numbers = {}
        for name in ("beam-size", "normalize", "word-penalty"):
            value = config.get(name)
            if value is None:
                continue
            try:
                numbers[name] = float({"true": "1", "false": "0"}.get(str(value), str(value)))
            except ValueError:
                self.problems.append(f"{_DECODER_FILE}: {name} is {value!r}, not a number")
        if numbers.pop("word-penalty", 0.0):
            self.problems.append(f"{_DECODER_FILE}: word-penalty is not supported: only 0")
        fields = {"beam-size": "beam_size", "normalize": "length_penalty"}
        values = {
            fields[name]: int(value) if name == "beam-size" and value.is_integer() else value
            for name, value in numbers.items()
        }
        try:
            return DecodingDefaults.model_validate({**values, "is_narrowing": True})
        except ValidationError as error:
            self.problems += [
                f"{_DECODER_FILE}: {'.'.join(map(str, problem['loc']))}: {problem['msg']}"
                for problem in error.errors(include_url=False)
            ]
        return None

    def _names(self, config: Mapping[str, Yaml], field: str) -> list[str]:
        """Return the names of files, without the folders they were in where they were made."""
        value = config.get(field, [])
        names = value if isinstance(value, list) else [value]
        return [str(name).replace("\\", "/").rpartition("/")[2] for name in names]

    def _file(self, name: str) -> Path | None:
        path = self._folder / name
        if name and path.is_file():
            return path
        missing = f"{name} is missing"
        if missing not in self.problems:
            self.problems.append(missing)
        return None
