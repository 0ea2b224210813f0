"""The floor of a month: tables, their uplinks, a ledger in SQLite, and the keeper of a lot."""

import io
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import select

from firmware.cli.commands.jackpot import audit
from firmware.core.vocabulary.jackpot import JackpotQuery
from firmware.floor.envelope import Sender
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.ledger_line import LedgerLine
from firmware.floor.ledger.ledger import Ledger
from firmware.floor.ledger.rebuild_rows import rebuild_rows
from firmware.floor.projection.edges import find_edges
from firmware.floor.projection.row_tables import TABLE_ALARM_TABLE
from firmware.floor.projection.taking_rows import sums_between
from firmware.floor.projection.takings_sums import TakingsSums
from firmware.floor.schema import migrate_database
from firmware.floor.store import open_database
from firmware.floor.uplink.lane_sources import FactSource, RecordSource
from firmware.floor.uplink.outbox import Outbox, OutboxIdentity, ReadLastMessage
from firmware.shell.evidence.export import export_bundle
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox, JackpotRequirements, TrustedKeys
from firmware.shell.jackpot.signed_messages import SignedMessage, sign_message
from firmware.shell.trust.keys import public_octets
from firmware.shell.words.words import Words
from hal.ports import Millis
from tests.campaigns.floor.month_table import BEGAN, MonthTable
from tests.kits.floor.enrolled import house_of
from tests.kits.floor.jackpots import GAME, SCRIPT, TERMS
from tests.kits.floor.keeper_jackpot import FarStream
from tests.kits.floor_wire import open_ledger, place, received

HOUR_MS: Final = 3_600_000
FOREVER: Final = 1 << 40
LUCKY: Final = 1 / 1500
"""At the tables of the lot: else a month would see no hit."""
BET: Final = 0.6
"""How often there is a bet on the lot."""
MOST_BETS: Final = 3
STAKES: Final = (500, 1000, 2500)


class MonthRows(NamedTuple):
    """What the rows say of a table."""

    sums: TakingsSums
    by_bet: dict[str, TakingsSums]
    alarm_kinds: list[str]


class Kind(NamedTuple):
    """A table of the month: its game, and the time between rounds."""

    name: str
    game: str
    each_ms: int = 72_000
    options: Mapping[str, Any] = MappingProxyType({})
    lucky: float = 0.0
    """How often a hand is a royal flush, beside those by chance."""


LINKED: Final = "caribbean-1", "caribbean-2"
KINDS: Final = (
    Kind("roulette", "roulette"),
    Kind("sic-bo", "sic-bo"),
    Kind("baccarat", "baccarat"),
    *(Kind(name, GAME, 144_000, SCRIPT["options"], LUCKY) for name in LINKED),
)


