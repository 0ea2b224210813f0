"""The messages to a page: its state by changes, every event, its answers; nothing old."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shell.parts.wire_tap import WireFrame
from sim.web.messages.broadcast import Broadcast
from sim.web.messages.messages_in import SetView
from sim.web.messages.messages_out import (
    EventMessage,
    EventsMessage,
    FramesMessage,
    Hello,
    Lights,
    PageAnswer,
    PeopleMessage,
    StatusMessage,
)
from sim.web.session.journal_poller import JOURNAL_TAIL
from sim.web.session.pages import MAX_FRAMES, MAX_PAGES, OpenPages, PageQueue
from tests.kits.sim.web.received_state import ReceivedState

Told = dict[str, Any]
Result = TypeVar("Result")
TURNS = 3
"""Of the loop, after which whatever can be read at once has been."""
HELLO = Hello(
    version="1",
    table_number=1,
    game="baccarat",
    games=(),
    language="fr",
    words={},
    felt=None,
    keys=(),
    long_press_keys=(), doors=(), denominations=(), pack=(), decks=0, decisions=(), instrument=None,
    symbols=(), parts=(), diagram=None,
)  # fmt: skip


def events(*records: int, replaces_all: bool = False) -> EventsMessage:
    return EventsMessage(
        tuple(EventMessage(n, "", "key", "", {}) for n in records), replaces_all=replaces_all
    )


def frames(*numbers: int, lost: int = 0) -> FramesMessage:
    return FramesMessage(
        tuple(WireFrame(n, 0, "", "in", "", "") for n in numbers), lost, {"i2c": 0.5}
    )


def people(step: int) -> PeopleMessage:
    return PeopleMessage(play=False, times=1, step=step)


async def all_of(page: PageQueue) -> list[Told]:
    """Read whatever there is to be read."""
    reading = asyncio.create_task(page.next_messages())
    for _ in range(TURNS):
        await asyncio.sleep(0)
    if not reading.done():
        reading.cancel()
        return []
    return [msgspec.json.decode(message) for message in reading.result()]


def looped(doing: Coroutine[Any, Any, Result]) -> Result:
    """Do it in a thread of its own: that of the tests may have a browser's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result()


def in_a_loop(doing: Callable[[OpenPages, PageQueue], None]) -> list[Told]:
    """Return what a page is sent that was there before something was done."""

    async def run() -> list[Told]:
        pages = OpenPages()
        page = pages.open_page()
        assert page is not None
        await all_of(page)
        doing(pages, page)
        return await all_of(page)

    return looped(run())


def records(reported: Told) -> list[int]:
    return [event["record"] for event in reported["events"]]


def test_unread_changes_become_one() -> None:
    def doing(pages: OpenPages, _: PageQueue) -> None:
        for step in range(1000):
            pages.publish(people(step))
            pages.publish(StatusMessage(None))

    (message,) = in_a_loop(doing)
    assert message["change"]["people"][0]["step"] == 999
    assert message["change"]["status"] == [{"status": None}]


def test_only_changed_fields_are_sent() -> None:
    async def run() -> list[Told]:
        pages = OpenPages()
        page = pages.open_page()
        assert page is not None
        pages.publish(people(1))
        pages.publish(StatusMessage(None))
        await all_of(page)
        pages.publish(StatusMessage(None))
        pages.publish(people(2))
        return await all_of(page)

    (message,) = looped(run())
    assert message == {"topic": "state", "number": 2, "change": {"people": {"step": [2]}}}


def test_undone_change_is_not_sent() -> None:
    async def run() -> list[Told]:
        pages = OpenPages()
        page = pages.open_page()
        assert page is not None
        pages.publish(people(1))
        await all_of(page)
        pages.publish(people(2))
        pages.publish(people(1))
        return await all_of(page)

    assert looped(run()) == []


def test_hidden_page_has_no_pictures() -> None:
    """Once it is visible again it gets them whole, and once."""
    shown, hidden = (SetView(frames_shown=True, visible=visible) for visible in (True, False))

    async def run() -> None:
        pages, received = OpenPages(), ReceivedState()
        page = pages.open_page()
        assert page is not None

        async def topics() -> list[str]:
            for message in await all_of(page):
                if message["topic"] == "state":
                    received.receive(message)
            return sorted(received.topics)

        pages.publish(people(1))
        pages.publish(Lights({1: (0, 0, 0)}))
        page.set_view(shown)
        assert await topics() == ["lights", "people"]
        page.set_view(hidden)
        assert await topics() == ["people"]
        assert not pages.frames_shown()
        pages.publish(Lights({1: (9, 9, 9)}))
        assert await all_of(page) == []
        page.set_view(shown)
        assert await topics() == ["lights", "people"]
        assert received.topics["lights"] == {"spots": {"1": [9, 9, 9]}}
        assert pages.frames_shown()

    looped(run())


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3), st.booleans()), max_size=20))
def test_page_has_the_newest_state_however_slow(acts: list[tuple[int, int, bool]]) -> None:
    """Once it has read all, it has what a page has that comes now."""

    async def run() -> None:
        pages, received = OpenPages(), ReceivedState()
        page = pages.open_page()
        assert page is not None
        for topic, value, reads in acts:
            pages.publish(broadcast(topic, value))
            if reads:
                await receive(page, received)
        await receive(page, received)
        late, fresh = pages.open_page(), ReceivedState()
        assert late is not None
        await receive(late, fresh)
        assert received.topics == fresh.topics

    looped(run())


