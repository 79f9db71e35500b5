"""The user's own sentence pairs: one file of both languages, or a file for each."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, QMimeData, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop.views import theme
from desktop.views.widgets.card import tool_button
from desktop.views.widgets.label import Label
from desktop.wizard.parts.page import bold, faint
from desktop.wording.language_names import language_name
from desktop.wording.tooltips import tooltip

_BOTH = (".tsv", ".csv", ".tmx")
"""Endings of files with both languages, packed or not."""


def holds_both(path: Path) -> bool:
    """Return whether a file, judged by its name, has both sentences and translations."""
    return path.name.lower().removesuffix(".gz").endswith(_BOTH)


class OwnFiles(QWidget):
    """A drop area for files, and the files dropped or chosen.

    Signals:
        chosen: The files changed; `paths` has them.
        shown: It became visible or `direction` changed: the user's corrections may be offered.
    """

    chosen = Signal()
    shown = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._files: tuple[Path, ...] = ()
        self.direction = ("", "")
        self._corrections: Path | None = None
        self._is_dragged = False
        self.setAcceptDrops(True)
        self.invitation = bold(self.tr("Drop your text here"))
        self.invitation.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.kinds = faint(
            self.tr(
                "One file with both languages (TSV, CSV, TMX), or two text files with one "
                "sentence per line. The encoding is detected automatically."
            )
        )
        self.kinds.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.choose_button = QPushButton(self.tr("&Choose files…"))
        self.choose_button.setToolTip(self.tr("Choose one file, or two"))
        self.swap_button = QPushButton(self.tr("&Swap the files"))
        self.swap_button.setToolTip(self.tr("Use this if the first file is in the other language"))
        self.corrections_button = QPushButton()
        self.corrections_button.setToolTip(
            self.tr("Sentences whose translation you edited and added to your training text")
        )
        self.corrections_button.hide()
        self.note = faint()
        self.note.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.remove_buttons: list[QToolButton] = []
        self._rows = QGridLayout()
        self._rows.setHorizontalSpacing(12)
        self._rows.setVerticalSpacing(4)
        self._rows.setColumnStretch(1, 1)
        self._lay_out()
        self.choose_button.clicked.connect(self._on_choose_clicked)
        self.swap_button.clicked.connect(self._on_swap_clicked)
        self.corrections_button.clicked.connect(self._on_corrections_clicked)
        self._show_files()

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        buttons.addStretch(1)
        buttons.addWidget(self.choose_button)
        buttons.addWidget(self.swap_button)
        buttons.addWidget(self.corrections_button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        for widget in (self.invitation, self.kinds):
            column.addWidget(widget)
        column.addLayout(self._rows)
        column.addWidget(self.note)
        column.addLayout(buttons)

    @property
    def paths(self) -> tuple[Path, ...]:
        """One file of both languages, or the source's and the target's; empty until complete."""
        is_complete = len(self._files) == 2 or (self._files and holds_both(self._files[0]))
        return self._files if is_complete else ()

    def show_direction(self, source: str, target: str) -> None:
        """Set the codes of the languages; swapping them swaps the files."""
        if (target, source) == self.direction:
            self._files = self._files[::-1]
        self.direction = (source, target)
        self._show_files()
        self.shown.emit()

    def offer_corrections(self, path: Path, count: int) -> None:
        """Offer the table of the user's corrections, unless it is empty."""
        self._corrections = path
        text = self.tr("Use my c&orrections ({count})").format(count=QLocale().toString(count))
        self.corrections_button.setText(text)
        self.corrections_button.setVisible(count > 0 and self._files != (path,))

    def take_files(self, paths: Sequence[Path]) -> None:
        """Take dropped or chosen files; a second text file joins the first."""
        if not paths:
            return
        files = tuple(paths[:2])
        both = next((path for path in files if holds_both(path)), None)
        if both is not None:
            files = (both,)
        elif len(files) == 1 and len(self._files) == 1 and not holds_both(self._files[0]):
            files = (*self._files, *files)
        if len(files) == 2 and self._is_reversed(*files):
            files = files[::-1]
        self._files = files
        self._show_files()
        self.chosen.emit()

    def _is_reversed(self, first: Path, second: Path) -> bool:
        """Return whether the names of two files suggest the reverse order of languages."""
        source, target = self.direction
        words = [path.name.lower().split(".")[1:] for path in (first, second)]
        return target in words[0] or source in words[1]

    # --- inside ---

    def _show_files(self) -> None:
        while (item := self._rows.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.remove_buttons = []
        for row, path in enumerate(self._files):
            self._add_row(row, path)
        is_empty = not self._files
        self.invitation.setVisible(is_empty)
        self.kinds.setVisible(is_empty)
        self.swap_button.setVisible(len(self._files) == 2)
        self.note.setText(self._note())
        self.note.setVisible(not is_empty)
        self.choose_button.setText(
            self.tr("&Choose files…") if is_empty else self.tr("&Choose other files…")
        )
        if len(self._files) == 1 and not self.paths:
            self.choose_button.setText(self.tr("&Choose the second file…"))

    def _add_row(self, row: int, path: Path) -> None:
        if holds_both(path):
            language = self.tr("Both languages")
        else:
            language = language_name(self.direction[row])
        name = Label(path.name)
        name.setToolTip(tooltip(str(path)))
        words = self.tr("Leave out {name}").format(name=path.name)
        remove = tool_button("close", words, self.tr("Leave out this file; it is not deleted"))
        remove.clicked.connect(lambda: self._remove(path))
        self.remove_buttons.append(remove)
        self._rows.addWidget(bold(language), row, 0)
        self._rows.addWidget(name, row, 1)
        self._rows.addWidget(remove, row, 2)

    def _note(self) -> str:
        source, target = (language_name(code) for code in self.direction)
        if len(self._files) == 2:
            return self.tr(
                "Each line of one file is the translation of the same line of the other."
            )
        if not self.paths:
            return self.tr("Now choose the {language} file.").format(language=target)
        if self._files[0].name.lower().removesuffix(".gz").endswith(".tmx"):
            return self.tr("The file says which sentence is in which language.")
        return self.tr(
            "The first column is read as {source} and the second as {target}, unless the first "
            "line says otherwise."
        ).format(source=source, target=target)

    def _remove(self, path: Path) -> None:
        self._files = tuple(file for file in self._files if file != path)
        self._show_files()
        self.choose_button.setFocus()
        self.chosen.emit()

    @Slot()
    def _on_choose_clicked(self) -> None:
        kinds = self.tr("Sentence pairs and texts (*);;Both languages (*.tsv *.csv *.tmx *.gz)")
        chosen, _ = QFileDialog.getOpenFileNames(self, self.tr("Your sentence pairs"), "", kinds)
        self.take_files([Path(name) for name in chosen])

    @Slot()
    def _on_corrections_clicked(self) -> None:
        if self._corrections is not None:
            self.take_files([self._corrections])
            self.corrections_button.hide()

    @Slot()
    def _on_swap_clicked(self) -> None:
        self._files = self._files[::-1]
        self._show_files()
        self.chosen.emit()

    def showEvent(self, event: QShowEvent) -> None:
        """Emit `shown`: there may be more corrections than before."""
        super().showEvent(event)
        self.shown.emit()

    # --- dropping ---

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files."""
        if _files_of(event.mimeData()):
            self._is_dragged = True
            self.update()
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Reset the highlight."""
        self._is_dragged = False
        self.update()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Take the files."""
        self._is_dragged = False
        self.update()
        event.acceptProposedAction()
        self.take_files(_files_of(event.mimeData()))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is painted
        """Paint a card with a dashed edge, which marks a drop area."""
        colours = theme.colours()
        pen = QPen(colours.accent if self._is_dragged else colours.line, 1.5)
        pen.setStyle(Qt.PenStyle.SolidLine if self._files else Qt.PenStyle.DashLine)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.setBrush(colours.accent_soft if self._is_dragged else colours.field)
        inside = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(inside, theme.RADIUS, theme.RADIUS)


def _files_of(data: QMimeData) -> list[Path]:
    paths = (Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile())
    return [path for path in paths if not path.is_dir()]
