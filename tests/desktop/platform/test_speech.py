"""Reading aloud through commands of the system: small scripts on the PATH stand in for them."""

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.platform.speech import Speech, SpeechProblem
from desktop.platform.speech_commands import speech_commands as commands_of_system
from desktop.platform.speech_commands import voice_for

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts need a shell")

DISPATCHER = """\
                     NAME                 LANGUAGE                  VARIANT
                  English                    en-US                     none
   English (Great Britain)                   en-GB                     none
Chinese (Mandarin)+Half-LifeAnnouncementSystem         cmnHalf-LifeAnnouncementSystem
       Chinese (Mandarin)                      cmn                     none
"""
ESPEAK = """\
Pty Language       Age/Gender VoiceName          File                 Other Languages
 5  de              --/M      German             gmw/de
 2  en-gb           --/M      English_(Great_Britain) gmw/en          (en 2)
 5  nb              --/M      Norwegian_Bokmål   gmq/nb               (no 5)
"""
SAY = """\
Albert              en_US    # Hello! My name is Albert.
Eddy (German (Germany)) de_DE    # Hallo! Ich heiße Eddy.
Samantha            en_US    # Hello! My name is Samantha.
"""
POWERSHELL = "de-DE\r\nen-US\r\n"

Install = Callable[..., Path]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Put a command on the PATH that prints voices if asked, and otherwise records its input."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))

    def install(program: str, voices: str, asked: str, reading: str = "") -> Path:
        record = tmp_path / program
        (tmp_path / f"{program}.voices").write_text(voices, encoding="utf-8", newline="")
        script = folder / program
        script.write_text(
            "#!/bin/sh\nPATH=/usr/bin:/bin\n"
            f'echo "$*" >> {record}.arguments\n'
            f'case "$*" in *{asked}*) exec cat {record}.voices;; esac\n'
            f"cat > {record}.partial && mv {record}.partial {record}.input\n{reading}\n",
            encoding="utf-8",
        )
        script.chmod(0o755)
        return record

    return install


def written(record: Path, suffix: str) -> str:
    return record.with_name(f"{record.name}.{suffix}").read_bytes().decode()


def read(qtbot: QtBot, text: str, language: str) -> None:
    speech = Speech()
    with qtbot.waitSignal(speech.ended):
        speech.read(text, language)
    assert not speech.is_reading