def broadcast(topic: int, value: int) -> Broadcast:
    """Return a message of one of three topics; each hello is of another table."""
    others = people(value), Lights({spot: (spot, value, 0) for spot in range(value)})
    return (*others, msgspec.structs.replace(HELLO, table_number=value))[topic]


async def receive(page: PageQueue, received: ReceivedState) -> None:
    for message in await all_of(page):
        if message["topic"] == "state":
            received.receive(message)


def test_waiting_events_sent_in_order() -> None:
    def doing(pages: OpenPages, _: PageQueue) -> None:
        pages.publish(events(1, 2))
        pages.publish(events(3))

    (message,) = in_a_loop(doing)
    assert (records(message), message["anew"]) == ([1, 2, 3], False)


def test_unread_events_are_replaced() -> None:
    def doing(pages: OpenPages, _: PageQueue) -> None:
        for number in range(10 * JOURNAL_TAIL):
            pages.publish(events(number))

    (message,) = in_a_loop(doing)
    assert (records(message), message["anew"]) == (
        list(range(9 * JOURNAL_TAIL, 10 * JOURNAL_TAIL)),
        True,
    )


@given(
    st.lists(st.tuples(st.lists(st.integers(), max_size=JOURNAL_TAIL), st.booleans()), max_size=8)
)
def test_late_page_gets_the_same_events(reported: list[tuple[list[int], bool]]) -> None:
    async def run() -> None:
        pages = OpenPages()
        early = pages.open_page()
        assert early is not None
        seen: list[int] = []
        for numbers, replaces_all in reported:
            pages.publish(events(*numbers, replaces_all=replaces_all))
            for message in [one for one in await all_of(early) if one["topic"] == "events"]:
                seen = [*([] if message["anew"] else seen), *records(message)]
        late = pages.open_page()
        assert late is not None
        _, message = await all_of(late)
        assert message["anew"]
        assert records(message) == seen[-JOURNAL_TAIL:]

    looped(run())


def test_frames_go_to_open_panels() -> None:
    def outside(pages: OpenPages, _: PageQueue) -> None:
        pages.publish(frames(1))

    def inside(pages: OpenPages, page: PageQueue) -> None:
        page.set_view(SetView(frames_shown=True))
        pages.publish(frames(*range(MAX_FRAMES), lost=3))
        pages.publish(frames(MAX_FRAMES, MAX_FRAMES + 1, lost=4))

    assert in_a_loop(outside) == []
    (message,) = in_a_loop(inside)
    assert [frame["number"] for frame in message["frames"]] == list(range(2, MAX_FRAMES + 2))
    assert message["lost"] == 3 + 4 + 2


def test_hello_discards_earlier() -> None:
    def doing(pages: OpenPages, page: PageQueue) -> None:
        page.set_view(SetView(frames_shown=True))
        pages.publish(people(1))
        pages.publish(events(1))
        pages.publish(frames(1))
        page.answer(PageAnswer(5))
        pages.publish(HELLO)
        pages.publish(StatusMessage(None))

    received = in_a_loop(doing)
    assert [message["topic"] for message in received] == ["answer", "state"]
    assert list(received[1]["change"]) == ["hello", "status"]


def test_new_page_gets_the_whole_state_of_the_last_table() -> None:
    async def run() -> list[str]:
        pages = OpenPages()
        for message in (people(1), HELLO, StatusMessage(None), people(2)):
            pages.publish(message)
        page = pages.open_page()
        assert page is not None
        state, recent_events = await all_of(page)
        assert recent_events["anew"]
        return list(state["change"][0])

    assert looped(run()) == ["hello", "status", "people"]


def test_number_of_pages_is_bounded() -> None:
    async def run() -> None:
        pages = OpenPages()
        assert not pages.has_pages()
        opened = [pages.open_page() for _ in range(MAX_PAGES)]
        assert all(opened)
        assert pages.has_pages()
        assert pages.open_page() is None
        assert opened[0] is not None
        pages.close_page(opened[0])
        assert pages.open_page() is not None

    looped(run())


@pytest.mark.parametrize("message", [people(1), StatusMessage(None), events(1), frames(1), HELLO])
def test_late_publishing_is_harmless(message: Broadcast) -> None:
    async def run() -> OpenPages:
        pages = OpenPages()
        page = pages.open_page()
        assert page is not None
        page.set_view(SetView(frames_shown=True))
        return pages

    looped(run()).publish(message)
