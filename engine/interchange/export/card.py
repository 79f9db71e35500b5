"""The README.md of an exported model: how to run it in that program, and the model's own card."""

from collections.abc import Iterator
from pathlib import Path

from engine.interchange.export.formats import PROGRAM_NAMES, ExportFormat
from engine.interchange.export.scripts import longest_target, scripts
from engine.models.folder import TorchModel
from engine.models.manifest import CARD_FILE
from engine.tokenizers.word import WordTokenizer


def write_card(loaded: TorchModel, folder: Path, target: Path, to: ExportFormat) -> None:
    """Write the README.md of a model that is exported from `folder` to `target`.

    Raises:
        OSError: If it cannot be written.
    """
    manifest = loaded.manifest
    has_card = CARD_FILE in manifest.files
    own_card = (folder / CARD_FILE).read_bytes().decode(errors="replace") if has_card else ""
    steps = list(scripts(loaded, to))
    packages = " ".join(package for step in steps for package in step.packages)
    lines = (line for step in steps for line in step.imports)
    imports = "\n".join(sorted(lines, key=lambda line: (line.startswith("from"), line)))
    body = "".join(step.body for step in steps)
    notes = [*_notes(loaded), *(note for step in steps for note in step.notes)]
    listed = "".join(f"- {note}\n" for note in notes)
    languages = f"{manifest.source_language} to {manifest.target_language}"
    card = f"""# {manifest.name} for {PROGRAM_NAMES[to]}

Translates {languages}. Exported by Translucent.
The model's own card is below: it names the training text, and the licences of that text.

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


def _notes(loaded: TorchModel) -> Iterator[str]:
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
