"""How reliable the marks under words are: how many words of each level a person wrote too.

    python -m benchmarks.confidence --source FILE --reference FILE [--model FOLDER] [--threads N]

Translates a text, one sentence a line, and looks for each of its words in the translation that a
person made of the same line, where each word counts as often as it stands. Another word than the
person's may be right as well, so the shares say how the levels differ, not how often they err.
Punctuation does not count.
The expected calibration error compares the same shares with the probabilities, in 15 bins.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from desktop.values.word_links import (
    DOUBTFUL,
    UNSURE,
    confidence_marks,
    has_letters,
    word_probabilities,
)
from engine.pipeline.translator import Translator
from engine.tokenizers.encoding import find_words
from engine.translation import Translation, TranslationRequest
from training.corpus_formats.pair_files import read_aligned
from training.evaluation.calibration import expected_calibration_error

LEVELS = {
    "sure": f"{UNSURE:.0%} and more",
    "unsure": f"{DOUBTFUL:.0%} to {UNSURE:.0%}",
    "very unsure": f"less than {DOUBTFUL:.0%}",
}


class Judged(NamedTuple):
    """A word of a translation."""

    level: str
    probability: float | None
    is_right: bool


def judge_words(translation: Translation, references: list[str]) -> Iterator[Judged]:
    """Return each word with its mark, and whether it stands in the reference of its line."""
    levels = {mark.start: mark.level for mark in confidence_marks(translation.sentences)}
    of_lines = [Counter(line[start:end] for start, end in find_words(line)) for line in references]
    for sentence in translation.sentences:
        left = of_lines[translation.source.count("\n", 0, sentence.source_start)]
        for word, probability in zip(
            sentence.target_words, word_probabilities(sentence), strict=True
        ):
            if has_letters(word.text):
                yield Judged(levels.get(word.start, "sure"), probability, left[word.text] > 0)
                left[word.text] -= 1


def main() -> None:
    """Translate, count, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True, help="one sentence a line; .gz too")
    parser.add_argument("--reference", type=Path, required=True, help="their translations")
    parser.add_argument("--model", type=Path, default=Path("resources/models/en-de-general"))
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    pairs = read_aligned(arguments.source, arguments.reference)
    translator = Translator.open(arguments.model, device="cpu", threads=arguments.threads)
    translation = translator.translate(
        TranslationRequest("\n".join(pair.source for pair in pairs), with_alignment=False)
    )
    judged = list(judge_words(translation, [pair.target for pair in pairs]))
    words = Counter(word.level for word in judged)
    found = Counter(word.level for word in judged if word.is_right)
    print(f"{len(pairs)} sentences, {words.total()} words, model {translation.model}")
    for level, meaning in LEVELS.items():
        share = found[level] / max(1, words[level])
        print(
            f"{level:9} {meaning:14} {words[level] / words.total():6.1%} of all words, "
            f"{share:6.1%} of them in the reference"
        )
    rated = [word for word in judged if word.probability is not None]
    error = expected_calibration_error(
        np.array([word.probability for word in rated], dtype=np.float64),
        np.array([word.is_right for word in rated], dtype=np.bool_),
    )
    print(f"expected calibration error {error:.4f}")


if __name__ == "__main__":
    main()
