"""What is written on the curves of a run; the window writes it in its own language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CurveWords:
    """`kept` holds places for the best figure and its step, the others none."""

    step: str = "step"
    loss: str = "Loss: negative log-likelihood of a token"
    perplexity: str = "Perplexity"
    bleu: str = "BLEU on the validation text"
    learning_rate: str = "Learning rate"
    training: str = "training, with dropout"
    validation: str = "validation"
    translations: str = "free-running translations"
    forced: str = "teacher-forced (no translation score)"
    kept: str = "kept: {figure} at step {step}"
