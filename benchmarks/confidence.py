"""What the marks under words are worth: how many words of each level a person wrote too.

    python -m benchmarks.confidence --source FILE --reference FILE [--model FOLDER] [--threads N]

Translates a text, one sentence a line, and looks for each of its words in the translation that a
person made of the same line, where each word counts as often as it stands. Another word than the
person's may be right as well, so the shares say how the levels differ, not how often they err.
Punctuation does not count.
"""

import argparse
from collections import Counter
from pathlib import Path

from desktop.links import DOUBTFUL, UNSURE, confidence_marks, has_letters
from engine.encoding import find_words
from engine.translation import Translation, TranslationRequest
from engine.translator import Translator
from training.pair_files import read_aligned

LEVELS = {
    "sure": f"{UNSURE:.0%} and more",
    "unsure": f"{DOUBTFUL:.0%} to {UNSURE:.0%}",
    "doubtful": f"less than {DOUBTFUL:.0%}",
}


def count_words(
    translation: Translation, references: list[str]
) -> tuple[Counter[str], Counter[str]]:
    """Give the words of each level, and those of them that stand in the reference of their line."""
    levels = {mark.start: mark.level for mark in confidence_marks(translation)}
    of_lines = [Counter(line[start:end] for start, end in find_words(line)) for line in references]
    words: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for sentence in translation.sentences:
        left = of_lines[translation.source.count("\n", 0, sentence.source_start)]
        for word in sentence.target_words:
            if has_letters(word.text):
                level = levels.get(word.start, "sure")
                words[level] += 1
                if left[word.text] > 0:
                    left[word.text] -= 1
                    found[level] += 1
    return words, found


def main() -> None:
    """Translate, count, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True, help="one sentence a line; .gz too")
    parser.add_argument("--reference", type=Path, required=True, help="their translations")
    parser.add_argument("--model", type=Path, default=Path("resources/models/en-de-multi30k"))
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    pairs = read_aligned(arguments.source, arguments.reference)
    translator = Translator.open(arguments.model, device="cpu", threads=arguments.threads)
    translation = translator.translate(
        TranslationRequest("\n".join(pair.source for pair in pairs), with_alignment=False)
    )
    words, found = count_words(translation, [pair.target for pair in pairs])
    print(f"{len(pairs)} sentences, {words.total()} words, model {translation.model}")
    for level, meaning in LEVELS.items():
        share = found[level] / max(1, words[level])
        print(
            f"{level:9} {meaning:14} {words[level] / words.total():6.1%} of all words, "
            f"{share:6.1%} of them in the reference"
        )


if __name__ == "__main__":
    main()
