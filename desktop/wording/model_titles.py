"""What people call the models that come with the program, in the language of the interface."""

from PySide6.QtCore import QCoreApplication

from engine.translatable import translatable

TITLES = (
    translatable("ModelTitle", "General"),
    translatable("ModelTitle", "Photo captions"),
)
"""The titles beside the shipped models, in `ORDER_FILE`; lupdate looks for them here."""


def shown_name(name: str, title: str) -> str:
    """Return what to call a model: its title in the interface's language, or else its name."""
    return QCoreApplication.translate("ModelTitle", title) if title else name
