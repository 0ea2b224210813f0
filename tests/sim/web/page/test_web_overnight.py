"""A page that is left open: what it keeps of a night is as much as what it keeps of an evening."""

from typing import Any

import pytest
from playwright.sync_api import CDPSession, Page

from firmware.shell.parts.wire_tap import WireFrame
from firmware.shell.words.languages import LANGUAGES
from sim.web.messages.messages_out import EventMessage, EventsMessage, FramesMessage
from tests.kits.examples import examples
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.paged_table import PagedTable
from tests.kits.sim.web.person import DRAWN, Person

pytestmark = [needs_chromium, pytest.mark.long]

MESSAGES = examples(15, 30)
EVENTS, FRAMES = 200, 1000
"""Of one message: half a night of a campaign has 6,000 events and 30,000 frames; the page keeps
12,000 frames and fewer events."""
SAID = 5000
"""The different frames that are reported: parts repeat themselves."""
SPARE_OCTETS = 1 << 20
"""More than the heap differs by itself from one measurement to the next; half a night of events
that were all kept would be two and a half times as much, and of a campaign's five times."""

SPARE_NODES = 500
"""A row more or less may still be in the making; one for each event would be three thousand."""


class Night:
    """Tells a page what a table tells in a night, and measures what the page keeps of it."""

    def __init__(self, table: PagedTable) -> None:
        self.page: Page = table.page
        self._say = table.say
        self._wire: CDPSession = table.page.context.new_cdp_session(table.page)
        self._record = self._number = 0

    def pass_on(self) -> None:
        """Let half a night pass."""
        for _ in range(MESSAGES):
            self._say(EventsMessage(tuple(self._event() for _ in range(EVENTS))))
            self._say(FramesMessage(tuple(self._frame() for _ in range(FRAMES)), 0, {"i2c": 0.1}))
            self.page.evaluate(DRAWN)

    def memory_use(self) -> dict[str, int]:
        """Return the octets of the page's heap, its nodes and its listeners, without garbage."""
        self._wire.send("HeapProfiler.collectGarbage")
        heap = self._wire.send("Runtime.getHeapUsage")["usedSize"]
        counted: dict[str, Any] = self._wire.send("Memory.getDOMCounters")
        return {"octets": heap, "nodes": counted["nodes"], "listeners": counted["jsEventListeners"]}

    def _event(self) -> EventMessage:
        self._record += 1
        said = dict.fromkeys(LANGUAGES, f"Jeton {self._record} à la place 3")
        at = 30 * self._number
        wall = "2026-11-27T03:00:00+00:00"
        return EventMessage(self._record, wall, "chips", "ChipsMoved", said, at, ("chips",))

    def _frame(self) -> WireFrame:
        self._number += 1
        octets = f"{self._number % SAID:08X}"
        return WireFrame(self._number, 30 * self._number, "chips", "in", octets, "inventory")


def test_memory_of_a_night_is_bounded(paged: PagedTable, alone: Person) -> None:
    alone.turn_to("inside")
    night = Night(paged)
    night.pass_on()
    evening = night.memory_use()
    night.pass_on()
    morning = night.memory_use()
    assert morning["octets"] < evening["octets"] + SPARE_OCTETS
    assert morning["nodes"] < evening["nodes"] + SPARE_NODES
    assert morning["listeners"] < evening["listeners"] + SPARE_NODES
