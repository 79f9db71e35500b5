from dataclasses import dataclass, field
from threading import Event

from hypothesis import given
from hypothesis import strategies as st

from desktop.sessions.channel import Channel


@dataclass(eq=False)
class Request:
    number: int
    cancelled: Event = field(default_factory=Event)


def channel_with_log() -> tuple[Channel, list[Request]]:
    channel, sent = Channel(), list[Request]()
    channel.sent.connect(sent.append)
    return channel, sent


@given(st.lists(st.sampled_from(["submit", "end", "end another", "cancel"]), max_size=40))
def test_every_request_is_sent_once_or_replaced_before_and_the_newest_is_last(
    steps: list[str],
) -> None:
    channel, sent = channel_with_log()
    submitted: list[Request] = []
    ended: list[Request] = []
    forgotten: set[Request] = set()

    def end() -> None:
        if len(sent) > len(ended):
            ended.append(sent[-1])
            assert channel.ended(ended[-1])

    for step in steps:
        match step:
            case "submit":
                submitted.append(Request(len(submitted)))
                channel.submit(submitted[-1])
                running = set(sent) - set(ended) - {submitted[-1]}
                assert all(request.cancelled.is_set() for request in running)
            case "end":
                end()
            case "end another":
                assert not channel.ended(Request(-1))
                if ended:
                    assert not channel.ended(ended[-1])
            case _:
                forgotten |= set(submitted) - set(sent)
                channel.cancel()
        assert len(sent) - len(ended) in (0, 1)
        assert channel.is_busy == (len(sent) > len(ended))
    while channel.is_busy:
        end()

    assert sent == ended
    assert len(set(sent)) == len(sent)
    assert sent == sorted(sent, key=lambda request: request.number)
    if submitted and submitted[-1] not in forgotten:
        assert sent[-1] is submitted[-1]
    for request in set(submitted) - set(sent):
        assert request in forgotten or any(later.number > request.number for later in submitted)


def test_a_newer_request_cancels_the_one_at_work_and_waits_for_its_end() -> None:
    channel, sent = channel_with_log()
    first, second, third = Request(1), Request(2), Request(3)

    channel.submit(first)
    assert channel.is_current(first)
    channel.submit(second)
    channel.submit(third)
    assert sent == [first]
    assert first.cancelled.is_set()
    assert not channel.is_current(first)
    assert channel.ended(first)

    assert sent == [first, third]
    assert not third.cancelled.is_set()


def test_what_is_cancelled_is_no_longer_wanted_but_has_still_to_end() -> None:
    channel, sent = channel_with_log()
    first, second = Request(1), Request(2)

    channel.submit(first)
    channel.submit(second)
    channel.cancel()
    assert not channel.is_current(first)
    assert channel.ended(first)

    assert sent == [first]
    assert not channel.is_busy
    assert not second.cancelled.is_set()


def test_an_answer_is_waited_for_from_the_asking_to_the_end_or_the_cancelling() -> None:
    channel, _ = channel_with_log()
    first = Request(1)
    waited_for = [channel.is_wanted]
    channel.submit(first)
    waited_for.append(channel.is_wanted)
    channel.submit(Request(2))
    waited_for.append(channel.is_wanted)
    channel.cancel()
    waited_for.append(channel.is_wanted)
    channel.submit(Request(3))
    waited_for.append(channel.is_wanted)
    channel.ended(first)
    waited_for.append(channel.is_wanted)
    assert waited_for == [False, True, True, False, True, True]
