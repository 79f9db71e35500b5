"""The prompt: a talk with a person, a line for a line with a program, and no end by an error."""

import io
import sys
from collections.abc import Callable, Iterator

import pytest

from desktop import prompt
from engine.errors import TextTooLongError
from engine.translation import Notice, NoticeKind, Translation, TranslationRequest


class UpperCaser:
    """Translates by shouting; some texts are special."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def translate(self, request: TranslationRequest) -> Translation:
        self.texts.append(request.text)
        notices: tuple[Notice, ...] = ()
        if request.text == "too long":
            raise TextTooLongError(8, 7)
        if request.text == "interrupt":
            raise KeyboardInterrupt
        if "xyzzy" in request.text:
            notices = (Notice(NoticeKind.UNKNOWN_WORDS, 0, 5, "[bold]xyzzy :smile:"),)
        return Translation(
            source=request.text,
            target=request.text.upper(),
            sentences=(),
            notices=notices,
            model="shouting",
            device="cpu",
            seconds=0.0,
        )


class Terminal(io.StringIO):
    """Standard input or output with a person behind it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def translator() -> UpperCaser:
    return UpperCaser()


def run_piped(monkeypatch: pytest.MonkeyPatch, translator: UpperCaser, text: str) -> int:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    return prompt.run(lambda: translator, model="shouting", source="en")


def run_typed(
    monkeypatch: pytest.MonkeyPatch,
    translator: UpperCaser,
    lines: list[str | type[BaseException]],
) -> tuple[int, list[str], str]:
    """The exit status, the prompts that were shown, and standard output."""
    typed: Iterator[str | type[BaseException]] = iter([*lines, EOFError])
    shown: list[str] = []

    def read(sign: str) -> str:
        shown.append(sign)
        line = next(typed)
        if isinstance(line, str):
            return line
        raise line

    output = Terminal()
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr("builtins.input", read)
    status = prompt.run(lambda: translator, model="shouting", source="en")
    return status, shown, output.getvalue()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("a dog\n", "A DOG\n"),
        ("a dog\ntwo men", "A DOG\nTWO MEN\n"),
        ("a dog\n\n  \ntwo men\n", "A DOG\n\n  \nTWO MEN\n"),
        ("  indented\t\n", "  INDENTED\t\n"),
        ("a\u2028b\x0bc\n", "A\u2028B\x0bC\n"),
    ],
)
def test_each_line_of_a_pipe_gives_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    translator: UpperCaser,
    text: str,
    expected: str,
) -> None:
    assert run_piped(monkeypatch, translator, text) == 0
    out, err = capsys.readouterr()
    assert out == expected
    assert err == ""


def test_blank_lines_are_not_translated(
    monkeypatch: pytest.MonkeyPatch, translator: UpperCaser
) -> None:
    run_piped(monkeypatch, translator, "\n \na dog\n\t\n")
    assert translator.texts == ["a dog"]


def test_an_error_in_one_line_leaves_it_blank_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], translator: UpperCaser
) -> None:
    assert run_piped(monkeypatch, translator, "a dog\ntoo long\ntwo men\n") == 1
    out, err = capsys.readouterr()
    assert out == "A DOG\n\nTWO MEN\n"
    assert err.startswith("translucent: line 2: The text has 8 characters; at most 7")


def test_notices_are_said_beside_the_translations(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], translator: UpperCaser
) -> None:
    assert run_piped(monkeypatch, translator, "xyzzy\n") == 0
    out, err = capsys.readouterr()
    assert out == "XYZZY\n"
    assert err == "The model does not know these words: [bold]xyzzy :smile:.\n"


def test_a_person_is_greeted_asked_and_answered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], translator: UpperCaser
) -> None:
    status, shown, out = run_typed(monkeypatch, translator, ["a dog", "", "  ", "two men"])

    assert status == 0
    assert shown == ["en> "] * 5
    assert out == "A DOG\nTWO MEN\n\n"
    greeting = capsys.readouterr().err
    assert "shouting" in greeting
    assert "Ctrl+" in greeting


def test_control_c_clears_the_line_or_stops_the_translation(
    monkeypatch: pytest.MonkeyPatch, translator: UpperCaser
) -> None:
    lines: list[str | type[BaseException]] = [KeyboardInterrupt, "interrupt", "a dog"]
    status, shown, out = run_typed(monkeypatch, translator, lines)

    assert status == 0
    assert len(shown) == 4
    assert out == "\n\nA DOG\n\n"


def test_a_person_may_go_on_after_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], translator: UpperCaser
) -> None:
    status, _, out = run_typed(monkeypatch, translator, ["too long", "a dog"])

    assert status == 0
    assert out == "A DOG\n\n"
    assert "The text has 8 characters" in capsys.readouterr().err


def test_output_into_a_file_is_not_mixed_with_prompts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], translator: UpperCaser
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal("a dog\n"))
    prompt.run(lambda: translator, model="shouting", source="en")
    assert capsys.readouterr().out == "A DOG\n"


def test_a_model_that_cannot_be_opened_ends_the_prompt(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> prompt.LineTranslator:
        raise TextTooLongError(8, 7)

    opener: Callable[[], prompt.LineTranslator] = fail
    monkeypatch.setattr(sys, "stdin", io.StringIO("a dog\n"))
    with pytest.raises(TextTooLongError):
        prompt.run(opener, model="shouting", source="en")
    assert capsys.readouterr().out == ""
