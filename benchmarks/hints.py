"""The effect of the dictionary's hints: rare nouns translated right, sentences damaged, BLEU.

    python -m benchmarks.hints [--threads N] [--beam N] [--sentences N] [FOLDER...]

Translates sentences that have a noun which the general models that ship, or those of the folders,
look up in the dictionary, with and without what they find. The sentences are held out of the
everyday text, and from the general text in the folder that `TRANSLUCENT_DATA` names, if there is
one. A noun counts where the reference has one of the dictionary's translations; it is right if the
translation has one of these too, in any form. A sentence counts as damaged if its translation with
hints repeats, invents or loses what the one without them does not.
"""

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from sacrebleu.metrics.bleu import BLEU

from benchmarks.texts import Pair, general_text, read_pairs, spread
from desktop.storage import paths
from engine.dictionary.dictionary import Dictionary
from engine.languages.lemmas import lemma_of
from engine.models.known_words import KnownWords
from engine.models.stored_model import read_known_words
from engine.pipeline.damage import is_damaged
from engine.pipeline.rewriting.rare_nouns import RareNouns, rare_nouns
from engine.pipeline.translator import Translator
from engine.text.names.kept_names import kept_names
from engine.tokenizers.tokenizer import Tokenizer
from engine.translation import SearchOptions, TranslationRequest

HELD_OUT = paths.resources() / "corpora" / "everyday" / "held-out.tsv"
MODELS = ("en-de-general", "de-en-general")

_WORD = re.compile(r"[^\W\d_]+")


class RareNoun(NamedTuple):
    """A noun that is looked up, and what it may be."""

    word: str
    right: tuple[str, ...]
    """The translations that the reference has."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with nouns that are looked up."""

    source: str
    reference: str
    nouns: tuple[RareNoun, ...]
    """Those that the reference translates as the dictionary does."""


def says(text: str, words: str, language: str) -> bool:
    """Return whether a text has these words one after another, in any form."""
    wanted, found = (
        [lemma_of(word, language) for word in _WORD.findall(one)] for one in (words, text)
    )
    starts = range(len(found) - len(wanted) + 1)
    return any(found[start : start + len(wanted)] == wanted for start in starts)


def find_sentences(
    pairs: Sequence[Pair],
    tokenizer: Tokenizer,
    dictionary: Dictionary,
    known_words: KnownWords | None,
) -> list[Sentence]:
    """Return the sentences of a text that have a noun which is looked up."""
    look_up = RareNouns(dictionary, known_words)
    found = []
    for source, reference in pairs:
        names = [name.term for name in kept_names(source, dictionary.source_language)]
        taken = [(name.start, name.end) for name in names]
        encoding = tokenizer.encode(source)
        hints = list(rare_nouns(source, encoding, look_up, taken))
        nouns = [
            RareNoun(
                source[hint.start : hint.end],
                tuple(
                    words
                    for words in dictionary.translations(source[hint.start : hint.end])
                    if says(reference, words, dictionary.target_language)
                ),
            )
            for hint in hints
        ]
        if hints:
            found.append(Sentence(source, reference, tuple(noun for noun in nouns if noun.right)))
    return found


def translate(translator: Translator, sources: Sequence[str], beam_size: int | None) -> list[str]:
    """Translate sentences one by one."""
    requests = (TranslationRequest(source, SearchOptions(beam_size)) for source in sources)
    return [translator.translate(request).target for request in requests]


def measure(folder: Path, text: Path, threads: int, beam_size: int | None, most: int) -> None:
    """Print a row for a model and a text, and what became of nouns that the hints changed.

    Args:
        folder: The model's.
        text: Pairs, English first.
        threads: Of the processor.
        beam_size: None for the model's own.
        most: The most sentences to translate.
    """
    translators = [Translator.open(folder, device="cpu", threads=threads) for _ in range(2)]
    manifest = translators[0].manifest
    direction = manifest.source_language, manifest.target_language
    dictionary = Dictionary.find(*direction)
    if dictionary is None:
        raise SystemExit(f"There is no dictionary from {direction[0]} to {direction[1]}.")
    pairs = [(en, de) if direction[0] == "en" else (de, en) for en, de in read_pairs(text)]
    known_words = read_known_words(folder, manifest)
    sentences = find_sentences(pairs, translators[0].tokenizers.source, dictionary, known_words)
    chosen = spread(sentences, most)
    sources = [sentence.source for sentence in chosen]
    with patch.object(Dictionary, "noun", return_value=None):
        plain = translate(translators[0], sources, beam_size)
    hinted = translate(translators[1], sources, beam_size)
    right = [
        [
            sum(
                any(says(target, words, direction[1]) for words in noun.right) for noun in one.nouns
            )
            for one, target in zip(chosen, targets, strict=True)
        ]
        for targets in (plain, hinted)
    ]
    damaged = [is_damaged(*row, direction) for row in zip(sources, hinted, plain, strict=True)]
    bleu = BLEU()
    references = [[sentence.reference for sentence in chosen]]
    cells = (
        manifest.name,
        text.name,
        f"{len(chosen)} of {len(pairs)}",
        str(sum(len(sentence.nouns) for sentence in chosen)),
        ", ".join(str(sum(way)) for way in right),
        str(sum(damaged)),
        ", ".join(f"{bleu.corpus_score(way, references).score:.1f}" for way in (plain, hinted)),
        str(bleu.get_signature()),
    )
    print(" | ".join(cells))
    for row, (before, after) in enumerate(zip(*right, strict=True)):
        if before != after or damaged[row]:
            mark = "!" if damaged[row] else "+" if after > before else "-"
            print(f"    {sources[row]}\n      {plain[row]}\n    {mark} {hinted[row]}")


def main() -> None:
    """Measure both directions and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--beam", type=int)
    parser.add_argument("--sentences", type=int, default=200, help="at most, of each text")
    parser.add_argument("folders", nargs="*", type=Path)
    arguments = parser.parse_args()
    models = paths.resources() / "models"
    print(
        "model | text | sentences | nouns | right without, with | damaged | BLEU without, with "
        "| signature"
    )
    for folder in arguments.folders or [models / name for name in MODELS]:
        for text in filter(None, (HELD_OUT, general_text())):
            measure(folder, text, arguments.threads, arguments.beam, arguments.sentences)


if __name__ == "__main__":
    main()
