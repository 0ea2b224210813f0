"""From an event to the bytes that caused it, and back: page/event_frames.js, by one clock."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.called import called
from tests.kits.sim.web.page_files import EMPTY, page_files

pytestmark = needs_chromium

JOIN = """async ([frames, events, event]) => {
    const { EventFrames, identifyEvents } = await import('/event_frames.js');
    const joined = new EventFrames();
    joined.setEvents(identifyEvents(events));
    for (const batch of frames) joined.addFrames({ frames: batch, lost: 0 });
    const chosen = joined.events[event];
    return {
        frames: joined.framesOf(chosen).map(({ number }) => number),
        parts: joined.partsOf(chosen),
        before: joined.isBefore(chosen),
        back: joined.frames.map((frame) => joined.eventOf(frame)?.id ?? null),
        numbers: joined.frames.map(({ number }) => number),
    };
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """A page that has nothing but the modules of the real one."""
    with page_files(EMPTY) as host, browser.new_page() as page:
        page.goto(host)
        yield page


def frame(number: int, at: int, part: str, way: str = "in") -> dict[str, Any]:
    return {"number": number, "at_ms": at, "part": part, "way": way, "octets": "", "said": ""}


def event(record: int, at: int | None, *parts: str, kind: str = "chips") -> dict[str, Any]:
    timed = {} if at is None else {"at_ms": at}
    return {"record": record, "wall": "", "kind": kind, "parts": list(parts), **timed}


def joined(page: Page, frames: list[Any], events: list[Any], chosen: int = 0) -> Any:
    batches = frames if frames and isinstance(frames[0], list) else [frames]
    return called(page, JOIN, [batches, events, chosen])


def test_earlier_frames_are_joined(page: Page) -> None:
    frames = [
        *(frame(1, 700, "shoe"), frame(2, 900, "chips"), frame(3, 990, "shoe", "dropped")),
        *(frame(4, 1000, "shoe"), frame(5, 1001, "shoe")),
    ]
    rows = joined(page, frames, [event(9, 1000, "shoe")])
    assert rows["frames"] == [1, 3, 4]
    assert rows["back"] == ["9.0", None, "9.0", "9.0", None]


def test_too_early_frames_not_joined(page: Page) -> None:
    frames = [frame(1, 1000, "keys"), frame(2, 1999, "keys")]
    assert joined(page, frames, [event(9, 2000, "keys")])["frames"] == [2]


def test_used_frames_are_not_reused(page: Page) -> None:
    frames = [frame(1, 900, "shoe"), frame(2, 1000, "shoe"), frame(3, 1100, "shoe")]
    events = [event(5, 1000, "shoe"), event(6, 1050, "chips"), event(7, 1110, "shoe")]
    assert joined(page, frames, events, 2)["frames"] == [3]


def test_last_of_many_frames_are_shown(page: Page) -> None:
    frames = [frame(at, 1000 + at, "chips") for at in range(1, 100)]
    assert joined(page, frames, [event(5, 1099, "chips")])["frames"] == list(range(92, 100))


def test_ruling_follows_its_event(page: Page) -> None:
    events = [event(5, 1000, "chips"), event(6, 1000, kind="ruling"), event(7, 1200, "keys")]
    rows = joined(page, [frame(1, 990, "chips"), frame(2, 995, "keys")], events, 1)
    assert rows["parts"] == ["chips"]
    assert rows["frames"] == [1]
    assert rows["back"][0] == "5.0"


@pytest.mark.parametrize("lone", [event(5, 1000), event(5, None, "shoe")], ids=["table", "no time"])
def test_event_without_wire_has_none(page: Page, lone: Any) -> None:
    assert joined(page, [frame(1, 990, "shoe")], [lone])["frames"] == []


def test_event_before_frames_is_marked(page: Page) -> None:
    frames = [frame(1, 2000, "shoe")]
    assert joined(page, frames, [event(5, 1000, "shoe")])["before"]
    assert not joined(page, frames, [event(5, 2500, "chips")])["before"]


def test_frames_outlive_newer_ones(page: Page) -> None:
    pushing = [[frame(10 + at, 3000 + at, "chips") for at in range(13000)]]
    frames = [[frame(1, 990, "shoe")], [frame(2, 2900, "chips")], *pushing]
    rows = joined(page, frames, [event(5, 1000, "shoe")])
    assert 1 not in rows["numbers"]
    assert rows["frames"] == [1]


def test_numbers_continue_after_restart(page: Page) -> None:
    frames = [[frame(1, 900, "shoe"), frame(2, 950, "shoe")], [frame(1, 3000, "shoe")]]
    assert joined(page, frames, [event(5, 3100, "shoe")])["numbers"] == [1, 2, 3]
    assert joined(page, frames, [event(5, 3100, "shoe")])["frames"] == [3]


def test_entries_have_their_own_ids(page: Page) -> None:
    events = [event(5, 1), event(6, 1), event(6, 1), event(7, 1)]
    named = """async (events) => {
        const { identifyEvents } = await import('/event_frames.js');
        return identifyEvents(events).map(({ id }) => id);
    }"""
    assert called(page, named, events) == ["5.0", "6.0", "6.1", "7.0"]
