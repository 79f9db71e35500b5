"""All notices, each with the sentences it is about; opened from the line of notices."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.text.text_direction import isolated
from desktop.views.notices.notice_card import SIGN, Excerpt, NoticeCard, NoticeText
from desktop.views.widgets.card import tool_button
from desktop.views.widgets.elided_label import ElidedLabel
from desktop.views.widgets.label import Label

_TALLEST = 220
_LEAST = 84
"""Pixels: about two notices, when the texts need the room."""
_GAP = 6
_MOST_LINES = 100
"""Of a book, thousands of notes could be listed; nobody reads so many, and all take a minute."""


class NoticeList(QScrollArea):
    """One row per notice, its sentences below it; hidden until opened.

    Signals:
        action_requested: The key of the notice whose button was pressed.
        dismiss_requested: The key of a notice that the user closes.
        sentence_requested: The offset in the source text of a sentence that a notice is about.
        closing_requested: Escape was pressed.
    """

    action_requested = Signal(str)
    dismiss_requested = Signal(str)
    sentence_requested = Signal(int)
    closing_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("All notes"))
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self._notices: tuple[NoticeText, ...] = ()
        self._rows: list[QWidget] = []
        self.hide()

    def show_notices(self, notices: Sequence[NoticeText]) -> None:
        """List these."""
        had_focus = self.focusWidget() is not None and self.focusWidget().hasFocus()
        self._notices = tuple(notices)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(_GAP)
        room = _MOST_LINES
        self._rows = []
        for notice in self._notices:
            if room > 0:
                self._rows.append(self._build_row(notice, room))
                column.addWidget(self._rows[-1])
            room -= max(1, len(notice.excerpts))
        if room < 0:
            column.addWidget(Label(self.tr("%Ln more note(s)", "", -room)))
        column.addStretch(1)
        self.setWidget(inside)  # the previous one is deleted
        self.viewport().setAutoFillBackground(False)
        inside.setAutoFillBackground(False)
        if had_focus:
            self.setFocus()
        self.updateGeometry()

    def _build_row(self, notice: NoticeText, room: int) -> NoticeCard:
        row = NoticeCard()
        row.show_kind(notice.kind)
        column = QVBoxLayout(row)
        column.setContentsMargins(12, 4, 6, 4)
        column.setSpacing(0)
        line = QHBoxLayout()
        line.setSpacing(8)
        label = Label(notice.text)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(row.sign)
        line.addWidget(label, 1)
        if notice.action_text:
            action = QPushButton(notice.action_text)
            action.clicked.connect(lambda: self.action_requested.emit(notice.key))
            line.addWidget(action)
        close = tool_button("close", self.tr("Close"), self.tr("Close this note"))
        close.clicked.connect(lambda: self.dismiss_requested.emit(notice.key))
        line.addWidget(close)
        column.addLayout(line)
        for excerpt in notice.excerpts[:room]:
            column.addLayout(self._build_excerpt(excerpt))
        return row

    def _build_excerpt(self, excerpt: Excerpt) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setContentsMargins(SIGN + 8, 0, 0, 0)
        quoted = ElidedLabel()
        quoted.elide_mode = Qt.TextElideMode.ElideRight
        quoted.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        quoted.show_text(self.tr("“{sentence}”").format(sentence=isolated(excerpt.text)))
        show = QPushButton(self.tr("Show"))
        show.setAccessibleName(self.tr("Show “{sentence}”").format(sentence=excerpt.text))
        show.setFlat(True)
        show.clicked.connect(lambda: self.sentence_requested.emit(excerpt.start))
        line.addWidget(quoted, 1)
        line.addWidget(show)
        return line

    def sizeHint(self) -> QSize:
        """Return the height of the notices, up to a limit."""
        return QSize(super().sizeHint().width(), self._height_within(_TALLEST))

    def minimumSizeHint(self) -> QSize:
        """Return a height low enough for the texts to stay visible."""
        return QSize(0, self._height_within(_LEAST))

    def _height_within(self, most: int) -> int:
        """Return the height of the lines that are whole within a height: none is cut."""
        width, top, whole = self.viewport().width(), 0, 0
        for row in self._rows:
            column = row.layout()
            assert column is not None
            margins = column.contentsMargins()
            inside = width - margins.left() - margins.right()
            bottom = top + margins.top()
            for at in range(column.count()):
                line = column.itemAt(at)
                assert line is not None
                height = line.heightForWidth(inside) if line.hasHeightForWidth() else 0
                bottom += max(height, line.minimumSize().height())
                if bottom > most:
                    return whole or most
                whole = bottom
            whole = min(bottom + margins.bottom(), most)
            top = bottom + margins.bottom() + _GAP
        return whole

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height where the lines wrap otherwise."""
        super().resizeEvent(event)
        self.updateGeometry()

    def event(self, event: QEvent) -> bool:
        """Take Escape before the window does, which would stop translating."""
        if event.type() == QEvent.Type.ShortcutOverride:
            assert isinstance(event, QKeyEvent)
            if event.key() == Qt.Key.Key_Escape:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.closing_requested.emit()
        else:
            super().keyPressEvent(event)
