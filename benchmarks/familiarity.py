"""How often the notice of unfamiliar text appears on poor and on good translations.

    python -m benchmarks.familiarity [FILE …] [--model FOLDER] [--lines N]

A file has pairs of lines, English and German between tabs, .gz too; a third column names the origin
of the pair. Without files it is the text at hand of many kinds: the validation text of the general
models by the kind of its origins, everyday sentences, captions, legal and medical sentences, and
the everyday inputs of the tests. A file of one column is only translated.

A notice on a poor translation is a hit, on a good one a false alarm, whatever the text is about.
A translation is poor if its chrF against the reference is below 40, and good from 60; in between
it may be either. Wording that differs from the reference's lowers chrF too, so the shares say how
the grades differ. What comes out of an everyday input is judged by what must stand in it instead.

The second table says where the limit lies if another share of the validation text is to be
familiar, and what the notice would be worth then. It needs that text, and means something only for
a model whose own validation text that is.
"""

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import numpy as np
from sacrebleu.metrics.chrf import CHRF

from engine.pipeline.translator import Translator
from engine.translation import NoticeKind, SearchOptions, SentenceTranslation, TranslationRequest
from tests.support.everyday_inputs import DIRECTIONS, general_models, read_inputs
from training.corpus_formats.text_files import read_lines

T = TypeVar("T")

LINES_AT_ONCE = 64
POOR, GOOD = 40.0, 60.0
"""ChrF limits below and above which a translation counts as poor or good."""
SHARES = (0.99, 0.98, 0.95, 0.9, 0.85, 0.8)

REPOSITORY = Path(__file__).parents[1]
SPECIALIST = REPOSITORY / "tests" / "data" / "specialist"
VALIDATION = "general/dev.tsv"
CAPTIONS = "multi30k/data/task1/raw/test_2016_flickr.{}.gz"
INPUTS = "everyday inputs"

KINDS = {
    "news": "wmt-newstest08-20 newstest2019-ar wmt21-newstest wmt22-generaltest wmt-mix-10k pud "
    "wmt23-generaltest wmt24-generaltest",
    "talks, chat, films": "msctd wmt-chat-2024 bcontrast bcontrast-rest woz-de cocoa-mt xsid "
    "iwslt-ted-devtest mqm-ted-ref",
    "parliament": "europarl-first20k",
    "health": "androidaps_docs cwa_android cwa_ios cwa_docs cwa_legal",
    "encyclopedia": "mlqe-pe-wiki pawsx xquad mt-geneval mlqa qald9plus",
    "everyday sentences": "tatoeba-2018-05 tatoeba-challenge-test",
    "novels, Bible": "bible-menge-bsb dostoevsky-karamazov libris2s-books storybooks",
    "games": "wesnoth gtnh_quests gtnh_mods habitica shattered_pixel_dungeon colobot tuxemon "
    "unknown_horizons singularity crawl fish-fillets adarkroom",
    "mixed": "xnli mucow contrawsd mgsm",
}
"""Origins of the validation text that are of a kind; the others are software and manuals."""
OTHER_KIND = "software, manuals"
_KIND_OF = {origin: kind for kind, origins in KINDS.items() for origin in origins.split()}


class Grade(StrEnum):
    """How good a translation is."""

    POOR = "poor"
    FAIR = "fair"
    GOOD = "good"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text with its reference, if it has one."""

    source: str
    reference: str | None


@dataclass(frozen=True, slots=True)
class Judged:
    """What a model made of a line."""

    grade: Grade | None
    """None without a reference."""
    log_prob: float
    """The mean of the tokens' log-probabilities, of the sentence it was least sure of."""
    pieces: float
    """Pieces per word, of the sentence with the most."""
    notices: frozenset[NoticeKind]

    @property
    def is_unfamiliar(self) -> bool:
        """Whether a sentence of it has the notice."""
        return NoticeKind.UNFAMILIAR in self.notices


