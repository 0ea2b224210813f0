"""The pit: heartbeats at its subscription, facts by way of the ledger's database.

The heartbeats and facts of one honest table are among them. Its tile must show each of them at
once, and at the end be the tile of a pit that nobody else has sent anything.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine

from firmware.floor.facts import Fact, LanePosition
from firmware.floor.heartbeat import PitTableView, TableHeartbeat
from firmware.floor.ledger.quarantine_store import QuarantineStore
from firmware.floor.ledger.table_message import line_row
from firmware.floor.pit.heartbeats import Heartbeats
from firmware.floor.pit.monitor import FloorMonitor
from firmware.floor.pit.subscribe import subscribe_heartbeats
from firmware.floor.places import place_subject
from firmware.floor.quarantine import FirstQuarantine
from firmware.floor.run_sender import RunSender
from firmware.floor.store import FACT_TABLE, WATERMARK_TABLE, insert_missing
from firmware.floor.uplink.send_heartbeat import STATUS_INTERVAL_S
from firmware.floor.wire import FactLine
from tests.campaigns.fuzz.floor.absurd_json import mutated
from tests.campaigns.fuzz.floor.heartbeat_samples import VIEW, heartbeat_voices
from tests.campaigns.fuzz.floor.hostile_senders import HostileSenders
from tests.kits.floor.enrolled import House, house_of, register
from tests.kits.floor.far_engine import Delivery, FarEngine
from tests.kits.floor.pit_kit import NOW, facts_of
from tests.kits.floor.stores import empty_store
from tests.kits.floor_kit import served
from tests.kits.floor_wire import place

HONEST: Final = "table-8"
HONEST_JOURNAL: Final = "aa" * 16
HOSTILE: Final = tuple(f"hostile-{number}" for number in range(40))
BEGAN_MS: Final = 1_795_773_600_000
FACT_SENDERS: Final = HOSTILE[:6]
FACT_SHARE: Final = 0.4
"""How many of the absurd messages are facts."""
GOOD_FACTS: Final = 20
"""So many come with each heartbeat."""


class HostileFact(msgspec.Struct, frozen=True):
    """A fact of a hostile table that the ledger has stored."""

    journal: str
    body: str


class FedPit:
    """A pit with its store, on a clock that each message moves on."""

    MESSAGES_A_RUN: ClassVar = 20_000
    BATCH: ClassVar = 1000

    def __init__(self, chance: Random, store: Engine, house: House) -> None:
        self._chance, self._store, self._house = chance, store, house
        self._now_ms = self._honest_ms = 0
        self._loop = asyncio.Runner()
        self.engine, self._heartbeats = FarEngine(), Heartbeats(self._wall_ms, lambda: self._now_ms)
        self._monitor = self._monitor_of(store, self._heartbeats)
        self._quarantine = FirstQuarantine(QuarantineStore(store).set_aside)
        self._sender, self._rounds = RunSender(house.sender(HONEST)), count(1)
        self._facts = deque(facts_of(served("roulette", 1)))
        self._real_bodies = [fact.body for fact in self._facts]
        self._good_facts: list[Fact] = []
        self._view = VIEW
        self._fact_numbers: Counter[str] = Counter()
        self._journals = {name: name.encode().hex().ljust(32, "0") for name in FACT_SENDERS}
        self._senders = HostileSenders(chance, house, heartbeat_voices(HOSTILE))
        self._loop.run(self._begin())

    async def _begin(self) -> None:
        with self._store.begin() as connection:
            register(connection, HONEST, HONEST_JOURNAL)
            for name, journal in self._journals.items():
                register(connection, name, journal)
        await subscribe_heartbeats(
            self.engine.client,
            self._heartbeats,
            self._house.roster,
            self._quarantine,
            lambda: self._now_ms / 1000,
        )
        self._heartbeats.set_connected(is_connected=True)

    def close(self) -> None:
        self._loop.close()

    def hostile(self) -> Iterator[Delivery | HostileFact]:
        heartbeats = self._senders.deliveries()
        while True:
            is_fact = self._chance.random() < FACT_SHARE
            yield self._hostile_fact() if is_fact else next(heartbeats)

    def good(self) -> Sequence[PitTableView]:
        """Return the honest table's next view; its next facts are stored meanwhile."""
        self._view = replace(VIEW, round=next(self._rounds))
        facts = [self._facts.popleft() for _ in range(min(GOOD_FACTS, len(self._facts)))]
        self._good_facts += facts
        self._store_facts(HONEST_JOURNAL, [(fact.position, _text(fact.body)) for fact in facts])
        return [self._view]

    def feed(self, deliveries: Sequence[object]) -> None:
        hostile_facts = [given for given in deliveries if isinstance(given, HostileFact)]
        for journal in self._journals.values():
            bodies = [given.body for given in hostile_facts if given.journal == journal]
            positions = [self._next_position(journal) for _ in bodies]
            self._store_facts(journal, [*zip(positions, bodies, strict=True)])
        self._loop.run(self._deliver(deliveries))
        self._monitor.refresh()
        for name in FACT_SENDERS:
            self._monitor.table_detail(name)

    async def _deliver(self, deliveries: Sequence[object]) -> None:
        for delivery in deliveries:
            if isinstance(delivery, Delivery):
                # few of a sender's come faster than the pit reads them
                self._now_ms += self._chance.choice((0, 10, 20, 30))
                await self.engine.deliver(delivery)
            elif isinstance(delivery, PitTableView):
                await self.engine.deliver(self._honest_heartbeat(delivery))

    def _honest_heartbeat(self, view: PitTableView) -> Delivery:
        """Return a heartbeat that is sent now: an older one is a clock that is behind. An uplink
        sends two a second at most, and the pit passes over what comes much faster.
        """
        self._now_ms = max(self._now_ms, self._honest_ms + round(1000 * STATUS_INTERVAL_S))
        self._honest_ms = self._now_ms
        subject = place_subject("seen", place(HONEST))
        payload = msgspec.json.encode(TableHeartbeat(self._wall_text(), view))
        return Delivery(subject, self._sender.seal(subject, payload))

    def untaken(self) -> Sequence[str]:
        heartbeat = self._heartbeats.table_heartbeat(HONEST)
        if heartbeat is None or heartbeat.view != self._view:
            return [f"heartbeat {self._view.round} is not taken"]
        if self._monitor.encoded_screen is None:
            return ["no screen"]
        return []

    def reasons(self) -> Mapping[str, int]:
        counts = Counter[str]()
        for (_, reason), number in self._quarantine.counts.items():
            counts[reason] += number
        unread = self._heartbeats.unread_causes(())
        return counts + Counter({"senders of heartbeats that can't be shown": len(unread)})

    def differences(self) -> Iterator[str]:
        shown, alone = self._tile(self._monitor), self._tile(self._monitor_alone())
        yield from (
            f"{key}: {shown.get(key)} and not {alone.get(key)}"
            for key in alone
            if shown.get(key) != alone[key]
        )

    def _monitor_alone(self) -> FloorMonitor:
        """Return a pit that has the honest table's messages alone."""
        path = Path(str(self._store.url.database)).with_name("alone.db")
        self._store, heartbeats = empty_store(path), Heartbeats(self._wall_ms, lambda: self._now_ms)
        with self._store.begin() as connection:
            register(connection, HONEST, HONEST_JOURNAL)
        rows = [(fact.position, _text(fact.body)) for fact in self._good_facts]
        self._store_facts(HONEST_JOURNAL, rows)
        heartbeats.set_connected(is_connected=True)
        heartbeats.receive(
            HONEST, msgspec.json.encode(TableHeartbeat(self._wall_text(), self._view))
        )
        return self._monitor_of(self._store, heartbeats)

    def _monitor_of(self, store: Engine, heartbeats: Heartbeats) -> FloorMonitor:
        return FloorMonitor(store, (6, 14, 22), self._wall_ms, heartbeats)

    @staticmethod
    def _tile(monitor: FloorMonitor) -> dict[str, Any]:
        monitor.refresh()
        tiles = msgspec.json.decode(monitor.encoded_screen or b'{"tiles": []}')["tiles"]
        return next((tile for tile in tiles if tile["table"] == HONEST), {})

    def _hostile_fact(self) -> HostileFact:
        """Return a fact that the ledger would store: as it decodes and encodes it."""
        journal = self._chance.choice([*self._journals.values()])
        while True:
            body = mutated(self._chance, self._chance.choice(self._real_bodies))
            if not isinstance(body, dict):
                continue
            try:
                row = line_row(journal, FactLine(LanePosition(0, 0), body))
            except Exception:  # noqa: BLE001, S112 - the ledger sets it aside
                continue
            return HostileFact(journal, row["body"])

    def _next_position(self, journal: str) -> LanePosition:
        self._fact_numbers[journal] += 1
        return LanePosition(0, self._fact_numbers[journal] - 1)

    def _store_facts(self, journal: str, facts: Sequence[tuple[LanePosition, str]]) -> None:
        """Have the ledger's store hold facts, with nothing missing."""
        if not facts:
            return
        at = {"journal": journal, "received_at": NOW}
        rows = [{**at, **position._asdict(), "body": body} for position, body in facts]
        last = {"journal": journal, "lane": "fact", **facts[-1][0]._asdict()}
        own = WATERMARK_TABLE.c.journal == journal
        with self._store.begin() as connection:
            insert_missing(connection, FACT_TABLE, rows)
            connection.execute(WATERMARK_TABLE.delete().where(own))
            insert_missing(connection, WATERMARK_TABLE, [last])

    def _wall_ms(self) -> int:
        return BEGAN_MS + self._now_ms

    def _wall_text(self) -> str:
        return datetime.fromtimestamp(self._wall_ms() / 1000, UTC).isoformat(
            timespec="milliseconds"
        )


def _text(body: Mapping[str, Any]) -> str:
    return msgspec.json.encode(body).decode()


@contextmanager
def open_pit(chance: Random, folder: Path) -> Iterator[FedPit]:
    house = house_of((HONEST, *HOSTILE))
    house.enrol("bank", "bank")
    house.enrol("room", "tournament")
    store = empty_store(folder / "ledger.db")
    pit = FedPit(chance, store, house)
    try:
        yield pit
    finally:
        pit.close()
        store.dispose()
