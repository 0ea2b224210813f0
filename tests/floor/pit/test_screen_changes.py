"""A page has the whole screen once, then the changes; all pages share one encoding."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from starlette.requests import Request

from firmware.floor.pit.access import RateLimiter
from firmware.floor.pit.alarm_groups import AlarmGroup
from firmware.floor.pit.alarm_policy import AlarmRank
from firmware.floor.pit.gate import PROXIED_STREAM_S, SESSION_CHECK_S, Gate
from firmware.floor.pit.house_proxy import GroupRole
from firmware.floor.pit.screen import FloorScreen, SourceTile, TableTile, money_summary
from firmware.floor.pit.screen_changes import REMEMBERED_MESSAGES, SILENT_EVENT, ScreenChanges
from firmware.floor.pit.tile_order import TablePlace
from firmware.floor.projection.takings_sums import TakingsSums
from sim.classroom.received_state import changed_value
from tests.kits.floor.pit_kit import facts_of, store_facts
from tests.kits.floor.pit_people import PeoplePit
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import served

NOTHING = money_summary(TakingsSums())


def tile(name: str, round_number: int = 1) -> TableTile:
    limits = {"player": {"min_cents": 500, "max_cents": 10_000}}
    return TableTile(name, "", limits, "open", round_number, 0, 0, None, 0, NOTHING, 0, 0)


def screen(rng: Random, now: int) -> FloorScreen:
    names = [f"TBL-{number}" for number in range(6) if rng.random() < 0.8]
    tiles = [tile(name, rng.randrange(3)) for name in names]
    banks = [SourceTile("TBL-1", "bank", None, 0, 0)] if rng.random() < 0.5 else []
    groups = tuple(
        AlarmGroup(
            *(f"table {name}", "table", None, AlarmRank.HIGH, (name,), (), ("a",)),
            *(now, now, None, False, True),
        )
        for name in names
        if rng.random() < 0.3
    )
    places = {name: TablePlace("montreal", rng.choice("AB")) for name in names}
    return FloorScreen(now, 0, (*tiles, *banks), (), (), False, groups, (), places)


class ReadPage:
    """A page's state by the events that it has received."""

    def __init__(self) -> None:
        self.number, self.state = -1, dict[str, Any]()
        self.whole_count = 0

    def receive(self, event: bytes) -> None:
        head, _, data = event.decode().partition("data: ")
        assert head.startswith("event: state\n")
        message = msgspec.json.decode(data)
        if isinstance(message["change"], list):
            self.whole_count += 1
        else:
            assert message["number"] == self.number + 1
        self.number, self.state = message["number"], changed_value(self.state, message["change"])


def shown(state: dict[str, Any]) -> Any:
    """Return the tiles of a page in their order, and the other fields."""
    tiles = [state["tiles"][key] for key in state["order"]]
    return tiles, state["groups"], state["places"], state["now"]


def fields_of(of: FloorScreen) -> Any:
    built = msgspec.json.decode(msgspec.json.encode(of))
    return built["tiles"], built["groups"], built["places"], built["now"]


async def next_event(events: AsyncIterator[bytes]) -> bytes:
    return await asyncio.wait_for(anext(events), 20)


def test_page_shows_the_screen_after_each_change() -> None:
    async def follow() -> None:
        rng, changes, page = Random(1), ScreenChanges(), ReadPage()
        changes.publish(screen(rng, 0))
        events = changes.events()
        page.receive(await next_event(events))
        for now in range(1, 200):
            newest = screen(rng, now)
            changes.publish(newest)
            page.receive(await next_event(events))
            assert shown(page.state) == fields_of(newest)
        assert page.whole_count == 1

    asyncio.run(follow())


def test_all_pages_share_one_encoding() -> None:
    async def follow() -> None:
        rng, changes = Random(2), ScreenChanges()
        changes.publish(screen(rng, 0))
        pages = [changes.events() for _ in range(200)]
        for now in range(1, 4):
            received = [await next_event(events) for events in pages]
            assert all(event is received[0] for event in received)
            changes.publish(screen(rng, now))

    asyncio.run(follow())


def test_slow_page_gets_the_whole_again() -> None:
    async def follow() -> None:
        rng, changes, page = Random(3), ScreenChanges(), ReadPage()
        changes.publish(screen(rng, 0))
        events = changes.events()
        page.receive(await next_event(events))
        for now in range(1, REMEMBERED_MESSAGES + 2):
            newest = screen(rng, now)
            changes.publish(newest)
        page.receive(await next_event(events))
        assert page.whole_count == 2
        assert shown(page.state) == fields_of(newest)

    asyncio.run(follow())


