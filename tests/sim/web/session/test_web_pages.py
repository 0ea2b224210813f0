"""The messages to a page: the newest of each snapshot, every event, its answers; nothing old."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.shell.parts.tap import Frame
from sim.web.messages.messages_out import (
    Answer,
    Broadcast,
    Events,
    EventTold,
    FramesTold,
    Hello,
    PeopleTold,
    StatusTold,
)
from sim.web.session.listening import KEPT
from sim.web.session.pages import MOST, MOST_FRAMES, Page, Pages

Told = dict[str, Any]
Result = TypeVar("Result")
TURNS = 3
"""Of the loop, after which whatever can be read at once has been."""
HELLO = Hello(
    version="1", seat=1, game="baccarat", games=(), language="fr", words={}, felt=None, keys=(),
    held=(), doors=(), denominations=(), pack=(), decks=0, decisions=(), instrument=None,
    symbols=(), parts=(), diagram=None,
)  # fmt: skip


def events(*records: int, anew: bool = False) -> Events:
    return Events(tuple(EventTold(n, "", "key", "", {}) for n in records), anew=anew)


def frames(*numbers: int, lost: int = 0) -> FramesTold:
    return FramesTold(tuple(Frame(n, 0, "", "in", "", "") for n in numbers), lost, {"i2c": 0.5})


def people(step: int) -> PeopleTold:
    return PeopleTold(play=False, times=1, step=step)


async def all_of(page: Page) -> list[Told]:
    """Read whatever there is to be read."""
    told = []
    while True:
        reading = asyncio.create_task(page.read())
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


def in_a_loop(doing: Callable[[Pages, Page], None]) -> list[Told]:
    """Return what a page is told that was there before something was done."""

    async def run() -> list[Told]:
        pages = Pages()
        page = pages.come()
        assert page is not None
        await all_of(page)
        doing(pages, page)
        return await all_of(page)

    return looped(run())


def records(told: Told) -> list[int]:
    return [event["record"] for event in told["events"]]


def test_of_a_snapshot_only_the_newest_is_told() -> None:
    def doing(pages: Pages, _: Page) -> None:
        for step in range(1000):
            pages.tell(people(step))
            pages.tell(StatusTold(None))

    assert [told.get("step") for told in in_a_loop(doing)] == [999, None]


def test_events_that_wait_are_told_together_and_in_order() -> None:
    def doing(pages: Pages, _: Page) -> None:
        pages.tell(events(1, 2))
        pages.tell(events(3))

    (told,) = in_a_loop(doing)
    assert (records(told), told["anew"]) == ([1, 2, 3], False)


def test_a_page_that_reads_no_events_is_told_the_last_ones_anew() -> None:
    def doing(pages: Pages, _: Page) -> None:
        for number in range(10 * KEPT):
            pages.tell(events(number))

    (told,) = in_a_loop(doing)
    assert (records(told), told["anew"]) == (list(range(9 * KEPT, 10 * KEPT)), True)


@given(st.lists(st.tuples(st.lists(st.integers(), max_size=KEPT), st.booleans()), max_size=8))
def test_whoever_comes_late_has_the_same_events(told: list[tuple[list[int], bool]]) -> None:
    async def run() -> None:
        pages = Pages()
        early = pages.come()
        assert early is not None
        seen: list[int] = []
        for numbers, anew in told:
            pages.tell(events(*numbers, anew=anew))
            for message in await all_of(early):
                seen = [*([] if message["anew"] else seen), *records(message)]
        late = pages.come()
        assert late is not None
        (message,) = await all_of(late)
        assert message["anew"]
        assert records(message) == seen[-KEPT:]

    looped(run())


def test_frames_are_for_who_looks_inside_and_the_oldest_make_room() -> None:
    def outside(pages: Pages, _: Page) -> None:
        pages.tell(frames(1))

    def inside(pages: Pages, page: Page) -> None:
        page.inside = True
        pages.tell(frames(*range(MOST_FRAMES), lost=3))
        pages.tell(frames(MOST_FRAMES, MOST_FRAMES + 1, lost=4))

    assert in_a_loop(outside) == []
    (told,) = in_a_loop(inside)
    assert [frame["number"] for frame in told["frames"]] == list(range(2, MOST_FRAMES + 2))
    assert told["lost"] == 3 + 4 + 2


def test_a_hello_voids_what_was_told_before_it() -> None:
    def doing(pages: Pages, page: Page) -> None:
        page.inside = True
        pages.tell(people(1))
        pages.tell(events(1))
        pages.tell(frames(1))
        page.answer(Answer(5))
        pages.tell(HELLO)
        pages.tell(StatusTold(None))

    told = in_a_loop(doing)
    assert [message["topic"] for message in told] == ["answer", "hello", "status"]


def test_a_page_that_comes_is_first_told_of_the_table() -> None:
    async def run() -> list[str]:
        pages = Pages()
        for told in (people(1), HELLO, StatusTold(None), people(2)):
            pages.tell(told)
        page = pages.come()
        assert page is not None
        return [message["topic"] for message in await all_of(page)]

    assert looped(run()) == ["hello", "status", "people", "events"]


def test_there_are_only_so_many_pages_and_who_goes_makes_room() -> None:
    async def run() -> None:
        pages = Pages()
        assert not pages.watched()
        opened = [pages.come() for _ in range(MOST)]
        assert all(opened)
        assert pages.watched()
        assert pages.come() is None
        assert opened[0] is not None
        pages.go(opened[0])
        assert pages.come() is not None

    looped(run())


@pytest.mark.parametrize("told", [people(1), StatusTold(None), events(1), frames(1), HELLO])
def test_what_is_told_when_the_loop_has_ended_disturbs_nobody(told: Broadcast) -> None:
    async def run() -> Pages:
        pages = Pages()
        page = pages.come()
        assert page is not None
        page.inside = True
        return pages

    looped(run()).tell(told)
