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
    decimal_mark: str = "."
    group_mark: str = ","

    def number(self, figure: str) -> str:
        """Write a figure, as Python does it, with the marks of the language."""
        return figure.translate({ord("."): self.decimal_mark, ord(","): self.group_mark})
