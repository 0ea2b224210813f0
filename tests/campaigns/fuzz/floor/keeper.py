"""A jackpot's keeper: messages of tables among the ledger's facts, and queries.

The hostile tables' devices are enrolled and sign anything. Each round of the honest table must be
counted at once, its query answered, and every line follow to the unit from the messages counted.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
from sqlalchemy import Engine, func, select

from firmware.core.vocabulary.jackpot import JackpotHit, JackpotQuery, JackpotUpdate
from firmware.floor.facts import LanePosition
from firmware.floor.jackpot.audit import first_difference
from firmware.floor.jackpot.jackpot_process import JackpotSetup, receive_queries
from firmware.floor.jackpot.keeper_loop import KeeperLoop
from firmware.floor.jackpot_tables import JACKPOT_MESSAGE_TABLE
from firmware.floor.ledger.quarantine_store import REJECTED_TABLE
from firmware.floor.ledger.table_message import line_row
from firmware.floor.places import Place, query_subject
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.run_sender import RunSender
from firmware.floor.wire import FactLine
from firmware.shell.trust.keys import public_octets
from tests.campaigns.fuzz.floor.hostile_senders import HostileSenders, Sample, Voice
from tests.campaigns.fuzz.floor.jackpot_messages import AbsurdTable
from tests.kits.floor.enrolled import PROPERTY, House, house_of
from tests.kits.floor.far_engine import Delivery, FarEngine
from tests.kits.floor.jackpots import TERMS
from tests.kits.floor.keeper_jackpot import FedTable, KeeperJackpot
from tests.kits.floor.stores import empty_store

HONEST: Final = "table-1"
HONEST_JOURNAL: Final = "aa" * 16
HOSTILE: Final = tuple(f"hostile-{number}" for number in range(8))
QUERY_SHARE: Final = 0.5
"""How many of the absurd messages are queries."""
PASS_MS: Final = 10
WORST_PASSES: Final = 10_000


class TableFacts(NamedTuple):
    """The facts around a message of a hostile table, in a journal that it has."""

    table: FedTable
    bodies: Sequence[dict[str, Any]]


class FedKeeper:
    """A keeper with its store, stream and loop."""

    MESSAGES_A_RUN: ClassVar = 10_000
    BATCH: ClassVar = 400

    def __init__(self, chance: Random, store: Engine, house: House, folder: Path) -> None:
        self._chance, self._store, self._house = chance, store, house
        self._jackpot = KeeperJackpot(folder, store, house.people)
        self._honest = self._jackpot.table(HONEST, HONEST_JOURNAL)
        self._enrol_devices(folder)
        roster_store = RosterStore(store, house.people_keys)
        for signed in house.roster:
            roster_store.add(signed)
        public_key = public_octets(self._jackpot.key).hex()
        self._keeper_loop = KeeperLoop(
            self._jackpot.store,
            self._jackpot.keeper,
            public_key,
            roster_store.roster.place_of_device,
            lambda _: None,
        )
        self._engine, self._loop = FarEngine(), asyncio.Runner()
        self._sender, self._nonces = RunSender(house.sender(HONEST)), count()
        self._nonce, self._answered, self._now_ms = "", set[str](), 0
        self._senders = HostileSenders(chance, house, _voices())
        setup = JackpotSetup(store, TERMS.jackpot, None)
        self._loop.run(receive_queries(self._engine.client, setup, self._keeper_loop, roster_store))

    def _enrol_devices(self, folder: Path) -> None:
        for number, name in enumerate(HOSTILE):
            table = FedTable(self._jackpot, name, f"{number:032x}")
            self._house.enrol(name, device=table.device.public_key.hex())
        self._house.enrol(HONEST, device=self._honest.device.public_key.hex())

    def close(self) -> None:
        self._loop.close()

    def hostile(self) -> Iterator[Delivery | TableFacts]:
        queries, tables = self._senders.deliveries(), self._absurd_tables()
        while True:
            if self._chance.random() < QUERY_SHARE:
                yield next(queries)
            else:
                yield next(tables)

    def _absurd_tables(self) -> Iterator[TableFacts]:
        """Yield facts, of some journals at a time: a journal waits at its first refusal."""
        while True:
            journals = [self._chance.randbytes(16).hex() for _ in HOSTILE]
            tables = [*map(FedTable, [self._jackpot] * len(HOSTILE), HOSTILE, journals)]
            absurd_tables = [
                AbsurdTable(table, self._chance, (HONEST_JOURNAL, *journals)) for table in tables
            ]
            for _ in range(self._chance.choice((50, 400, 1000))):
                at = self._chance.randrange(len(tables))
                yield TableFacts(tables[at], [*map(_as_stored, absurd_tables[at].bodies())])

    def good(self) -> Sequence[Delivery]:
        """Return the honest table's query; its next round is stored meanwhile."""
        shares = [(1, 100)] if self._chance.random() < 0.05 else []
        self._honest.play(self._chance.randint(1, 7), shares)
        self._nonce, subject = f"nonce {next(self._nonces)}", query_subject("grand", _place(HONEST))
        query = JackpotQuery(HONEST, self._nonce, HONEST_JOURNAL)
        delivery = Delivery(subject, self._sender.seal(subject, msgspec.json.encode(query)))
        self._senders.note(delivery)
        return [delivery]

    def feed(self, deliveries: Sequence[object]) -> None:
        facts = [given for given in deliveries if isinstance(given, TableFacts)]
        tables = {given.table.journal: given.table for given in facts}
        for journal, table in tables.items():
            bodies = [given.bodies for given in facts if given.table.journal == journal]
            table.publish(*(body for some in bodies for body in some))
        self._loop.run(self._deliver(deliveries))
        self._serve()
        self._honest.receive(self._jackpot.update(self._honest))

    async def _deliver(self, deliveries: Sequence[object]) -> None:
        for delivery in deliveries:
            if isinstance(delivery, Delivery):
                await self._engine.deliver(delivery)

    def _serve(self) -> None:
        """Have the keeper's loop pass until nothing waits."""
        for _ in range(WORST_PASSES):
            self._now_ms += PASS_MS
            due = self._keeper_loop.next_messages(self._now_ms)
            for _, signed in due.messages:
                if isinstance(signed.message, JackpotUpdate):
                    self._answered |= {*signed.message.nonces}
                msgspec.json.encode(signed)
            if not due.has_more:
                return

    def untaken(self) -> Sequence[str]:
        sent, counted = len(self._honest.sent), self._jackpot.store.cursor(HONEST_JOURNAL)
        faults = [] if counted == sent else [f"{counted} of {sent} messages are counted"]
        return faults if self._nonce in self._answered else [*faults, f"{self._nonce} waits"]

    def reasons(self) -> Mapping[str, int]:
        """Return what was refused and set aside, the latter as far as it is stored."""
        message, rejected = JACKPOT_MESSAGE_TABLE.c, REJECTED_TABLE.c
        counts = Counter[str]()
        with self._store.connect() as connection:
            for column in (message.refused, rejected.reason):
                counted = select(column, func.count()).where(column.is_not(None)).group_by(column)
                counts.update({row[0]: row[1] for row in connection.execute(counted)})
        return counts

    def differences(self) -> Iterator[str]:
        """Hold the lines against the honest table's own messages, and the others' to bounds."""
        lines = [stored.signed_line for stored in self._jackpot.store.lines_after(0)]
        counted = [line.message for line in lines if line.message]
        recorded = {(message.journal, message.message_number): message for message in counted}
        found = first_difference(lines, recorded, [TERMS])
        if found is not None:
            yield str(found.words)
        if [message for message in counted if message.journal == HONEST_JOURNAL] != (
            self._honest.sent
        ):
            yield "other messages of the honest table are counted than it has sent"
        for message in counted:
            if not 0 < message.bets <= TERMS.bets_per_round:
                yield f"{message.bets} bets"
            if isinstance(message, JackpotHit) and message.paid > message.shown:
                yield f"{message.paid} paid of {message.shown}"


