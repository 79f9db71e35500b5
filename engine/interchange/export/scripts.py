"""The few lines of Python that run an exported model in each program; its README.md shows them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.interchange.export.formats import ExportFormat
from engine.interchange.export.marian_tensors import is_classic
from engine.interchange.export.to_huggingface import is_saved_again
from engine.interchange.export.to_marian import vocabulary_files
from engine.interchange.export.tokenizer_files import LIBRARY_FILE, PIECE_FILES, TARGET_FOLDER
from engine.models.folder import TorchModel
from engine.models.manifest import Manifest
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.tokenizers.word import BLANK, WordTokenizer

_TARGET_FILE = f"{TARGET_FOLDER}/{LIBRARY_FILE}"


@dataclass(frozen=True, slots=True)
class ExportScript:
    """Lines that make `translations` of `sentences`, and what to know about them."""

    packages: Sequence[str]
    """As pip installs them."""
    imports: Sequence[str]
    body: str
    notes: Sequence[str] = ()


def scripts(loaded: TorchModel, to: ExportFormat) -> Iterator[ExportScript]:
    """Return the steps that translate with an exported model, one after the other."""
    yield from _preparations(loaded.tokenizers)
    match to:
        case "ctranslate2":
            yield _ctranslate2(loaded)
        case "huggingface":
            yield _huggingface(loaded)
        case "marian":
            yield _marian(loaded)


def longest_target(manifest: Manifest) -> int:
    """Return how many tokens a translation may have; the first position is that of bos."""
    return min(manifest.decoding.max_length, manifest.config.max_positions - 1)


def _preparations(pair: TokenizerPair) -> Iterator[ExportScript]:
    """Return what happens to a sentence before the exported tokenizer reads it."""
    source = pair.source
    if isinstance(source, SentencePieceTokenizer) and source.punctuation:
        wishes = f'"{source.punctuation}", pre_replace_unicode_punct=True'
        line = f"normalizer = MosesPunctNormalizer({wishes})\n"
        line += "sentences = [normalizer.normalize(sentence) for sentence in sentences]\n"
        yield ExportScript(["sacremoses"], ["from sacremoses import MosesPunctNormalizer"], line)
    if isinstance(source, WordTokenizer) and source.language != BLANK:
        line = f'split = spacy.blank("{source.language}").tokenizer\n'
        line += 'sentences = [" ".join(map(str, split(sentence))) for sentence in sentences]\n'
        yield ExportScript(["spacy"], ["import spacy"], line)


def _ctranslate2(loaded: TorchModel) -> ExportScript:
    manifest, pair = loaded.manifest, loaded.tokenizers
    asked = f'["{pair.target_token}"] + ' if pair.target_token else ""
    if isinstance(pair.source, SentencePieceTokenizer):
        package, library = "sentencepiece", "from sentencepiece import SentencePieceProcessor"
        source, target = (f'SentencePieceProcessor(model_file="{name}")' for name in PIECE_FILES)
        encoded = f"[{asked}pieces for pieces in source.encode(sentences, out_type=str)]"
        decoded = "[target.decode(result.hypotheses[0]) for result in results]"
    else:
        package, library = "tokenizers", "from tokenizers import Tokenizer"
        source = f'Tokenizer.from_file("{LIBRARY_FILE}")'
        target = "source" if pair.is_joint else f'Tokenizer.from_file("{_TARGET_FILE}")'
        encoded = "[one.tokens for one in source.encode_batch(sentences, add_special_tokens=False)]"
        decoded = """[
    target.decode([target.token_to_id(token) for token in result.hypotheses[0]])
    for result in results
]"""
    body = f"""source = {source}
