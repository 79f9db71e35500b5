"""How long attention takes to be drawn, and how long the window waits for it meanwhile.

`python benchmarks/draw.py` prints medians in milliseconds: of the grid of all heads and of the map
of one, drawn for a new sentence and for the next head; of following the pointer; and, once, of one
subplot a head with its labels, which is what the grid is instead of. All sizes are drawn in turn in
each round, so that a busy machine is as busy for each. Then a window is kept open while its thread
draws, and a timer of it tells how late it was.
"""

import argparse
import os
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, QPoint, Qt, QThread, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop.values.attention_drawing import Drawing, DrawRequest, Paper, Place, ViewChoice
from desktop.views.attention.panel import AttentionPanel
from desktop.views.attention.picture import PictureView
from desktop.workers.map_drawer import MapDrawer
from engine.attention.maps import AttentionMaps, MapChoice, SentenceAttention, ValueNorms, Weights
from engine.translation import Word

LAYERS, HEADS = 6, 8
LENGTHS = (15, 40, 100, 256)
PAPER = Paper(width=700, height=500, ratio=1.0, dots_per_inch=96.0, ink="#000000")
TARGETS = {"grid, new sentence": 150, "map, next head": 100, "pointer over the map": 16}
"""Milliseconds, for 40 tokens."""


def make_attention(length: int, seed: int) -> SentenceAttention:
    """Return attention of a sentence with so many tokens."""
    random = np.random.default_rng(seed)

    def weights() -> Weights:
        values = random.gamma(0.3, size=(LAYERS, HEADS, length, length)) + 1e-6
        shares: Weights = (values / values.sum(axis=-1, keepdims=True)).astype(np.float16)
        return shares

    names = [f"w{random.integers(1000)}" for _ in range(length - 1)]
    text = " ".join(names)
    starts = np.cumsum([0, *(len(name) + 1 for name in names[:-1])])
    words = tuple(
        Word(name, int(start), int(start) + len(name))
        for name, start in zip(names, starts, strict=True)
    )
    tokens = tuple(f"▁{name}" for name in names)
    norms = random.uniform(0.5, 2, size=(LAYERS, HEADS, length)).astype(np.float32)
    return SentenceAttention(
        source=text,
        target=text,
        maps=AttentionMaps(weights(), weights(), weights()),
        value_norms=ValueNorms(norms, norms, norms),
        source_tokens=(*tokens, "</s>"),
        target_inputs=("<s>", *tokens),
        target_outputs=(*tokens, "</s>"),
        source_words=words,
        target_words=words,
        source_word_ids=(*range(length - 1), -1),
        target_word_ids=tuple(range(length - 1)),
    )


def draw(
    drawer: MapDrawer, place: Place, attention: SentenceAttention, head: int, view: ViewChoice
) -> None:
    """Draw on this thread."""
    choice = MapChoice("head", 0, head)
    wish = DrawRequest(place, 0, attention, None, view, choice, "", "fixed", "viridis", PAPER)
    drawer.draw(wish)
    QApplication.processEvents()


