"""What is to be drawn of a sentence's attention, and what was drawn: values between two threads.

`DrawRequest` goes to the drawing thread, `Drawing` comes back with a picture and with all that is
needed to say what is under the pointer. Nothing here changes once it is made.

Shapes: L layers, H heads, R rows, C columns.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage

from engine.attention.labels import FigureWords
from engine.attention.maps import AxisItem, Kind, MapChoice, SentenceAttention, Unit, Weights

Place = Literal["grid", "map", "compared", "difference"]
"""Where a picture is shown: each place keeps the newest."""

Scale = Literal["fixed", "row"]
Colours = Literal["viridis", "cividis"]


@dataclass(frozen=True, slots=True)
class ViewChoice:
    """How weights become a view: the keywords of `make_view`."""

    kind: Kind = "cross"
    unit: Unit = "tokens"
    shifted: bool = False
    hide_sinks: bool = False
    by_value: bool = False


@dataclass(frozen=True, slots=True)
class Paper:
    """What is drawn on: its size in device pixels, and the colour of what is written there."""

    width: int
    height: int
    ratio: float
    """Device pixels to one pixel of the window."""
    dots_per_inch: float
    """In device pixels: how large text becomes."""
    ink: str
    words: FigureWords = field(default_factory=FigureWords)
    """What is written on it, in the language of the window."""


@dataclass(frozen=True, slots=True, eq=False)
class DrawRequest:
    """One picture that is wished for."""

    place: Place
    serial: int
    """Later wishes have larger ones."""
    attention: SentenceAttention
    subtracted: SentenceAttention | None
    """What a difference is to; None at other places."""
    view: ViewChoice
    choice: MapChoice
    title: str
    """For files; the window writes titles itself."""
    scale: Scale
    colours: Colours
    paper: Paper


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """A picture, and what it shows where."""

    request: DrawRequest
    image: QImage
    frame: QRectF
    """Where its cells are, in pixels of the window from the corner of the image."""
    names: QPointF
    """Where the names of rows begin, and how high those of columns reach, from the same corner."""
    tilt: float
    """How many degrees the names of its columns rise."""
    rows: tuple[AxisItem, ...]
    columns: tuple[AxisItem, ...]
    weights: Weights
    """What its cells are coloured by, never scaled: (R, C), of a grid (L, H, R, C)."""
    sink_mass: float
    """The share of all weight that end marks and punctuation take, or would take."""
    has_boxes: bool = False
    """Whether boxes stand for characters of its names that no installed font has."""


@dataclass(frozen=True, slots=True, eq=False)
class ExportRequest:
    """A file to be written, its suffix saying how, with what a request shows."""

    path: Path
    shown: DrawRequest
