"""The source of the image captions: already here, from the web, or from a folder or zip."""

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.views.widgets.label import Label
from desktop.wizard.parts.fold import Fold
from desktop.wizard.parts.page import faint
from desktop.wording.tooltips import tooltip

_ADDRESS_LINES = 3
_STYLE = """
QPlainTextEdit {
    background: palette(base); border: 1px solid palette(mid); border-radius: 6px; padding: 3px 5px;
}
QPlainTextEdit:focus { border: 2px solid palette(link); padding: 2px 4px; }
"""


class FetchBox(QWidget):
    """The present files, the licence, the buttons, and a section for other addresses.

    Signals:
        fetch_requested: (addresses, a folder or a zip to try in this order; none: built in;
            the proxy, or empty).
    """

    fetch_requested = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = Label()
        self.state.setWordWrap(True)
        self.licence = faint(
            self.tr(
                "Licence: captions of Flickr30k, provided for research and education. The card "
                "of every model trained on them says so."
            )
        )
        self.download_button = QPushButton(self.tr("&Download"))
        self.download_button.setToolTip(
            self.tr("Download about 2 MB; nothing is sent except the request")
        )
        self.folder_button = QPushButton(self.tr("From a &folder…"))
        self.folder_button.setToolTip(self.tr("A folder with the files of the data set"))
        self.zip_button = QPushButton(self.tr("From a &zip…"))
        self.zip_button.setToolTip(self.tr("A zip of the data set, as GitHub offers it"))
        self.addresses = QPlainTextEdit()
        self.addresses.setTabChangesFocus(True)
        self.addresses.setStyleSheet(_STYLE)
        self.addresses.setPlaceholderText("https://mirror.example.org/multi30k/data/task1/raw")
        self.addresses.setAccessibleName(self.tr("Addresses, one per line"))
        height = self.addresses.fontMetrics().lineSpacing() * _ADDRESS_LINES + 16
        self.addresses.setFixedHeight(height)
        self.proxy = QLineEdit()
        self.proxy.setPlaceholderText("http://proxy.example.org:3128")
        self.proxy.setAccessibleName(self.tr("Proxy"))
        self.fold = Fold(self.tr("Other address or proxy"), self._build_addresses())
        self._lay_out()
        self.download_button.clicked.connect(self._on_download_clicked)
        self.folder_button.clicked.connect(self._on_folder_clicked)
        self.zip_button.clicked.connect(self._on_zip_clicked)
        self.show_present(None)

    def _build_addresses(self) -> QWidget:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(5)
        label = Label(self.tr("Addresses to try in order, one per line"))
        label.setBuddy(self.addresses)
        column.addWidget(label)
        column.addWidget(self.addresses)
        column.addWidget(
            faint(
                self.tr(
                    "Leave empty to use the public address. Every file is checked against a "
                    "known checksum, wherever it comes from."
                )
            )
        )
        column.addSpacing(5)
        label = Label(self.tr("Proxy"))
        label.setBuddy(self.proxy)
        column.addWidget(label)
        column.addWidget(self.proxy)
        return inside

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(10)
        for button in (self.download_button, self.folder_button, self.zip_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.state)
        column.addWidget(self.licence)
        column.addLayout(buttons)
        column.addWidget(self.fold)

    def show_present(self, folder: Path | None) -> None:
        """Show where the captions are; None: they must be downloaded first."""
        if folder is None:
            self.state.setText(
                self.tr("The captions are not on this computer yet. Download them once.")
            )
            self.download_button.setText(self.tr("&Download"))
        else:
            self.state.setText(self.tr("The captions are on this computer."))
            self.state.setToolTip(tooltip(str(folder)))
            self.download_button.setText(self.tr("&Download again"))

    @Slot()
    def _on_download_clicked(self) -> None:
        lines = (line.strip() for line in self.addresses.toPlainText().splitlines())
        self._ask_for(*filter(None, lines))

    @Slot()
    def _on_folder_clicked(self) -> None:
        chosen = QFileDialog.getExistingDirectory(self, self.tr("Folder with Multi30k"))
        if chosen:
            self._ask_for(chosen)

    @Slot()
    def _on_zip_clicked(self) -> None:
        kinds = self.tr("Zip archives (*.zip);;All files (*)")
        chosen, _ = QFileDialog.getOpenFileName(self, self.tr("Zip with Multi30k"), "", kinds)
        if chosen:
            self._ask_for(chosen)

    def _ask_for(self, *origins: str) -> None:
        self.fetch_requested.emit(origins, self.proxy.text().strip())
