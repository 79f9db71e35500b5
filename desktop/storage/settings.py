"""What the program remembers of its user's wishes, in one ini file.

Nothing in the file can keep the program from starting: what is damaged, foreign or of a later
version counts as not said, field by field. Where the file cannot be written, wishes last until
the window is closed.
"""

import json
import logging
import re
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

from desktop.storage.paths import FolderNotWritableError, prepare
from engine.files.json_files import parse_json
from engine.glossary.glossary import Glossary
from engine.translation import Formality, SearchOptions

SETTINGS_FILE = "settings.ini"
"""The name of the file in the config folder."""

_log = logging.getLogger(__name__)
_KEY_BYTES = 24
_LONGEST_KEYS = 60
_RECENT_LANGUAGES = 5
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")

Device = Literal["auto", "cpu", "cuda"]
Theme = Literal["system", "light", "dark"]
FormOfAddress = Literal["auto", "informal", "formal"]
InterfaceLanguage = Literal["system", "en", "de"]


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the user can choose in the settings.

    None means the default of the model or the machine.

    Raises:
        ValueError: If a field has a value that nobody can choose.
    """

    device: Device = "auto"
    threads: int | None = None
    beam_size: int | None = None
    length_penalty: float | None = None
    formality: FormOfAddress = "auto"
    """A value of the engine's `Formality`; of no meaning to models without the choice."""
    theme: Theme = "system"
    language: InterfaceLanguage = "system"
    font_family: str = ""
    """Of the texts; empty means the system's."""
    font_size: int = 0
    """Of the texts, in points; 0 means the system's."""
    show_confidence: bool = True
    show_slight_doubt: bool = False
    """Where uncertainty is shown, also mark what the model was only somewhat unsure of."""
    scroll_together: bool = True
    keep_history: bool = True
    translate_while_typing: bool = True
    with_phrases: bool = True
    """Take the translations of greetings and other set phrases from the included dictionary."""
    quick_translation: bool = False
    """Translate the selected or copied text of any program by a shortcut."""
    quick_keys: str = "Ctrl+Alt+E"
    """The keys of that shortcut, in Qt's portable form."""
    watch_clipboard: bool = False
    """Translate whatever is copied in another program."""
    tray_icon: bool = False
    """Keep running in the system tray when the window is closed."""
    start_hidden: bool = False
    """Start in the tray, without the window."""
    serve_programs: bool = False
    """Let other programs on this computer translate."""
    serve_port: int = 5000
    """The TCP port at which they do; LibreTranslate's own if not chosen."""

    def __post_init__(self) -> None:
        for name, is_choice in _CHOICES.items():
            value = getattr(self, name)
            if not is_choice(value):
                raise ValueError(f"{name} cannot be {value!r}")

    def search_options(self, glossary: Glossary) -> SearchOptions:
        """Return how to translate, following a glossary."""
        formality = Formality(self.formality)
        return SearchOptions(
            self.beam_size, self.length_penalty, formality, glossary, self.with_phrases
        )