def _as_stored(body: dict[str, Any]) -> dict[str, Any]:
    """Return a fact as the ledger stores it; an empty one if it sets it aside."""
    try:
        line = FactLine(LanePosition(0, 0), body)
        stored: dict[str, Any] = msgspec.json.decode(line_row("", line)["body"])
    except Exception:  # noqa: BLE001 - as the ledger has it
        return {}
    return stored


def _place(name: str) -> Place:
    return Place(PROPERTY, "main", name)


def _voices() -> list[Voice]:
    update = JackpotUpdate("grand", 3, 1, 100_000, 0, {HONEST_JOURNAL: 3}, 0, ("x",), 5, "ab" * 32)  # type: ignore[arg-type]
    queries = (
        JackpotQuery("hostile-1", "a nonce", "bb" * 16),
        JackpotQuery("hostile-2", "a nonce", HONEST_JOURNAL, update, "cd" * 64),
    )
    samples = [Sample(msgspec.json.encode(query)) for query in queries]
    return [Voice(name, query_subject("grand", _place(name)), samples) for name in HOSTILE]


@contextmanager
def open_keeper(chance: Random, folder: Path) -> Iterator[FedKeeper]:
    store = empty_store(folder / "ledger.db")
    keeper = FedKeeper(chance, store, house_of((HONEST, *HOSTILE)), folder)
    try:
        yield keeper
    finally:
        keeper.close()
        store.dispose()
