from desktop.sessions.translation.stream_pace import STREAM_SECONDS, StreamPace


def test_showing_parts_leaves_the_window_its_time() -> None:
    pace = StreamPace()
    now, busy = 0.0, 0.0
    pace.begin(now)
    while now < 100:
        if pace.is_due(now):
            pace.note_shown(now, now + 0.5)
            busy += 0.5
            now += 0.5
        now += 0.01
    assert 5 < busy < 12


def test_a_short_translation_has_no_parts() -> None:
    pace = StreamPace()
    pace.begin(7.0)
    assert not pace.is_due(7.0 + 0.9 * STREAM_SECONDS)
    assert pace.is_due(7.0 + STREAM_SECONDS)
