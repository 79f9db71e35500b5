"""Notices about the text or the program, in one line below the texts."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QLocale, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from desktop.text.text_direction import isolated
from desktop.views import icons
from desktop.views.notices.notice_card import NoticeCard, NoticeText
from desktop.views.widgets.card import tool_button
from desktop.views.widgets.elided_label import ElidedLabel
from desktop.wording.tooltips import tooltip

HEIGHT = 36
_LEAST_LABEL = 110
"""Width in pixels that the text gets before buttons that the list also has."""


class NoticeLine(NoticeCard):
    """The first notice and the number of notices; a button opens the full list.

    Signals:
        action_requested: The key of the notice whose button was pressed.
        dismissed: The key of a notice that the user closed; it is gone already.
        sentence_requested: The offset in the source text of a sentence that a notice is about.
        changed: All current notices as a tuple.
        list_toggled: Whether to open the full list.
    """

    action_requested = Signal(str)
    dismissed = Signal(str)
    sentence_requested = Signal(int)
    changed = Signal(object)
    list_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Notes"))
        self._notices: tuple[NoticeText, ...] = ()
        self._text = ""
        """Of the first notice."""
        self.label = ElidedLabel()
        self.label.elide_mode = Qt.TextElideMode.ElideRight
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.show_button = QPushButton(self.tr("Show"))
        self.show_button.setAccessibleName(self.tr("Show the sentence and its translation"))
        self.show_button.setFlat(True)
        self.action_button = QPushButton()
        self.count_button = QToolButton()
        self.count_button.setCheckable(True)
        self.count_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.count_button.setIconSize(QSize(14, 14))
        self.count_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.close_button = tool_button("close", self.tr("Close"), self.tr("Close this note"))
        self._lay_out()
        self.show_button.clicked.connect(self._on_show_clicked)
        self.action_button.clicked.connect(self._on_action_clicked)
        self.close_button.clicked.connect(self._on_close_clicked)
        self.count_button.toggled.connect(self._on_toggled)
        self._show_open(is_open=False)
        for button in (self.action_button, self.count_button):
            button.hide()  # until a notice sets its text
        self.hide()

    def _lay_out(self) -> None:
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 2, 6, 2)
        row.setSpacing(8)
        row.addWidget(self.sign)
        row.addWidget(self.label, 1)
        for button in (
            self.show_button,
            self.action_button,
            self.count_button,
            self.close_button,
        ):
            row.addWidget(button)

    def show_notices(self, notices: Sequence[NoticeText]) -> None:
        """Show exactly these notices, in this order; new ones are announced to screen readers."""
        if tuple(notices) == self._notices:
            return
        known = set(self._notices)
        self._notices = tuple(notices)
        self.setVisible(bool(notices))
        if not notices or self._is_single():
            self.count_button.setChecked(False)
        if notices:
            self._show_first()
        self.changed.emit(self._notices)
        news = " ".join(notice.text for notice in notices if notice not in known)
        if news:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, news))

    def notices(self) -> tuple[NoticeText, ...]:
        """Return the current notices, the one in the line first."""
        return self._notices

    @Slot(str)
    def dismiss(self, key: str) -> None:
        """Close a notice for the user."""
        self.show_notices([notice for notice in self._notices if notice.key != key])
        self.dismissed.emit(key)

    @Slot()
    def close_list(self) -> None:
        """Close the list, and take the focus back from it."""
        self.count_button.setChecked(False)
        self.count_button.setFocus()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the card, unless the list shows its notice."""
        if not self.count_button.isChecked():
            super().paintEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide what does not fit."""
        super().resizeEvent(event)
        self._fit()

    # --- inside ---

    def _show_first(self) -> None:
        first = self._notices[0]
        self.show_kind(first.kind)
        self._text = first.text
        if first.excerpts:
            sentence = isolated(first.excerpts[0].text)
            self._text += "  " + self.tr("“{sentence}”").format(sentence=sentence)
        self.action_button.setText(first.action_text)
        self._fit()

    def _show_count(self, *, is_short: bool) -> None:
        count = sum(max(1, len(notice.excerpts)) for notice in self._notices)
        words = self.tr("%Ln note(s)", "", count)
        self.count_button.setText(QLocale().toString(count) if is_short else words)
        self.count_button.setAccessibleName(words)

    def _fit(self) -> None:
        """Hide what the list also shows: all while it is open, else what does not fit."""
        if not self._notices:
            return
        first, is_open = self._notices[0], self.count_button.isChecked()
        self.label.show_text("" if is_open else self._text)
        self.sign.setVisible(not is_open)
        self.close_button.setVisible(not is_open)
        self.show_button.setVisible(bool(first.excerpts) and not is_open)
        self.action_button.setVisible(bool(first.action_text) and not is_open)
        needed = self.label.fontMetrics().horizontalAdvance(self.label.text())
        self._show_count(is_short=False)
        self.count_button.setVisible(is_open or not self._is_single())
        self.count_button.setVisible(is_open or not self._is_single() or needed > self._room())
        leave_out: tuple[Callable[[], None], ...] = (
            self.show_button.hide,
            partial(self._show_count, is_short=True),
            self.action_button.hide,
        )
        for leave_out_one in leave_out:
            if self._room() < min(needed, _LEAST_LABEL):
                leave_out_one()

    def _is_single(self) -> bool:
        """Return whether the list would show no more than the line."""
        return len(self._notices) == 1 and len(self._notices[0].excerpts) <= 1

    def _room(self) -> int:
        """Return the width left for the text beside the visible buttons."""
        row = self.layout()
        assert row is not None
        margins, shown = row.contentsMargins(), self._buttons_shown()
        widths = self.sign.width() + sum(button.sizeHint().width() for button in shown)
        gaps = row.spacing() * (len(shown) + 1)
        return self.width() - margins.left() - margins.right() - widths - gaps

    def _buttons_shown(self) -> list[QWidget]:
        buttons = self.show_button, self.action_button, self.count_button, self.close_button
        return [button for button in buttons if not button.isHidden()]

    def _show_open(self, *, is_open: bool) -> None:
        icons.dress(self.count_button, "chevron-down" if is_open else "chevron-right")
        tip = self.tr("Close the list of notes") if is_open else self.tr("List all notes")
        self.count_button.setToolTip(tooltip(tip))
        self.count_button.setAccessibleDescription(tip)

    @Slot(bool)
    def _on_toggled(self, is_open: bool) -> None:
        self._show_open(is_open=is_open)
        self._fit()
        self.list_toggled.emit(is_open)

    @Slot()
    def _on_show_clicked(self) -> None:
        self.sentence_requested.emit(self._notices[0].excerpts[0].start)

    @Slot()
    def _on_action_clicked(self) -> None:
        self.action_requested.emit(self._notices[0].key)

    @Slot()
    def _on_close_clicked(self) -> None:
        self.dismiss(self._notices[0].key)
