"""Perplexity as used everywhere. Torch-free: the window draws curves of it too."""

import math


def perplexity(loss: float) -> float:
    """Return exp(loss): how many equally likely tokens the model is choosing between.

    Args:
        loss: The mean negative log-likelihood of a token over all of a text, eos counted. Not the
            mean of batch means, which flatters when sentences of similar length share a batch;
            nor the smoothed cross-entropy that training minimises.

    Returns:
        The perplexity; infinity if no float holds it.
    """
    try:
        return math.exp(loss)
    except OverflowError:
        return math.inf
