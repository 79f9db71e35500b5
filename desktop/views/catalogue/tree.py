"""The list of published models, with the other models of a pair folded under the best."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPalette
from PySide6.QtWidgets import QFrame, QTreeView, QWidget

from desktop.views import icons, theme
from desktop.views.catalogue.rows import CatalogueDelegate, CatalogueRows, Index

_SIGN = 16


class CatalogueTree(QTreeView):
    """A tree of rows of equal height, so that thousands cost no more than those in view."""

    def __init__(self, rows: CatalogueRows, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setModel(rows)
        self.setItemDelegate(CatalogueDelegate(self))
        self.setAccessibleName(self.tr("Models that can be downloaded"))
        self.setHeaderHidden(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.viewport().setAutoFillBackground(False)
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Highlight, Qt.GlobalColor.transparent)
        self.setPalette(palette)  # the delegate draws the ground of a selected row, but no style
        self.setUniformRowHeights(True)
        self.setMouseTracking(True)
        self.setExpandsOnDoubleClick(False)  # a double click downloads
        self.setEditTriggers(QTreeView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the sign that unfolds a row."""
        if not self.model().hasChildren(index):
            return
        name = "chevron-down" if self.isExpanded(index) else "chevron-right"
        sign = icons.pixmap(name, theme.colours().faint, _SIGN, self.devicePixelRatioF())
        left = rect.right() - (self.indentation() + _SIGN) // 2
        painter.drawPixmap(left, rect.center().y() - _SIGN // 2, sign)