@pytest.fixture(params=["linux", "darwin", "win32"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(sys, "platform", request.param)
    return str(request.param)


SYSTEMS = {
    "linux": ("espeak-ng", ESPEAK, "--voices", "-v de"),
    "darwin": ("say", SAY, "[?]", "-v Eddy (German (Germany))"),
    "win32": ("powershell", POWERSHELL, "GetInstalledVoices", "'de-DE'"),
}

LONG = "Größe 模型 $(touch x) `id` \"'; " * 20_000 + "Ende.\n\nUnd noch eine Zeile"


def test_each_systems_command_gets_the_text_on_its_input_alone(
    qtbot: QtBot, install: Install, system: str
) -> None:
    program, voices, asked, voice = SYSTEMS[system]
    record = install(program, voices, asked)
    read(qtbot, LONG, "de")
    assert written(record, "input") == LONG
    arguments = written(record, "arguments")
    assert voice in arguments
    assert "Größe" not in arguments


@pytest.mark.parametrize("text", ["[[slnc 9000]] a", "a [[volm 0]]"])
def test_commands_inside_a_text_are_read_and_not_obeyed(
    qtbot: QtBot, install: Install, text: str
) -> None:
    record = install("espeak-ng", ESPEAK, "--voices")
    read(qtbot, text, "en")
    assert "[[" not in written(record, "input")


def test_speech_dispatcher_comes_first_and_gets_sentences(qtbot: QtBot, install: Install) -> None:
    other = install("espeak-ng", ESPEAK, "--voices")
    record = install("spd-say", DISPATCHER, "--list")
    read(qtbot, "!-!SET SELF LANGUAGE de\n\nOne dog. Two dogs.\n", "en")
    assert written(record, "input") == " !-!SET SELF LANGUAGE de\n One dog.\n Two dogs.\n"
    assert "--language en-US" in written(record, "arguments")
    assert not other.with_name("espeak-ng.arguments").exists()


def test_no_line_is_longer_than_it_takes(qtbot: QtBot, install: Install) -> None:
    record = install("spd-say", DISPATCHER, "--list")
    read(qtbot, "模型" * 20_000, "zh")
    lines = written(record, "input").encode().splitlines()
    assert max(map(len, lines)) < 1 << 14
    assert b"".join(lines).decode().replace(" ", "") == "模型" * 20_000


def test_the_next_command_reads_what_the_first_has_no_voice_for(
    qtbot: QtBot, install: Install
) -> None:
    install("spd-say", DISPATCHER, "--list")
    record = install("espeak-ng", ESPEAK, "--voices")
    read(qtbot, "zwei Hunde", "de")
    assert written(record, "input") == "zwei Hunde"


def test_the_next_command_reads_if_the_first_is_broken(qtbot: QtBot, install: Install) -> None:
    install("spd-say", "", "--list")
    record = install("espeak-ng", ESPEAK, "--voices")
    Path(os.environ["PATH"], "spd-say").write_text("no program")
    read(qtbot, "zwei Hunde", "de")
    assert written(record, "input") == "zwei Hunde"


def test_stopping_ends_the_command_and_what_it_sent(qtbot: QtBot, install: Install) -> None:
    going_on = f"echo $$ > $0.pid; exec {sys.executable} -c 'import time; time.sleep(60)'"
    record = install("spd-say", DISPATCHER, "--list", f'[ "$*" = --stop ] || {{ {going_on}; }}')
    speech = Speech()
    speech.read("two dogs", "en")
    number = Path(os.environ["PATH"], "spd-say.pid")
    qtbot.waitUntil(lambda: number.exists() and bool(number.read_text()))
    qtbot.waitUntil(lambda: speech.is_reading)
    with qtbot.waitSignal(speech.ended):
        speech.stop()
    assert not speech.is_reading
    with pytest.raises(ProcessLookupError):
        os.kill(int(number.read_text()), 0)
    qtbot.waitUntil(lambda: "--stop" in written(record, "arguments").splitlines())


def test_another_text_takes_its_place(qtbot: QtBot, install: Install) -> None:
    record = install("espeak-ng", ESPEAK, "--voices")
    speech = Speech()
    speech.read("one", "de")
    with qtbot.waitSignal(speech.ended):
        speech.read("two", "de")
    qtbot.waitUntil(lambda: not speech.is_reading)
    assert written(record, "input") == "two"


@pytest.mark.parametrize(
    ("language", "problem"),
    [("fr", SpeechProblem.NO_VOICE), ("de", SpeechProblem.COMMAND_FAILED)],
)
def test_why_a_text_is_not_read(
    qtbot: QtBot, install: Install, language: str, problem: SpeechProblem
) -> None:
    install("espeak-ng", ESPEAK, "--voices", "echo no sound device >&2; exit 1")
    speech = Speech()
    with qtbot.waitSignal(speech.failed) as failed:
        speech.read("text", language)
    detail = "no sound device" if problem is SpeechProblem.COMMAND_FAILED else ""
    assert failed.args == [problem, language, detail]
    assert not speech.is_reading


def test_a_voice_installed_since_is_found(qtbot: QtBot, install: Install) -> None:
    install("espeak-ng", ESPEAK, "--voices")
    speech = Speech()
    with qtbot.waitSignal(speech.failed):
        speech.read("texte", "fr")
    record = install("espeak-ng", f"{ESPEAK} 5  fr   --/M   French   roa/fr\n", "--voices")
    with qtbot.waitSignal(speech.ended):
        speech.read("texte", "fr")
    assert written(record, "input") == "texte"


@pytest.mark.usefixtures("install")
def test_without_a_command_it_says_so_at_once(qtbot: QtBot) -> None:
    speech = Speech()
    with qtbot.waitSignal(speech.failed) as failed:
        speech.read("text", "en")
    assert failed.args == [SpeechProblem.NO_COMMAND, "en", ""]


@pytest.mark.parametrize(
    ("printed", "language", "voice"),
    [
        (DISPATCHER, "en", "en-US"),
        (DISPATCHER, "en-GB", "en-GB"),
        (DISPATCHER, "zh", "cmn"),
        (DISPATCHER, "fr", None),
        (ESPEAK, "en", "en"),
        (ESPEAK, "no", "no"),
        (ESPEAK, "nb", "nb"),
        (ESPEAK, "", None),
        ("", "en", None),
    ],
)
def test_the_voice_of_a_language(printed: str, language: str, voice: str | None) -> None:
    dispatcher, espeak = commands_of_system()
    command = dispatcher if printed is DISPATCHER else espeak
    assert voice_for(command.voices(printed), language) == voice


def test_american_jokes_are_not_the_voice_of_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    (say,) = commands_of_system()
    assert voice_for(say.voices(SAY), "en") == "Samantha"
