"""Marian's vocabularies, and the tokenizers that go with them. Torch-free."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.interchange.marian_format.errors import MarianError
from engine.interchange.marian_format.files import (
    PIECES_SUFFIX,
    MarianFiles,
    read_small,
    read_yaml_file,
)
from engine.interchange.marian_format.yaml_text import Yaml
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.tokenizers.vocabulary import SpecialTokens

_EOS, _UNK, _PAD = "</s>", "<unk>", "<pad>"


@dataclass(frozen=True, slots=True)
class MarianVocabulary:
    """The tokens of one language, by id, and the SentencePiece model that cuts a text into them."""

    tokens: tuple[str, ...]
    eos_id: int
    unk_id: int
    pieces: bytes

    def tokenizer(self, pad_id: int, punctuation: str) -> SentencePieceTokenizer:
        """Return the tokenizer, with a token of our own at `pad_id`; later ids are one larger.

        Raises:
            TokenizerError: If the tokens do not fit the SentencePiece model.
        """
        pad = _PAD
        while pad in self.tokens:
            pad = f"<{pad}>"
        tokens = [*self.tokens[:pad_id], pad, *self.tokens[pad_id:]]
        special = SpecialTokens(pad=pad_id, bos=pad_id, eos=self.eos_id, unk=self.unk_id)
        return SentencePieceTokenizer(self.pieces, tokens, special, punctuation=punctuation)


def read_vocabularies(files: MarianFiles) -> tuple[MarianVocabulary, MarianVocabulary]:
    """Read the vocabularies of source and target.

    Raises:
        MarianError: If they cannot be read; every problem at once.
    """
    problems: list[str] = []
    found = []
    for path, pieces in dict.fromkeys(zip(files.vocabularies, files.pieces, strict=True)):
        try:
            found.append(_read_vocabulary(path, pieces))
        except MarianError as error:
            problems += error.problems
    if problems:
        raise MarianError(list(dict.fromkeys(problems)))
    return found[0], found[-1]


def _read_vocabulary(path: Path, pieces: Path) -> MarianVocabulary:
    data = read_small(pieces)
    if path.suffix == PIECES_SUFFIX:
        return _from_pieces(path.name, data)
    ids = _read_ids(path.name, read_yaml_file(path))
    missing = [token for token in (_EOS, _UNK) if token not in ids]
    if missing:
        raise MarianError([f"{path.name}: it has no {token}" for token in missing])
    return MarianVocabulary(tuple(ids), ids[_EOS], ids[_UNK], data)


def _from_pieces(name: str, data: bytes) -> MarianVocabulary:
    from sentencepiece import SentencePieceProcessor  # here, and not above: few models need it

    library = SentencePieceProcessor()
    try:
        library.load_from_serialized_proto(data)
        tokens: list[str] = library.id_to_piece(list(range(library.get_piece_size())))
    except (RuntimeError, ValueError) as error:
        raise MarianError([f"{name}: it is not a SentencePiece model ({error})"]) from error
    eos_id, unk_id = library.eos_id(), library.unk_id()
    if eos_id < 0:
        raise MarianError([f"{name}: it has no token for the end of a sentence"])
    return MarianVocabulary(tuple(tokens), eos_id, unk_id, data)


def _read_ids(name: str, values: Mapping[str, Yaml]) -> dict[str, int]:
    """Return the id of each token, in their order."""
    try:
        ids = {token: int(value) for token, value in values.items() if isinstance(value, str)}
    except ValueError as error:
        raise MarianError([f"{name}: an id is not a number ({error})"]) from error
    if sorted(ids.values()) != list(range(len(values))):
        raise MarianError([f"{name}: its ids are not 0 to {len(values) - 1}, each once"])
    return dict(sorted(ids.items(), key=lambda item: item[1]))
