"""The sentences that were asked for last."""

from typing import Any

import pytest

from engine.pipeline.sentence_cache import SentenceKey
from engine.search.beam_search import SearchSettings
from engine.translation import Chosen

KEY = SentenceKey("Two men.", SearchSettings(), with_alignment=True)


@pytest.mark.parametrize(
    "change",
    [
        {"text": "Two men"},
        {"settings": SearchSettings(beam_size=4)},
        {"settings": SearchSettings(length_penalty=0.5)},
        {"settings": SearchSettings(n_best=2)},
        {"with_alignment": False},
        {"chosen": Chosen((7,))},
        {"chosen": Chosen((), is_whole=True)},
    ],
    ids=str,
)
def test_a_sentence_is_known_only_as_it_was_asked_for(change: dict[str, Any]) -> None:
    assert KEY._replace(**change) != KEY
