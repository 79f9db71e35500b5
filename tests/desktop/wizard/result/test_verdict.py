"""What is said of a fine-tuned model: its gain on its own text, and its loss on general text."""

import pytest

from desktop.wizard.result.verdict import fine_tuning_verdict
from tests.support.stories import beginning, compared, story_of
from training.progress import Event, Likened, Started


def verdict(*events: Event, first_model: str = "mine") -> str:
    _, *others = beginning()
    started = Started(
        run="r",
        recipe="fine-tune",
        source_language="en",
        target_language="de",
        device="cpu",
        first_model=first_model,
    )
    return fine_tuning_verdict(story_of(started, *others, *events))


def test_gain_and_loss_are_told_as_the_model_translates() -> None:
    assert verdict(
        compared("test", 4.0, 0.2, beam_size=1),
        compared("test", 6.1, 0.001),
        compared("everyday sentences", -1.2, 0.01),
    ) == (
        "On your text (1000 sentences set aside), it is better than “shipped”: +6.1 BLEU.\n"
        "On general text (everyday sentences, 1000), it is worse: −1.2 BLEU."
    )


@pytest.mark.parametrize("difference", [-2.0, 2.0])
def test_what_may_be_chance_is_called_so(difference: float) -> None:
    told = verdict(compared("validation", difference, 0.3), compared("talks", difference, 0.3))
    assert "the difference from “shipped” may be chance" in told
    assert "On general text (talks, 1000), what changed may be chance" in told


def test_without_references_it_is_told_how_much_changed() -> None:
    likened = Likened(
        corpus="example sentences", sentences=12, chrf=87.4, signature="", old_name="mine"
    )
    told = verdict(compared("test", -3.0, 0.01), likened)
    assert "it is worse than “shipped”: −3.0 BLEU" in told
    assert "On 12 general sentences without references" in told
    assert "chrF 87 of 100: that is how much changed" in told


def test_of_other_models_nothing_is_said() -> None:
    assert verdict(compared("test", 6.1, 0.001), first_model="") == ""
    assert verdict() == ""
