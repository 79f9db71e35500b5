"""Map words of the texts to cells of a map, and cells to words.

Spans count code points in the texts of the drawn sentence.
"""

from desktop.values.attention_drawing import Drawing
from engine.attention.maps import AxisItem

Spans = tuple[tuple[int, int], ...]


def cells_of(drawing: Drawing, source: Spans, target: Spans) -> tuple[set[int], set[int]]:
    """Return the rows and the columns of a map that share a character with these words."""
    spans = {"source": source, "target": target}
    is_cross = drawing.request.view.kind == "cross"
    columns = _overlapping(drawing.columns, spans) if is_cross else set()
    return _overlapping(drawing.rows, spans), columns


def words_of(drawing: Drawing, row: int, column: int) -> tuple[Spans, Spans]:
    """Return the words of source and target that a cell stands for."""
    found: dict[str, list[tuple[int, int]]] = {"source": [], "target": []}
    for item in (drawing.rows[row], drawing.columns[column]):
        if item.start < item.end:
            found[item.side].append((item.start, item.end))
    return tuple(found["source"]), tuple(found["target"])


def _overlapping(items: tuple[AxisItem, ...], spans: dict[str, Spans]) -> set[int]:
    return {
        place
        for place, item in enumerate(items)
        if any(item.start < end and start < item.end for start, end in spans[item.side])
    }
