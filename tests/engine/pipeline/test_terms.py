"""Terms are found as whole words, in scripts without blanks as what they are written with."""

import pytest

from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.pipeline.terms import num_held


@pytest.mark.parametrize(
    ("form", "target", "is_held"),
    [
        ("Katze", "Eine Katze.", True),
        ("Katze", "Katzen und Wildkatze", False),
        ("合同", "请签合同吧。", True),
        ("Wi-Fi", "用Wi-Fi上网", True),
        ("Wi-Fi", "Wi-Fis", False),
    ],
)
def test_a_term_is_held_as_a_whole_word(form: str, target: str, is_held: bool) -> None:
    terms = Glossary((GlossaryEntry("term", form),)).find("A term here")
    assert num_held(terms, target) == is_held
