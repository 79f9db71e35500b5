"""Other programs' codes of languages become ours."""

import pytest

from engine.languages.codes import language_code
from engine.languages.lookup import all_rules


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("deu", "de"),
        ("de", "de"),
        ("ast", "ast"),
        ("nob", "nb"),
        ("cmn_Hans", "zh-Hans"),
        ("zho_Hant", "zh-Hant"),
        ("zht", "zh-Hant"),
        ("pt_br", "pt-BR"),
        ("es-419", "es-419"),
        ("sr-latn", "sr-Latn"),
        ("jap", "ja"),
        ("swh", "sw"),
    ],
)
def test_a_code_is_two_letters_where_there_are_two(text: str, code: str) -> None:
    assert language_code(text) == code


@pytest.mark.parametrize(
    "text", ["mul", "gem", "ROMANCE", "", "d", "german", "2en", "de_", "eng+deu"]
)
def test_what_names_no_one_language_has_no_code(text: str) -> None:
    assert language_code(text) is None


def test_our_own_codes_stay() -> None:
    assert all(language_code(code) == code for code in all_rules())
