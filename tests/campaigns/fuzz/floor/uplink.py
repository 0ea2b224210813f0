"""A table's uplink: watermarks, levels, the keeper's messages and enrolments downward.

Behind it are the table's own sockets. Each honest level and update must reach the table, each
honest watermark the outbox, and at the end the whole journal must be in the engine.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count, cycle
from pathlib import Path
from random import Random
from typing import ClassVar, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware.core.vocabulary.jackpot import JackpotGrant
from firmware.floor.facts import LanePosition
from firmware.floor.level_wire import LevelMessage, MoveMessage, RebuyMessage
from firmware.floor.places import clock_subject, cursor_subject, jackpot_subject, place_subject
from firmware.floor.quarantine import LoggedQuarantine
from firmware.floor.roster_feed import follow_roster, roster_subject
from firmware.floor.run_sender import RunSender
from firmware.floor.uplink.jackpot import RelayedJackpot, relay_jackpot
from firmware.floor.uplink.lag import Lag
from firmware.floor.uplink.tournament import RelayedTable, relay_tournament
from firmware.floor.uplink.watermark_reader import WatermarkReader
from firmware.floor.wire import Watermark
from firmware.shell.jackpot.jackpot_socket import SOCKET_NAME as JACKPOT_SOCKET
from firmware.shell.jackpot.signed_messages import sign_message
from firmware.shell.poker_room.tournament_socket import SOCKET_NAME as TOURNAMENT_SOCKET
from firmware.shell.trust.keys import public_octets
from tests.campaigns.fuzz.floor.enrolments import hostile_enrolments
from tests.campaigns.fuzz.floor.hostile_senders import HostileSenders, Sample, Voice
from tests.campaigns.fuzz.floor.table_sockets import NONCE, TableSockets
from tests.kits.floor.enrolled import PROPERTY, House, house_of
from tests.kits.floor.far_engine import Delivery, FarJetStream
from tests.kits.floor.jackpots import JOURNAL, TERMS, shown
from tests.kits.floor_kit import open_entries
from tests.kits.floor_wire import TABLE, Disk, Engine, Uplink, place, started

PLACE: Final = place()
LEVEL: Final = LevelMessage(
    *("Gala", 4, (50, 100), 0, 90, False, True, False, 0),
    moves=(MoveMessage("P01", (1, 2), (2, 3), 1),),
    rebuys=(RebuyMessage(2, 500, 1),),
)
GRANT: Final = JackpotGrant("grand", 1, TABLE, JOURNAL, 1, 5000, 9000, 1000, 2)
ENROLMENT_SHARE: Final = 0.05
LOOKS_A_REPETITION: Final = 20
LOOKS: Final = 2000
"""So many times the loop looks whether a good message has reached the table, each a hundredth of
a second later.
"""


class FedUplink:
    """An uplink between an engine and its table's sockets."""

    MESSAGES_A_RUN: ClassVar = 50_000
    BATCH: ClassVar = 1000

    def __init__(self, chance: Random, folder: Path, house: House) -> None:
        self._chance, self._house, self._lines_key = chance, house, Ed25519PrivateKey.generate()
        self._table = TableSockets(folder, public_octets(self._lines_key).hex())
        self._engine, self._quarantine = FarJetStream(), LoggedQuarantine(lambda _: None)
        self._disk, self._stream = Disk(folder / "journal"), Engine()
        self._evening = cycle(open_entries("sic-bo", 300))
        self._disk.write([started()])
        self._lag, self._watermark_subject = Lag(), place_subject("kept", PLACE)
        self._cursor = cursor_subject("grand", PLACE)
        self._expected: list[Delivery] = []
        self._outboxes = Uplink(self._disk, TABLE, house)
        self._reader = WatermarkReader(self._engine.client, PLACE, house.roster, self._quarantine)
        self._senders = HostileSenders(
            chance, house, _voices(self._disk.identity), others_journal=self._disk.identity
        )
        self._numbers = count(1)
        self._number, self._watermark = 0, Watermark(self._disk.identity)
        self._honest = {
            name: RunSender(house.sender(name)) for name in ("ledger", "keeper", "room")
        }
        self._loop, self._tasks = asyncio.Runner(), list[asyncio.Task[None]]()
        self._loop.run(self._begin(folder))

    async def _begin(self, folder: Path) -> None:
        client, roster = self._engine.client, self._house.roster
        sender = RunSender(self._house.sender(TABLE))
        await follow_roster(client, roster, PROPERTY, self._quarantine)
        jackpot = RelayedJackpot("grand", PLACE, folder / JACKPOT_SOCKET)
        table = RelayedTable(PLACE, 3, self._disk.copies, folder / TOURNAMENT_SOCKET)
        self._tasks = [
            asyncio.create_task(relay_jackpot(client, jackpot, sender, roster, self._quarantine)),
            asyncio.create_task(relay_tournament(client, table, sender, roster, self._quarantine)),
        ]
        await asyncio.sleep(0)

    def close(self) -> None:
        async def end() -> None:
            for task in self._tasks:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

        self._loop.run(end())
        self._loop.close()
        self._table.close()
        self._disk.close()

    def hostile(self) -> Iterator[Delivery]:
        messages = self._senders.deliveries()
        enrolments = hostile_enrolments(
            self._chance, self._house, lambda key: roster_subject(PROPERTY, "service", key)
        )
        while True:
            yield next(enrolments if self._chance.random() < ENROLMENT_SHARE else messages)

    def good(self) -> Sequence[Delivery]:
        """Return a watermark after a next message of each lane, a level and an update."""
        self._disk.write([next(self._evening)])
        for lane in self._outboxes.lanes:
            self._stream.do(lane)
            self._stream.do(lane)
        self._number = next(self._numbers)
        self._expected = [self._honest_watermark(), self._honest_level(), self._honest_update()]
        return [*self._expected]

    def feed(self, deliveries: Sequence[object]) -> None:
        self._loop.run(self._deliver(deliveries))
        for task in self._tasks:
            if task.done():
                task.result()

    async def _deliver(self, deliveries: Sequence[object]) -> None:
        for delivery in deliveries:
            if not isinstance(delivery, Delivery):
                continue
            if delivery.subject == self._watermark_subject:
                self._engine.last[delivery.subject] = delivery.octets
                await self._read_watermark()
            else:
                await self._engine.deliver(delivery)
            if delivery in self._expected:
                # a newer level displaces one that waits for the table
                await self._until_taken(delivery)

    async def _until_taken(self, delivery: Delivery) -> None:
        """Wait until the table has a good message, for as long as it may take on a busy machine."""
        for look in range(1, LOOKS):
            self._table.poll()
            if self._has(delivery):
                self._expected.remove(delivery)
                return
            await asyncio.sleep(0.01)
            if look % LOOKS_A_REPETITION == 0 and delivery.subject == self._cursor:
                # a keeper repeats it, as others' messages may have filled the queue
                await self._engine.deliver(self._honest_update())

    def _has(self, delivery: Delivery) -> bool:
        if delivery.subject == self._watermark_subject:
            for lane in self._outboxes.lanes:
                lane.report_lag(self._lag, self._number)
            return self._lag.lag_seconds(self._number + 1) == 0
        if delivery.subject == clock_subject(PLACE):
            level = self._table.level
            return level is not None and level.number == self._number
        return self._table.version == self._number

    async def _read_watermark(self) -> None:
        watermark = await self._reader.read()
        for lane in self._outboxes.lanes:
            if watermark is not None and not lane.set_watermark(watermark, 0.0):
                self._reader.reject_jump()

    def _honest_watermark(self) -> Delivery:
        fact, record = (lane.position or LanePosition(0, -1) for lane in self._outboxes.lanes)
        self._watermark = Watermark(self._disk.identity, fact, record)
        return self._sealed("ledger", place_subject("kept", PLACE), self._watermark)

    def _honest_level(self) -> Delivery:
        level = replace(LEVEL, number=self._number)
        return self._sealed("room", clock_subject(PLACE), level)

    def _honest_update(self) -> Delivery:
        update = shown(self._number, 100_000, nonces=(NONCE,), digest="ab" * 32)
        signed = sign_message(update, self._lines_key)
        return self._sealed("keeper", self._cursor, signed)

    def _sealed(self, sender: str, subject: str, content: msgspec.Struct) -> Delivery:
        octets = self._honest[sender].seal(subject, msgspec.json.encode(content))
        delivery = Delivery(subject, octets)
        self._senders.note(delivery)
        return delivery

    def untaken(self) -> Sequence[str]:
        faults = [f"round {self._number}: {delivery.subject}" for delivery in self._expected]
        self._expected.clear()
        return faults

    def reasons(self) -> Mapping[str, int]:
        counts = Counter[str]()
        for (_, reason), number in self._quarantine.counts.items():
            counts[reason] += number
        return counts

    def differences(self) -> Iterator[str]:
        """Yield nothing: each good message is looked for as it comes."""
        return iter(())


def _voices(journal: str) -> list[Voice]:
    watermark = Watermark(journal, LanePosition(0, 3), LanePosition(0, 5))
    strangers = Ed25519PrivateKey.generate()
    signed = [
        Sample(msgspec.json.encode(sign_message(message, strangers)))
        for message in (shown(3, 100_000), GRANT, TERMS)
    ]
    level, stored = Sample(msgspec.json.encode(LEVEL)), Sample(msgspec.json.encode(watermark))
    return [
        Voice("ledger-9", place_subject("kept", PLACE), [stored]),
        Voice("rival", clock_subject(PLACE), [level]),
        Voice("keeper-9", jackpot_subject("grand", "shown"), signed),
        Voice("keeper-9", cursor_subject("grand", PLACE), signed),
    ]


@contextmanager
def open_uplink(chance: Random, folder: Path) -> Iterator[FedUplink]:
    house = house_of((TABLE, "table-8"))
    house.enrol("room", "tournament")
    house.enrol("rival", "tournament")
    house.enrol("ledger-9", "ledger")
    house.enrol("keeper-9", "keeper")
    uplink = FedUplink(chance, folder, house)
    try:
        yield uplink
    finally:
        uplink.close()
