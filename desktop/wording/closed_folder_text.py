"""What to say of a folder that cannot be opened: what does not work now, and what to do."""

from PySide6.QtCore import QCoreApplication

from desktop.storage.closed_folders import ClosedFolder, Kind, Reason
from engine.translatable import translatable

_EFFECTS: dict[Kind, str] = {
    "settings": translatable(
        "ErrorText",
        "Your settings are not loaded, and changes last only until you close the window.",
    ),
    "data": translatable(
        "ErrorText",
        "Your history, glossary and corrections are neither loaded nor saved, and your own models "
        "and training runs are not listed.",
    ),
    "models": translatable("ErrorText", "Your own models are not listed, and none can be added."),
    "runs": translatable(
        "ErrorText", "Your training runs are not listed, and none can be started."
    ),
    "log": translatable("ErrorText", "Neither a log nor crash reports are saved."),
}
_CAUSES = {
    Reason.NO_FOLDER: translatable(
        "ErrorText",
        "{path} is not a folder. {effect} Move it elsewhere, then restart Translucent.",
    ),
    Reason.DEAD_LINK: translatable(
        "ErrorText",
        "{path} is a link to a folder that does not exist. {effect} Connect the drive with that "
        "folder or remove the link, then restart Translucent.",
    ),
    Reason.NOT_OWNED: translatable(
        "ErrorText",
        "The folder {path} belongs to another user. {effect} Take ownership of it, or set "
        "TRANSLUCENT_HOME to a folder of your own, then restart Translucent.",
    ),
    Reason.DENIED: translatable(
        "ErrorText",
        "You don't have permission to open the folder {path}. {effect} Give yourself permission "
        "to read and write it, then restart Translucent.",
    ),
    Reason.BROKEN: translatable(
        "ErrorText",
        "The folder {path} cannot be read. {effect} Check the disk or network it is on, then "
        "restart Translucent.",
    ),
}


def describe_closed(folder: ClosedFolder) -> str:
    """Return what cannot be opened and why, what does not work without it, and what to do."""
    effects = (QCoreApplication.translate("ErrorText", _EFFECTS[kind]) for kind in folder.kinds)
    cause = QCoreApplication.translate("ErrorText", _CAUSES[folder.reason])
    return cause.format(path=folder.path, effect=" ".join(effects))
