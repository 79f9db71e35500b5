"""The commands of each system that read a text aloud, and the voices they have.

All take the text from their standard input: arguments are visible to other programs, have a limit
and would be parsed.
"""

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QLocale

from engine.languages.lookup import primary_subtag
from engine.text.segmenter import split

_LONGEST_LINE = 400
"""Characters of a line for `spd-say`, which cuts lines of 16 KiB."""


@dataclass(frozen=True, slots=True)
class SpeechCommand:
    """A command that reads its standard input aloud."""

    program: str
    list_arguments: tuple[str, ...]
    """What makes it print its voices."""
    voices: Callable[[str], dict[str, str]]
    """Returns from that output what to call a voice of each language tag."""
    arguments: Callable[[str], tuple[str, ...]]
    """Returns what makes it read in a voice."""
    input_text: Callable[[str, str], str]
    """Returns what to write to its standard input for a text in a language."""
    stop_arguments: tuple[str, ...] = ()
    """What silences it in addition to ending it, if that is needed."""
    package: str = ""
    """What to install where it is missing; empty: it comes with the system."""


def speech_commands() -> tuple[SpeechCommand, ...]:
    """Return the commands that this system may have, in order of preference."""
    if sys.platform == "darwin":
        return (_SAY,)
    return (_POWERSHELL,) if sys.platform == "win32" else (_SPD_SAY, _ESPEAK_NG)


def voice_for(voices: Mapping[str, str], language: str) -> str | None:
    """Return the voice for a language, of its usual region if there are several."""
    wished = _language(language)
    found = {_tag(tag): voice for tag, voice in voices.items() if _language(tag) == wished}
    usual = _tag(language), _tag(QLocale(language).name())
    return next((found[tag] for tag in (*usual, *found) if tag in found), None)


def _tag(text: str) -> str:
    return text.replace("_", "-").casefold()


def _language(tag: str) -> str:
    """Return the same name for tags that mean one language, such as "no" and "nb-NO"."""
    subtag = primary_subtag(tag)
    found = QLocale("zh" if subtag == "cmn" else subtag).language()
    return subtag if found == QLocale.Language.C else found.name


# --- Linux ---


def _dispatcher_voices(printed: str) -> dict[str, str]:
    """Read a table: name, which may have blanks; language; variant."""
    rows = [line.rsplit(None, 2) for line in printed.splitlines()[1:]]
    return {row[1]: row[1] for row in rows if len(row) == 3}


def _sentence_lines(text: str, language: str) -> str:
    """Put one sentence on a line; the blank before it keeps `!-!` from being a command."""
    segments = split(text, language, _LONGEST_LINE)
    return "".join(f" {segment.text}\n" for segment in segments if segment.is_sentence)


_SPD_SAY = SpeechCommand(
    "spd-say",
    ("--list-synthesis-voices",),
    _dispatcher_voices,
    lambda voice: ("--pipe-mode", "--wait", "--language", voice),
    _sentence_lines,
    # The sentence it sent last is with a server, which goes on.
    stop_arguments=("--stop",),
    package="speech-dispatcher",
)


def _espeak_voices(printed: str) -> dict[str, str]:
    """Read a table whose second column is a language; more follow as in `(zh 5)`."""
    rows = [line.split() for line in printed.splitlines()[1:]]
    tags = [row[1] for row in rows if len(row) > 1]
    return {tag: tag for tag in (*tags, *re.findall(r"\((\S+) \d+\)", printed))}


def _without_commands(text: str, _language: str) -> str:
    """Part the brackets that enclose phonemes for one program and commands for another."""
    return text.replace("[[", "[ [")


_ESPEAK_NG = SpeechCommand(
    "espeak-ng",
    ("--voices",),
    _espeak_voices,
    lambda voice: ("-b", "1", "-v", voice, "--stdin"),  # 1: UTF-8
    _without_commands,
    package="espeak-ng",
)

# --- macOS ---

_SAY_VOICE = re.compile(r"^(\S.*?)\s+([a-z]{2,3}[_-]\w+)\s+#", re.MULTILINE)
_USUAL_VOICE = "Samantha"
"""The first American voices of the list are jokes."""


def _say_voices(printed: str) -> dict[str, str]:
    """Read lines such as `Anna   de_DE   # Hallo!`; names may have blanks."""
    voices: dict[str, str] = {}
    for name, tag in _SAY_VOICE.findall(printed):
        if tag not in voices or name == _USUAL_VOICE:
            voices[tag] = name
    return voices


_SAY = SpeechCommand(
    "say", ("-v", "?"), _say_voices, lambda voice: ("-v", voice, "-f", "-"), _without_commands
)

# --- Windows ---

_SPEECH = (
    "$ErrorActionPreference = 'Stop'; Add-Type -AssemblyName System.Speech; "
    "$speech = New-Object System.Speech.Synthesis.SpeechSynthesizer; "
)
_LIST = (
    _SPEECH + "$speech.GetInstalledVoices() | Where-Object { $_.Enabled } | "
    "ForEach-Object { $_.VoiceInfo.Culture.Name }"
)
_READ = (
    _SPEECH + "$speech.SelectVoiceByHints('NotSet', 'NotSet', 0, '{culture}'); "
    "$stream = [Console]::OpenStandardInput(); "
    "$reader = New-Object System.IO.StreamReader($stream, [Text.Encoding]::UTF8); "
    "$speech.Speak($reader.ReadToEnd())"
)
_POWERSHELL_OPTIONS = ("-NoLogo", "-NoProfile", "-NonInteractive", "-Command")


def _cultures(printed: str) -> dict[str, str]:
    return {culture: culture for culture in re.findall(r"^[\w-]+", printed, re.MULTILINE)}


_POWERSHELL = SpeechCommand(
    "powershell",
    (*_POWERSHELL_OPTIONS, _LIST),
    _cultures,
    lambda culture: (*_POWERSHELL_OPTIONS, _READ.replace("{culture}", culture)),
    lambda text, _language: text,
)
