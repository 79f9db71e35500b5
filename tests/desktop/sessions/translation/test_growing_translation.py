"""What is told of a translation that is not complete adds up to the text that is on show."""

import pytest
from pytestqt.qtbot import QtBot

from desktop.sessions.translation import stream_pace
from desktop.sessions.translation.growing_translation import GrowingTranslation
from desktop.values.partial_translation import PartialTranslation, target_of
from tests.support.engines import make_translation


class Shown:
    """The text on show, as the parts make it."""

    def __init__(self) -> None:
        self.text = ""
        self.growing = GrowingTranslation()
        self.growing.streamed.connect(self._show)

    def _show(self, part: PartialTranslation) -> None:
        self.text = self.text[: part.start] + part.text + self.text[part.end :]

    def show_whole(self, source: str) -> None:
        translation = make_translation(source)
        self.text = translation.target
        self.growing.show_whole(target_of(translation))


@pytest.fixture
def shown(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Shown:
    assert qtbot is not None
    monkeypatch.setattr(stream_pace, "STREAM_SECONDS", 0.0)
    monkeypatch.setattr(stream_pace, "_SHARE", 1e6)
    return Shown()


def test_the_first_sentence_of_another_text_takes_the_place_of_all_that_is_on_show(
    shown: Shown,
) -> None:
    old, new = make_translation("One. Two. Three."), make_translation("Four. Five. Six. Seven.")
    shown.growing.begin(old.source, 0.0)
    shown.show_whole(old.source)
    shown.growing.begin(new.source, 0.0)
    for count, sentence in enumerate(new.sentences, start=1):
        shown.growing.add(new.source, [sentence])
        assert new.target.startswith(shown.text)
        assert shown.text.count(".") == count


def test_finished_sentences_take_the_place_of_the_old_ones(shown: Shown) -> None:
    old, new = make_translation("One. Two. Three."), make_translation("One. Zero. Two. Three.")
    shown.growing.begin(old.source, 0.0)
    shown.show_whole(old.source)
    shown.growing.begin(new.source, 0.0)
    for sentence, text in zip(
        new.sentences,
        ("ONE. TWO. THREE.", "ONE. ZERO. THREE.", "ONE. ZERO. TWO.", "ONE. ZERO. TWO. THREE."),
        strict=True,
    ):
        shown.growing.add(new.source, [sentence])
        assert shown.text == text
    assert shown.growing.is_partial


def test_what_is_held_is_told_when_typing_settles(shown: Shown, qtbot: QtBot) -> None:
    first, longer = make_translation("One dog"), make_translation("One dog runs in the snow")
    shown.show_whole(first.source)
    shown.growing.hold(first, 0.01)
    assert shown.growing.is_held
    shown.growing.begin(longer.source, 0.0)
    shown.growing.add(longer.source, longer.sentences)
    assert shown.text == "ONE DOG"
    for _ in range(2):
        shown.growing.follow(longer)
        assert longer.target.startswith(shown.text)
    with qtbot.waitSignal(shown.growing.settled):
        pass
    assert not shown.growing.is_held


def test_a_part_that_is_on_show_is_not_held(shown: Shown) -> None:
    new = make_translation("One. Two.")
    shown.growing.begin(new.source, 0.0)
    shown.growing.add(new.source, new.sentences[:1])
    shown.growing.hold(None, 1.0)
    assert not shown.growing.is_held
    shown.growing.let_go()
