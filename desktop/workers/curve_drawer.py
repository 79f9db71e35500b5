"""Draws the curves of a run on the drawing thread, for the window may not wait for matplotlib.

Each curve has one figure, emptied and used again. Its axes are new each time: that takes a
millisecond more than emptying them, but the layout of old ones depends on what they showed before.
"""

import gc
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QImage

from desktop.values.attention_drawing import Paper
from desktop.values.curve_drawing import CurvePicture, CurveRequest
from desktop.values.worker_fault import fault_of

if TYPE_CHECKING:  # these take a second to import, which the drawing thread spends
    from matplotlib.axes import Axes

_log = logging.getLogger(__name__)

_TICK_ROOM = 58
"""Pixels of the window from one number of steps to the next, at the least."""


class CurveDrawer(QObject):
    """Draws the requested curves; of several waiting requests, only the newest.

    Signals:
        drawn: A CurvePicture. A wish that a newer one overtook has none.
        draw_failed: A CurveRequest and the WorkerFault that ended it.
    Both are emitted on the thread this object lives on.
    """

    drawn = Signal(object)
    draw_failed = Signal(object, object)
    _wished = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._waiting: CurveRequest | None = None
        self._sheets: dict[str, _Sheet] = {}
        # Queued behind all wishes that have come by then: so the newest of them is known.
        self._wished.connect(self._draw_next, Qt.ConnectionType.QueuedConnection)

    @Slot(object)
    def draw(self, request: CurveRequest) -> None:
        """Draw, unless a newer wish comes first."""
        self._waiting = request
        self._wished.emit()

    @Slot()
    def _draw_next(self) -> None:
        request, self._waiting = self._waiting, None
        if request is None:
            return
        try:
            images = self._draw(request)
        except Exception as error:  # noqa: BLE001 - the edge of a thread: the window goes on
            _log.exception("curves could not be drawn")
            self.draw_failed.emit(request, fault_of(error))
        else:
            self.drawn.emit(CurvePicture(request, images))

    def _draw(self, request: CurveRequest) -> dict[str, QImage]:
        from training.report.curves import PICTURES

        if not self._sheets:
            # As `MapDrawer.prepare` does: or the window waits up to 110 ms while the garbage of old
            # axes is collected, and all that was imported looked through for more.
            gc.freeze()
        images = {}
        for name, draw in PICTURES.items():
            sheet = self._sheets.setdefault(name, _Sheet())

            def fill(axes: "Axes", draw: Callable[..., bool] = draw) -> bool:
                return draw(axes, request.course, request.paper.ink, request.words)

            image = sheet.draw(request.paper, fill)
            if image is not None:
                images[name] = image
        return images


class _Sheet:
    """The figure of one curve."""

    def __init__(self) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        from engine.attention.fonts import use_shipped_font

        use_shipped_font()
        self._figure = Figure(facecolor="none", layout="constrained")
        self._canvas = FigureCanvasAgg(self._figure)

    def draw(self, paper: Paper, fill: "Callable[[Axes], bool]") -> QImage | None:
        """Return what is filled into the axes; None if there is nothing."""
        figure = self._figure
        figure.clear()
        axes = figure.add_subplot(facecolor="none")
        if not fill(axes):
            return None
        figure.dpi = paper.dots_per_inch
        # A hundredth more, or rounding would lose a pixel.
        figure.set_size_inches(
            (paper.width + 0.01) / paper.dots_per_inch, (paper.height + 0.01) / paper.dots_per_inch
        )
        room = paper.width / paper.ratio
        axes.locator_params(axis="x", nbins=max(2, int(room / _TICK_ROOM)))
        self._canvas.draw()  # type: ignore[no-untyped-call]  # matplotlib's
        pixels: memoryview = self._canvas.buffer_rgba()  # type: ignore[no-untyped-call]  # matplotlib's
        width, height = self._canvas.get_width_height(physical=True)
        image = QImage(pixels, width, height, QImage.Format.Format_RGBA8888).convertToFormat(
            QImage.Format.Format_ARGB32_Premultiplied
        )
        image.setDevicePixelRatio(paper.ratio)
        return image
