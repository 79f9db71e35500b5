"""One download as a card: while it waits, while it runs, and its result."""

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from desktop.values.model_download import DownloadState, ModelDownload
from desktop.views.catalogue.rows import direction_text
from desktop.views.widgets.card import caption, paint_card
from desktop.views.widgets.elided_label import ElidedLabel
from desktop.wording.amounts import size, time_left
from desktop.wording.error_text import describe

_STEPS = 1000
"""Of the progress bar: bytes of large files do not fit into its range."""
_DETAILS = 4
"""The most lines that are shown of what an expert wants to know of a failure."""
_LONGEST = 200


class DownloadCard(QWidget):
    """The state of a download, with buttons for its actions.

    Signals:
        pause_requested: Stop for now; what was received is kept.
        resume_requested: Go on, or try again.
        cancel_requested: Stop, and delete what was received.
        use_requested: Translate with the installed model.
        dismissed: Remove the card of an installed model.
    """

    pause_requested = Signal()
    resume_requested = Signal()
    cancel_requested = Signal()
    use_requested = Signal()
    dismissed = Signal()

    def __init__(self, download: ModelDownload, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ElidedLabel()
        self._title.elide_mode = Qt.TextElideMode.ElideRight
        self._title.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._title.show_text(f"{direction_text(download.model)}  ·  {download.model.name}")
        self._state = caption()
        self._state.setWordWrap(True)
        self._state.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setAccessibleName(
            self.tr("Progress of {name}").format(name=direction_text(download.model))
        )
        self.pause_button = self._build_button(self.tr("Pause"), download)
        self.pause_button.setToolTip(self.tr("Stop for now; what was downloaded is kept"))
        self.resume_button = self._build_button(self.tr("Resume"), download)
        self.resume_button.setToolTip(self.tr("Download the rest"))
        self.cancel_button = self._build_button(self.tr("Cancel"), download)
        self.cancel_button.setToolTip(self.tr("Stop and delete what was downloaded"))
        self.use_button = self._build_button(self.tr("Use now"), download)
        self.use_button.setToolTip(self.tr("Translate with this model"))
        self.close_button = self._build_button(self.tr("Close"), download)
        self.close_button.setToolTip(self.tr("Close this message"))
        self.pause_button.clicked.connect(self.pause_requested)
        self.resume_button.clicked.connect(self.resume_requested)
        self.cancel_button.clicked.connect(self.cancel_requested)
        self.use_button.clicked.connect(self.use_requested)
        self.close_button.clicked.connect(self.dismissed)
        self._lay_out()
        self.show_download(download)

    def _build_button(self, text: str, download: ModelDownload) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.setAccessibleName(f"{text}: {direction_text(download.model)}")
        return button

    def _lay_out(self) -> None:
        texts = QVBoxLayout()
        texts.setSpacing(4)
        texts.addWidget(self._title)
        texts.addWidget(self.bar)
        texts.addWidget(self._state)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        row.setSpacing(8)
        row.addLayout(texts, 1)
        for button in (
            self.use_button,
            self.pause_button,
            self.resume_button,
            self.cancel_button,
            self.close_button,
        ):
            row.addWidget(button)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - all of it is painted
        """Paint a card."""
        paint_card(self)

    def show_download(self, download: ModelDownload) -> None:
        """Show how far it is."""
        state = download.state
        self._state.setText(self._state_text(download))
        is_counted = download.total is not None and state is not DownloadState.IMPORTING
        if is_counted and download.total:
            self.bar.setRange(0, _STEPS)
            self.bar.setValue(_STEPS * min(download.received, download.total) // download.total)
        else:
            self.bar.setRange(0, 0)
        is_going_on = state in (DownloadState.RUNNING, DownloadState.IMPORTING)
        self.bar.setVisible(is_going_on or (is_counted and state is DownloadState.PAUSED))
        is_stopped = state in (DownloadState.PAUSED, DownloadState.FAILED)
        is_underway = state in (DownloadState.WAITING, DownloadState.RUNNING)
        for button, is_shown in (
            (self.pause_button, is_underway),
            (self.resume_button, is_stopped),
            (self.cancel_button, is_underway or is_stopped),
            (self.use_button, state is DownloadState.INSTALLED),
            (self.close_button, state is DownloadState.INSTALLED),
        ):
            button.setVisible(is_shown)

    def _state_text(self, download: ModelDownload) -> str:
        match download.state:
            case DownloadState.WAITING:
                return self.tr("Waiting")
            case DownloadState.RUNNING:
                left = download.seconds_left
                parts = (amount_text(download), "" if left is None else time_left(left))
                return "  ·  ".join(filter(None, parts))
            case DownloadState.PAUSED:
                return self.tr("Paused") + f"  ·  {amount_text(download)}"
            case DownloadState.IMPORTING:
                return self.tr("Importing… This can take a minute.")
            case DownloadState.INSTALLED:
                return self.tr("Added as “{name}”.").format(name=download.installed)
            case DownloadState.FAILED:
                assert download.error is not None
                told = describe(download.error)
                details = [line[:_LONGEST] for line in told.details.splitlines()[:_DETAILS]]
                return "\n".join((told.sentence, *details))


def amount_text(download: ModelDownload) -> str:
    """Return how much of a file is here."""
    received = size(download.received)
    if download.total is None:
        return received
    text = QCoreApplication.translate("DownloadCard", "{received} of {total}")
    return text.format(received=received, total=size(download.total))
