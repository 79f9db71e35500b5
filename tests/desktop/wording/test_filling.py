"""Values are written as the language of the window does, phrases translated."""

import pytest
from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QApplication

from desktop.platform.interface_language import install_translators
from desktop.wording.filling import fill
from engine.translatable import Phrase


def test_phrases_in_a_sentence_are_translated(qapp: QApplication) -> None:
    install_translators(qapp, "de")
    reason = Phrase("is larger than {limit} MB; split it into smaller files", {"limit": 1234})
    assert fill("{path} {reason}.", {"path": "a {0}", "reason": reason}) == (
        "a {0} ist größer als 1.234 MB; teilen Sie die Datei in kleinere."
    )


def test_the_parts_of_a_tuple_stand_side_by_side_or_a_line_each() -> None:
    values = {"problems": ("a", Phrase("b {x}", {"x": "c"}))}
    assert fill("{problems}", values) == "a; b c"
    assert fill("{problems}", values, separator="\n") == "a\nb c"


def test_a_value_that_is_lacking_is_an_error() -> None:
    with pytest.raises(LookupError):
        fill("{path}", {})


@pytest.mark.parametrize(
    ("template", "text"),
    [("{n:.4g}", "12,345"), ("{n:.1f}", "12,345.4"), ("{n:g}", "12,345.4"), ("{n}", "12,345.4")],
)
def test_a_large_number_is_written_in_full(template: str, text: str) -> None:
    QLocale.setDefault(QLocale("en_US"))
    assert fill(template, {"n": 12_345.4}) == text
