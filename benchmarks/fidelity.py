"""How well checks find what a translation leaves out or adds, by the kind of the damage.

    python -m benchmarks.fidelity [--pairs N] [--text FILE] [--models FOLDER]

Takes sentence pairs of general text, in both directions, and damages the translations by rule, as
`benchmarks/damaged_pairs.py` says: those of the models themselves, which is what the program
checks, and for comparison those that people made. Undamaged ones are the negatives. People
translate freely, so that much of what is marked there is really left out or added.

A damaged sentence is found if a mark is on one of its damaged words; an undamaged one that has a
mark is a false alarm. Precision is that of equally many damaged and undamaged sentences. For each
check the table shows the threshold at which its precision is 90 %, and there the share of damaged
sentences that it finds: at one threshold for all kinds and both directions. Words that were left
untranslated are no part of that, for no such check finds them: who reads "cat" writes "cat".

The last row has what the program finds with the threshold of `engine.pipeline.fidelity`. The time
that the check takes beside the translation comes first. On one core, 100 pairs take ten minutes.
"""

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.damaged_pairs import UNTRANSLATED, Damaged, Damager, Rarity, is_fit
from benchmarks.texts import Pair, default_text, read_pairs, spread
from engine.pipeline.fidelity import LEAST_GAIN, LEFT_OVER
from engine.pipeline.translator import Translator
from engine.translation import Chosen, SentenceTranslation, Span, TranslationRequest

PRECISION = 0.9
NEGATIVE = "undamaged"
Scores = dict[Span, float]
"""Of each word with letters: the higher, the more likely it is to be marked."""


class Model:
    """A model that can be asked about any pair of its direction.

    Args:
        folder: Of the model.
    """

    def __init__(self, folder: Path) -> None:
        self.translator = Translator.open(folder, device="cpu", threads=1)
        manifest = self.translator.manifest
        self.direction = manifest.source_language, manifest.target_language

    def translate(self, source: str, reference: str | None = None) -> SentenceTranslation | None:
        """Return the translation of a sentence, or a reference as if it were that.

        Returns:
            None for a text that the program does not take for one sentence.
        """
        ids = () if reference is None else self.translator.tokenizers.target.encode(reference).ids
        chosen = {source: Chosen(ids, is_whole=True)} if ids else {}
        found = self.translator.translate(TranslationRequest(source, chosen=chosen)).sentences
        return found[0] if len(found) == 1 and found[0].source == source else None

    def contrasts(self, read: str, written: str) -> dict[str, Scores]:
        """Return what is said of the words read that has to do with leaving them out."""
        check = self.translator.fidelity
        sources, ids = check.read(read), check.ids_of(written)
        shares = check.attention_to_words(sources, ids)
        gains = check.gains_without(sources, ids, list(shares))
        known = {word: gain for word, gain in zip(shares, gains, strict=True) if gain is not None}
        return {
            ALIGNMENT: {word: -share for word, share in shares.items()},
            CONTRAST: known,
            CHOSEN: {word: gain for word, gain in known.items() if shares[word] < LEFT_OVER},
        }

    def surprises(self, read: str, written: str) -> dict[str, Scores]:
        """Return how unlikely the words written are: after what is read, and beside nothing."""
        model, tokenizers = self.translator.model, self.translator.tokenizers
        encoding = tokenizers.target.encode(written)
        own: Scores = defaultdict(float)
        compared: Scores = defaultdict(float)
        for ids, sign in ((tokenizers.source.encode(read).ids, 1), ((), -1)):
            memory = model.encode(np.array([tokenizers.frame_source(ids)]))
            tgt_in = [model.bos_id, *encoding.ids[:-1]]
            scores = model.score(memory, [tgt_in], [encoding.ids])[0].tolist()
            for log_prob, owner in zip(scores, encoding.word_ids, strict=True):
                word = encoding.words[owner]
                if written[word[0]].isalpha():
                    own[word] -= log_prob if sign > 0 else 0.0
                    compared[word] -= sign * log_prob
        return {PROBABILITY: own, INFORMATION: compared}


