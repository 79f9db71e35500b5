"""Attention drawn at once, on the thread of the test."""

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage

from desktop.values.attention_drawing import (
    Colours,
    Drawing,
    DrawRequest,
    Paper,
    Place,
    Scale,
    ViewChoice,
)
from desktop.workers.map_drawer import MapDrawer
from engine.attention.maps import MapChoice, SentenceAttention
from tests.support.engines import make_attention

PAPER = Paper(width=500, height=400, ratio=1.0, dots_per_inch=96.0, ink="#102030")
FIRST_HEAD = MapChoice("head", 0, 0)


def sentence(num_words: int, layers: int = 2, heads: int = 4, seed: int = 0) -> SentenceAttention:
    """Return attention of a sentence of so many short words."""
    words = " ".join(f"w{number}" for number in range(num_words))
    return make_attention(words, words.upper(), layers, heads, seed)


def request(
    attention: SentenceAttention,
    place: Place = "map",
    *,
    view: ViewChoice = ViewChoice(),  # noqa: B008 - frozen
    choice: MapChoice = FIRST_HEAD,
    subtracted: SentenceAttention | None = None,
    paper: Paper = PAPER,
    scale: Scale = "fixed",
    colours: Colours = "viridis",
    serial: int = 0,
) -> DrawRequest:
    """Return a request, of the first head unless said otherwise."""
    return DrawRequest(
        place, serial, attention, subtracted, view, choice, "A title", scale, colours, paper
    )


def draw_now(drawer: MapDrawer, wish: DrawRequest) -> Drawing:
    """Draw without an event loop."""
    drawings: list[Drawing] = []
    drawer.drawn.connect(drawings.append)
    drawer.draw(wish)
    drawer._draw_next()
    drawer.drawn.disconnect(drawings.append)
    return drawings[0]


def colour_at(image: QImage, place: QPointF) -> tuple[int, int, int, int]:
    """Return the colour of a picture at a place in pixels of the window."""
    at = (place * image.devicePixelRatio()).toPoint()
    colour = image.pixelColor(at)
    return colour.red(), colour.green(), colour.blue(), colour.alpha()


def colour_of(weight: float, colours: str = "viridis") -> tuple[int, int, int, int]:
    """Return the colour that a weight from 0 to 1 must have."""
    import matplotlib

    red, green, blue, alpha = matplotlib.colormaps[colours](np.float32(weight), bytes=True)
    return int(red), int(green), int(blue), int(alpha)


def is_blank(image: QImage) -> bool:
    """Return whether a picture has one colour only."""
    first: QColor = image.pixelColor(0, 0)
    return all(
        image.pixelColor(x, y) == first
        for x in range(0, image.width(), 3)
        for y in range(0, image.height(), 3)
    )
