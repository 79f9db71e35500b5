"""How much of what people type comes out right: passes by kind, and every failure, in Markdown.

    python -m benchmarks.everyday_inputs [FOLDER …]

Translates the 150 inputs of `tests/pipeline/everyday_inputs` in the direction of each model folder,
or of each general model that ships if none is named, as the program does by itself, on one thread
of the processor. `tests/support/everyday_inputs.py` says what passes.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.pipeline.translator import Translator
from engine.translation import TranslationRequest
from tests.support.everyday_inputs import EverydayInput, general_models, read_inputs


@dataclass(frozen=True, slots=True)
class Judged:
    """An input with the translation that a model made of it."""

    typed: EverydayInput
    translation: str
    notices: tuple[str, ...]
    """The kinds of notices that stand on the translation."""

    @property
    def passes(self) -> bool:
        """Whether the translation is right."""
        return self.typed.passes(self.translation)


def judge(translator: Translator) -> list[Judged]:
    """Translate all inputs of a model's direction."""
    manifest = translator.manifest
    judged = []
    for typed in read_inputs(manifest.source_language, manifest.target_language):
        made = translator.translate(TranslationRequest(typed.text, with_alignment=False))
        kinds = dict.fromkeys(str(notice.kind) for notice in made.notices)
        judged.append(Judged(typed, made.target, tuple(kinds)))
    return judged


def report(models: Sequence[Path]) -> Iterator[str]:
    """Return the lines of the report on some model folders."""
    by_model = {}
    for folder in models:
        translator = Translator.open(folder, device="cpu", threads=1)
        by_model[translator.manifest.name] = judge(translator)
    yield from passes_by_kind(by_model)
    for name, judged in by_model.items():
        yield from ("", f"What `{name}` got wrong:", "")
        yield from failures(judged)


def passes_by_kind(by_model: dict[str, list[Judged]]) -> Iterator[str]:
    """Tabulate how many inputs of each kind each model translated correctly."""
    yield "| kind of input | " + " | ".join(f"`{name}`" for name in by_model) + " |"
    yield "|---" * (len(by_model) + 1) + "|"
    kinds = dict.fromkeys(one.typed.kind for judged in by_model.values() for one in judged)
    rows = {
        kind: [[one for one in judged if one.typed.kind == kind] for judged in by_model.values()]
        for kind in kinds
    }
    for kind, judged in {**rows, "**all**": list(by_model.values())}.items():
        counts = (f"{sum(one.passes for one in some)} of {len(some)}" for some in judged)
        yield f"| {kind} | " + " | ".join(counts) + " |"


def failures(judged: Sequence[Judged]) -> Iterator[str]:
    """Tabulate what a model translated wrongly, and whether a notice stands on it."""
    wrong = [one for one in judged if not one.passes]
    yield "| typed | translation | lacks | has | notice |"
    yield "|---|---|---|---|---|"
    for one in wrong:
        lacks = (" / ".join(any_of.split("|")) for any_of in one.typed.lacks(one.translation))
        has = one.typed.forbidden(one.translation)
        cells = (
            one.typed.text.replace("|", "\\|"),
            one.translation.replace("|", "\\|"),
            "; ".join(f"`{expressions}`" for expressions in lacks),
            ", ".join(f"`{expression}`" for expression in has),
            ", ".join(one.notices),
        )
        yield "| " + " | ".join(cell or "—" for cell in cells) + " |"
    noticed = Counter(bool(one.notices) for one in judged if one.passes)
    yield ""
    yield (
        f"{sum(bool(one.notices) for one in wrong)} of {len(wrong)} wrong translations have a "
        f"notice, and {noticed[True]} of {noticed.total()} that pass."
    )


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", type=Path, nargs="*", metavar="FOLDER")
    arguments = parser.parse_args()
    models = arguments.models or [entry.path for entry in general_models().values()]
    if not models:
        parser.error("no general model ships; name a model folder")
    for line in report(models):
        print(line, flush=True)


if __name__ == "__main__":
    main()
