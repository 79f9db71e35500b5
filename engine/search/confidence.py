"""Probabilities that mean what they say: a model's own, made milder by a measured temperature.

The model's probability p of a token that it wrote becomes

    q = sigmoid(logit(p) / temperature),    logit(p) = log(p / (1 - p)),

the temperature scaling of Guo et al. (2017, section 4.2) for the choice between this token and all
others together; it needs p alone, not the distribution that p is from. A temperature above 1 moves
every probability towards one half. `training.evaluation.calibration` fits it, and says on what.
"""

import math
from collections.abc import Iterable


def calibrated(log_prob: float, temperature: float) -> float:
    """Return the calibrated probability of a token; at temperature 1 the model's own.

    Args:
        log_prob: The model's, natural logarithm.
        temperature: Above 0.
    """
    if temperature == 1 or log_prob >= 0:
        return math.exp(log_prob)
    logit = log_prob - math.log(-math.expm1(log_prob))
    return _sigmoid(logit / temperature)


def calibrated_word(log_probs: Iterable[float], temperature: float) -> float:
    """Return the calibrated probability of a word: the product of those of its tokens."""
    return math.prod(calibrated(log_prob, temperature) for log_prob in log_probs)


def share_for_others(own: float, calibrated_own: float) -> float:
    """Return what the probabilities of all other words are multiplied with.

    When the probability of the word that was written changes, theirs change in proportion, so that
    all of them together stay what they were.

    Args:
        own: The model's probability of the word that was written.
        calibrated_own: The same, calibrated.
    """
    return (1 - calibrated_own) / (1 - own) if own < 1 else 1.0


def _sigmoid(logit: float) -> float:
    if logit >= 0:
        return 1 / (1 + math.exp(-logit))
    power = math.exp(logit)
    return power / (1 + power)
