"""The About window: version, components and licences."""

from PySide6.QtCore import QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from desktop.platform.about import Facts
from desktop.views import icons
from desktop.views.widgets.label import Label

COPIED_MS = 1200
"""How long the button says that it has copied."""

_ICON = 72
_MARGIN = 24
_WIDTH = 500


class AboutWindow(QDialog):
    """The version and the facts for a bug report, ready to copy.

    Signals:
        copy_requested: Copy the facts.
        guide_requested: Open the guide.
        licences_requested: Open the folder of all licences.
    """

    copy_requested = Signal()
    guide_requested = Signal()
    licences_requested = Signal()

    def __init__(self, facts: Facts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Translucent"))
        self.copy_button = QPushButton()
        self.guide_button = QPushButton(self.tr("&Guide"))
        self.licences_button = QPushButton(self.tr("&Licences"))
        self.close_button = QPushButton(self.tr("Close"))
        self._copied = QTimer(self)
        self._copied.setSingleShot(True)
        self._copied.setInterval(COPIED_MS)
        self._copied.timeout.connect(self._forget_copied)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, 18)
        column.setSpacing(16)
        column.addLayout(self._head(facts))
        column.addLayout(self._table(facts))
        column.addWidget(
            _paragraph(
                self.tr(
                    "Translucent is free software under the MIT licence. It includes other "
                    "people’s work under their own licences. The built-in models are for "
                    "research and education, like some of the text they were trained on; the "
                    "model cards list all of it."
                )
            )
        )
        column.addStretch(1)
        column.addLayout(self._buttons())
        self._forget_copied()
        self.setFixedWidth(_WIDTH)
        self.resize(_WIDTH, column.totalHeightForWidth(_WIDTH))
        self.close_button.setFocus()

    def _head(self, facts: Facts) -> QHBoxLayout:
        mark = Label()
        mark.setPixmap(icons.app_icon().pixmap(QSize(_ICON, _ICON), self.devicePixelRatioF()))
        name = Label(self.tr("Translucent {version}").format(version=facts.version))
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 1.6)
        font.setWeight(QFont.Weight.DemiBold)
        name.setFont(font)
        says = _paragraph(self.tr("An offline translator you can look inside and train yourself."))
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addStretch(1)
        words.addWidget(name)
        words.addWidget(says)
        words.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(18)
        head.addWidget(mark)
        head.addLayout(words, 1)
        return head

    def _table(self, facts: Facts) -> QFormLayout:
        table = QFormLayout()
        table.setHorizontalSpacing(18)
        table.setVerticalSpacing(6)
        table.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        editions = {"full": self.tr("full"), "small": self.tr("small")}
        for name, value in (
            (self.tr("Commit"), facts.commit or self.tr("unknown")),
            (self.tr("Edition"), editions[facts.edition]),
            ("PyTorch", facts.torch),
            ("Qt", facts.qt),
            ("Python", facts.python),
            (self.tr("System"), facts.system),
            (self.tr("Device"), facts.device),
        ):
            label = Label(name)
            label.setForegroundRole(QPalette.ColorRole.PlaceholderText)
            shown = _paragraph(value)
            shown.setTextInteractionFlags(
                Qt.TextInteractionFlag.TextSelectableByMouse
                | Qt.TextInteractionFlag.TextSelectableByKeyboard
            )
            shown.setAccessibleName(f"{name}: {value}")
            table.addRow(label, shown)
        return table

    def _buttons(self) -> QHBoxLayout:
        self.copy_button.setToolTip(self.tr("Copy for a bug report"))
        self.guide_button.setToolTip(self.tr("How to use the program, with pictures"))
        self.licences_button.setToolTip(self.tr("Open the folder with all licences"))
        self.close_button.setDefault(True)
        self.copy_button.clicked.connect(self._on_copy_clicked)
        self.guide_button.clicked.connect(self._on_guide_clicked)
        self.licences_button.clicked.connect(self._on_licences_clicked)
        self.close_button.clicked.connect(self.close)
        row = QHBoxLayout()
        row.setSpacing(8)
        for button in (self.copy_button, self.guide_button, self.licences_button):
            row.addWidget(button)
        row.addStretch(1)
        row.addWidget(self.close_button)
        return row

    def show_copied(self) -> None:
        """Show for a moment that the facts were copied."""
        self.copy_button.setText(self.tr("Copied"))
        self._copied.start()

    @Slot()
    def _forget_copied(self) -> None:
        self.copy_button.setText(self.tr("&Copy"))

    @Slot()
    def _on_copy_clicked(self) -> None:
        self.copy_requested.emit()

    @Slot()
    def _on_guide_clicked(self) -> None:
        self.guide_requested.emit()

    @Slot()
    def _on_licences_clicked(self) -> None:
        self.licences_requested.emit()


def _paragraph(text: str) -> Label:
    label = Label(text)
    label.setWordWrap(True)
    return label
