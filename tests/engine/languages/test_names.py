"""Every language that a model may translate has a name in both languages of the window."""

import pytest

from engine.languages.lookup import all_rules
from engine.languages.names import english_name, load_language_names, name_in

NAMES = load_language_names()


def test_names_tell_languages_apart() -> None:
    assert all(english and german for english, german in NAMES.values())
    for place in (0, 1):
        called = [names[place] for names in NAMES.values()]
        assert len(set(called)) == len(called)


def test_languages_with_rules_have_these_names() -> None:
    for code, rules in all_rules().items():
        assert code in NAMES, code
        if rules.name:
            assert english_name(code) == rules.name


@pytest.mark.parametrize(
    ("code", "english", "german"),
    [
        ("is", "Icelandic", "Isländisch"),
        ("ckb", "Central Kurdish", "Zentralkurdisch"),
        ("zh-Hant", "Chinese (Traditional)", "Chinesisch (traditionell)"),
        ("sr-Latn", "Serbian (Latin)", "Serbisch (Lateinisch)"),
        ("pt_BR", "Portuguese (Brazil)", "Portugiesisch (Brasilien)"),
        ("uz-Arab-AF", "Uzbek (Arabic, Afghanistan)", "Usbekisch (Arabisch, Afghanistan)"),
        ("de-1901", "German (1901)", "Deutsch (1901)"),
        ("qqq-x!", "qqq-x!", "qqq-x!"),
        ("", "", ""),
    ],
)
def test_a_code_has_a_name_that_says_all_of_it(code: str, english: str, german: str) -> None:
    assert (name_in("en", code), name_in("de", code)) == (english, german)
