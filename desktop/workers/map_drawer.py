"""Draws attention on a separate thread, because matplotlib would block the window.

Each place of the window has one figure with one image and one bar of colours, used again and again.
Where only weights differ from the picture before, only the cells are drawn: writing the labels is
what takes time.
"""

import gc
import logging
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal, Slot
from PySide6.QtGui import QImage

from desktop.values.attention_drawing import Drawing, DrawRequest, ExportRequest, Place, ViewChoice
from desktop.values.worker_fault import fault_of
from engine.attention.maps import AttentionView, AxisItem, SentenceAttention, Weights
from engine.attention.mosaic import Mosaic, pooled

if TYPE_CHECKING:  # these take a second to import, which the drawing thread spends
    from matplotlib.artist import Artist
    from matplotlib.image import AxesImage

_log = logging.getLogger(__name__)

_VIEWS_KEPT = 2  # a comparison shows two
_LONGEST_CELL = 3.0
"""How many times wider than high, or higher than wide, cells become to use the room there is."""


class MapDrawer(QObject):
    """Draws the newest request of each place, and writes files.

    Signals:
        drawn: A Drawing. A wish that a newer one of its place overtook has none.
        draw_failed: A DrawRequest and the WorkerFault that ended it.
        exported: An ExportRequest whose file is written.
        export_failed: An ExportRequest, and the OSError or WorkerFault that ended it.
    All are emitted on the thread this object lives on.
    """

    drawn = Signal(object)
    draw_failed = Signal(object, object)
    exported = Signal(object)
    export_failed = Signal(object, object)
    _wished = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._is_prepared = False
        self._waiting: dict[Place, DrawRequest] = {}
        self._sheets: dict[Place, _Sheet] = {}
        self._views: list[tuple[SentenceAttention, ViewChoice, AttentionView]] = []
        # Queued behind all wishes that have come by then: so the newest of them is known.
        self._wished.connect(self._draw_next, Qt.ConnectionType.QueuedConnection)

    @Slot()
    def prepare(self) -> None:
        """Import what drawing needs, before the first wish; later calls do nothing."""
        if self._is_prepared:
            return
        self._is_prepared = True
        try:
            import engine.attention.export  # noqa: F401 - imported for all who need it later
        except (ImportError, MemoryError):
            _log.exception("drawing could not be prepared")  # the first wish will tell of it
            return
        # What modules hold is never garbage. Set aside, or that of the figures makes Python look
        # through all of it again and again, and the window wait: for up to 120 ms, as measured.
        gc.freeze()

    @Slot(object)
    def draw(self, request: DrawRequest) -> None:
        """Draw, unless a newer wish of the same place comes first."""
        self._waiting[request.place] = request
        self._wished.emit()

    @Slot()
    def _draw_next(self) -> None:
        if not self._waiting:
            return
        request = self._waiting.pop(next(iter(self._waiting)))
        try:
            shown = self._show(request)
            sheet = self._sheets.get(request.place) or _Sheet()
            self._sheets[request.place] = sheet
            picture = sheet.draw(request, shown)
        except Exception as error:  # noqa: BLE001 - the edge of a thread: the window goes on
            _log.exception("attention could not be drawn")
            self.draw_failed.emit(request, fault_of(error))
        else:
            self.drawn.emit(
                Drawing(
                    request=request,
                    image=picture.image,
                    frame=picture.frame,
                    names=picture.names,
                    tilt=picture.tilt,
                    rows=shown.rows,
                    columns=shown.columns,
                    weights=shown.weights,
                    sink_mass=shown.sinks,
                    has_boxes=picture.has_boxes,
                )
            )

    @Slot(object)
    def export(self, request: ExportRequest) -> None:
        """Write what a request shows to a file."""
        try:
            self._export(request)
        except OSError as error:
            self.export_failed.emit(request, error)
        except Exception as error:  # noqa: BLE001 - the edge of a thread: the window goes on
            _log.exception("attention could not be exported")
            self.export_failed.emit(request, fault_of(error))
        else:
            self.exported.emit(request)

    def _export(self, request: ExportRequest) -> None:
        from engine.attention.export import save_difference, save_grid, save_map

        wish, path = request.shown, request.path
        shown = self._show(wish)
        rows, columns = _labels(shown.rows), _labels(shown.columns)
        match wish.place:
            case "difference":
                save_difference(path, shown.weights, rows, columns, title=wish.title)
            case "grid":
                save_grid(
                    path, shown.weights, rows, columns,
                    title=wish.title, scale=wish.scale, colours=wish.colours,
                )  # fmt: skip
            case "map" | "compared":
                save_map(
                    path, shown.weights, rows, columns,
                    title=wish.title, scale=wish.scale, colours=wish.colours,
                )  # fmt: skip

    def _show(self, request: DrawRequest) -> "_Shown":
        from engine.attention.views import choose, difference

        view = self._view(request.attention, request.view)
        if request.place == "grid":
            return _Shown(view.weights, view.rows, view.columns, view.sink_mass)
        if request.subtracted is None:
            weights = choose(view, request.choice)
            return _Shown(weights, view.rows, view.columns, view.sink_mass)
        other = self._view(request.subtracted, request.view)
        less = difference(view, other, request.choice)
        return _Shown(less.weights, less.rows, less.columns, view.sink_mass)

    def _view(self, attention: SentenceAttention, choice: ViewChoice) -> AttentionView:
        for index, (known, how, view) in enumerate(self._views):
            if known is attention and how == choice:
                self._views.append(self._views.pop(index))
                return view
        from engine.attention.views import make_view

        view = make_view(
            attention,
            choice.kind,
            unit=choice.unit,
            shifted=choice.shifted,
            hide_sinks=choice.hide_sinks,
            by_value=choice.by_value,
        )
        self._views = [*self._views, (attention, choice, view)][-_VIEWS_KEPT:]
        return view


