"""Calibrate a model's confidence by a temperature.

People are shown a probability for each word of the translation that the model wrote itself; they
ask whether that word is right. What can be counted is whether a person who translated the same
sentence wrote it too. So, on the translations of the validation text,

    right(w)     the reference holds w; a word there answers for one of the translation
    q(w; T)      product over the tokens t of w of sigmoid(logit(p_t) / T)
    T            minimises  -sum over w of log q(w; T) if right(w), else log(1 - q(w; T))
    ECE(T)       sum over 15 bins of equal width of |sum of q(w; T) - number right| / words

(Guo et al. 2017; `engine.search.confidence` has the map). Punctuation does not count. Feeding the
model the references instead would calibrate something nobody is shown: tokens after beginnings that
the model did not write, where it is well calibrated as it is, and overconfident all the same in
what it
writes alone (Wang et al. 2020). docs/calibration.md has the figures, and those of other maps.

Another word than the person's may be right as well: the probabilities err on the careful side.

One number fitted to thousands of words hardly adapts to them, so the error is measured on the same
words; on a test text that it was not fitted on it falls as much.

Shapes: N tokens, W words.
"""

import textwrap
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.models.manifest import Calibration
from engine.nn.torch_decoder import TorchDecoder
from engine.search.beam_search import Hypothesis
from engine.text.spans import words_of_tokens
from engine.tokenizers.encoding import find_words
from engine.tokenizers.tokenizer import Tokenizer
from training.corpus_formats.sentence_pair import SentencePair
from training.evaluation.scores import find_best
from training.evaluation.trained_model import TrainedModel

BINS = 15

HEADING = "## Confidence"
"""Of the section of a model card that `describe` writes."""

TEMPERATURES = np.geomspace(0.25, 4, 801)
"""What is tried: values a third of a percent apart, 1 among them."""

_Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class WrittenWords:
    """Words that a model wrote, and which of them the reference has too."""

    log_probs: _Floats
    """(N,), of the tokens of all words."""
    owners: npt.NDArray[np.intp]
    """(N,), the word of each token."""
    is_right: npt.NDArray[np.bool_]
    """(W,)"""

    def probabilities(self, temperature: float) -> _Floats:
        """Return how probable the words are, (W,)."""
        return np.exp(self._log_probabilities(temperature))

    def loss(self, temperature: float) -> float:
        """Return the mean negative log-likelihood of the words being right or not."""
        log_q = self._log_probabilities(temperature)
        log_rest = np.log(-np.expm1(np.minimum(log_q, _NEARLY_SURE)))
        return -float(np.mean(np.where(self.is_right, log_q, log_rest)))

    def _log_probabilities(self, temperature: float) -> _Floats:
        log_probs = np.minimum(self.log_probs, _NEARLY_SURE)
        logits = log_probs - np.log(-np.expm1(log_probs))
        log_q = -np.logaddexp(0, -logits / temperature)
        sums = np.bincount(self.owners, weights=log_q, minlength=len(self.is_right))
        return sums.astype(np.float64)  # as it is; its type says otherwise


_NEARLY_SURE = -1e-9
"""No log-probability is taken for higher: nothing is certain."""


def calibrate(
    trained: TrainedModel,
    pairs: Sequence[SentencePair],
    should_stop: Callable[[], bool] | None = None,
) -> Calibration | None:
    """Fit the temperature of a model on sentence pairs that it was not trained on.

    Returns:
        None if the translations have no words.

    Raises:
        Cancelled: If should_stop said so.
    """
    words = written_words(trained, pairs, should_stop)
    if not len(words.is_right):
        return None
    temperature = fit_temperature(words)
    return Calibration(
        temperature=temperature,
        words=len(words.is_right),
        ece_before=_error(words, 1.0),
        ece_after=_error(words, temperature),
    )


def written_words(
    trained: TrainedModel,
    pairs: Sequence[SentencePair],
    should_stop: Callable[[], bool] | None = None,
) -> WrittenWords:
    """Translate the sources, and look for each word in the reference.

    Raises:
        Cancelled: If should_stop said so.
    """
    found = find_best(
        TorchDecoder(trained.model),
        trained.tokenizers,
        [pair.source for pair in pairs],
        trained.search,
        should_stop=should_stop,
    )
    words = [
        word
        for index, best in found
        for word in _words(best, trained.tokenizers.target, pairs[index].target)
    ]
    return WrittenWords(
        np.array([log_prob for log_probs, _ in words for log_prob in log_probs], dtype=np.float64),
        np.repeat(np.arange(len(words)), [len(log_probs) for log_probs, _ in words]),
        np.array([is_right for _, is_right in words], dtype=np.bool_),
    )


def fit_temperature(words: WrittenWords) -> float:
    """Return the temperature that makes the observed right and wrong words most likely."""
    return round(float(min(TEMPERATURES, key=words.loss)), 3)


def expected_calibration_error(probabilities: _Floats, is_right: npt.NDArray[np.bool_]) -> float:
    """Return the difference between probability and share of right words, over 15 bins.

    Args:
        probabilities: Of words, (W,).
        is_right: Of the same words, (W,).
    """
    bins = np.minimum((probabilities * BINS).astype(np.intp), BINS - 1)
    gaps = np.bincount(bins, weights=probabilities - is_right, minlength=BINS)
    return float(np.abs(gaps).sum() / len(probabilities))


def describe(calibration: Calibration | None) -> str:
    """Say in a paragraph how a model's confidence was calibrated, for its card."""
    if calibration is None:
        text = "The word probabilities are the model's own; they were not calibrated."
    else:
        text = (
            "The probability shown for a word says how often a person translating the same "
            "sentence used that word too. Expected calibration error in 15 bins: "
            f"{calibration.ece_before:.3f} for the model's own probabilities, "
            f"{calibration.ece_after:.3f} at temperature {calibration.temperature:g}, which was "
            f"fitted to {calibration.words:,} words of its translations of the validation text. "
            "It does not change translations. For other kinds of text, the probabilities mean "
            "little."
        )
    return textwrap.fill(text, 98)


def _error(words: WrittenWords, temperature: float) -> float:
    probabilities = words.probabilities(temperature)
    return round(expected_calibration_error(probabilities, words.is_right), 4)


def _words(
    best: Hypothesis, tokenizer: Tokenizer, reference: str
) -> Iterator[tuple[list[float], bool]]:
    """Return the log-probabilities of the tokens of each word, and whether the reference has it."""
    decoded = tokenizer.decode(best.ids)
    spans = find_words(decoded.text)
    of_words: list[list[float]] = [[] for _ in spans]
    owners = words_of_tokens(decoded.spans, spans)
    for owner, log_prob in zip(owners, best.log_probs, strict=False):  # eos may come last
        if owner >= 0:
            of_words[owner].append(log_prob)
    left = Counter(reference[start:end] for start, end in find_words(reference))
    for (start, end), log_probs in zip(spans, of_words, strict=True):
        word = decoded.text[start:end]
        if log_probs and any(character.isalnum() for character in word):
            yield log_probs, left[word] > 0
            left[word] -= 1