PROBABILITY = "log-probability"
INFORMATION = "the same, less that after an empty text"
ALIGNMENT = "attention"
CONTRAST = "contrastive conditioning, every word"
CHOSEN = "contrastive conditioning, words left over"
CHECKS = (PROBABILITY, INFORMATION, ALIGNMENT, CONTRAST, CHOSEN)


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair, and by the name of a check the highest score of a damaged word, and of any word."""

    pair: Damaged
    side: str
    damaged: dict[str, float]
    highest: dict[str, float]


def judge(pair: Damaged, forward: Model, reverse: Model) -> Iterator[Judged]:
    """Ask every check about a pair: what is missing of an undamaged one, and what was added."""
    source, target = pair.source, pair.target
    is_whole = not pair.missing and pair.added is None
    if pair.missing or is_whole:
        found = forward.contrasts(source, target) | reverse.surprises(target, source)
        yield _judged(pair, "missing", found, pair.missing)
    if pair.added is not None or is_whole:
        start, end = pair.added or (0, 0)
        found = reverse.contrasts(target, source) | forward.surprises(source, target)
        words = {word for scores in found.values() for word in scores}
        damaged = {word for word in words if word[0] < end and start < word[1]}
        yield _judged(pair, "added", found, frozenset(damaged))


def _judged(pair: Damaged, side: str, found: dict[str, Scores], damaged: frozenset[Span]) -> Judged:
    of_damaged = {
        name: max((score for word, score in scores.items() if word in damaged), default=-np.inf)
        for name, scores in found.items()
    }
    highest = {name: max(scores.values(), default=-np.inf) for name, scores in found.items()}
    return Judged(pair, side, of_damaged, highest)


def damaged_pairs(
    pairs: Sequence[Pair], forward: Model, rare: tuple[Rarity, Rarity], made_by: str
) -> Iterator[Damaged]:
    """Return pairs of one direction, undamaged and damaged.

    Args:
        pairs: Sentences and their translations by people.
        forward: What translates them.
        rare: Of the source and the target language.
        made_by: "model" for its own translations, "person" for those of people.
    """
    others = [target for _, target in pairs]
    damager = Damager(forward.direction, rare[1], others)
    shortener = Damager(forward.direction, rare[0], others)
    for source, reference in pairs:
        whole = forward.translate(source, None if made_by == "model" else reference)
        if whole is None or not is_fit(source, whole.target):
            continue
        yield Damaged(NEGATIVE, source, whole.target)
        yield from damager.damage(source, whole.target, whole.alignment)
        if made_by == "person":
            continue
        for kind, rest, cut in shortener.shortened(source):
            shorter = forward.translate(rest)
            if shorter is None or shorter.target == whole.target:
                continue
            yield Damaged(f"{kind} left out, fluently", source, shorter.target, cut)
            of_cut = [  # from left to right, as links are
                whole.target_words[link.target]
                for link in whole.alignment
                if link.weight > LEFT_OVER
                and (whole.source_words[link.source].start, whole.source_words[link.source].end)
                in cut
            ]
            if of_cut:
                first, last = of_cut[0], of_cut[-1]
                added = first.start, last.end
                yield Damaged(f"{kind} added, fluently", rest, whole.target, added=added)


Numbers = npt.NDArray[np.float64]


def best_threshold(damaged: Numbers, undamaged: Numbers) -> tuple[float, float]:
    """Return the threshold that finds most at the wished precision, and the share it finds.

    Args:
        damaged: The highest score of a damaged word of each damaged sentence.
        undamaged: The highest score of each undamaged one.
    """
    best = np.inf, 0.0
    for threshold in np.unique(damaged[np.isfinite(damaged)]):
        found = float((damaged >= threshold).mean())
        alarms = float((undamaged >= threshold).mean())
        if found > best[1] and found >= PRECISION * (found + alarms):
            best = float(threshold), found
    return best


def report(judged: Sequence[Judged]) -> Iterator[str]:
    """Return the lines of the tables on what checks find."""
    for side in ("missing", "added"):
        some = [one for one in judged if one.side == side]
        undamaged = [one for one in some if one.pair.kind == NEGATIVE]
        damaged = [one for one in some if one.pair.kind not in (NEGATIVE, UNTRANSLATED)]
        untranslated = [one for one in some if one.pair.kind == UNTRANSLATED]
        kinds = Counter(one.pair.kind for one in damaged)
        yield ""
        yield f"**{side}**: {len(undamaged)} undamaged, {len(damaged)} damaged sentences"
        yield ""
        heads = [f"{kind} ({count})" for kind, count in kinds.items()]
        if untranslated:
            heads.append(f"{UNTRANSLATED} ({len(untranslated)}), not in all")
        yield f"| check | threshold | false alarms | all | {' | '.join(heads)} |"
        yield "|---" * (4 + len(heads)) + "|"
        rows: list[tuple[str, str, float | None]] = [(name, name, None) for name in CHECKS]
        for title, name, fixed in (*rows, ("**as shipped**", CHOSEN, LEAST_GAIN)):
            of_damaged = np.array([one.damaged[name] for one in damaged])
            highest = np.array([one.highest[name] for one in undamaged])
            threshold = best_threshold(of_damaged, highest)[0] if fixed is None else fixed
            alarms = (highest >= threshold).mean()
            shares = [(of_damaged >= threshold).mean()]
            for kind in kinds:
                places = [one.pair.kind == kind for one in damaged]
                shares.append((of_damaged[places] >= threshold).mean())
            if untranslated:
                of_these = np.array([one.damaged[name] for one in untranslated])
                shares.append((of_these >= threshold).mean())
            cells = " | ".join(f"{share:.0%}" for share in shares)
            yield f"| {title} | {threshold:.2f} | {alarms:.1%} | {cells} |"


def time_of(forward: Model, reverse: Model, pairs: Sequence[Pair]) -> str:
    """Return what the check takes beside the translation, in processor time."""
    spent: Counter[str] = Counter()
    for source, _ in pairs:
        started = time.process_time()
        sentence = forward.translate(source)
        spent["translation"] += int(1e6 * (time.process_time() - started))
        if sentence is None:
            continue
        for side, model in (("missing", forward), ("added", reverse)):
            started = time.process_time()
            check = model.translator.fidelity
            if side == "missing":
                check.missing_words(sentence, check.read(source))
            else:
                check.added_words(sentence)
            spent[side] += int(1e6 * (time.process_time() - started))
    shares = ", ".join(f"{side} {spent[side] / spent['translation']:.2f}" for side in spent)
    return f"{'-'.join(forward.direction)}: time as a share of the translation's: {shares}"


def main() -> None:
    """Damage, ask, and print tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=100, help="sentences in each direction")
    parser.add_argument("--text", type=Path, default=None, help="a table of English and German")
    parser.add_argument("--models", type=Path, default=Path("resources/models"))
    arguments = parser.parse_args()
    models = [Model(arguments.models / name) for name in ("en-de-general", "de-en-general")]
    every = read_pairs(arguments.text or default_text())
    rare = tuple(Rarity([pair[side] for pair in every]) for side in (0, 1))
    pairs = spread([pair for pair in every if is_fit(*pair)], arguments.pairs)
    for forward, reverse in (models, models[::-1]):
        turned = forward is models[1]
        some = [pair[::-1] if turned else pair for pair in pairs]
        print(time_of(forward, reverse, some[:40]), flush=True)
    for made_by in ("model", "person"):
        judged: list[Judged] = []
        for forward, reverse in (models, models[::-1]):
            turned = forward is models[1]
            some = [pair[::-1] if turned else pair for pair in pairs]
            words = rare[::-1] if turned else rare
            for pair in damaged_pairs(some, forward, (words[0], words[1]), made_by):
                judged += judge(pair, forward, reverse)
        print(f"\n## Translations made by a {made_by}", flush=True)
        for line in report(judged):
            print(line, flush=True)


if __name__ == "__main__":
    main()
