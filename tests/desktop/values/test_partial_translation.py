from hypothesis import given
from hypothesis import strategies as st

from desktop.values.partial_translation import GrowingTarget, PartialTranslation, target_of
from tests.support.engines import make_translation


def follow(text: str, partial: PartialTranslation) -> str:
    """Return the text on show after a partial translation came."""
    return text[: partial.start] + partial.text + text[partial.end :]


@given(st.text("aB. \n👩é"), st.text("aB. \n👩é"), st.lists(st.integers(1, 3)))
def test_a_partial_translation_is_new_up_to_a_place_and_old_from_there(
    old: str, new: str, counts: list[int]
) -> None:
    before, after = make_translation(old), make_translation(new)
    growing = GrowingTarget(target_of(before))
    shown, written = before.target, 0
    for count in counts:
        sentences = after.sentences[growing.num_new : growing.num_new + count]
        if not sentences:
            break
        partial = growing.replace_next(new, sentences)
        shown = follow(shown, partial)
        written += len(partial.text)
        done = partial.start + len(partial.text)
        assert done == written  # each sentence is handed over once
        assert after.target.startswith(shown[:done])
        assert before.target.endswith(shown[done:])
        ends = growing.shown().ends
        assert growing.shown().length == len(shown)
        assert len(ends) == max(growing.num_new, len(before.sentences))
        assert list(ends) == sorted(ends)
        assert ends[growing.num_new - 1] == done