def draw_subplots(attention: SentenceAttention) -> None:
    """Draw one labelled Axes a head, as is often done."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 5), dpi=100)
    maps = attention.maps.cross
    rows, columns = attention.target_outputs, attention.source_tokens
    for axes, weights in zip(
        figure.subplots(LAYERS, HEADS).flat, maps.reshape(-1, *maps.shape[2:]), strict=True
    ):
        axes.imshow(weights.astype(np.float32), vmin=0, vmax=1)
        axes.set_xticks(range(len(columns)), labels=columns, rotation=90, fontsize=4)
        axes.set_yticks(range(len(rows)), labels=rows, fontsize=4)
    FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]  # matplotlib's


def milliseconds(work: Callable[[], None]) -> float:
    """Return how long something takes."""
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def open_panel(attention: SentenceAttention) -> AttentionPanel:
    """Return a window that shows a sentence, drawn on this thread."""
    panel, drawer = AttentionPanel(), MapDrawer()
    panel.drawing_requested.connect(drawer.draw)
    drawer.drawn.connect(panel.show_drawing)
    panel.destroyed.connect(drawer.deleteLater)
    drawer.setParent(panel)
    panel.resize(1200, 560)
    panel.show_attention(attention)
    panel.show()
    for _ in range(6):
        QApplication.processEvents()
    return panel


def point_at(picture: PictureView, at: QPoint) -> None:
    """Move the pointer, and let it be painted."""
    QTest.mouseMove(picture.viewport(), at)
    QApplication.processEvents()
    picture.viewport().repaint()


def follow_pointer(panel: AttentionPanel, count: int) -> float:
    """Return how long the window takes to follow the pointer to another cell and be painted."""
    picture = panel.maps["map"].picture
    assert picture.drawing is not None
    num_rows, num_columns = picture.drawing.weights.shape
    times = []
    for number in range(count):
        place = picture.rect_of(number * 7 % num_rows, number * 3 % num_columns).center()
        times.append(milliseconds(partial(point_at, picture, place.toPoint())))
    return statistics.median(times)


def lateness(length: int, seconds: float, *, is_drawing: bool) -> tuple[float, float]:
    """Return how late a timer of the window was, at worst and in the 99th percentile.

    Args:
        length: Tokens of the sentences.
        seconds: How long to look.
        is_drawing: Whether sentences and heads change all the time, or nothing does.
    """
    panel, drawer, thread = AttentionPanel(), MapDrawer(), QThread()
    drawer.moveToThread(thread)
    panel.drawing_requested.connect(drawer.draw)
    drawer.drawn.connect(panel.show_drawing)
    drawn: list[Drawing] = []
    drawer.drawn.connect(drawn.append)
    thread.started.connect(drawer.prepare)
    thread.start()
    sentences = [make_attention(length, seed) for seed in range(3)]
    panel.resize(1200, 560)
    panel.show_attention(sentences[0])
    panel.show()
    loop, ticker, changer = QEventLoop(), QTimer(), QTimer()
    late: list[float] = []
    last = time.perf_counter()

    def tick() -> None:
        nonlocal last
        now = time.perf_counter()
        late.append(1000 * (now - last) - 5)
        last = now

    def change() -> None:
        number = len(drawn)
        panel.grid.head_chosen.emit(number % LAYERS, number % HEADS)
        if number % 4 == 0:
            panel.show_attention(sentences[number % 3])

    def begin() -> None:
        nonlocal last
        late.clear()
        last = time.perf_counter()
        if is_drawing:
            changer.start(60)

    ticker.setTimerType(Qt.TimerType.PreciseTimer)
    ticker.timeout.connect(tick)
    changer.timeout.connect(change)
    ticker.start(5)
    QTimer.singleShot(2000, begin)  # once everything is imported and painted
    QTimer.singleShot(int(2000 + 1000 * seconds), loop.quit)
    loop.exec()
    thread.quit()
    thread.wait()
    return max(late), float(np.percentile(late, 99))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=5.0, help="to watch the window for")
    parser.add_argument("--no-subplots", action="store_true", help="they take a minute")
    options = parser.parse_args()
    application = QApplication([])
    application.setApplicationName("draw")
    drawer = MapDrawer()
    drawer.prepare()
    times: dict[tuple[str, int], list[float]] = defaultdict(list)
    sentences = {n: [make_attention(n, seed) for seed in range(3)] for n in LENGTHS}
    plain = ViewChoice()
    for number in range(options.rounds + 1):  # the first is not counted
        for length, attentions in sentences.items():
            attention = attentions[number % 3]
            for name, place, head, view in (
                ("grid, new sentence", "grid", 0, plain),
                ("grid, other view", "grid", 0, ViewChoice(by_value=True, hide_sinks=True)),
                ("map, new sentence", "map", 0, plain),
                ("map, next head", "map", 1 + number % 7, plain),
                ("map, words", "map", 1, ViewChoice(unit="words")),
            ):
                place_of_view: Place = "grid" if place == "grid" else "map"
                spent = milliseconds(partial(draw, drawer, place_of_view, attention, head, view))
                if number:
                    times[name, length].append(spent)
    for length, attentions in sentences.items():
        panel = open_panel(attentions[0])
        times["pointer over the map", length].append(follow_pointer(panel, 100))
        panel.close()
    if not options.no_subplots:
        for length in LENGTHS[:2]:
            spent = milliseconds(partial(draw_subplots, sentences[length][0]))
            times["one labelled subplot a head", length].append(spent)
    print(f"{LAYERS} x {HEADS} heads, {PAPER.width} x {PAPER.height} pixels, medians in ms")
    print(f"{'tokens':30}" + "".join(f"{length:>9}" for length in LENGTHS) + "   target at 40")
    for name in dict.fromkeys(name for name, _ in times):
        cells = [times.get((name, length)) for length in LENGTHS]
        shown = "".join(f"{statistics.median(c):9.1f}" if c else " " * 9 for c in cells)
        print(f"{name:30}{shown}   {TARGETS.get(name, '')}")
    if not options.no_subplots:
        for length in LENGTHS[:2]:
            grid = statistics.median(times["grid, new sentence", length])
            subplots = times["one labelled subplot a head", length][0]
            print(f"the grid of {length} tokens is {subplots / grid:.0f} times as fast as subplots")
    print("how late a timer of the window is, in ms: at worst, 99th percentile")
    for length in (40, 256):
        for is_drawing in (False, True):
            worst, most = lateness(length, options.seconds, is_drawing=is_drawing)
            what = "drawing" if is_drawing else "idle"
            print(f"  {length:4} tokens, {what:8} {worst:7.1f} {most:7.1f}")


if __name__ == "__main__":
    main()
