"""What training says is told in the window's language; what it cannot know stays English."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Literal

import pytest
from PySide6.QtWidgets import QApplication

import engine
import training
from desktop.platform.interface_language import install_translators
from desktop.wording.progress_text import describe_message
from engine.errors import ModelFolderMissingError
from training.event_lines import from_line, to_line
from training.progress import Message


def said(kind: Literal["Message", "Phrase"]) -> Iterator[str]:
    """Yield every template of messages or phrases in the code; each is marked for lupdate."""
    for package in (*training.__path__, *engine.__path__):
        for file in Path(package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(
                        func=ast.Attribute(value=ast.Name(name), attr="of" | "caused_by"),
                        args=[*_, first],
                    ) if name == kind:
                        whole = (
                            [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
                        )
                        for marked in whole:
                            yield template_of(marked, kind, f"{file.name}:{node.lineno}")
                    case ast.Call(func=ast.Name("Message")):
                        pytest.fail(f"{file.name}:{node.lineno} says what cannot be translated")
                    case _:
                        pass


def template_of(marked: ast.expr, kind: str, place: str) -> str:
    match marked:
        case ast.Call(
            func=ast.Name("translatable"), args=[ast.Constant(context), ast.Constant(str(text))]
        ) if context == kind:
            return text
        case _:
            pytest.fail(f"{place} cannot be translated")


TEMPLATES = tuple(said("Message"))


def test_each_text_stands_once() -> None:
    assert len(TEMPLATES) == len(set(TEMPLATES)) > 10


def test_every_phrase_is_marked() -> None:
    assert list(said("Phrase"))


DIVERGED = Message.of(
    "At step {step:,} the loss was no longer a number. The run went back to step {place:,} and "
    "continues with {factor:g} times the recipe's learning rate.",
    step=12345,
    place=12000,
    factor=0.5,
)


@pytest.mark.parametrize("language", ["en", "de"])
def test_numbers_are_those_of_the_language(
    language: Literal["en", "de"], qapp: QApplication
) -> None:
    install_translators(qapp, language)
    heard = from_line(to_line(DIVERGED))
    assert isinstance(heard, Message)
    assert heard == DIVERGED
    assert (
        describe_message(heard)
        == {
            "en": DIVERGED.text,
            "de": "Bei Schritt 12.345 war der Verlust keine Zahl mehr. Der Lauf ging auf Schritt "
            "12.000 zurück und geht mit dem 0,5-Fachen der Lernrate des Rezepts weiter.",
        }[language]
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_text_takes_its_values(language: Literal["en", "de"], qapp: QApplication) -> None:
    install_translators(qapp, language)
    kinds: dict[str, str | float] = {"f": 37.04, "g": 0.25, ",": 1234, "": "{x}"}
    for template in TEMPLATES:
        values = {
            name: kinds[spec[-1:]]
            for _, name, spec, _ in Formatter().parse(template)
            if name and spec is not None
        }
        said = Message.of(template, **values)
        described = describe_message(said)
        assert (described == said.text) == (language == "en")
        assert described.count("{x}") == list(values.values()).count("{x}")


def test_the_cause_of_a_message_is_told_in_the_language_too(qapp: QApplication) -> None:
    install_translators(qapp, "de")
    template = "The new model is not compared with {model}: {reason}"
    error = ModelFolderMissingError(Path("/models/a"))
    heard = from_line(to_line(Message.caused_by(error, template, model="a")))
    assert isinstance(heard, Message)
    assert heard.text == f"The new model is not compared with a: {error}"
    assert describe_message(heard) == (
        "Das neue Modell wird nicht mit a verglichen: "
        f"In {Path('/models/a')} ist kein Modell mehr. "
        "Wählen Sie ein anderes oder importieren Sie es noch einmal."
    )


def test_what_this_program_does_not_know_stays_as_it_is(qapp: QApplication) -> None:
    install_translators(qapp, "de")
    old = from_line('{"event": "said", "text": "Batches of {4}."}')
    assert isinstance(old, Message)
    assert describe_message(old) == "Batches of {4}."
    newer = Message.of("The run bakes {number} cakes.", number=3)
    assert describe_message(newer) == "The run bakes 3 cakes."
    stranger = Message(text="A text.", template="A {text!x}", values={"text": "b"})
    assert describe_message(stranger) == "A text."
    lacking = Message(text="At step 7 …", template=DIVERGED.template, values={"step": 7})
    assert describe_message(lacking) == "At step 7 …"
