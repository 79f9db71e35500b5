"""What a user chose and wrote instead: used where it stands, and undone in its order."""

from desktop.sessions.translation.user_wording import UserWording
from engine.translation import Chosen
from tests.support.engines import ids_of, make_translation

TEXT = "One dog. Two cats. One dog."


def test_the_last_choice_of_a_sentence_counts_and_is_undone_first() -> None:
    wording, shown = UserWording(), make_translation(TEXT)
    assert wording.last_choice(shown, TEXT) is None
    choices = [Chosen(ids_of(text)) for text in ("a", "b", "c")]
    for source, chosen in zip(("One dog.", "Two cats.", "One dog."), choices, strict=True):
        wording.choose(source, chosen)
    assert wording.chosen == {"One dog.": choices[2], "Two cats.": choices[1]}
    for left in ({"One dog.": choices[0], "Two cats.": choices[1]}, {"One dog.": choices[0]}, {}):
        last = wording.last_choice(shown, TEXT)
        assert last is not None
        wording.undo(last)
        assert wording.chosen == left


def test_a_choice_for_a_sentence_that_is_gone_cannot_be_undone() -> None:
    wording, shown = UserWording(), make_translation(TEXT)
    wording.choose("Two cats.", Chosen(ids_of("a")))
    assert wording.last_choice(shown, "One dog.") is None
    assert wording.last_choice(None, TEXT) is None
    wording.forget_choices()
    assert wording.chosen == {}


def test_edits_stand_wherever_their_sentence_does_until_they_say_what_the_model_says() -> None:
    wording, shown = UserWording(), make_translation(TEXT)
    wording.write_over({"One dog.": "Ein Hund."}, shown)
    assert wording.in_translation(shown).target == "Ein Hund. TWO CATS. Ein Hund."
    assert wording.in_sentence(shown.sentences[0]).target == "Ein Hund."
    wording.write_over({"One dog.": "ONE DOG.", "Two cats.": "Zwei Katzen."}, shown)
    assert wording.in_translation(shown).target == "ONE DOG. Zwei Katzen. ONE DOG."
    wording.revert(["Two cats."])
    assert wording.in_translation(shown) == shown
    wording.write_over({"One dog.": "Ein Hund."}, None)
    wording.forget_edits()
    assert wording.in_translation(shown) == shown
