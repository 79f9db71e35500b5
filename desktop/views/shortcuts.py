"""The window's shortcuts in one table, from which its actions and the help are built."""

import sys
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence

from engine.translatable import translatable


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A shortcut: `keys` in Qt's portable form, the first one shown; `text` in English."""

    id: str
    group: str
    keys: tuple[str, ...]
    text: str


TRANSLATING = translatable("Shortcuts", "Translating")
WORDS = translatable("Shortcuts", "Words and attention")
HISTORY = translatable("Shortcuts", "History")
MODELS = translatable("Shortcuts", "Models")
WINDOW = translatable("Shortcuts", "Window")

IS_MAC = sys.platform == "darwin"

SHORTCUTS = (
    Shortcut(
        "translate",
        TRANSLATING,
        ("Ctrl+Enter", "Ctrl+Return"),
        translatable("Shortcuts", "Translate now"),
    ),
    Shortcut(
        "cancel",
        TRANSLATING,
        ("Esc",),
        translatable("Shortcuts", "Stop translating, then unpin words"),
    ),
    Shortcut(
        "copy",
        TRANSLATING,
        ("Ctrl+Shift+C",),
        translatable("Shortcuts", "Copy translation"),
    ),
    Shortcut(
        "paste",
        TRANSLATING,
        ("Ctrl+Shift+V",),
        translatable("Shortcuts", "Paste and translate"),
    ),
    Shortcut("clear", TRANSLATING, ("Ctrl+D",), translatable("Shortcuts", "Clear both texts")),
    Shortcut("swap", TRANSLATING, ("Ctrl+R",), translatable("Shortcuts", "Swap languages")),
    Shortcut(
        "open_file",
        TRANSLATING,
        ("Ctrl+O",),
        translatable("Shortcuts", "Translate files…"),
    ),
    Shortcut(
        "files",
        TRANSLATING,
        ("Ctrl+J",),
        translatable("Shortcuts", "Files"),
    ),
    Shortcut(
        "next_doubt",
        TRANSLATING,
        ("F8",),
        translatable("Shortcuts", "Next sentence to check in a file"),
    ),
    Shortcut(
        "previous_doubt",
        TRANSLATING,
        ("Shift+F8",),
        translatable("Shortcuts", "Previous sentence to check in a file"),
    ),
    Shortcut(
        "save",
        TRANSLATING,
        ("Ctrl+S",),
        translatable("Shortcuts", "Save translation…"),
    ),
    Shortcut(
        "read_aloud",
        TRANSLATING,
        ("Ctrl+Shift+U",),
        translatable("Shortcuts", "Read aloud or stop"),
    ),
    Shortcut(
        "focus_source",
        TRANSLATING,
        ("Ctrl+L",),
        translatable("Shortcuts", "Go to your text"),
    ),
    Shortcut(
        "alternatives",
        WORDS,
        ("Alt+Down",),
        translatable("Shortcuts", "Other words at the cursor"),
    ),
    Shortcut(
        "undo_choice",
        WORDS,
        ("Alt+Up",),
        translatable("Shortcuts", "Undo the chosen word"),
    ),
    Shortcut(
        "edit",
        WORDS,
        ("F2",),
        translatable("Shortcuts", "Edit translation or stop editing"),
    ),
    Shortcut(
        "pin_word",
        WORDS,
        ("Ctrl+Shift+L",),
        translatable("Shortcuts", "Pin or unpin the word at the cursor"),
    ),
    Shortcut("glossary", WORDS, ("Ctrl+G",), translatable("Shortcuts", "Glossary…")),
    Shortcut(
        "attention",
        WORDS,
        ("Ctrl+Shift+A",),
        translatable("Shortcuts", "Attention panel"),
    ),
    Shortcut(
        "previous_sentence",
        WORDS,
        ("Ctrl+PgUp",),
        translatable("Shortcuts", "Attention of the previous sentence"),
    ),
    Shortcut(
        "next_sentence",
        WORDS,
        ("Ctrl+PgDown",),
        translatable("Shortcuts", "Attention of the next sentence"),
    ),
    Shortcut(
        "history",
        HISTORY,
        ("Ctrl+Y",) if IS_MAC else ("Ctrl+H",),  # there it hides the program
        translatable("Shortcuts", "History"),
    ),
    Shortcut(
        "back",
        HISTORY,
        ("Ctrl+[",) if IS_MAC else ("Alt+Left",),  # there they move by words
        translatable("Shortcuts", "Previous text"),
    ),
    Shortcut(
        "forward",
        HISTORY,
        ("Ctrl+]",) if IS_MAC else ("Alt+Right",),
        translatable("Shortcuts", "Next text"),
    ),
    Shortcut(
        "favourite",
        HISTORY,
        ("Ctrl+B",),
        translatable("Shortcuts", "Add to or remove from favourites"),
    ),
    Shortcut("train", MODELS, ("Ctrl+T",), translatable("Shortcuts", "Train a model…")),
    Shortcut("models", MODELS, ("Ctrl+M",), translatable("Shortcuts", "Models…")),
    Shortcut(
        "add_languages",
        MODELS,
        ("Ctrl+Shift+M",),
        translatable("Shortcuts", "Add languages…"),
    ),
    Shortcut(
        "side_by_side",
        WINDOW,
        ("Ctrl+1",),
        translatable("Shortcuts", "Side by side"),
    ),
    Shortcut(
        "stacked",
        WINDOW,
        ("Ctrl+2",),
        translatable("Shortcuts", "Stacked"),
    ),
    Shortcut("zoom_in", WINDOW, ("Ctrl++", "Ctrl+="), translatable("Shortcuts", "Larger text")),
    Shortcut("zoom_out", WINDOW, ("Ctrl+-",), translatable("Shortcuts", "Smaller text")),
    Shortcut(
        "zoom_reset",
        WINDOW,
        ("Ctrl+0",),
        translatable("Shortcuts", "Reset text size"),
    ),
    Shortcut("settings", WINDOW, ("Ctrl+,",), translatable("Shortcuts", "Settings")),
    Shortcut("help", WINDOW, ("F1", "Ctrl+?"), translatable("Shortcuts", "Help")),
    Shortcut("guide", WINDOW, ("Shift+F1",), translatable("Shortcuts", "Guide")),
    Shortcut("about", WINDOW, ("Ctrl+F1",), translatable("Shortcuts", "About Translucent")),
    Shortcut("quit", WINDOW, ("Ctrl+Q",), translatable("Shortcuts", "Quit")),
)
"""In the help's order; those of one group are together."""


def shortcut_text(shortcut: Shortcut) -> str:
    """Return its description in the interface language."""
    return QCoreApplication.translate("Shortcuts", shortcut.text)


def group_text(shortcut: Shortcut) -> str:
    """Return the heading of its group in the interface language."""
    return QCoreApplication.translate("Shortcuts", shortcut.group)


def keys_text(keys: str) -> str:
    """Return keys as this system and language write them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def keys_of(name: str) -> str:
    """Return the first keys of an action, for a sentence or a tooltip."""
    return next(keys_text(shortcut.keys[0]) for shortcut in SHORTCUTS if shortcut.id == name)
