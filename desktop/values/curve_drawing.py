"""What is to be drawn of a run's course, and what was drawn: values between two threads."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QImage

from desktop.values.attention_drawing import Paper
from training.report.curve_labels import CurveWords
from training.report.run_story import Course


@dataclass(frozen=True, slots=True, eq=False)
class CurveRequest:
    """The curves of a run as far as it is known."""

    course: Course
    paper: Paper
    """Of each of the pictures."""
    words: CurveWords


@dataclass(frozen=True, slots=True, eq=False)
class CurvePicture:
    """The curves that were wished for."""

    request: CurveRequest
    images: Mapping[str, QImage]
    """By name: loss, perplexity, bleu, learning_rate; without those of which nothing is known."""
