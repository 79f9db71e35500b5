"""A shown translation is checked once nobody types, with a way back if there is one."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop.sessions.fidelity_session import SENTENCES_AT_ONCE, FidelitySession
from desktop.sessions.models.model_list import ModelList
from desktop.sessions.models.model_selection import ModelSelection
from desktop.storage.settings import SETTINGS_FILE, Settings
from desktop.values.requests import FidelityRequest
from engine.translation import Fidelity, Translation
from tests.support.engines import make_translation
from tests.support.model_folders import save_toy_model
from tests.support.windows import home_folders

SHOWN = make_translation("Two dogs. A cat.")
FOUND = (Fidelity(SHOWN.sentences[0].source_words[:1]), Fidelity())


class Asked:
    """A session, what it asked for and what it told."""

    def __init__(self, home: Path, directions: dict[str, tuple[str, str]]) -> None:
        for name, (source, target) in directions.items():
            save_toy_model(
                home / "models" / name, name=name, source_language=source, target_language=target
            )
        models = ModelList(home_folders(home, shipped_models=home / "none"))
        selection = ModelSelection(models)
        selection.begin("there", ("en", "de"))
        self.settings = Settings(home / SETTINGS_FILE)
        self.session = FidelitySession(self.settings, selection)
        self.settings.changed.connect(self.session.apply)
        self.requests: list[FidelityRequest] = []
        self.told: list[tuple[Translation, tuple[Fidelity, ...]]] = []
        self.session.work_requested.connect(self.requests.append)
        self.session.checked.connect(lambda *found: self.told.append(found))

    def show(self, translation: Translation = SHOWN) -> None:
        """Show a translation and wait until it may be checked."""
        self.session.set_translation(translation)
        self.rest()

    def rest(self) -> None:
        """Let the pause be over."""
        if self.session._pause.isActive():
            self.session._pause.stop()
            self.session._pause.timeout.emit()


@pytest.fixture
def asked(qtbot: QtBot, tmp_path: Path) -> Asked:
    assert qtbot is not None
    return Asked(tmp_path, {"there": ("en", "de"), "back": ("de", "en")})


def test_a_translation_is_checked_after_a_pause_with_the_model_that_translates_back(
    asked: Asked,
) -> None:
    asked.session.set_translation(SHOWN)
    assert asked.requests == []
    asked.rest()
    (request,) = asked.requests
    assert request.sentences == SHOWN.sentences
    assert request.back is not None
    assert request.back.name == "back"
    asked.session.on_answered(request, FOUND)
    assert asked.told == [(SHOWN, FOUND)]


def test_without_a_model_that_translates_back_it_is_checked_alone(
    qtbot: QtBot, tmp_path: Path
) -> None:
    assert qtbot is not None
    asked = Asked(tmp_path, {"there": ("en", "de")})
    asked.show()
    assert [request.back for request in asked.requests] == [None]


def test_what_is_found_in_an_older_text_is_dropped(asked: Asked) -> None:
    asked.show()
    asked.session.set_stale(True)
    assert asked.requests[0].cancelled.is_set()
    asked.session.on_answered(asked.requests[0], FOUND)
    asked.show(newer := make_translation("Three dogs."))
    asked.session.on_answered(asked.requests[1], FOUND[:1])
    assert asked.told == [(newer, FOUND[:1])]


def test_an_edit_that_was_undone_is_checked_again(asked: Asked) -> None:
    asked.show()
    asked.session.set_stale(True)
    asked.session.on_cancelled(asked.requests[0])
    asked.session.set_stale(False)
    asked.rest()
    assert [request.sentences for request in asked.requests] == [SHOWN.sentences] * 2


def test_a_check_that_failed_says_nothing_and_the_next_one_runs(asked: Asked) -> None:
    asked.show()
    asked.session.on_failed(asked.requests[0], OSError("gone"))
    asked.show()
    assert len(asked.requests) == 2
    assert asked.told == []


def test_nothing_is_checked_while_uncertainty_is_hidden(asked: Asked) -> None:
    asked.show()
    asked.settings.change(show_confidence=False)
    assert asked.requests[0].cancelled.is_set()
    assert asked.told == [(SHOWN, ())]
    asked.session.on_cancelled(asked.requests[0])
    asked.show()
    assert len(asked.requests) == 1
    asked.settings.change(show_confidence=True)
    asked.rest()
    assert len(asked.requests) == 2


def test_a_long_text_is_checked_by_some_sentences_at_a_time(asked: Asked) -> None:
    long = make_translation("".join(f"Dog {number} runs. " for number in range(20)))
    asked.show(long)
    found: tuple[Fidelity, ...] = ()
    for request in asked.requests:  # each answer brings the next one
        assert 0 < len(request.sentences) <= SENTENCES_AT_ONCE
        assert asked.told == []
        some = tuple(Fidelity(sentence.source_words[:1]) for sentence in request.sentences)
        found += some
        asked.session.on_answered(request, some)
    assert asked.told == [(long, found)]
    assert len(found) == len(long.sentences) == 20


def test_an_empty_text_is_not_checked(asked: Asked) -> None:
    asked.show(make_translation(""))
    assert asked.requests == []
