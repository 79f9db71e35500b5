"""The keys of the window, in one table: its actions are made from it, and so is the help."""

import sys
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence


def QT_TRANSLATE_NOOP(context: str, text: str) -> str:  # noqa: ARG001 - read by lupdate, not by us
    """Mark a text of a table for translation."""
    return text


@dataclass(frozen=True, slots=True)
class Shortcut:
    """What keys do: `keys` in Qt's portable form, the first one is shown; `text` in English."""

    id: str
    group: str
    keys: tuple[str, ...]
    text: str


TRANSLATING = QT_TRANSLATE_NOOP("Shortcuts", "Translating")
WORDS = QT_TRANSLATE_NOOP("Shortcuts", "Words and attention")
HISTORY = QT_TRANSLATE_NOOP("Shortcuts", "History")
MODELS = QT_TRANSLATE_NOOP("Shortcuts", "Models")
WINDOW = QT_TRANSLATE_NOOP("Shortcuts", "Window")

IS_MAC = sys.platform == "darwin"

SHORTCUTS = (
    Shortcut(
        "translate",
        TRANSLATING,
        ("Ctrl+Return", "Ctrl+Enter"),
        QT_TRANSLATE_NOOP("Shortcuts", "Translate now"),
    ),
    Shortcut(
        "cancel",
        TRANSLATING,
        ("Esc",),
        QT_TRANSLATE_NOOP("Shortcuts", "Stop translating, then let go of a pinned word"),
    ),
    Shortcut(
        "copy",
        TRANSLATING,
        ("Ctrl+Shift+C",),
        QT_TRANSLATE_NOOP("Shortcuts", "Copy the translation"),
    ),
    Shortcut(
        "paste",
        TRANSLATING,
        ("Ctrl+Shift+V",),
        QT_TRANSLATE_NOOP("Shortcuts", "Paste as the text to translate"),
    ),
    Shortcut("clear", TRANSLATING, ("Ctrl+D",), QT_TRANSLATE_NOOP("Shortcuts", "Clear both texts")),
    Shortcut(
        "swap", TRANSLATING, ("Ctrl+R",), QT_TRANSLATE_NOOP("Shortcuts", "Swap the languages")
    ),
    Shortcut(
        "open_file",
        TRANSLATING,
        ("Ctrl+O",),
        QT_TRANSLATE_NOOP("Shortcuts", "Translate files …"),
    ),
    Shortcut(
        "save",
        TRANSLATING,
        ("Ctrl+S",),
        QT_TRANSLATE_NOOP("Shortcuts", "Save the translation …"),
    ),
    Shortcut(
        "focus_source",
        TRANSLATING,
        ("Ctrl+L",),
        QT_TRANSLATE_NOOP("Shortcuts", "Go to the text to translate"),
    ),
    Shortcut(
        "alternatives",
        WORDS,
        ("Alt+Down",),
        QT_TRANSLATE_NOOP("Shortcuts", "Other words for the word at the caret"),
    ),
    Shortcut(
        "undo_choice",
        WORDS,
        ("Alt+Up",),
        QT_TRANSLATE_NOOP("Shortcuts", "Take back the chosen word"),
    ),
    Shortcut(
        "attention",
        WORDS,
        ("Ctrl+Shift+A",),
        QT_TRANSLATE_NOOP("Shortcuts", "Show or hide the attention"),
    ),
    Shortcut(
        "previous_sentence",
        WORDS,
        ("Ctrl+PgUp",),
        QT_TRANSLATE_NOOP("Shortcuts", "Attention of the sentence before"),
    ),
    Shortcut(
        "next_sentence",
        WORDS,
        ("Ctrl+PgDown",),
        QT_TRANSLATE_NOOP("Shortcuts", "Attention of the sentence after"),
    ),
    Shortcut(
        "history",
        HISTORY,
        ("Ctrl+Y",) if IS_MAC else ("Ctrl+H",),  # there it hides the program
        QT_TRANSLATE_NOOP("Shortcuts", "Show or hide the history"),
    ),
    Shortcut(
        "back",
        HISTORY,
        ("Ctrl+[",) if IS_MAC else ("Alt+Left",),  # there they move by words
        QT_TRANSLATE_NOOP("Shortcuts", "Back to the text before"),
    ),
    Shortcut(
        "forward",
        HISTORY,
        ("Ctrl+]",) if IS_MAC else ("Alt+Right",),
        QT_TRANSLATE_NOOP("Shortcuts", "Forward to the text after"),
    ),
    Shortcut(
        "favourite",
        HISTORY,
        ("Ctrl+B",),
        QT_TRANSLATE_NOOP("Shortcuts", "Mark as a favourite, or no longer"),
    ),
    Shortcut("train", MODELS, ("Ctrl+T",), QT_TRANSLATE_NOOP("Shortcuts", "Train a model …")),
    Shortcut("models", MODELS, ("Ctrl+M",), QT_TRANSLATE_NOOP("Shortcuts", "Models …")),
    Shortcut(
        "side_by_side",
        WINDOW,
        ("Ctrl+1",),
        QT_TRANSLATE_NOOP("Shortcuts", "Texts side by side"),
    ),
    Shortcut(
        "stacked",
        WINDOW,
        ("Ctrl+2",),
        QT_TRANSLATE_NOOP("Shortcuts", "Texts one above the other"),
    ),
    Shortcut(
        "zoom_in", WINDOW, ("Ctrl++", "Ctrl+="), QT_TRANSLATE_NOOP("Shortcuts", "Larger text")
    ),
    Shortcut("zoom_out", WINDOW, ("Ctrl+-",), QT_TRANSLATE_NOOP("Shortcuts", "Smaller text")),
    Shortcut(
        "zoom_reset",
        WINDOW,
        ("Ctrl+0",),
        QT_TRANSLATE_NOOP("Shortcuts", "Text as large as in the settings"),
    ),
    Shortcut("settings", WINDOW, ("Ctrl+,",), QT_TRANSLATE_NOOP("Shortcuts", "Settings")),
    Shortcut("help", WINDOW, ("F1", "Ctrl+?"), QT_TRANSLATE_NOOP("Shortcuts", "Help")),
    Shortcut("guide", WINDOW, ("Shift+F1",), QT_TRANSLATE_NOOP("Shortcuts", "Guide")),
    Shortcut("about", WINDOW, ("Ctrl+F1",), QT_TRANSLATE_NOOP("Shortcuts", "About Translucent")),
    Shortcut("quit", WINDOW, ("Ctrl+Q",), QT_TRANSLATE_NOOP("Shortcuts", "Quit")),
)
"""In the order in which the help lists them; those of one group stand together."""


def shortcut_text(shortcut: Shortcut) -> str:
    """What it does, in the language of the interface."""
    return QCoreApplication.translate("Shortcuts", shortcut.text)


def group_text(shortcut: Shortcut) -> str:
    """The heading it stands under, in the language of the interface."""
    return QCoreApplication.translate("Shortcuts", shortcut.group)


def keys_text(keys: str) -> str:
    """Keys as people of this system and language write them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def keys_of(name: str) -> str:
    """The first keys of an action, for a sentence or a tooltip."""
    return next(keys_text(shortcut.keys[0]) for shortcut in SHORTCUTS if shortcut.id == name)
