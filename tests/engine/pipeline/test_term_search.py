"""Terms are found as whole words, in scripts without blanks as what they are written with."""

import pytest

from engine.glossary.glossary import Glossary, GlossaryEntry
from engine.pipeline.term_search import constraints_of, num_held
from training.examples.subwords import learn_words


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


def test_a_term_of_unknown_words_can_be_searched_for() -> None:
    tokenizer = learn_words(["a b c"], "blank", 1)
    terms = Glossary((GlossaryEntry("term", "unheard"),)).find("A term here")
    required = constraints_of(terms, [frozenset()], tokenizer, lambda *_: False, room=20)
    unknown = tokenizer.special.unk
    assert required.next_tokens(required.start(tokenizer.special.bos), set()) == {unknown: False}
