"""A layout that puts widgets side by side and wraps them into lines."""

from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Wraps its items like words of a text; hidden ones take no room."""

    def __init__(self, parent: QWidget | None = None, *, gap: int = 8) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(QMargins())

    def addItem(self, item: QLayoutItem) -> None:
        """Append an item."""
        self._items.append(item)

    def count(self) -> int:
        """Return the number of items."""
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        """Return an item; None past the end."""
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        """Remove and return an item; None past the end."""
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        """Return no directions: it needs no extra room."""
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        """Return True: the narrower, the higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return self._arrange(QRect(0, 0, width, 0), is_moving=False)

    def setGeometry(self, rectangle: QRect) -> None:
        """Move the items."""
        super().setGeometry(rectangle)
        self._arrange(rectangle, is_moving=True)

    def sizeHint(self) -> QSize:
        """Return the size of the largest item."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        size = QSize()
        for item in self._items:
            if not item.isEmpty():
                size = size.expandedTo(item.minimumSize())
        return size

    def _arrange(self, rectangle: QRect, *, is_moving: bool) -> int:
        """Return the height of the items, moving them if requested."""
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        left = 0
        for item in self._items:
            if item.isEmpty():
                continue
            size = item.sizeHint().boundedTo(QSize(max(1, rectangle.width()), 1 << 20))
            if not lines or left + size.width() > rectangle.width():
                lines.append([])
                left = 0
            lines[-1].append((item, size))
            left += size.width() + self._gap
        top = rectangle.top()
        for line in lines:
            height = max(size.height() for _, size in line)
            left = rectangle.left()
            for item, size in line:
                if is_moving:
                    place = QPoint(left, top + (height - size.height()) // 2)
                    item.setGeometry(QRect(place, size))
                left += size.width() + self._gap
            top += height + self._gap
        return max(0, top - self._gap - rectangle.top())
