"""Our tokenizers as other programs read them.

Our own become files of the `tokenizers` library, which cut every text as we do; those of imported
models become the SentencePiece models that they were read from.

    tokenizer.json         one vocabulary for both languages, or that of the source
    target/tokenizer.json  the target's, if it has its own
    source.spm target.spm  SentencePiece models
"""

import json
from pathlib import Path

from tokenizers import Tokenizer as Library
from tokenizers import decoders, models, normalizers, pre_tokenizers, processors

from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.tokenizers.subword import SubwordTokenizer
from engine.tokenizers.tokenizer import Tokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.tokenizers.word import WordTokenizer

TARGET_FOLDER = "target"
LIBRARY_FILE = "tokenizer.json"
PIECE_FILES = ("source.spm", "target.spm")

_DECODERS = {
    "bpe": decoders.Sequence(
        [decoders.ByteFallback(), decoders.Fuse(), decoders.Strip(" ", left=1, right=0)]
    ),
    "byte_level": decoders.ByteLevel(),
}


def tokens_by_id(tokenizer: Tokenizer) -> list[str]:
    """Return the tokens as the exported tokenizer spells them, by id."""
    if isinstance(tokenizer, SentencePieceTokenizer):
        return list(tokenizer.tokens)
    library = _library(tokenizer, has_bos=False, has_eos=False)
    ids = library.get_vocab()
    return sorted(ids, key=ids.__getitem__)


def write_tokenizers(pair: TokenizerPair, folder: Path) -> None:
    """Write the tokenizers of a model.

    Raises:
        OSError: If they cannot be written.
    """
    if isinstance(pair.source, SentencePieceTokenizer):
        for name, tokenizer in zip(PIECE_FILES, (pair.source, pair.target), strict=True):
            assert isinstance(tokenizer, SentencePieceTokenizer)
            (folder / name).write_bytes(tokenizer.model)
        return
    source = _library(pair.source, has_bos=pair.source_bos, has_eos=pair.source_eos)
    source.save(str(folder / LIBRARY_FILE))
    if not pair.is_joint:
        (folder / TARGET_FOLDER).mkdir()
        target = _library(pair.target, has_bos=False, has_eos=False)
        target.save(str(folder / TARGET_FOLDER / LIBRARY_FILE))


def _library(tokenizer: Tokenizer, *, has_bos: bool, has_eos: bool) -> Library:
    """Return a tokenizer of the `tokenizers` library that gives the ids that ours gives.

    Args:
        tokenizer: Of the kind subword or word; of the latter, the library splits at white space,
            so what it is given has to be split into words already.
        has_bos: Whether it puts bos before a text.
        has_eos: Whether it puts eos behind a text.
    """
    special = tokenizer.special
    silent = [special.pad, special.bos, special.eos]
    match tokenizer:
        case SubwordTokenizer():
            library = Library.from_str(json.dumps(json.loads(tokenizer.to_json())["tokenizer"]))
            library.decoder = _DECODERS[tokenizer.flavour]
            silent += [special.unk, *map(tokenizer.tag_id, tokenizer.tags)]
        case WordTokenizer():
            words = {token: index for index, token in enumerate(tokenizer.vocabulary.tokens)}
            unk = tokenizer.vocabulary.token(tokenizer.special.unk)
            library = Library(models.WordLevel(words, unk_token=unk))
            library.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
            if tokenizer.lowercase:
                library.normalizer = normalizers.Lowercase()
        case _:
            raise ValueError(f"tokenizers of kind {tokenizer.kind} are no files of this library")
    # Decoders leave special tokens out; of unknown words that would be a silent loss.
    library.add_special_tokens([str(library.id_to_token(token_id)) for token_id in silent])
    bos, eos = (str(library.id_to_token(token_id)) for token_id in (special.bos, special.eos))
    library.post_processor = processors.TemplateProcessing(
        single=" ".join([*[bos] * has_bos, "$A", *[eos] * has_eos]),
        special_tokens=[(bos, special.bos), (eos, special.eos)],
    )
    return library
