"""The settings page about other programs: translating their texts, and serving them."""

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QCheckBox, QKeySequenceEdit

from desktop.platform.shortcut.shortcut_status import ShortcutStatus
from desktop.views.widgets.label import Label
from desktop.views.windows.interface_card import InterfaceCard
from desktop.views.windows.settings_page import SettingsPage


class ProgramsPage(SettingsPage):
    """The dialog uses its controls to show and report their values.

    Args:
        command: What to type in a terminal for a quick translation.
    """

    def __init__(self, command: str) -> None:
        super().__init__()
        self._command = command
        self.quick = QCheckBox(self.tr("Translate &from any program"))
        self.add_switch(
            self.quick,
            self.tr(
                "Select or copy text in any program and press the shortcut: the translation opens "
                "beside the pointer. Enter copies it, Esc closes it."
            ),
        )
        self.keys = QKeySequenceEdit()
        self.keys.setMaximumSequenceLength(1)
        self.add_choice(
            self.keys, self.tr("&Shortcut"), self.tr("Click, then press the keys you want.")
        )
        self.status = Label()
        self.status.setWordWrap(True)
        self.add(self.status)
        self.watch = QCheckBox(self.tr("Translate &whatever is copied"))
        self.add_switch(
            self.watch,
            self.tr(
                "The translation opens as soon as you copy text in another program. What password "
                "managers copy is left alone."
            ),
        )
        self.tray = QCheckBox(self.tr("&Keep running in the system tray"))
        self.add_switch(
            self.tray,
            self.tr(
                "Closing the window hides it, so that the shortcut still works. Quit from the "
                "icon's menu."
            ),
        )
        self.hidden = QCheckBox(self.tr("Start &hidden"))
        self.add_switch(self.hidden, self.tr("Only the icon in the system tray shows at first."))
        self.serve = QCheckBox(self.tr("&Let other programs translate"))
        self.add_switch(
            self.serve,
            self.tr(
                "Programs on this computer that can use LibreTranslate translate with your models, "
                "at the address and with the key below. Other computers cannot connect. While it "
                "is on, it takes up to half a gigabyte of memory."
            ),
        )
        self.card = InterfaceCard()
        self.add(self.card)
        self.tray.toggled.connect(self.hidden.setEnabled)
        self.hidden.setEnabled(False)
        self.show_shortcut(ShortcutStatus.OFF)

    def show_shortcut(self, status: ShortcutStatus) -> None:
        """Show why the shortcut does not work; nothing if it does."""
        match status:
            case ShortcutStatus.OFF | ShortcutStatus.ON:
                text = ""
            case ShortcutStatus.TAKEN:
                text = self.tr("Another program uses this shortcut. Choose another one.")
            case ShortcutStatus.TOO_PLAIN:
                text = self.tr("A shortcut needs Ctrl, Alt or Meta and another key.")
            case ShortcutStatus.FORBIDDEN:
                text = self.tr(
                    "Your desktop does not let programs set such shortcuts. Add one in its "
                    "keyboard settings, for this command: {command}"
                ).format(command=self._command)
        self.status.setText(text)
        self.status.setVisible(bool(text))

    def chosen_keys(self) -> str:
        """Return the shown keys in Qt's portable form."""
        return self.keys.keySequence().toString(QKeySequence.SequenceFormat.PortableText)
