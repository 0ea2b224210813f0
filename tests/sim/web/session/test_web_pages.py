"""The messages to a page: the newest of each snapshot, every event, its answers; nothing old."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shell.parts.wire_tap import WireFrame
from sim.web.messages.messages_out import (
    Broadcast,
    EventMessage,
    EventsMessage,
    FramesMessage,
    Hello,
    PageAnswer,
    PeopleMessage,
    StatusMessage,
)
from sim.web.session.journal_poller import JOURNAL_TAIL
from sim.web.session.pages import MAX_FRAMES, MAX_PAGES, OpenPages, PageQueue

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


def events(*records: int, anew: bool = False) -> EventsMessage:
    return EventsMessage(
        tuple(EventMessage(n, "", "key", "", {}) for n in records), replaces_all=anew
    )


def frames(*numbers: int, lost: int = 0) -> FramesMessage:
    return FramesMessage(
        tuple(WireFrame(n, 0, "", "in", "", "") for n in numbers), lost, {"i2c": 0.5}
    )


def people(step: int) -> PeopleMessage:
    return PeopleMessage(play=False, times=1, step=step)


async def all_of(page: PageQueue) -> list[Told]:
    """Read whatever there is to be read."""
    told = []
    while True:
        reading = asyncio.create_task(page.next_message())
        for _ in range(TURNS):
            await asyncio.sleep(0)
        if not reading.done():
            reading.cancel()
            return told
        told.append(msgspec.json.decode(reading.result()))


def looped(doing: Coroutine[Any, Any, Result]) -> Result:
    """Do it in a thread of its own: that of the tests may have a browser's loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result()


def in_a_loop(doing: Callable[[OpenPages, PageQueue], None]) -> list[Told]:
    """Return what a page is told that was there before something was done."""

    async def run() -> list[Told]:
        pages = OpenPages()
        page = pages.open_page()
        assert page is not None
        await all_of(page)
        doing(pages, page)
        return await all_of(page)

    return looped(run())


def records(told: Told) -> list[int]:
    return [event["record"] for event in told["events"]]


def test_only_the_newest_snapshot_sent() -> None:
    def doing(pages: OpenPages, _: PageQueue) -> None:
        for step in range(1000):
            pages.publish(people(step))
            pages.publish(StatusMessage(None))

    assert [told.get("step") for told in in_a_loop(doing)] == [999, None]


def test_waiting_events_sent_in_order() -> None:
    def doing(pages: OpenPages, _: PageQueue) -> None:
        pages.publish(events(1, 2))
        pages.publish(events(3))

    (told,) = in_a_loop(doing)
    assert (records(told), told["anew"]) == ([1, 2, 3], False)


def test_unread_events_are_replaced() -> None:
    def doing(pages: OpenPages, _: PageQueue) -> None:
        for number in range(10 * JOURNAL_TAIL):
            pages.publish(events(number))

    (told,) = in_a_loop(doing)
    assert (records(told), told["anew"]) == (list(range(9 * JOURNAL_TAIL, 10 * JOURNAL_TAIL)), True)


@given(
    st.lists(st.tuples(st.lists(st.integers(), max_size=JOURNAL_TAIL), st.booleans()), max_size=8)
)
def test_late_page_gets_the_same_events(told: list[tuple[list[int], bool]]) -> None:
    async def run() -> None:
        pages = OpenPages()
        early = pages.open_page()
        assert early is not None
        seen: list[int] = []
        for numbers, anew in told:
            pages.publish(events(*numbers, anew=anew))
            for message in await all_of(early):
                seen = [*([] if message["anew"] else seen), *records(message)]
        late = pages.open_page()
        assert late is not None
        (message,) = await all_of(late)
        assert message["anew"]
        assert records(message) == seen[-JOURNAL_TAIL:]

    looped(run())


def test_frames_go_to_open_panels() -> None:
    def outside(pages: OpenPages, _: PageQueue) -> None:
        pages.publish(frames(1))

    def inside(pages: OpenPages, page: PageQueue) -> None:
        page.frames_shown = True
        pages.publish(frames(*range(MAX_FRAMES), lost=3))
        pages.publish(frames(MAX_FRAMES, MAX_FRAMES + 1, lost=4))

    assert in_a_loop(outside) == []
    (told,) = in_a_loop(inside)
    assert [frame["number"] for frame in told["frames"]] == list(range(2, MAX_FRAMES + 2))
    assert told["lost"] == 3 + 4 + 2


def test_hello_discards_earlier() -> None:
    def doing(pages: OpenPages, page: PageQueue) -> None:
        page.frames_shown = True
        pages.publish(people(1))
        pages.publish(events(1))
        pages.publish(frames(1))
        page.answer(PageAnswer(5))
        pages.publish(HELLO)
        pages.publish(StatusMessage(None))

    told = in_a_loop(doing)
    assert [message["topic"] for message in told] == ["answer", "hello", "status"]


def test_new_page_first_gets_the_hello() -> None:
    async def run() -> list[str]:
        pages = OpenPages()
        for told in (people(1), HELLO, StatusMessage(None), people(2)):
            pages.publish(told)
        page = pages.open_page()
        assert page is not None
        return [message["topic"] for message in await all_of(page)]

    assert looped(run()) == ["hello", "status", "people", "events"]


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


@pytest.mark.parametrize("told", [people(1), StatusMessage(None), events(1), frames(1), HELLO])
def test_late_publishing_is_harmless(told: Broadcast) -> None:
    async def run() -> OpenPages:
        pages = OpenPages()
        page = pages.open_page()
        assert page is not None
        page.frames_shown = True
        return pages

    looped(run()).publish(told)
