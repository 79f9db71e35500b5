"""Compare two models on the same text, and test whether the difference is significant.

The paired bootstrap (Koehn 2004): the test set is drawn again, with repetition, a thousand times,
and both models are scored on the same draws. sacreBLEU's own test gives an interval for each model,
not for their difference, and tests one direction only, so its p is about half of ours;
its sums of matches and its BLEU are used here.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from sacrebleu.metrics.bleu import BLEU

from engine.translatable import translatable
from training.built_in_texts import EVERYDAY_LANGUAGES
from training.corpus.layouts import read_folder, read_held_out
from training.corpus_formats.sentence_pair import Pairs, SentencePair
from training.errors import CorpusError
from training.evaluation.scores import Scores
from training.evaluation.trained_model import TrainedModel
from training.progress import Compared, Contrasted, Event, Message
from training.text_settings import CorpusKind

RESAMPLES = 1000
SEED = 12345  # sacreBLEU's
NUM_CONTRASTED = 5
SIGNIFICANT = 0.05
"""A difference with a smaller p-value counts as significant."""


class Difference(NamedTuple):
    """The difference in BLEU of two models."""

    bleu: float
    low: float
    high: float
    """The interval that contains 95 % of the draws."""
    p_value: float
    """How often chance alone would yield so large a difference, up or down."""


def bootstrap(new: Sequence[str], old: Sequence[str], references: Sequence[str]) -> Difference:
    """Compare the translations of two models by BLEU.

    Args:
        new: Translations of the one model.
        old: Translations of the other, of the same sentences.
        references: Their references.

    Raises:
        ValueError: If there is nothing to compare, or the numbers differ.
    """
    if not len(new) == len(old) == len(references) > 0:
        raise ValueError(
            f"{len(new)} new and {len(old)} old translations, {len(references)} references"
        )
    sums = [_sums(texts, references) for texts in (new, old)]
    everything = np.ones(len(references))
    real = _bleu(everything @ sums[0]) - _bleu(everything @ sums[1])
    chance = np.random.default_rng(SEED)
    drawn = np.empty(RESAMPLES)
    for at in range(RESAMPLES):
        rows = chance.integers(len(references), size=len(references))
        times = np.bincount(rows, minlength=len(references)).astype(np.float64)
        drawn[at] = _bleu(times @ sums[0]) - _bleu(times @ sums[1])
    low, high = np.quantile(drawn, (0.025, 0.975))
    as_far = int(np.sum(np.abs(drawn - drawn.mean()) >= abs(real)))
    return Difference(real, float(low), float(high), (as_far + 1) / (RESAMPLES + 1))


def _sums(translations: Sequence[str], references: Sequence[str]) -> npt.NDArray[np.float64]:
    """Return BLEU's sums by sentence, (sentences, 10): matches, n-grams, both lengths."""
    bleu = BLEU(effective_order=True)  # of no effect on the sums; without it each call warns
    rows = []
    for translation, reference in zip(translations, references, strict=True):
        score = bleu.sentence_score(translation, [reference])
        rows.append([*score.counts, *score.totals, score.sys_len, score.ref_len])
    return np.array(rows, dtype=np.float64)


def _bleu(sums: npt.NDArray[np.float64]) -> float:
    matches, totals = [int(n) for n in sums[:4]], [int(n) for n in sums[4:8]]
    lengths = int(sums[8]), int(sums[9])
    return BLEU.compute_bleu(matches, totals, *lengths, smooth_method="exp").score


def compare(
    corpus: str,
    pairs: Sequence[SentencePair],
    beam_size: int,
    new: Scores,
    old: Scores,
    old_name: str,
    old_title: str = "",
) -> Compared:
    """Compare the scores of two models on the same pairs."""
    references = [pair.target for pair in pairs]
    found = bootstrap(new.translations, old.translations, references)
    return Compared(
        corpus=corpus,
        pairs=len(pairs),
        beam_size=beam_size,
        new=new.metrics,
        old=old.metrics,
        old_name=old_name,
        old_title=old_title,
        difference=found.bleu,
        low=found.low,
        high=found.high,
        p_value=found.p_value,
    )


