"""The page of the settings about other programs: the interface they can translate through."""

from PySide6.QtWidgets import QCheckBox

from desktop.views.windows.interface_card import InterfaceCard
from desktop.views.windows.settings_page import SettingsPage


class ProgramsPage(SettingsPage):
    """What other programs may do; its switches are handed to the dialog."""

    def __init__(self) -> None:
        super().__init__()
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