def read_texts(path: Path, column: int) -> dict[str, list[str]]:
    """Return the lines of a file by their origin, which is the file where none is named."""
    texts: dict[str, list[str]] = {}
    for line in read_lines(path):
        cells = line.split("\t")
        origin = cells[2] if len(cells) > 2 else path.name
        texts.setdefault(origin, []).append(cells[column - 1] if len(cells) > 1 else line)
    return texts


def spread(lines: Sequence[T], count: int) -> list[T]:
    """Return at most so many of the lines, from all over the text."""
    if len(lines) <= count:
        return list(lines)
    return [lines[place * len(lines) // count] for place in range(count)]


def judged(translator: Translator, lines: list[str]) -> Iterator[bool]:
    """Tell of each sentence of some lines whether it has the notice."""
    for start in range(0, len(lines), LINES_AT_ONCE):
        text = "\n".join(lines[start : start + LINES_AT_ONCE])
        request = TranslationRequest(text, with_alignment=False)
        for sentence in translator.translate(request).sentences:
            yield any(notice.kind is NoticeKind.UNFAMILIAR for notice in sentence.notices)


def judge(translator: Translator, lines: Sequence[Line], kind: str) -> Iterator[Judged]:
    """Translate lines and judge what comes out; a line without a sentence is left out."""
    manifest = translator.manifest
    way = manifest.source_language, manifest.target_language
    rules = {typed.text: typed for typed in read_inputs(*way)} if kind == INPUTS else {}
    chrf = CHRF()
    for start in range(0, len(lines), LINES_AT_ONCE):
        some = lines[start : start + LINES_AT_ONCE]
        text = "\n".join(line.source for line in some)
        # With a penalty of 1 a sentence's score is the mean of its tokens' log-probabilities.
        request = TranslationRequest(text, SearchOptions(length_penalty=1.0), with_alignment=False)
        made = translator.translate(request)
        of_lines: list[list[SentenceTranslation]] = [[] for _ in some]
        for sentence in made.sentences:
            of_lines[text.count("\n", 0, sentence.source_start)].append(sentence)
        for line, sentences, target in zip(some, of_lines, made.target.split("\n"), strict=True):
            if not sentences:
                continue
            grade = None
            if line.source in rules:
                grade = Grade.GOOD if rules[line.source].passes(target) else Grade.POOR
            elif line.reference is not None:
                score = chrf.sentence_score(target, [line.reference]).score
                grade = Grade.POOR if score < POOR else Grade.FAIR if score < GOOD else Grade.GOOD
            encodings = [
                translator.tokenizers.source.encode(sentence.source) for sentence in sentences
            ]
            yield Judged(
                grade,
                min(sentence.score for sentence in sentences),
                max(len(encoding.ids) / max(1, len(encoding.words)) for encoding in encodings),
                frozenset(notice.kind for one in sentences for notice in one.notices),
            )


def read_pairs(path: Path, language: str, count: int, *, by_kind: bool) -> dict[str, list[Line]]:
    """Return lines of a file in a model's direction, by their origin or its kind."""
    texts: dict[str, list[Line]] = {}
    for line in spread(list(read_lines(path)), count):
        cells = line.split("\t")
        if len(cells) == 1:
            texts.setdefault(path.name, []).append(Line(line, None))
            continue
        source, reference = cells[:2] if language == "en" else cells[1::-1]
        origin = cells[2] if len(cells) > 2 else path.name
        kind = _KIND_OF.get(origin, OTHER_KIND) if by_kind else origin
        texts.setdefault(kind, []).append(Line(source, reference))
    return texts


def texts_at_hand(data: Path, way: tuple[str, str], count: int | None) -> dict[str, list[Line]]:
    """Return the text of many kinds that can be translated in a direction."""
    source, target = way
    found: dict[str, list[Line]] = {}
    if (data / VALIDATION).is_file():
        texts = read_pairs(data / VALIDATION, source, count or 2000, by_kind=True)
        found |= {f"validation: {kind}": lines for kind, lines in sorted(texts.items())}
    if (data / "everyday/dev.tsv").is_file():
        texts = read_pairs(data / "everyday/dev.tsv", source, count or 300, by_kind=False)
        found["newer Tatoeba"] = texts.popitem()[1]
    captions = [data / CAPTIONS.format(language) for language in way]
    if all(path.is_file() for path in captions):
        lines = [Line(*pair) for pair in zip(*map(read_lines, captions), strict=True)]
        found["captions"] = spread(lines, count or 200)
    for path in sorted(SPECIALIST.glob("*.tsv")):
        found[path.stem] = read_pairs(path, source, count or 1000, by_kind=False)[path.name]
    typed = spread(read_inputs(source, target), count or 1000)
    found[INPUTS] = [Line(one.text, one.example) for one in typed]
    return found


def hits(noticed: Iterable[bool], lines: Iterable[Judged], grade: Grade) -> str:
    """Return the share of the lines of a grade that are noticed, as a cell of a table."""
    of_grade = [is_so for is_so, one in zip(noticed, lines, strict=True) if one.grade is grade]
    return f"{np.mean(of_grade):.0%} of {len(of_grade)}" if of_grade else "—"


def row(name: str, lines: Sequence[Judged]) -> str:
    """Return the row of a text in the first table."""
    noticed = [one.is_unfamiliar for one in lines]
    others = [bool(one.notices - {NoticeKind.UNFAMILIAR, NoticeKind.CORRECTED}) for one in lines]
    cells = (
        name,
        f"{len(lines):,}",
        f"{np.mean(noticed):.1%}",
        *(hits(noticed, lines, grade) for grade in Grade),
        f"{np.mean(others):.1%}",
    )
    return "| " + " | ".join(cells) + " |"


def limits_table(lines: Sequence[Judged], validation: Sequence[Judged]) -> Iterator[str]:
    """Tabulate what the notice is worth if it comes by one measure alone, from many limits."""
    yield "| by | share that is familiar | limit | on poor | on fair | on good |"
    yield "|---|---|---|---|---|---|"
    for share in SHARES:
        limit = float(np.quantile([one.log_prob for one in validation], 1 - share))
        noticed = [one.log_prob < limit for one in lines]
        shown = (hits(noticed, lines, grade) for grade in Grade)
        yield f"| log-probability | {share:.0%} | {limit:.3f} | " + " | ".join(shown) + " |"
    for share in SHARES:
        limit = float(np.quantile([one.pieces for one in validation], share))
        noticed = [one.pieces > limit for one in lines]
        shown = (hits(noticed, lines, grade) for grade in Grade)
        yield f"| pieces per word | {share:.0%} | {limit:.3f} | " + " | ".join(shown) + " |"


def report(translator: Translator, texts: dict[str, list[Line]]) -> Iterator[str]:
    """Return the tables line by line, each row as soon as it is measured."""
    limits = translator.manifest.familiarity
    yield f"`{translator.manifest.name}`, {limits or 'without limits: no notice can come'}"
    yield ""
    yield "| text | lines | with the notice | on poor | on fair | on good | another notice |"
    yield "|---|---|---|---|---|---|---|"
    everything: list[Judged] = []
    validation: list[Judged] = []
    for name, lines in texts.items():
        found = list(judge(translator, lines, name))
        if not found:
            continue
        everything += found
        validation += found if name.startswith("validation: ") else ()
        yield row(name, found)
    if everything:
        yield row("**all**", everything)
    if validation:
        yield ""
        yield from limits_table(everything, validation)


def main() -> None:
    """Translate all texts, and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--model", type=Path, help="its folder; the general ones if none is named")
    parser.add_argument("--lines", type=int, help="of each file, at most")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    shipped = [entry.path for entry in general_models().values()]
    models = [arguments.model] if arguments.model else shipped
    data = Path(os.environ.get("TRANSLUCENT_DATA", REPOSITORY.parent / "shared" / "data"))
    for folder in models:
        translator = Translator.open(folder, device="cpu", threads=arguments.threads)
        way = translator.manifest.source_language, translator.manifest.target_language
        texts: dict[str, list[Line]] = {}
        for path in arguments.files:
            texts |= read_pairs(path, way[0], arguments.lines or 1000, by_kind=False)
        if not arguments.files and way in DIRECTIONS:
            texts = texts_at_hand(data, way, arguments.lines)
        for line in report(translator, texts):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
