"""Downloads run one after the other; each pauses, goes on, ends or fails by itself."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QDeadlineTimer
from pytestqt.qtbot import QtBot

from desktop.sessions.models.model_downloads import ModelDownloads
from desktop.values.model_download import DownloadState
from tests.support.published_models import SIZE, FakeSource, published

FRENCH, DUTCH = published("fr"), published("nl")


class Downloads(ModelDownloads):
    """A session and the source behind it."""

    def __init__(self) -> None:
        self.source = FakeSource()
        super().__init__(self.source)

    def states(self) -> dict[str, DownloadState]:
        """Return the state of each download, by source language."""
        return {one.model.source_languages[0]: one.state for one in self.downloads}


@pytest.fixture
def downloads(qtbot: QtBot) -> Iterator[Downloads]:
    del qtbot  # an application
    downloads = Downloads()
    yield downloads
    downloads.close()
    assert downloads.wait(QDeadlineTimer(10_000))


def test_they_wait_for_each_other_and_are_installed(downloads: Downloads, qtbot: QtBot) -> None:
    names: list[str] = []
    downloads.installed.connect(names.append)
    downloads.download(FRENCH)
    downloads.download(DUTCH)
    downloads.download(FRENCH)
    assert downloads.states() == {"fr": DownloadState.RUNNING, "nl": DownloadState.WAITING}
    qtbot.waitUntil(lambda: downloads.downloads[0].received == SIZE // 2)
    downloads.source.held.set()
    qtbot.waitUntil(lambda: names == [FRENCH.name, DUTCH.name])
    assert set(downloads.states().values()) == {DownloadState.INSTALLED}


def test_one_that_is_paused_makes_room_and_goes_on_where_it_stopped(
    downloads: Downloads, qtbot: QtBot
) -> None:
    downloads.download(FRENCH)
    downloads.download(DUTCH)
    qtbot.waitUntil(lambda: downloads.downloads[0].received > 0)
    downloads.pause(FRENCH.name)
    qtbot.waitUntil(lambda: downloads.states()["nl"] is DownloadState.RUNNING)
    assert downloads.states()["fr"] is DownloadState.PAUSED
    downloads.resume(FRENCH.name)
    assert downloads.downloads[0].received == SIZE // 2
    downloads.source.held.set()
    qtbot.waitUntil(lambda: set(downloads.states().values()) == {DownloadState.INSTALLED})


def test_one_that_is_cancelled_leaves_nothing_behind(downloads: Downloads, qtbot: QtBot) -> None:
    removed: list[str] = []
    downloads.removed.connect(removed.append)
    downloads.download(FRENCH)
    downloads.download(DUTCH)
    qtbot.waitUntil(lambda: downloads.downloads[0].received > 0)
    downloads.cancel(FRENCH.name)
    qtbot.waitUntil(lambda: downloads.states() == {"nl": DownloadState.RUNNING})
    qtbot.waitUntil(lambda: list(downloads.source.received) == [DUTCH.name])
    assert removed == [FRENCH.name]


def test_a_failure_says_why_and_does_not_stop_the_others(
    downloads: Downloads, qtbot: QtBot
) -> None:
    error = OSError(28, "No space left on device")
    downloads.source.errors.append(error)
    downloads.download(FRENCH)
    downloads.download(DUTCH)
    downloads.source.held.set()
    qtbot.waitUntil(lambda: downloads.states()["nl"] is DownloadState.INSTALLED)
    assert downloads.downloads[0].state is DownloadState.FAILED
    assert downloads.downloads[0].error is error
    downloads.resume(FRENCH.name)
    qtbot.waitUntil(lambda: downloads.states()["fr"] is DownloadState.INSTALLED)


def test_what_was_received_outlives_the_program(qtbot: QtBot) -> None:
    downloads = Downloads()
    downloads.download(FRENCH)
    qtbot.waitUntil(lambda: downloads.downloads[0].received > 0)
    downloads.close()
    assert downloads.wait(QDeadlineTimer(10_000))
    assert not downloads.source.installed
    later = Downloads()
    later.source.received.update(downloads.source.received)
    later.list_kept([DUTCH, FRENCH])
    assert later.states() == {"fr": DownloadState.PAUSED}
    assert later.downloads[0].received == SIZE // 2
    later.close()
    assert later.wait(QDeadlineTimer(10_000))
