"""Whether a window can be opened is known before Qt would abort the program."""

import sys

import pytest

from desktop.platform.display import display_problem

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="elsewhere there is always a display"
)


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def test_without_any_display_it_says_what_is_not_set() -> None:
    assert display_problem() == "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"


def test_a_display_that_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":7654")
    assert display_problem() == "the display :7654 cannot be opened"


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "offscreen:size=800x600", "vnc"])
def test_platforms_without_a_display_need_none(
    monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    monkeypatch.setenv("QT_QPA_PLATFORM", platform)
    assert display_problem() is None


def test_wayland_is_left_to_qt_unless_x_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert display_problem() is None
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    assert display_problem() is not None


def test_other_systems_always_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert display_problem() is None