def test_silent_database_ends_with_the_whole() -> None:
    async def follow() -> None:
        rng, changes, page = Random(4), ScreenChanges(), ReadPage()
        changes.publish(None)
        events = changes.events()
        assert await next_event(events) == SILENT_EVENT
        assert changes.whole_message() is None
        changes.publish(screen(rng, 1))
        page.receive(await next_event(events))
        changes.publish(None)
        assert await next_event(events) == SILENT_EVENT
        changes.publish(screen(rng, 3))
        page.receive(await next_event(events))
        assert page.whole_count == 2

    asyncio.run(follow())


def test_unchanged_tile_is_not_sent() -> None:
    async def follow() -> None:
        changes = ScreenChanges()
        tiles = tuple(tile(f"TBL-{number}") for number in range(50))
        changes.publish(FloorScreen(0, 0, tiles, ()))
        events = changes.events()
        await next_event(events)
        changes.publish(FloorScreen(1, 0, (tile("TBL-0", 2), *tiles[1:]), ()))
        event = await next_event(events)
        assert event.endswith(b'"change":{"now":[1],"tiles":{"table TBL-0":{"round":[2]}}}}\n\n')

    asyncio.run(follow())


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[PeoplePit]:
    store = empty_store(tmp_path / "ledger.db")
    store_facts(store, "table-7", facts_of(served("sic-bo", 1)))
    yield PeoplePit(store, tmp_path)
    store.dispose()


def test_stream_is_served_unbuffered(pit: PeoplePit) -> None:
    streamed = pit.visitor("anne").stream("/changes", 1)
    assert streamed.status == 200
    assert streamed.headers["content-type"].startswith("text/event-stream")
    assert streamed.headers["x-accel-buffering"] == "no"
    page = ReadPage()
    page.receive(streamed.body)
    assert page.state["order"] == ["table table-7"]


def test_whole_is_served_once(pit: PeoplePit) -> None:
    message = pit.visitor("anne").get("/changes/now").said
    assert message["change"][0]["order"] == ["table table-7"]


def test_stream_needs_sign_in(pit: PeoplePit) -> None:
    for path in ("/changes", "/changes/now"):
        assert pit.visitor().get(path).status == 401
        assert pit.visitor("dora").get(path).status == 403


def open_stream(pit: PeoplePit, cookie: str, headers: dict[str, str]) -> AsyncIterator[bytes]:
    """Return the events of a signed-in browser, one whenever they are asked for."""

    async def ticks() -> AsyncIterator[bytes]:
        while True:
            yield b"tick"

    gate = Gate(pit.people_desk, RateLimiter(pit.clock), pit.clock)
    fields = {"cookie": cookie, **headers}
    raw = [(name.encode(), value.encode()) for name, value in fields.items()]
    scope = {"type": "http", "headers": raw, "client": ("10.0.0.1", 1)}
    return gate.while_signed_in(Request(scope), ticks())


async def length_until(events: AsyncIterator[bytes], pit: PeoplePit, seconds: float) -> int:
    """Return how many of ten events come, the last ones that many seconds later."""
    count = 0
    async for _ in events:
        count += 1
        if count == 5:
            pit.clock.now += seconds
        if count == 10:
            break
    return count


def test_stream_ends_with_its_session(pit: PeoplePit) -> None:
    visitor = pit.visitor("simon")
    events = open_stream(pit, visitor.cookie, {})
    pit.accounts.remove_account("simon")
    assert asyncio.run(length_until(events, pit, SESSION_CHECK_S)) == 5


def test_stream_of_a_session_goes_on(pit: PeoplePit) -> None:
    events = open_stream(pit, pit.visitor("simon").cookie, {})
    assert asyncio.run(length_until(events, pit, PROXIED_STREAM_S)) == 10


def test_proxied_stream_reconnects(tmp_path: Path) -> None:
    store = empty_store(tmp_path / "ledger.db")
    proxy = {"proxies": ["10.0.0.1"], "groups": [GroupRole("bosses", "supervisor")]}
    pit = PeoplePit(store, tmp_path, **proxy)
    boss = {"remote-user": "anne", "remote-groups": "bosses"}
    browser = pit.visitor()
    assert browser.post("/sign-in/proxy", **boss).status == 200
    events = open_stream(pit, browser.cookie, boss)
    assert asyncio.run(length_until(events, pit, PROXIED_STREAM_S)) == 5
    store.dispose()
