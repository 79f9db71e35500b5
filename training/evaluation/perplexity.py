"""Perplexity as used everywhere. Torch-free: the window draws curves of it too."""

import math


def perplexity(loss: float) -> float:
    """Return exp(loss): how many equally likely tokens the model is choosing between.

    Args:
        loss: The mean negative log-likelihood of a token over all of a text, eos counted. Not the
            mean of the means of batches, which flatters where sentences of like length share one;
            nor the smoothed cross-entropy that training makes smaller.

    Returns:
        The perplexity; infinity if no float holds it.
    """
    try:
        return math.exp(loss)
    except OverflowError:
        return math.inf
