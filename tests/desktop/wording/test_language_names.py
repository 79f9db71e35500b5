"""Languages of the window: what they are called, and that their numbers are written as Qt knows."""

import pytest
from PySide6.QtCore import QLocale

from desktop.wording.language_names import language_list
from engine.languages.lookup import all_rules

RULES = {
    code: rules.has_decimal_point
    for code, rules in all_rules().items()
    if rules.has_decimal_point is not None
}


@pytest.mark.parametrize("code", RULES)
def test_points_and_commas_of_a_language_are_those_of_qt(code: str) -> None:
    locale = QLocale(code)
    if locale.language() == QLocale.codeToLanguage(code):  # else Qt has no such locale
        assert locale.decimalPoint() == ("." if RULES[code] else ",")


def test_languages_are_listed_by_name() -> None:
    assert language_list(["zh-Hant", "ar", "ckb"]) == (
        "Arabic, Central Kurdish, Chinese (Traditional)"
    )
