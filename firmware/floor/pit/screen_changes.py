"""The pit's screen as its pages receive it: all of it once, then the fields that changed.

Each state is compared and encoded once, for any number of pages (`firmware.pages.state_changes`).
A page that is too far behind receives all of it again.
"""

import asyncio
import threading
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec

from firmware.floor.pit.screen import FloorScreen, SourceTile, TableTile
from firmware.pages.state_changes import State, StateMessage, change_between

REMEMBERED_MESSAGES: Final = 30
"""How many changes a page may be behind: half a minute of them."""
SILENT_EVENT: Final = b"event: silent\ndata:\n\n"
"""The database fails: the state is not known."""
OTHER_FIELDS: Final = ("now", "shift", "blind", "groups", "shelved", "unknown", "jackpots")
"""The fields of a screen that are sent as they are; the others by the keys of their items."""


class SentEvent(NamedTuple):
    """A change as an event, and its number."""

    number: int
    event: bytes


class ScreenChanges:
    """The changes of one pit's screen. `publish` may be called by one thread at a time, `events`
    by the thread of one event loop.
    """

    def __init__(self) -> None:
        self._tiles, self._alarms, self._places = BuiltValues(), BuiltValues(), BuiltValues()
        self._number = 0
        self._state: State | None = None
        self._recent: deque[SentEvent] = deque(maxlen=REMEMBERED_MESSAGES)
        self._whole: SentEvent | None = None
        """All of the last state, if a page has asked for it since."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._published = asyncio.Event()
        self._lock = threading.Lock()

    def publish(self, screen: FloorScreen | None) -> None:
        """Send the pages how the screen has changed; None if it is not known now."""
        state = self._built_state(screen) if screen is not None else None
        with self._lock:
            change = change_between(self._state, state) if state is not None else None
            self._number += 1
            self._state, self._whole = state, None
            event = SILENT_EVENT if change is None else _state_event(self._number, change)
            self._recent.append(SentEvent(self._number, event))
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake_pages)

    def whole_message(self) -> bytes | None:
        """Return all of the state as JSON, None while it is not known."""
        with self._lock:
            if self._state is None:
                return None
            return msgspec.json.encode(StateMessage(self._number, [self._state]))

    async def events(self) -> AsyncIterator[bytes]:
        """Yield the events of a page: all of the state, then each change of it."""
        self._loop = asyncio.get_running_loop()
        sent_number = -1
        while True:
            # before the events: one that is published meanwhile sets it
            published = self._published
            for number, event in self._events_after(sent_number):
                sent_number = number
                yield event
            await published.wait()

    def _events_after(self, sent_number: int) -> list[SentEvent]:
        with self._lock:
            if sent_number < self._recent_start() - 1:
                return [self._whole_event()] if self._number else []
            return [sent for sent in self._recent if sent.number > sent_number]

    def _recent_start(self) -> int:
        return self._recent[0].number if self._recent else self._number + 1

    def _whole_event(self) -> SentEvent:
        if self._whole is None:
            is_known = self._state is not None
            event = _state_event(self._number, [self._state]) if is_known else SILENT_EVENT
            self._whole = SentEvent(self._number, event)
        return self._whole

    def _wake_pages(self) -> None:
        self._published.set()
        self._published = asyncio.Event()

    def _built_state(self, screen: FloorScreen) -> State:
        tiles = dict(_keyed(screen.tiles))
        return {
            **{name: msgspec.to_builtins(getattr(screen, name)) for name in OTHER_FIELDS},
            "order": [*tiles],
            "tiles": self._tiles.built(tiles),
            "alarms": self._alarms.built({shown.alarm.id: shown for shown in screen.alarms}),
            "places": self._places.built(screen.places),
        }


class BuiltValues:
    """Structs as plain values, by their keys: the struct that was built last is not built again."""

    def __init__(self) -> None:
        self._built: dict[str, tuple[msgspec.Struct, Any]] = {}

    def built(self, structs: Mapping[str, msgspec.Struct]) -> dict[str, Any]:
        self._built = {key: self._pair(key, struct) for key, struct in structs.items()}
        return {key: value for key, (_, value) in self._built.items()}

    def _pair(self, key: str, struct: msgspec.Struct) -> tuple[msgspec.Struct, Any]:
        known = self._built.get(key)
        if known is not None and known[0] is struct:
            return known
        return struct, msgspec.to_builtins(struct)


def _keyed(
    tiles: tuple[TableTile | SourceTile, ...],
) -> Iterator[tuple[str, TableTile | SourceTile]]:
    """Return the tiles by a key each: a table and a bank may have one name."""
    for tile in tiles:
        yield f"{tile.of if isinstance(tile, SourceTile) else 'table'} {tile.table}", tile


def _state_event(number: int, change: Any) -> bytes:  # noqa: ANN401 - as `change_between` returns it
    encoded = msgspec.json.encode(StateMessage(number, change))
    return b"event: state\nid: %d\ndata: %s\n\n" % (number, encoded)
