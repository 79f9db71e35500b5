"""Which German sentences show how they address their reader, and how many of them are tagged."""

import pytest

from engine.tokenizers.subword import FORMAL_TAG, INFORMAL_TAG
from training.examples.formality import TAGGED_SHARE, formality_of, formality_tags


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("Können Sie mir helfen?", FORMAL_TAG),
        ("Ich danke Ihnen für Ihre Hilfe.", FORMAL_TAG),
        ("Kannst du mir helfen?", INFORMAL_TAG),
        ("Du hast dein Buch vergessen.", INFORMAL_TAG),
        ("Kommt ihr mit euren Kindern?", INFORMAL_TAG),
        ("Sie ging nach Hause.", None),  # she
        ("Er kommt. Sie auch.", None),
        ("Können Sie du zu mir sagen?", None),  # both
        ("Der Hund schläft.", None),
        ("Die Dusche und das Industriegebiet", None),
    ],
)
def test_what_a_sentence_shows(text: str, tag: str | None) -> None:
    assert formality_of(text, "de") == tag
    assert formality_of(text, "de-AT") == tag
    assert formality_of(text, "nl") is None


def test_a_share_of_what_shows_it_is_tagged_as_the_seed_decides() -> None:
    targets = ["Können Sie mir helfen?", "Der Hund schläft."] * 500
    tags = formality_tags(targets, "de", [1, 2, 3])
    assert tags == formality_tags(targets, "de", [1, 2, 3])
    assert tags != formality_tags(targets, "de", [1, 2, 4])
    assert not any(tags[1::2])
    assert set(tags[::2]) == {FORMAL_TAG, None}
    assert tags[::2].count(FORMAL_TAG) / 500 == pytest.approx(TAGGED_SHARE, abs=0.1)