class _Shown(NamedTuple):
    """What of the attention a picture is of; weights are (R, C), of a grid (L, H, R, C)."""

    weights: Weights
    rows: tuple[AxisItem, ...]
    columns: tuple[AxisItem, ...]
    sinks: float


def _labels(items: tuple[AxisItem, ...]) -> tuple[str, ...]:
    return tuple(item.label for item in items)


class _Picture(NamedTuple):
    """A picture, and where its parts are in pixels of the window: as `Drawing` has them."""

    image: QImage
    frame: QRectF
    names: QPointF
    tilt: float
    has_boxes: bool


class _Sheet:
    """The figure of one place, and how it looks without its cells."""

    def __init__(self) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg

        from engine.attention.figure import MapFigure

        self._figure = MapFigure(facecolor="none")
        self._figure.longest_cell = _LONGEST_CELL
        self._canvas = FigureCanvasAgg(self._figure)
        self._key: tuple[object, ...] | None = None
        self._cells: tuple[Artist, ...] = ()
        self._image: AxesImage | None = None
        self._background: object = None
        self._corner = (0.0, 0.0)
        self._has_boxes = False

    def draw(self, request: DrawRequest, shown: _Shown) -> "_Picture":
        """Return what a request shows."""
        from engine.attention.figure import scaled
        from engine.attention.fonts import missing_characters

        labels = () if request.place == "grid" else (_labels(shown.rows), _labels(shown.columns))
        key = (shown.weights.shape, labels, request.scale, request.colours, request.paper)
        if key != self._key:
            self._key = None  # until all of it stands
            self._image = self._build(request, shown)
            self._has_boxes = bool(missing_characters("".join(chain.from_iterable(labels))))
            self._key = key
        assert self._image is not None
        weights = shown.weights
        if request.place != "difference":
            weights = scaled(weights, request.scale)
        if request.place == "grid":
            weights = Mosaic(*weights.shape).compose(weights)
        box = self._image.axes.bbox
        self._image.set_data(pooled(weights, round(box.height), round(box.width)))
        self._canvas.restore_region(self._background)  # type: ignore[no-untyped-call]  # matplotlib's
        for artist in self._cells:
            self._figure.draw_artist(artist)
        pixels: memoryview = self._canvas.buffer_rgba()  # type: ignore[no-untyped-call]  # matplotlib's
        width, height = self._canvas.get_width_height(physical=True)
        ratio = request.paper.ratio
        image = QImage(pixels, width, height, QImage.Format.Format_RGBA8888).convertToFormat(
            QImage.Format.Format_ARGB32_Premultiplied
        )
        image.setDevicePixelRatio(ratio)
        frame = QRectF(box.x0, height - box.y1, box.width, box.height)
        frame = QRectF(frame.topLeft() / ratio, frame.size() / ratio)
        left, top = self._corner
        names = QPointF(left, height - top) / ratio
        return _Picture(image, frame, names, self._figure.column_tilt, self._has_boxes)

    def _build(self, request: DrawRequest, shown: _Shown) -> "AxesImage":
        from engine.attention.figure import draw_difference, draw_grid, draw_map

        figure, paper = self._figure, request.paper
        figure.ink, figure.words = paper.ink, paper.words
        figure.dpi = paper.dots_per_inch
        # A hundredth more, or rounding would lose a pixel.
        figure.set_size_inches(
            (paper.width + 0.01) / paper.dots_per_inch, (paper.height + 0.01) / paper.dots_per_inch
        )
        rows, columns = _labels(shown.rows), _labels(shown.columns)
        match request.place:
            case "grid":
                image = draw_grid(
                    figure, shown.weights, scale=request.scale, colours=request.colours
                ).image
            case "difference":
                image = draw_difference(figure, shown.weights, rows, columns)
            case "map" | "compared":
                image = draw_map(
                    figure, shown.weights, rows, columns,
                    scale=request.scale, colours=request.colours,
                )  # fmt: skip
        image.set_interpolation("nearest")
        self._cells = figure.part_cells()
        self._canvas.draw()  # type: ignore[no-untyped-call]  # matplotlib's
        self._corner = figure.label_corner
        self._background = self._canvas.copy_from_bbox(figure.bbox)  # type: ignore[no-untyped-call]  # matplotlib's
        return image