class Month:
    """All of it in a folder. `play` and `close` once each, and play nothing after an `audit`."""

    def __init__(self, folder: Path, seed: int, kinds: Sequence[Kind] = KINDS) -> None:
        self._folder, self._keys = folder, [Ed25519PrivateKey.generate() for _ in range(3)]
        keeper_key, *people = self._keys
        self.address = f"sqlite:///{folder}/ledger.db"
        self.store = open_database(self.address)
        migrate_database(self.store)
        house = house_of(kind.name for kind in kinds)
        self._ledger = open_ledger(self.store, house)
        self.book = JackpotStore(self.store, TERMS.jackpot)
        self.book.add_terms(sign_message(TERMS, *self._keys))
        self._trusted = TrustedKeys(
            public_octets(keeper_key).hex(), frozenset(public_octets(key).hex() for key in people)
        )
        self.tables = [
            MonthTable(
                kind.name,
                kind.game,
                folder / kind.name,
                Random(f"{seed} {kind.name}"),
                dict(kind.options),
            )
            for kind in kinds
        ]
        known = {table.device.public_key.hex() for table in self.tables}
        self._keeper = JackpotKeeper(self.book, FarStream(), keeper_key, known.__contains__)
        self.newest: LedgerLine = self._keeper.fold_next().newest.line
        self._at = [
            At(table, kind, self._mail(table), house.sender(table.name))
            for table, kind in zip(self.tables, kinds, strict=True)
        ]

    def play(self, days: int, hours: int) -> None:
        """Have all tables play for so many days, and so many hours on each."""
        for hour in (24 * day + hour for day in range(days) for hour in range(hours)):
            for at in self._at:
                at.play(hour * HOUR_MS, self._newest_to)
            self._move()
        for at in self._at:
            at.close_bets()
        self._move()

    def _move(self) -> None:
        """Have the ledger take what is recorded, and the keeper fold it."""
        for at in self._at:
            at.send(self._ledger)
        while (turn := self._keeper.fold_next()).has_more:
            attested = turn.newest.attested
            if turn.newest.grant and attested:
                for mail in (at.mail for at in self._at if at.mail):
                    for granted in self._keeper.signed_grants(attested.message.journal):
                        mail.accept(granted)
        self.newest = turn.newest.line

    def _newest_to(self, mail: JackpotInbox, now: int) -> list[SignedMessage]:
        query = mail.pending_query
        if query is None:
            return [*self.book.signed_terms, self._keeper.signed_update(self.newest, now)]
        updates = self._keeper.update_to(self.newest, now, query.journal, (query.nonce,))
        return [*self.book.signed_terms, *updates]

    def _mail(self, table: MonthTable) -> JackpotInbox | None:
        if not table.game.has_linked_jackpot:
            return None
        ask = JackpotQuery(table.name, f"nonce of {table.name}", table.journal.identity)
        fits = JackpotRequirements(TERMS.jackpot, GAME, 0, 1, 100)
        link = lambda: table.table.state.link  # noqa: E731
        return JackpotInbox(fits, self._trusted, ask, table.journal.identity, link)

    def read(self) -> None:
        """Have the rows made of what the ledger has."""
        rebuild_rows(self.store, find_edges, lambda _: None)

    def rows(self, table: MonthTable) -> MonthRows:
        """Return what the ledger's rows say of a table, all hours together."""
        journal, columns = table.journal.identity, TABLE_ALARM_TABLE.c
        kinds = select(columns.kind).where(columns.journal == journal)
        with self.store.connect() as connection:
            sums = sums_between(connection, 0, FOREVER, [journal])
            by_class = {key.bet_class: class_sums for key, class_sums in sums.items()}
            return MonthRows(by_class.pop(""), by_class, [*connection.scalars(kinds)])

    def audit(self) -> tuple[int, str]:
        """Return the status of `croupier lot audit` over the bundles, and what it said."""
        bundles = tuple(
            self.bundle(table) for table in self.tables if table.game.has_linked_jackpot
        )
        with redirect_stdout(io.StringIO()) as said:
            status = audit(Words.load("en"), TERMS.jackpot, bundles, store=self.address)
        return status, said.getvalue().strip()

    def bundle(self, table: MonthTable) -> Path:
        """Return a table's bundle, which is made once."""
        out = self._folder / f"{table.name}.evidence"
        if not out.exists():
            table.journal.close()
            export_bundle(table.copies, out, table.device, datetime.now(UTC).isoformat())
        return out

    def close(self) -> None:
        for table in self.tables:
            table.close()
        self.store.dispose()


Newest = Callable[[JackpotInbox, int], list[SignedMessage]]


class At:
    """The people at a table, and its uplink."""

    def __init__(
        self, table: MonthTable, kind: Kind, mail: JackpotInbox | None, sender: Sender
    ) -> None:
        self.mail = mail
        self._table, self._kind = table, kind
        paths = [Path(table.folder / name) for name in ("first", "second")]
        whose = OutboxIdentity(place(table.name), table.journal.identity, sender)
        facts = FactSource(paths)
        self._lanes = (
            Outbox("fact", whose, facts),
            Outbox("record", whose, RecordSource(paths, facts)),
        )
        self._sequence = 0

    def play(self, hour_ms: int, newest: Newest) -> None:
        """Play the rounds of the hour that begins then, on the newest line of the lot."""
        table, chance = self._table, self._table.chance
        table.now = max(table.now, hour_ms)
        while table.now < hour_ms + HOUR_MS:
            begun, bets = table.now, self._bets()
            if self.mail is not None:
                for signed in newest(self.mail, BEGAN_MS + table.now):
                    self.mail.accept(signed)
                table.do(self.mail.poll(Millis(table.now)))
                if chance.random() < BET and table.table.state.link.closed_reason is None:
                    bets.append(("progressive", int(TERMS.stake_cents)))
                table.play(bets, lucky=chance.random() < self._kind.lucky)
            else:
                table.play(bets)
            table.now = begun + self._kind.each_ms

    def close_bets(self) -> None:
        """Close one more round: what was before it can't be taken back any more."""
        self._table.begin(self._bets())

    def _bets(self) -> list[tuple[str, int]]:
        chance, places = self._table.chance, self._table.places
        some = chance.sample(places, chance.randint(1, min(MOST_BETS, len(places))))
        return [(on, chance.choice(STAKES)) for on in some]

    def send(self, ledger: Ledger) -> None:
        """Have the ledger take all that may be sent."""
        for lane in self._lanes:
            while (act := lane.next_action()) is not None:
                if isinstance(act, ReadLastMessage):
                    lane.resume_after(None, self._sequence)
                    continue
                taken = ledger.store_messages([received(act.payload)])
                assert taken.watermarks
                assert not taken.alarms, taken.alarms
                self._sequence += 1
                lane.acknowledged(self._sequence)
                for watermark in taken.watermarks.values():  # else a lane waits after 64 messages
                    lane.set_watermark(watermark, 0.0)


BEGAN_MS: Final = int(BEGAN.timestamp() * 1000)
