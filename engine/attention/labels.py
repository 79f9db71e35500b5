"""What is written beside attention maps; the window writes it in its own language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FigureWords:
    """`layer` and `head` hold a place for a number that counts from 1, the others none."""

    layer: str = "layer {number}"
    head: str = "head {number}"
    weight: str = "attention weight"
    share: str = "share of row maximum"
    difference: str = "difference of weights"
    decimal_mark: str = "."