def _is_one_of(*choices: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in choices


def _is_whole(least: int, most: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and least <= value <= most


def _is_none_or(is_choice: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or is_choice(value)


def _is_penalty(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 10


def _is_font_family(value: object) -> bool:
    return isinstance(value, str) and len(value) <= 200 and (value.isprintable() or not value)


def _is_keys(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST_KEYS and value.isprintable()


def _is_bool(value: object) -> bool:
    return type(value) is bool


_CHOICES: Mapping[str, Callable[[Any], bool]] = {
    "device": _is_one_of("auto", "cpu", "cuda"),
    "threads": _is_none_or(_is_whole(1, 256)),
    "beam_size": _is_none_or(_is_whole(1, 64)),
    "length_penalty": _is_none_or(_is_penalty),
    "formality": _is_one_of("auto", "informal", "formal"),
    "theme": _is_one_of("system", "light", "dark"),
    "language": _is_one_of("system", "en", "de"),
    "font_family": _is_font_family,
    "font_size": lambda value: value == 0 or _is_whole(6, 96)(value),
    "show_confidence": _is_bool,
    "show_slight_doubt": _is_bool,
    "scroll_together": _is_bool,
    "keep_history": _is_bool,
    "translate_while_typing": _is_bool,
    "with_phrases": _is_bool,
    "quick_translation": _is_bool,
    "quick_keys": _is_keys,
    "watch_clipboard": _is_bool,
    "tray_icon": _is_bool,
    "start_hidden": _is_bool,
    "serve_programs": _is_bool,
    "serve_port": _is_whole(1024, 65535),
}


class Settings(QObject):
    """Preferences and what else is the same at the next start.

    Changes reach the file when the event loop is idle again, or with `save`.

    Signals:
        changed: The new Preferences; on the thread that changed them.
    """

    changed = Signal(object)

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.problem: FolderNotWritableError | None = None
        """Why nothing is kept; None if all is well."""
        try:
            prepare(path.parent)
        except FolderNotWritableError as error:
            self.problem = error
        with suppress(OSError):
            path.touch(mode=0o600)  # Qt would let others read it, and keeps the mode it finds
        self._ini = QSettings(str(path), QSettings.Format.IniFormat, self)
        if self.problem is None and not self._ini.isWritable():
            self.problem = FolderNotWritableError(path.parent, f"{path.name} is read-only")
        if not self._ini.allKeys():  # the first start; earlier settings without it mean no
            self.detects_language = True
        self._preferences = self._read_preferences()

    @property
    def preferences(self) -> Preferences:
        """What the user chose."""
        return self._preferences

    def change(self, **changes: Any) -> None:
        """Choose other values for some fields of the preferences.

        Raises:
            ValueError: If a field cannot have that value.
            TypeError: If there is no such field.
        """
        preferences = replace(self._preferences, **changes)
        if preferences == self._preferences:
            return
        self._preferences = preferences
        for name in changes:
            self._write(f"preferences/{name}", getattr(preferences, name))
        if not preferences.keep_history:
            self.text = ""
            self.save()
        self.changed.emit(preferences)

    def save(self) -> None:
        """Write to the file now, before the program ends."""
        self._ini.sync()

    # --- what the window was like ---

    @property
    def window_geometry(self) -> QByteArray:
        """What `QWidget.saveGeometry` gave; empty at first."""
        return self._read_bytes("window/geometry")

    @window_geometry.setter
    def window_geometry(self, geometry: QByteArray) -> None:
        self._ini.setValue("window/geometry", geometry)

    @property
    def window_state(self) -> QByteArray:
        """What `QMainWindow.saveState` gave; empty at first."""
        return self._read_bytes("window/state")

    @window_state.setter
    def window_state(self, state: QByteArray) -> None:
        self._ini.setValue("window/state", state)

    @property
    def attention_panel(self) -> dict[str, Any]:
        """What the attention panel showed: JSON; empty at first."""
        state = self._read("window/attention_panel")
        return state if isinstance(state, dict) else {}

    @attention_panel.setter
    def attention_panel(self, state: Mapping[str, Any]) -> None:
        self._write("window/attention_panel", dict(state))

    @property
    def orientation(self) -> str:
        """How the texts stood: a value of `Orientation`; empty at first."""
        orientation = self._read("window/orientation")
        return orientation if isinstance(orientation, str) else ""

    @orientation.setter
    def orientation(self, orientation: str) -> None:
        self._write("window/orientation", orientation)

    @property
    def is_introduced(self) -> bool:
        """Whether the user was told what is off until the settings switch it on."""
        return self._read("window/introduced") is True

    @is_introduced.setter
    def is_introduced(self, is_introduced: bool) -> None:
        self._write("window/introduced", is_introduced)

    @property
    def interface_key(self) -> str:
        """The key that other programs need; empty until the first was made up."""
        key = self._read("interface/key")
        return key if isinstance(key, str) and key.isascii() else ""

    def renew_interface_key(self) -> None:
        """Make up a new key, and say that something changed; the old key is of no use any more."""
        self._write("interface/key", secrets.token_urlsafe(_KEY_BYTES))
        self.changed.emit(self._preferences)

    # --- what was translated ---

    @property
    def direction(self) -> tuple[str, str]:
        """The codes of the last source and target language; empty at first."""
        match self._read("last/direction"):
            case [str(source), str(target)] if _is_language(source) and _is_language(target):
                return (source, target)
            case _:
                return ("", "")

    @direction.setter
    def direction(self, direction: tuple[str, str]) -> None:
        self._write("last/direction", list(direction))

    @property
    def recent_languages(self) -> tuple[str, ...]:
        """The codes of the languages used last, the last ones first."""
        match self._read("last/languages"):
            case [*codes]:
                known = (code for code in codes if isinstance(code, str) and _is_language(code))
                return tuple(dict.fromkeys(known))[:_RECENT_LANGUAGES]
            case _:
                return ()

    def use_languages(self, *codes: str) -> None:
        """Remember that these languages were used, most of all the last one."""
        recent = dict.fromkeys((*reversed(codes), *self.recent_languages))
        self._write("last/languages", list(recent)[:_RECENT_LANGUAGES])

    @property
    def detects_language(self) -> bool:
        """Whether the source language is detected, instead of chosen; at first it is."""
        return self._read("last/detects_language") is True

    @detects_language.setter
    def detects_language(self, is_detecting: bool) -> None:
        self._write("last/detects_language", is_detecting)

    @property
    def model_name(self) -> str:
        """The name of the last model; empty at first."""
        name = self._read("last/model")
        return name if isinstance(name, str) else ""

    @model_name.setter
    def model_name(self, name: str) -> None:
        self._write("last/model", name)

    @property
    def text(self) -> str:
        """What stood in the source pane at last; never where no history is kept."""
        text = self._read("last/text")
        return text if isinstance(text, str) and self._preferences.keep_history else ""

    @text.setter
    def text(self, text: str) -> None:
        if text and self._preferences.keep_history:
            self._write("last/text", text)
        else:
            self._ini.remove("last/text")

    # --- the file ---

    def _read_preferences(self) -> Preferences:
        """Return every field that says something sensible, and the defaults of the others."""
        preferences = Preferences()
        for field in fields(Preferences):
            key = f"preferences/{field.name}"
            if not self._ini.contains(key):
                continue
            try:
                preferences = replace(preferences, **{field.name: self._read_json(key)})
            except ValueError:
                _log.warning("The setting %s in the file is none; its default is used", field.name)
        return preferences

    def _read(self, key: str) -> object:
        """Return the JSON value of a key; None if there is none."""
        try:
            return self._read_json(key) if self._ini.contains(key) else None
        except ValueError:
            _log.warning("What the settings say for %s cannot be read", key)
            return None

    def _read_json(self, key: str) -> Any:
        value = self._ini.value(key)
        if not isinstance(value, str):
            raise ValueError("not a string")  # noqa: TRY004 - another kind of damage, not of type
        return parse_json(value)

    def _read_bytes(self, key: str) -> QByteArray:
        value = self._ini.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def _write(self, key: str, value: object) -> None:
        # JSON keeps types apart, and is ASCII: no character is lost on the way through Qt.
        self._ini.setValue(key, json.dumps(value))


def _is_language(code: str) -> bool:
    return _LANGUAGE.fullmatch(code) is not None