target = {target}
translator = ctranslate2.Translator(".", compute_type="float32")
results = translator.translate_batch(
    {encoded},
    beam_size={manifest.decoding.beam_size},
    length_penalty={manifest.decoding.length_penalty:g},
    max_decoding_length={longest_target(manifest)},
    max_input_length=0,
)
translations = {decoded}
"""
    return ExportScript(["ctranslate2", package], ["import ctranslate2", library], body)


def _huggingface(loaded: TorchModel) -> ExportScript:
    manifest, pair = loaded.manifest, loaded.tokenizers
    imports = ["from transformers import AutoModelForSeq2SeqLM, AutoTokenizer"]
    packages = ["torch", "transformers"]
    token = pair.target_token
    asked = f'[f"{token} {{sentence}}" for sentence in sentences]' if token else "sentences"
    decoded = "source.batch_decode(found, skip_special_tokens=True)"
    if isinstance(pair.source, SentencePieceTokenizer):
        packages.append("sentencepiece")
    elif not pair.is_joint:
        imports.append("from tokenizers import Tokenizer")
        decoded = f'Tokenizer.from_file("{_TARGET_FILE}").decode_batch(found.tolist())'
    body = f"""source = AutoTokenizer.from_pretrained(".")
model = AutoModelForSeq2SeqLM.from_pretrained(".")
batch = source({asked}, return_tensors="pt", padding=True)
found = model.generate(**batch)
translations = {decoded}
"""
    notes = []
    if not is_saved_again(manifest.config):
        notes.append(
            "Its positions are in `model.safetensors`. Transformers reads them, but "
            "`save_pretrained` would leave them out."
        )
    return ExportScript(packages, imports, body, notes)


def _marian(loaded: TorchModel) -> ExportScript:
    pair = loaded.tokenizers
    asked = f'"{pair.target_token} " + ' if pair.target_token else ""
    translated = (
        'found = Translator("--config decoder.yml --cpu-threads 1 --quiet").translate(lines)'
    )
    if isinstance(pair.source, SentencePieceTokenizer):
        body = f"""source = SentencePieceProcessor(model_file="{PIECE_FILES[0]}")
target = SentencePieceProcessor(model_file="{PIECE_FILES[1]}")
lines = [{asked}" ".join(pieces) for pieces in source.encode(sentences, out_type=str)]
{translated}
translations = [target.decode(line.split(" ")) for line in found]
"""
        library = ["from sentencepiece import SentencePieceProcessor"]
        packages = ["pymarian", "sentencepiece"]
    else:
        target = "source" if pair.is_joint else f'Tokenizer.from_file("{_TARGET_FILE}")'
        files = ", ".join(f'"{name}"' for name in vocabulary_files(pair))
        body = f"""source = Tokenizer.from_file("{LIBRARY_FILE}")
target = {target}
src_tokens, tgt_tokens = (
    [json.loads(line.rsplit(":", 1)[0]) for line in Path(name).read_text("utf-8").split("\\n")[:-1]]
    for name in ({files})
)
tgt_ids = {{token: index for index, token in enumerate(tgt_tokens)}}
encoded = source.encode_batch(sentences)
# Without the last token, the end of the sentence, which Marian adds.
lines = [" ".join(src_tokens[index] for index in one.ids[:-1]) for one in encoded]
{translated}
found = [[tgt_ids[token] for token in line.split(" ") if token] for line in found]
translations = [target.decode(ids) for ids in found]
"""
        library = ["import json", "from pathlib import Path", "from tokenizers import Tokenizer"]
        packages = ["pymarian", "tokenizers"]
    notes = [
        "The search of Marian keeps fewer candidates once a translation has ended: with a beam, "
        "some translations differ. With `beam-size: 1` in `decoder.yml` none does.",
        "Marian reads tokens separated by blanks, as the lines above make them.",
        "A translation becomes at most three times as long as its sentence: `max-length-factor`.",
    ]
    if not is_classic(loaded):
        notes.append(
            "The model needs the newer Transformer of Marian, `transformer-new`: pymarian 1.12.42 "
            "has it, older versions may not."
        )
    return ExportScript(packages, ["from pymarian import Translator", *library], body, notes)
