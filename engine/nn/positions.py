"""The places of tokens as vectors (section 3.5). Torch-free."""

import math

import numpy as np
import numpy.typing as npt

from engine.nn.config import Positions


def sinusoidal_positions(
    num_positions: int, d_model: int, kind: Positions = "sinusoidal"
) -> npt.NDArray[np.float32]:
    """Return the waves of each position: sin and cos of p / 10000^(2i / D) (section 3.5).

    Args:
        num_positions: P.
        d_model: D.
        kind: `sinusoidal` interleaves sine and cosine, as in the paper; the others put all sines
            first. The waves of `sinusoidal_marian` are p / 10000^(2i / (D - 2)).

    Returns:
        The table (P, D).
    """
    places = np.arange(num_positions, dtype=np.float64)[:, None]
    waves = np.arange(0, d_model, 2, dtype=np.float64)
    # At least 1: of two columns there is one wave, the first.
    longest = max(d_model - 2, 1) if kind == "sinusoidal_marian" else d_model
    angles = places * np.exp(waves * (-math.log(10000.0) / longest))  # (P, ceil(D/2))
    table = np.empty((num_positions, d_model), dtype=np.float32)
    if kind == "sinusoidal":
        table[:, 0::2] = np.sin(angles)
        table[:, 1::2] = np.cos(angles[:, : d_model // 2])
    else:
        table[:, : d_model // 2] = np.sin(angles[:, : d_model // 2])
        table[:, d_model // 2 :] = np.cos(angles[:, : d_model - d_model // 2])
    return table
