"""Learning rate schedules: pure functions of the step; steps count from 1."""

import math

from training.model_settings import TrainingSettings

LONGEST_WARMUP = 0.5
"""The largest share of a run over which the rate may rise. The included recipes take less on their
own text."""


def noam(step: int, *, d_model: int, factor: float, warmup_steps: int) -> float:
    """Return factor d_model^-0.5 min(step^-0.5, step warmup_steps^-1.5) (section 5.3)."""
    law = min(math.pow(step, -0.5), step * math.pow(warmup_steps, -1.5))
    return factor * math.pow(d_model, -0.5) * law


def inverse_sqrt(step: int, *, peak: float, warmup_steps: int) -> float:
    """Rise in a straight line to peak at warmup_steps, then fall with step^-0.5."""
    return peak * min(step / warmup_steps, math.sqrt(warmup_steps / step))


def cosine(step: int, *, peak: float, warmup_steps: int, progress: float) -> float:
    """Rise in a straight line to peak at warmup_steps, and fall as peak (1 + cos(pi progress)) / 2.

    Loshchilov and Hutter 2017, without restarts. The lower of the two applies.
    """
    return peak * min(step / warmup_steps, (1 + math.cos(math.pi * progress)) / 2)


def learning_rate(
    step: int, settings: TrainingSettings, d_model: int, progress: float = 0.0
) -> float:
    """Return the learning rate of a step.

    Args:
        step: The step, from 1.
        settings: The schedule and its numbers; `constant` is always the peak, which `noam` ignores.
        d_model: The model's width, for `noam`.
        progress: The finished share of the run, from 0 to 1, for `cosine`.

    Raises:
        ValueError: If step or a needed warmup_steps is below 1.
    """
    peak, warmup_steps = settings.learning_rate, settings.warmup_steps
    if step < 1:
        raise ValueError(f"steps count from 1, not {step}")
    if settings.schedule != "constant" and warmup_steps < 1:
        raise ValueError(f"the schedule {settings.schedule} needs warmup_steps of at least 1")
    match settings.schedule:
        case "noam":
            factor = settings.noam_factor
            return noam(step, d_model=d_model, factor=factor, warmup_steps=warmup_steps)
        case "inverse_sqrt":
            return inverse_sqrt(step, peak=peak, warmup_steps=warmup_steps)
        case "cosine":
            return cosine(step, peak=peak, warmup_steps=warmup_steps, progress=progress)
        case "constant":
            return peak


def fit_warmup(settings: TrainingSettings, num_steps: int) -> TrainingSettings:
    """Return settings whose learning rate peaks by half of a run of this many steps.

    A run that ends inside its warm-up has learned next to nothing. The peak stays as high: that of
    noam follows from the warm-up, so its factor makes up for a shorter one.
    """
    longest = max(1, int(LONGEST_WARMUP * num_steps))
    if settings.schedule == "constant" or settings.warmup_steps <= longest:
        return settings
    factor = settings.noam_factor * math.sqrt(longest / settings.warmup_steps)
    return settings.model_copy(update={"warmup_steps": longest, "noam_factor": factor})
