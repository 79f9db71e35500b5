"""The worker of languages answers each request once, and looks at no text in vain."""

import pytest
from pytestqt.qtbot import QtBot

from desktop.values.requests import LanguageRequest
from desktop.workers.language_worker import LanguageWorker


@pytest.mark.parametrize(
    ("text", "found"), [("Wo ist der Bahnhof?", "de"), ("Where is it now?", "en"), ("Hand", None)]
)
def test_it_tells_the_language_of_a_text_where_that_is_sure(
    qtbot: QtBot, text: str, found: str | None
) -> None:
    worker = LanguageWorker()
    request = LanguageRequest(text, "en", "de")
    with qtbot.waitSignal(worker.answered) as answered:
        worker.work(request)
    assert answered.args == [request, found]


def test_what_nobody_waits_for_is_answered_without_a_look(qtbot: QtBot) -> None:
    looked: list[str] = []

    def tell(text: str, source: str, target: str, readable: tuple[str, ...]) -> str | None:
        looked.append(" ".join((text, source, target, *readable)))
        return "fr"

    worker = LanguageWorker(tell)
    request = LanguageRequest("Où est-il ?", "en", "de", ("fr",))
    with qtbot.waitSignal(worker.answered) as answered:
        worker.work(request)
    assert answered.args == [request, "fr"]
    request.cancelled.set()
    with qtbot.waitSignal(worker.answered) as answered:
        worker.work(request)
    assert answered.args == [request, None]
    assert looked == ["Où est-il ? en de fr"]
