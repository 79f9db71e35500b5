"""The attention of one sentence: one map, and optionally the grid of all heads.

The panel computes and draws nothing: it requests drawings and shows the results.
"""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, get_args

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QImage, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from desktop.values.attention_drawing import Drawing, DrawRequest, ExportRequest, Place
from desktop.views.attention.captions import explain, name_of_kind, name_of_map, reading_of
from desktop.views.attention.controls import AttentionControls
from desktop.views.attention.grid import AttentionGrid
from desktop.views.attention.linked_cells import Spans, cells_of, words_of
from desktop.views.attention.map import AttentionMap
from desktop.views.attention.picture import spoken
from desktop.views.widgets.label import Label
from engine.attention.maps import AlignmentMap, SentenceAttention
from engine.spreadsheet_cells import to_cell
from engine.translation import ScoredText

_WIDE = 1.2  # from this ratio of width to height, grid and map are side by side


class AttentionPanel(QWidget):
    """Shows what each word attended to, and links its cells with the words of the texts.

    Spans count code points in the texts of the shown sentence.

    Signals:
        drawing_requested: A DrawRequest.
        words_hovered: Source spans and target spans that are hovered, or None.
        words_pinned: Source spans and target spans that were clicked.
    """

    drawing_requested = Signal(object)
    words_hovered = Signal(object)
    words_pinned = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attention: SentenceAttention | None = None
        self._compared: SentenceAttention | None = None
        self._is_comparing = False
        self._serial = 0
        self._oldest = 0
        self._wishes: set[Place] = set()
        self._marks: tuple[Spans, Spans, bool] = ((), (), False)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._wish_all)

        self.setObjectName("attentionPanel")
        self.controls = AttentionControls()
        self.grid = AttentionGrid()
        self.maps: dict[Place, AttentionMap] = {
            "map": AttentionMap(),
            "compared": AttentionMap(),
            "difference": AttentionMap(),
        }
        self._grid_box = self._build_grid_box()
        self._splitter = QSplitter()
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(16)
        self._stack = QStackedLayout()
        self._lay_out()
        self._connect()
        self._on_kind_changed()

    # --- shown attention ---

    def show_attention(self, attention: SentenceAttention | None) -> None:
        """Show the attention of a sentence, or that there is none."""
        self._attention = attention
        self._oldest = self._serial + 1
        if attention is None:
            self._compared = None
        self.set_stale(False)
        self._show_size()
        self._on_view_changed()

    def show_comparison(self, attention: SentenceAttention | None) -> None:
        """Compare with another hypothesis and show the difference; None ends that."""
        self._compared = attention
        self._on_view_changed()

    def show_sentences(self, sentences: list[str], current: int) -> None:
        """Offer the sentences of the text."""
        self.controls.show_sentences(sentences, current)

    def show_hypotheses(
        self, hypotheses: tuple[ScoredText, ...], shown: int, compared: int | None
    ) -> None:
        """Offer the translations of the sentence."""
        self.controls.show_hypotheses(hypotheses, shown, compared)

    def set_stale(self, is_stale: bool) -> None:
        """Dim attention that no longer belongs to the text."""
        self.grid.set_stale(is_stale)
        for view in self.maps.values():
            view.set_stale(is_stale)

    def set_best_map(self, best: AlignmentMap | None) -> None:
        """Set which cross-attention aligns words best: shown if none was chosen."""
        if self.controls.set_best_map(best):
            self._on_view_changed()

    @Slot(object)
    def show_drawing(self, drawing: Drawing) -> None:
        """Show a requested picture, unless its attention is no longer shown."""
        request = drawing.request
        if not self._has_map(request.place) or request.serial < self._oldest:
            return
        if request.place == "grid":
            self.grid.show_drawing(drawing)
            return
        self.maps[request.place].show_drawing(drawing)
        self._mark(request.place)
        if request.place == "map":
            self.controls.more.show_sinks(drawing.sink_mass)

    @Slot(object)
    def show_failure(self, request: DrawRequest) -> None:
        """Clear a picture that could not be drawn: the previous one shows something else."""
        if self._has_map(request.place):
            self._view(request.place).show_drawing(None)

    def mark_words(self, source_spans: Spans, target_spans: Spans, is_pinned: bool) -> None:
        """Outline the cells of these words."""
        self._marks = (tuple(source_spans), tuple(target_spans), is_pinned)
        for place in self.maps:
            self._mark(place)

    # --- for others ---

    def export_request(self, path: Path, what: Place) -> ExportRequest | None:
        """Return the function that writes the shown map to a file; None if there is none."""
        shown = self._request(what)
        return None if shown is None else ExportRequest(path, shown)

    def picture(self) -> QImage | None:
        """Return the map as shown."""
        return self.maps["map"].picture.picture()

    def table(self) -> str:
        """Return the weights of the map as tab-separated text for spreadsheets."""
        drawing = self.maps["map"].picture.drawing
        if drawing is None:
            return ""
        lines = ["\t".join(["", *(to_cell(spoken(item)) for item in drawing.columns)])]
        for item, weights in zip(drawing.rows, drawing.weights, strict=True):
            lines.append(
                "\t".join([to_cell(spoken(item)), *(f"{weight:.6g}" for weight in weights)])
            )
        return "\n".join(lines) + "\n"

    def state(self) -> dict[str, Any]:
        """Return the user's choices, for JSON."""
        return self.controls.state()

    def restore(self, state: Mapping[str, Any]) -> None:
        """Restore saved choices; ignore damaged or unknown values."""
        self.controls.restore(state)

    # --- drawing ---

    def _wish(self, *places: Place) -> None:
        """Request pictures once all pending changes are made."""
        self._wishes.update(places)
        self._timer.start(0)

    @Slot()
    def _wish_all(self) -> None:
        wishes, self._wishes = self._wishes, set()
        for place in ("map", "grid", "compared", "difference"):
            view = self.grid if place == "grid" else self.maps[place].picture
            if place in wishes and view.isVisible():
                request = self._request(place)
                if request is not None:
                    self.drawing_requested.emit(request)

    def _request(self, place: Place) -> DrawRequest | None:
        attention = self._compared if place == "compared" else self._attention
        if attention is None or not self._has_map(place):
            return None
        self._serial += 1
        view = self.grid if place == "grid" else self.maps[place].picture
        return DrawRequest(
            place=place,
            serial=self._serial,
            attention=attention,
            subtracted=self._compared if place == "difference" else None,
            view=self.controls.view_choice,
            choice=self.controls.map_choice,
            title=self._title(place),
            scale=self.controls.scale,
            colours=self.controls.colours,
            paper=view.paper(),
        )

    def _has_map(self, place: Place) -> bool:
        """Return whether there is a weight: an alignment has none if the model wrote no word."""
        needed = {
            "compared": (self._compared,),
            "difference": (self._attention, self._compared),
        }.get(place, (self._attention,))
        is_alignment = self.controls.view_choice.shifted
        return all(
            attention is not None and (attention.target_word_ids or not is_alignment)
            for attention in needed
        )

    def _view(self, place: Place) -> AttentionGrid | AttentionMap:
        return self.grid if place == "grid" else self.maps[place]

    # --- linking ---

    def _mark(self, place: Place) -> None:
        drawing = self.maps[place].picture.drawing
        if drawing is None:
            return
        source, target, is_pinned = self._marks
        # The other hypothesis has another text: target spans are not places in it.
        rows, columns = cells_of(drawing, source, () if place == "compared" else target)
        self.maps[place].mark_cells(rows, columns, is_pinned=is_pinned)

    def _spans_of(self, place: Place, row: int, column: int) -> tuple[Spans, Spans] | None:
        drawing = self.maps[place].picture.drawing
        if drawing is None:
            return None
        source, target = words_of(drawing, row, column)
        if place == "compared":
            target = ()
        return (source, target) if source or target else None

    def _on_cell_hovered(self, place: Place, row: int, column: int) -> None:
        self.words_hovered.emit(self._spans_of(place, row, column))

    @Slot()
    def _on_cell_left(self) -> None:
        self.words_hovered.emit(None)

    def _on_cell_clicked(self, place: Place, row: int, column: int) -> None:
        spans = self._spans_of(place, row, column)
        if spans is not None:
            self.words_pinned.emit(spans)

    # --- choices ---

    @Slot()
    def _on_kind_changed(self) -> None:
        self._show_size()
        self._on_view_changed()

    def _show_size(self) -> None:
        if self._attention is not None:
            maps = self._attention.maps
            shown = {"cross": maps.cross, "encoder": maps.encoder, "decoder": maps.decoder}
            num_layers, num_heads = shown[self.controls.kind].shape[:2]
            self.controls.show_size(num_layers, num_heads)

    @Slot()
    def _on_view_changed(self) -> None:
        self._show_names()
        self._show_whether_empty()
        self._wish(*get_args(Place))

    @Slot()
    def _on_map_changed(self) -> None:
        self._show_names()
        self._wish(*self.maps)

    def _show_names(self) -> None:
        """Update all descriptions of the shown map."""
        choice, kind = self.controls.map_choice, self.controls.kind
        self.grid.show_chosen(choice.layer, choice.head)
        name, titles = name_of_map(choice), dict.fromkeys(self.maps, "")
        if self._attention is not None and self._compared is not None:
            titles["map"] = self.tr("Shown: {0}").format(self._attention.target)
            titles["compared"] = self.tr("Compared: {0}").format(self._compared.target)
            titles["difference"] = self.tr("Difference (shown − compared)")
        for place, view in self.maps.items():
            title = titles[place]
            view.show_name(f"{name} · {title}" if title else name, title)
        hint = self.tr("Hover or use the arrow keys. Click to pin.")
        self.maps["map"].show_hint(
            f"{hint} {reading_of(kind)}",
            explain(kind, is_shifted=self.controls.is_shifted),
        )

    def _title(self, place: Place) -> str:
        kind = name_of_kind(self.controls.kind)
        if place == "grid":
            return kind
        title = self.tr("{0}: {1}").format(kind, name_of_map(self.controls.map_choice))
        return self.tr("{0}, difference").format(title) if place == "difference" else title

    # --- arrangement ---

    def _build_grid_box(self) -> QWidget:
        """Return the grid above its hint, arranged like the map."""
        box = QWidget()
        hint = Label(self.tr("Click a head or use the arrow keys."))
        hint.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        hint.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        hint.setMinimumHeight(self.maps["map"].foot_height)
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.grid, 1)
        column.addWidget(hint)
        return box

    def _lay_out(self) -> None:
        self._splitter.addWidget(self._grid_box)
        for view in self.maps.values():
            self._splitter.addWidget(view)
        full = QScrollArea()  # four pictures may need more room than there is
        full.setWidgetResizable(True)
        full.setFrameShape(QFrame.Shape.NoFrame)
        full.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        full.setWidget(self._splitter)
        empty = Label(self.tr("Translate a sentence to see its attention here."))
        empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        empty.setWordWrap(True)
        empty.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._stack.addWidget(empty)
        self._stack.addWidget(full)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(8, 2, 8, 6)
        whole.setSpacing(6)
        whole.addWidget(self.controls)
        whole.addLayout(self._stack, 1)

    def _connect(self) -> None:
        self.controls.kind_changed.connect(self._on_kind_changed)
        self.controls.all_heads_toggled.connect(self._on_view_changed)
        self.controls.map_changed.connect(self._on_map_changed)
        self.controls.view_changed.connect(self._on_view_changed)
        self.grid.head_chosen.connect(self.controls.choose_head)
        self.grid.drawing_requested.connect(partial(self._wish, "grid"))
        for place, view in self.maps.items():
            view.drawing_requested.connect(partial(self._wish, place))
            view.cell_hovered.connect(partial(self._on_cell_hovered, place))
            view.cell_left.connect(self._on_cell_left)
            view.cell_clicked.connect(partial(self._on_cell_clicked, place))

    def _show_whether_empty(self) -> None:
        is_empty = self._attention is None
        is_comparing = self._compared is not None
        self._stack.setCurrentIndex(0 if is_empty else 1)
        nothing = self.tr("The model did not write these words, so there is no attention to show.")
        for place in get_args(Place):
            view, has_map = self._view(place), self._has_map(place)
            if not has_map:
                view.show_drawing(None)
            view.explain("" if has_map else nothing)
        if not self._has_map("map"):
            self.controls.more.show_sinks(None)
        # Three maps need the room; choose a head by its number instead.
        self._grid_box.setVisible(self.controls.shows_all_heads and not is_comparing)
        self.controls.offer_all_heads(not is_comparing)
        self.maps["compared"].setVisible(is_comparing)
        self.maps["difference"].setVisible(is_comparing)
        self.controls.more.offer_files(map_=self._has_map("map"), difference=is_comparing)
        if self._is_comparing != is_comparing:
            self._is_comparing = is_comparing
            self._splitter.setSizes([1 << 12] * self._splitter.count())  # all the same

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put grid and map side by side if they fit, else one above the other."""
        super().resizeEvent(event)
        is_wide = self.width() >= _WIDE * self.height()
        orientation = Qt.Orientation.Horizontal if is_wide else Qt.Orientation.Vertical
        if self._splitter.orientation() != orientation:
            self._splitter.setOrientation(orientation)
