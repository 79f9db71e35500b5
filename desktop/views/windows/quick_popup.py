"""A small window beside the pointer: the translation of a text from another program."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QGuiApplication,
    QHideEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
)

from desktop.views import theme
from desktop.views.panes.language_box import LanguageBox
from desktop.views.text.text_layout import lay_out
from desktop.views.widgets.busy_line import BusyLine
from desktop.views.widgets.card import caption, keys_of, tool_button
from desktop.views.widgets.elided_label import ElidedLabel
from desktop.wording.tooltips import tooltip

_WIDTH = 440
_GAP = 14
"""Pixels between the pointer and the window."""
_FEWEST_LINES = 2
_MOST_LINES = 12
_MARGIN = 14
_SPARE = 6
"""Pixels, so that the last line is complete in any font."""


class QuickPopup(QFrame):
    """Shows a text and its translation above all other windows.

    Enter copies the translation, Ctrl+R swaps the languages, Escape closes; it closes by itself
    when another window is used.

    Signals:
        direction_chosen: Translate the text between two languages instead: their codes.
        add_requested: Show the languages that can be added.
        copy_requested: Copy the translation and close the window.
        open_requested: Open the text in the main window.
        closed: The window is no longer shown.
    """

    direction_chosen = Signal(str, str)
    add_requested = Signal()
    copy_requested = Signal()
    open_requested = Signal()
    closed = Signal()

    def __init__(self) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint
        super().__init__(None, flags | Qt.WindowType.WindowStaysOnTopHint)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, on=False)
        self.setWindowTitle(self.tr("Quick translation"))
        self._at = QPoint()
        self._closes_by_itself = True
        self.source_box = LanguageBox(self.tr("Source language"))
        self.swap_button = tool_button("swap", self.tr("Swap languages"), "")
        self.target_box = LanguageBox(self.tr("Target language"))
        self.title_label = caption()
        self.source_label = ElidedLabel()
        self.source_label.setForegroundRole(self.palette().ColorRole.PlaceholderText)
        self.source_label.setAccessibleName(self.tr("Text"))
        self.busy_line = BusyLine()
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setFrameShape(QFrame.Shape.NoFrame)
        self.text.setAccessibleName(self.tr("Translation"))
        self.text.setPlaceholderText(self.tr("Translating…"))
        self.text.setTabChangesFocus(True)
        self.text.viewport().setAutoFillBackground(False)
        font = self.text.font()
        font.setPointSizeF(max(font.pointSizeF(), 1.0) * theme.TEXT_TO_DESKTOP)
        self.text.setFont(font)
        self.copy_button = QPushButton(self.tr("&Copy and close"))
        self.copy_button.setToolTip(self.tr("Enter"))
        self.copy_button.setDefault(True)
        self.open_button = QPushButton(self.tr("&Open in Translucent"))
        self.close_button = tool_button("close", self.tr("Close"), self.tr("Close (Esc)"))
        self._lay_out()
        for box in (self.source_box, self.target_box):
            box.language_chosen.connect(self._on_language_chosen)
            box.add_requested.connect(self.add_requested)
        self.swap_button.clicked.connect(self._on_swap_clicked)
        self.copy_button.clicked.connect(self.copy_requested)
        self.open_button.clicked.connect(self.open_requested)
        self.close_button.clicked.connect(self.close)
        QShortcut(QKeySequence("Esc"), self, self.close)
        QShortcut(QKeySequence("Ctrl+R"), self, self.swap_button.click)
        for keys in ("Return", "Enter"):  # a focused button would take them
            in_text = QShortcut(QKeySequence(keys), self.text, self._on_return)
            in_text.setContext(Qt.ShortcutContext.WidgetShortcut)

    def translation(self) -> str:
        """Return the text to copy; empty while there is no translation."""
        return self.text.toPlainText() if self.copy_button.isEnabled() else ""

    # --- what the application shows ---

    def show_busy(self, source: str, at: QPoint, *, takes_keyboard: bool) -> None:
        """Open at a point of the screen, for a text being translated.

        Args:
            source: The text.
            at: Where the pointer is.
            takes_keyboard: Whether the user asked for it; a window that opens unasked must
                not disturb typing.
        """
        self._at = at
        self._closes_by_itself = takes_keyboard
        self.source_label.show_text(" ".join(source.split()))
        self.source_label.setVisible(bool(source.strip()))
        self.show_waiting()
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating, on=not takes_keyboard)
        self.show()
        self._place()
        if takes_keyboard:
            self.raise_()
            self.activateWindow()
            self.text.setFocus()

    def show_waiting(self) -> None:
        """Show that the text is being translated."""
        self.title_label.hide()
        self._show_text("", is_translation=False)
        self.busy_line.set_busy(True)

    def show_languages(
        self,
        sources: Mapping[str, str],
        targets: Mapping[str, str],
        recent: Sequence[str],
        direction: tuple[str, str],
        *,
        can_swap: bool,
    ) -> None:
        """Show between which languages the text is translated, and others to choose.

        Args:
            sources: Names of languages by code.
            targets: Those that the source language can be translated into.
            recent: Codes of those used last.
            direction: Codes of the source and target language.
            can_swap: Whether the other direction can be translated too.
        """
        source, target = direction
        self.source_box.show_languages(sources, recent, source)
        self.target_box.show_languages(targets, recent, target)
        self.swap_button.setEnabled(can_swap)
        reason = self.tr("No model for the other direction is installed.")
        tip = self.tr("Swap languages ({keys})").format(keys=keys_of("Ctrl+R"))
        self.swap_button.setToolTip(tooltip(tip if can_swap else reason))
        self.swap_button.setAccessibleDescription("" if can_swap else reason)

    def show_translation(self, text: str, *, is_right_to_left: bool) -> None:
        """Show the translation, laid out as its language is written."""
        self.busy_line.set_busy(False)
        self._show_text(text, is_translation=True)
        lay_out(self.text.document(), text, is_right_to_left=is_right_to_left)
        # Also before the window is active, for a translation may come sooner than that.
        if self.focusWidget() not in (self.source_box, self.swap_button, self.target_box):
            self.copy_button.setFocus()

    def show_message(self, title: str, message: str) -> None:
        """Show why there is no translation."""
        self.busy_line.set_busy(False)
        self.title_label.setText(title)
        self.title_label.show()
        self._show_text(message, is_translation=False)

    # --- inside ---

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        for box in (self.source_box, self.target_box):
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            box.setMinimumWidth(1)  # of long names, what there is room for
        head.addWidget(self.source_box, 1)
        head.addWidget(self.swap_button)
        head.addWidget(self.target_box, 1)
        head.addWidget(self.close_button)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.open_button)
        foot.addStretch(1)
        foot.addWidget(self.copy_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, 10, _MARGIN, _MARGIN)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(self.title_label)
        column.addWidget(self.source_label)
        column.addWidget(self.busy_line)
        column.addWidget(self.text, 1)
        column.addLayout(foot)
        self.setFixedWidth(_WIDTH)
        order = (
            self.text,
            self.copy_button,
            self.open_button,
            self.source_box,
            self.swap_button,
            self.target_box,
            self.close_button,
        )
        for before, after in pairwise(order):
            self.setTabOrder(before, after)

    def _show_text(self, text: str, *, is_translation: bool) -> None:
        self.text.setPlainText(text)
        self.copy_button.setEnabled(is_translation and bool(text))
        self.copy_button.setVisible(is_translation or not text)
        document = self.text.document()
        lay_out(document, text)
        lines = sum(self._lines_of(line) for line in text.split("\n"))
        shown = max(_FEWEST_LINES, min(_MOST_LINES, lines))
        height = shown * self.text.fontMetrics().lineSpacing() + 2 * document.documentMargin()
        self.text.setFixedHeight(round(height) + _SPARE)
        self.text.setVerticalScrollBarPolicy(
            Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            if lines <= _MOST_LINES
            else Qt.ScrollBarPolicy.ScrollBarAsNeeded
        )
        self.adjustSize()
        if self.isVisible():
            self._place()

    def _lines_of(self, paragraph: str) -> int:
        width = _WIDTH - 2 * _MARGIN - 16
        box = self.text.fontMetrics().boundingRect(
            QRect(0, 0, width, 1 << 20), Qt.TextFlag.TextWordWrap, paragraph or " "
        )
        return max(1, round(box.height() / self.text.fontMetrics().lineSpacing()))

    def _place(self) -> None:
        """Place below the pointer, or above it, fully on its screen."""
        screen = QGuiApplication.screenAt(self._at) or QGuiApplication.primaryScreen()
        room = screen.availableGeometry()
        left = min(self._at.x(), room.right() - self.width())
        top = self._at.y() + _GAP
        if top + self.height() > room.bottom():
            top = self._at.y() - _GAP - self.height()
        self.move(max(room.left(), left), max(room.top(), top))

    @Slot()
    def _on_language_chosen(self) -> None:
        self.direction_chosen.emit(self.source_box.key, self.target_box.key)

    @Slot()
    def _on_swap_clicked(self) -> None:
        self.direction_chosen.emit(self.target_box.key, self.source_box.key)

    @Slot()
    def _on_return(self) -> None:
        if self.translation():
            self.copy_requested.emit()

    # --- events ---

    def changeEvent(self, event: QEvent) -> None:
        """Close when the user switches to another window."""
        super().changeEvent(event)
        is_left = event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow()
        is_left = is_left and QApplication.activePopupWidget() is None  # an open list is its own
        if is_left and self._closes_by_itself and self.isVisible():
            self.close()

    def hideEvent(self, event: QHideEvent) -> None:
        """Emit `closed`."""
        super().hideEvent(event)
        self.closed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        """Paint the card."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(colours.surface)
        painter.setPen(QPen(colours.line, 1.0))
        inside = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)
