"""The README.md of an exported model: how to run it in that program, and the model's own card."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.interchange.export_formats import PROGRAM_NAMES, ExportFormat
from engine.interchange.exported_tokenizers import LIBRARY_FILE, PIECE_FILES, TARGET_FOLDER
from engine.interchange.to_huggingface import is_saved_again
from engine.models.folder import LoadedModel
from engine.models.manifest import CARD_FILE, Manifest
from engine.tokenizers.sentencepiece import SentencePieceTokenizer
from engine.tokenizers.tokenizer_pair import TokenizerPair
from engine.tokenizers.word import BLANK, WordTokenizer

_TARGET_FILE = f"{TARGET_FOLDER}/{LIBRARY_FILE}"


@dataclass(frozen=True, slots=True)
class _Script:
    """A few lines of Python that make `translations` of `sentences`."""

    packages: Sequence[str]
    imports: Sequence[str]
    body: str
    notes: Sequence[str] = ()


def write_card(loaded: LoadedModel, folder: Path, target: Path, to: ExportFormat) -> None:
    """Write the README.md of a model that is exported from `folder` to `target`.

    Raises:
        OSError: If it cannot be written.
    """
    manifest = loaded.manifest
    has_card = CARD_FILE in manifest.files
    own_card = (folder / CARD_FILE).read_bytes().decode(errors="replace") if has_card else ""
    steps = [*_preparations(loaded.tokenizers), _SCRIPTS[to](loaded)]
    packages = " ".join(package for step in steps for package in step.packages)
    imports = "\n".join(sorted((line for step in steps for line in step.imports), key=str.lower))
    body = "".join(step.body for step in steps)
    notes = [*_notes(loaded), *(note for step in steps for note in step.notes)]
    listed = "".join(f"- {note}\n" for note in notes)
    card = f"""# {manifest.name} for {PROGRAM_NAMES[to]}

Translates {manifest.source_language} to {manifest.target_language}. Exported by Translucent. The
model's own card below names its training text and the licences of that text.

## How to run it

    pip install {packages}

In this folder, one sentence at a time:

```python
{imports}

sentences = ["…"]
{body}print(translations)
```

{listed}
## Search settings

| setting | value |
|---|---|
| beam size | {manifest.decoding.beam_size} |
| length penalty | {manifest.decoding.length_penalty:g} |
| longest translation, in tokens | {longest_target(manifest)} |

---

{own_card}"""
    (target / CARD_FILE).write_text(card, encoding="utf-8")


def longest_target(manifest: Manifest) -> int:
    """Return how many tokens a translation may have; the first position is that of bos."""
    return min(manifest.decoding.max_length, manifest.config.max_positions - 1)


def _ctranslate2(loaded: LoadedModel) -> _Script:
    manifest, pair = loaded.manifest, loaded.tokenizers
    token = manifest.target_tokens.get(manifest.target_language)
    asked = f'["{token}"] + ' if token else ""
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
    return _Script(["ctranslate2", package], ["import ctranslate2", library], body)


def _huggingface(loaded: LoadedModel) -> _Script:
    manifest, pair = loaded.manifest, loaded.tokenizers
    imports = ["from transformers import AutoModelForSeq2SeqLM, AutoTokenizer"]
    packages = ["torch", "transformers"]
    token = manifest.target_tokens.get(manifest.target_language)
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
    return _Script(packages, imports, body, notes)


_SCRIPTS: dict[ExportFormat, Callable[[LoadedModel], _Script]] = {
    "ctranslate2": _ctranslate2,
    "huggingface": _huggingface,
}


def _preparations(pair: TokenizerPair) -> Iterator[_Script]:
    """Return what happens to a sentence before the exported tokenizer reads it."""
    source = pair.source
    if isinstance(source, SentencePieceTokenizer) and source.punctuation:
        wishes = f'"{source.punctuation}", pre_replace_unicode_punct=True'
        line = f"normalizer = MosesPunctNormalizer({wishes})\n"
        line += "sentences = [normalizer.normalize(sentence) for sentence in sentences]\n"
        yield _Script(["sacremoses"], ["from sacremoses import MosesPunctNormalizer"], line)
    if isinstance(source, WordTokenizer) and source.language != BLANK:
        line = f'split = spacy.blank("{source.language}").tokenizer\n'
        line += 'sentences = [" ".join(map(str, split(sentence))) for sentence in sentences]\n'
        yield _Script(["spacy"], ["import spacy"], line)


def _notes(loaded: LoadedModel) -> Iterator[str]:
    """Say what is different in every other program, and what the model can be asked for."""
    manifest, pair = loaded.manifest, loaded.tokenizers
    yield (
        "Translucent also splits text into sentences, carries numbers and addresses over, and "
        "searches again where a translation repeats itself. This folder does none of that."
    )
    if manifest.weights_dtype == "int8":
        yield (
            "Its weights are those of the 8-bit model, written as float32. Translucent rounds "
            "while it computes, too, so single translations can differ."
        )
    if manifest.decoding.penalty_kind == "gnmt":
        yield (
            "The model was tuned with another kind of length penalty, ((5 + length) / 6)^"
            f"{manifest.decoding.length_penalty:g}; translations can differ in length."
        )
    if pair.has_formality:
        yield "`<formal>` or `<informal>` directly before a sentence asks for that form of address."
    if manifest.target_tokens:
        listed = ", ".join(f"`{token}`" for token in manifest.target_tokens.values())
        yield f"The token before a sentence chooses the language of the translation: {listed}."
    if isinstance(pair.target, WordTokenizer):
        yield "The words of a translation are separated by blanks, punctuation too."
