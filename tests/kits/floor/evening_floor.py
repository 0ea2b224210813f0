"""A floor whose tables play evenings, on virtual time: a ledger stores their facts, and a pit sees
them and their heartbeats.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec
from sqlalchemy import Engine

from firmware.floor.facts import LANE_START, Fact
from firmware.floor.heartbeat import PitTableView, TableHeartbeat
from firmware.floor.pit.heartbeats import Heartbeats
from firmware.floor.places import Place, place_subject
from firmware.floor.wire import MAX_MESSAGE_LINES, FactLine, LaneMessage, pack_message
from tests.kits.floor.enrolled import PROPERTY, House
from tests.kits.floor.played_evening import BEGAN_MS, PlayedEvening, iso_time
from tests.kits.floor_wire import open_ledger, received


class EveningPlace(NamedTuple):
    """Where a table is enrolled."""

    name: str
    pit: str = "main"
    position: str = ""


class EveningTable:
    """A table that sends its evening as time goes on."""

    def __init__(self, place: EveningPlace, number: int, evening: PlayedEvening) -> None:
        self.place = place
        self.journal = f"{number:08x}".ljust(32, "e")
        self._evening, self._sent_count, self._last = evening, 0, LANE_START

    def next_facts(self, now_ms: int) -> list[Fact]:
        """Return the facts up to a time that were not returned before."""
        first = self._sent_count
        while self._sent_count < len(self._evening.facts) and (
            self._evening.facts[self._sent_count][0] <= now_ms
        ):
            self._sent_count += 1
        return [fact for _, fact in self._evening.facts[first : self._sent_count]]

    def view_at(self, now_ms: int) -> PitTableView:
        return next(view for at_ms, view in reversed(self._evening.views) if at_ms <= now_ms)

    def messages(self, facts: Sequence[Fact]) -> list[LaneMessage]:
        """Return the facts as the uplink would send them."""
        messages = []
        for start in range(0, len(facts), MAX_MESSAGE_LINES):
            lines = tuple(
                FactLine(fact.position, dict(fact.body))
                for fact in facts[start : start + MAX_MESSAGE_LINES]
            )
            messages.append(LaneMessage("fact", self._last, lines))
            self._last = lines[-1].at
        return messages


class EveningFloor:
    """Its clock is `now_ms` since the evening began; heartbeats go by it too."""

    def __init__(self, store: Engine, tables: Sequence[EveningTable]) -> None:
        self.store, self.now_ms, self.tables = store, 0, tables
        self._house = House()
        self._house.enrol("ledger", "ledger")
        for table in tables:
            name, pit, position = table.place
            self._house.enrol(name, pit=pit, position=position)
        self._ledger = open_ledger(store, self._house)
        self.heartbeats = Heartbeats(self.wall_clock, lambda: self.now_ms)
        self.heartbeats.set_connected(is_connected=True)

    def wall_clock(self) -> int:
        return BEGAN_MS + self.now_ms

    def advance(
        self,
        ms: int,
        silent: Collection[str] = (),
        behind_s: int = 0,
        *,
        is_beating: bool = True,
    ) -> None:
        """Let time pass: facts are stored, and each table but the silent ones sends a heartbeat if
        that is due. A ledger that is behind stores nothing.
        """
        self.now_ms += ms
        sending_tables = [table for table in self.tables if table.place.name not in silent]
        for table in sending_tables:
            if is_beating:
                self._heartbeat(table, behind_s)
            if not behind_s:
                self._store(table)

    def _store(self, table: EveningTable) -> None:
        place = Place(PROPERTY, table.place.pit, table.place.name)
        sender = self._house.sender(table.place.name)
        for message in table.messages(table.next_facts(self.now_ms)):
            subject = place_subject("fact", place)
            octets = sender.seal(subject, table.journal, message.last, pack_message(message))
            self._ledger.store_messages([received(octets)])

    def _heartbeat(self, table: EveningTable, behind_s: int) -> None:
        sent_at = iso_time(self.wall_clock())
        heartbeat = TableHeartbeat(sent_at, table.view_at(self.now_ms), behind_s)
        self.heartbeats.receive(table.place.name, msgspec.json.encode(heartbeat))