def compare_models(
    new: TrainedModel,
    old: TrainedModel,
    texts: Mapping[str, Pairs],
    known: Mapping[tuple[str, int], Scores],
    tell: Callable[[Event], None],
    should_stop: Callable[[], bool],
) -> list[Compared]:
    """Compare both models on texts, greedily and with the new one's beam, and report the results.

    Args:
        new: The new model.
        old: The model it would replace.
        texts: By name; differing sentences of the first text are reported at the end.
        known: Earlier scores of the new model, by text and beam.
        tell: Called with each comparison, and with sentences.
        should_stop: Asked before every token of a search.

    Raises:
        Cancelled: If should_stop said so.
    """
    comparisons: list[Compared] = []
    contrasted: list[Contrasted] = []
    for corpus, pairs in texts.items():
        for beam_size in dict.fromkeys((1, new.search.beam_size)):
            ours = known.get((corpus, beam_size)) or new.measure(pairs, beam_size, should_stop)
            theirs = old.measure(pairs, beam_size, should_stop)
            compared = compare(corpus, pairs, beam_size, ours, theirs, old.name, old.title)
            comparisons.append(compared)
            tell(compared)
        contrasted = contrasted or contrast(pairs, ours.translations, theirs.translations)
    for one in contrasted:
        tell(one)
    return comparisons


def contrast(
    pairs: Sequence[SentencePair], new: Sequence[str], old: Sequence[str]
) -> list[Contrasted]:
    """Return sentences that two models translate differently, from all over the text."""
    differing = [at for at in range(len(pairs)) if new[at] != old[at]]
    places = np.linspace(0, len(differing) - 1, min(NUM_CONTRASTED, len(differing)))
    return [
        Contrasted(source=pairs[at].source, reference=pairs[at].target, old=old[at], new=new[at])
        for at in (differing[round(place)] for place in places)
    ]


def is_better(compared: Compared) -> bool:
    """Return whether the new model is significantly better."""
    return compared.difference > 0 and compared.p_value < SIGNIFICANT


def is_worse(compared: Compared) -> bool:
    """Return whether the new model is significantly worse."""
    return compared.difference < 0 and compared.p_value < SIGNIFICANT


def warnings_of(comparisons: Sequence[Compared]) -> list[Message]:
    """Return a warning for each text on which the new model is worse, with its widest beam."""
    worse = {one.corpus: one for one in comparisons if is_worse(one)}
    return [
        Message.of(
            translatable(
                "Message",
                "On the text “{corpus}” the new model is worse than {old}: BLEU {new_bleu:.1f} "
                "instead of {old_bleu:.1f} ({search}). The difference is statistically "
                "significant (p = {p_value:.3f}).",
            ),
            corpus=one.corpus,
            old=one.old_name,
            new_bleu=one.new["bleu"],
            old_bleu=one.old["bleu"],
            search=way(one.beam_size),
            p_value=one.p_value,
        )
        for one in worse.values()
    ]


def way(beam_size: int) -> str:
    """Name a search: greedy, or by its beam."""
    return "greedy" if beam_size == 1 else f"beam {beam_size}"


def texts_at_hand(direction: tuple[str, str], corpora: Path, own: CorpusKind) -> dict[str, Pairs]:
    """Return the other texts to measure a model of this direction on, by name.

    Everyday sentences come with the program, in English and German. Multi30k's test captions are
    included if they were downloaded. The test text of the model's own corpus is not included.

    Args:
        direction: Source and target language.
        corpora: The folder of downloaded text; it need not exist.
        own: The kind of that corpus.
    """
    texts: dict[str, Pairs] = {}
    if own != "everyday" and set(direction) == set(EVERYDAY_LANGUAGES):
        texts["everyday sentences"] = read_held_out(direction)
    if own != "multi30k":
        with suppress(CorpusError):  # not downloaded, or not in these languages
            texts["Multi30k test"] = read_folder(corpora / "multi30k", direction).test
    return {name: pairs for name, pairs in texts.items() if pairs}
