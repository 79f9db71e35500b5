"""A panel that shows a sentence."""

import pytest
from pytestqt.qtbot import QtBot

from tests.support.attention_panels import SOURCE, TARGET, Desk
from tests.support.engines import make_attention


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    desk = Desk(qtbot)
    desk.show(make_attention(SOURCE, TARGET))
    return desk
