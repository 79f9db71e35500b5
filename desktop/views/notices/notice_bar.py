"""Notices inside the window: never a dialog that interrupts typing."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.views.notices.notice_card import KINDS, SIGN, NoticeCard, NoticeText
from desktop.views.widgets.card import tool_button
from desktop.views.widgets.label import Label

_LIST_HEIGHT = 150


class NoticeBar(QWidget):
    """Up to one row per kind: errors, warnings, information; several of a kind are folded.

    Signals:
        action_requested: The key of the notice whose button was pressed.
        dismissed: The key of a notice that the user closed; it is gone already.
    """

    action_requested = Signal(str)
    dismissed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Notices"))
        self._notices: tuple[NoticeText, ...] = ()
        self._rows: list[NoticeRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self.hide()

    def show_notices(self, notices: Sequence[NoticeText]) -> None:
        """Show exactly these notices; new ones are announced to screen readers."""
        if tuple(notices) == self._notices:
            return
        known = set(self._notices)
        self._notices = tuple(notices)
        self._build_rows()
        news = " ".join(notice.text for notice in self._notices if notice not in known)
        if news:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, news))

    def notices(self) -> tuple[NoticeText, ...]:
        """Return what is shown now."""
        return self._notices

    def _build_rows(self) -> None:
        unfolded = {row.kind for row in self._rows if row.is_unfolded}
        for row in self._rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self._rows = []
        for kind in KINDS:
            chosen = [notice for notice in self._notices if notice.kind == kind]
            if chosen:
                row = NoticeRow(chosen, is_unfolded=kind in unfolded)
                row.action_requested.connect(self.action_requested)
                row.close_requested.connect(self._on_close_requested)
                self._rows.append(row)
                self._column.addWidget(row)
                row.show()
        self.setVisible(bool(self._rows))

    @Slot(str)
    def _on_close_requested(self, kind: str) -> None:
        gone = [notice for notice in self._notices if notice.kind == kind]
        self.show_notices([notice for notice in self._notices if notice.kind != kind])
        for notice in gone:
            self.dismissed.emit(notice.key)


class NoticeRow(NoticeCard):
    """The notices of one kind: the first one, and the others when unfolded.

    Signals:
        action_requested: The key of the notice whose button was pressed.
        close_requested: The kind whose notices to close.
    """

    action_requested = Signal(str)
    close_requested = Signal(str)

    def __init__(
        self, notices: Sequence[NoticeText], *, is_unfolded: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.show_kind(notices[0].kind)
        self._num_folded = len(notices) - 1
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 5, 8, 5)
        column.setSpacing(2)
        first = self._build_line(notices[0])
        first.insertWidget(0, self.sign)
        self.more_button = QPushButton()
        self.more_button.setFlat(True)
        self.more_button.setVisible(self._num_folded > 0)
        self.more_button.clicked.connect(self._on_more_clicked)
        self.close_button = tool_button("close", self.tr("Close"), self.tr("Close this notice"))
        self.close_button.clicked.connect(self._on_close_clicked)
        first.addWidget(self.more_button)
        first.addWidget(self.close_button)
        column.addLayout(first)
        self.more_area = self._build_more(notices[1:])
        column.addWidget(self.more_area)
        self._unfold(is_unfolded=is_unfolded and self._num_folded > 0)

    @property
    def is_unfolded(self) -> bool:
        """Whether all notices are visible."""
        return not self.more_area.isHidden()

    def _build_line(self, notice: NoticeText) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        label = Label(notice.text)
        label.setWordWrap(True)
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(label, 1)
        if notice.action_text:
            action = QPushButton(notice.action_text)
            action.clicked.connect(lambda: self.action_requested.emit(notice.key))
            line.addWidget(action)
        return line

    def _build_more(self, notices: Sequence[NoticeText]) -> QScrollArea:
        self._more = QWidget()
        column = QVBoxLayout(self._more)
        column.setContentsMargins(SIGN + 8, 0, 4, 0)
        column.setSpacing(2)
        for notice in notices:
            column.addLayout(self._build_line(notice))
        column.addStretch(1)
        area = QScrollArea()
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(self._more)
        self._more.setAutoFillBackground(False)  # the scroll area has set it
        area.viewport().setAutoFillBackground(False)
        area.setAccessibleName(self.tr("More notices"))
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return area

    def _unfold(self, *, is_unfolded: bool) -> None:
        self.more_area.setVisible(is_unfolded)
        self.more_button.setText(
            self.tr("Show less")
            if is_unfolded
            else self.tr("and {number} more").format(number=self._num_folded)
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Return the height of the unfolded notices, up to a limit."""
        super().resizeEvent(event)
        needed = self._more.heightForWidth(self.more_area.viewport().width())
        self.more_area.setFixedHeight(min(_LIST_HEIGHT, max(needed, 0)))

    @Slot()
    def _on_more_clicked(self) -> None:
        self._unfold(is_unfolded=not self.is_unfolded)

    @Slot()
    def _on_close_clicked(self) -> None:
        self.close_requested.emit(self.kind)
