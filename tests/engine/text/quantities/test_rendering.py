"""Quantities are written as the target language has them."""

import pytest

from engine.text.quantities.comparison import Comparison
from engine.text.quantities.rendering import forms_of


@pytest.mark.parametrize(
    ("source", "languages", "form"),
    [
        ("Take 2.5 mg.", ("en", "de"), "2,5 mg"),
        ("Nimm 2,5mg.", ("de", "en"), "2.5 mg"),
        ("1,500 kWh", ("en", "de"), "1.500 kWh"),
        ("eine 12-V-Batterie", ("de", "en"), "12 V"),
        ("It was -5 °C.", ("en", "de"), "-5 °C"),
        ("40 minutes", ("en", "de"), "40"),
        ("at 3:30 pm", ("en", "de"), "15:30 Uhr"),
        ("at 3 pm", ("en", "de"), "15 Uhr"),
        ("um 15:30 Uhr", ("de", "en"), "3:30 p.m."),
        ("um 0 Uhr", ("de", "en"), "12 a.m."),
        ("1½ kg", ("en", "de"), "1½ kg"),
        ("version 3.2", ("en", "de"), "3.2"),
        ("It costs €12.50.", ("en", "de"), "12,50 €"),
        ("Es kostet 12,50 €.", ("de", "en"), "€12.50"),
        ("a refund of -€12.50", ("en", "de"), "-12,50 €"),
        ("3 Millionen Dollar", ("de", "en"), "3"),
        ("Das 21. Jahrhundert", ("de", "en"), "21st"),
        ("the 112th time", ("en", "de"), "112."),
        ("der 112. Mann", ("de", "en"), "112th"),
        ("Er wohnt in Nummer 21.", ("de", "en"), "21"),
        ("2.5 mg", ("en", "fr"), "2,5 mg"),
        ("2 tablespoons", ("en", "de"), "2 EL"),
        ("1 TL", ("de", "en"), "1 tsp"),
    ],
)
def test_the_best_form_of_a_quantity(source: str, languages: tuple[str, str], form: str) -> None:
    (lost,) = Comparison(source, "", languages).missing_numbers
    forms = forms_of(lost, source, languages)
    assert forms[0] == form
    if lost.is_symbol or lost.is_time:
        assert all(Comparison(source, one, languages).missing == () for one in forms)


@pytest.mark.parametrize("source", ["in the 1990s", "at 3:30", "at half past three"])
def test_what_has_no_certain_form_is_left_to_the_model(source: str) -> None:
    (lost,) = Comparison(source, "", ("en", "de")).missing_numbers
    assert forms_of(lost, source, ("en", "de")) == ()
