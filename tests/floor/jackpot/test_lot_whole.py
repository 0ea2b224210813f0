"""A linked lot from end to end: a table with its journal, the store, a keeper, and the audit."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, KeyPressed, KeySwitchTurned, StackRead
from firmware.core.vocabulary.jackpot import LotAsk, LotGranted, LotGrantTaken, LotHit
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.floor.jackpot.keeper import Keeper
from firmware.floor.jackpot.store import LOT_LINE, Book
from firmware.floor.jackpot.verdict import verdict
from firmware.floor.store import FACT, KEPT, connect, insert_new, migrate
from firmware.shell.evidence.export import export
from firmware.shell.history.ledger import Ledger
from firmware.shell.history.records import Attested, Happened, Setting, decode
from firmware.shell.jackpot.inbox import Fits, LotMail, Trusted
from firmware.shell.jackpot.signed import attest, sign
from firmware.shell.journal import Journal, OsCopy, Stamp
from firmware.shell.service.loop import Loop
from firmware.shell.trust.keys import Device, public_of
from hal.ports import Millis
from tests.kits.floor.lots import GAME, SCRIPT, TERMS
from tests.kits.games.bare_table import seat

KEEPER, ANNE, LUC = (Ed25519PrivateKey.generate() for _ in range(3))
TRUSTED = Trusted(public_of(KEEPER).hex(), frozenset(public_of(key).hex() for key in (ANNE, LUC)))
NOTHING, ROYAL, DEALER = "2S 4H 6C 8D TC", "AS KS QS JS TS", "3D 5C 7D JH QC"


class Floor:
    """One table, and everything that its messages pass."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.device = Device.enrol(path)
        self.engine = connect(f"sqlite:///{path}/ledger.db")
        migrate(self.engine)
        self.book = Book(self.engine, "grand")
        self.book.add_terms(sign(TERMS, KEEPER, ANNE, LUC))
        known = {self.device.public.hex(): "table-7"}
        self.keeper = Keeper(self.book, KEEPER, known.get)
        self.now = 0
        self.deaf = False
        """Whether the keeper's grants are lost on their way to the table."""
        self.starts = 0
        self.start()

    def start(self) -> None:
        """Start the table, for the first time or where its journal ends."""
        self.starts += 1
        self.table: Table = seat(SCRIPT)
        self.copies = OsCopy(self.path / "a"), OsCopy(self.path / "b")
        self.journal = Journal.open(self.copies, Stamp("sim", "0", "", "", GAME))
        setting = Setting("0", "", "", "", GAME, SCRIPT["options"], self.table.state.rules)
        ledger = Ledger(self.journal, setting, attest=lambda message: attest(message, self.device))
        self.loop = Loop(self.table, ledger)
        self.loop.begin(Millis(self.now))
        fits = Fits("grand", GAME, 0, 1, 100)
        ask = LotAsk("table-7", f"nonce {self.starts}")
        self.mail = LotMail(
            fits, TRUSTED, ask, self.journal.identity, lambda: self.table.state.link
        )

    def end(self) -> None:
        self.journal.close()
        self.engine.dispose()

    def do(self, *events: object) -> None:
        for event in events:
            self.now += 10
            self.loop.take([event], Millis(self.now))  # type: ignore[list-item]

    def play(self, hand: str) -> None:
        """Play a round with a bet on the lot, if one is taken."""
        if self.table.state.phase.name == "CLOSED":
            self.do(KeyPressed(Key.CONFIRM))
        self.do(_chips("ante", 500), _chips("progressive", 100), KeyPressed(Key.NO_MORE_BETS))
        self.do(*(CardRead(parse_card(name)) for name in f"{hand} {DEALER}".split()))
        self.do(_chips("raise", 1000), KeyPressed(Key.RAISE))
        if self.table.state.game.lot.won:
            self.do(KeySwitchTurned(on=True), KeyPressed(Key.CLEAR), KeyPressed(Key.CONFIRM))
            self.do(KeySwitchTurned(on=False))
        self.do(*(_chips(on, 0) for on in ("ante", "raise", "progressive")))
        self.do(KeyPressed(Key.CONFIRM), KeyPressed(Key.SHUFFLED))

    def attested(self) -> list[Attested]:
        entries = map(decode, self.journal.records())
        return [entry for entry in entries if isinstance(entry, Attested)]

    def move(self) -> None:
        """Have the ledger keep the messages, the keeper fold them, and the table hear the line."""
        of = {"table_name": "table-7", "journal": self.journal.identity}
        records = self.attested()
        with self.engine.begin() as connection:
            for number, record in enumerate(records):
                body = msgspec.json.encode({"Attested": record}).decode()
                row = {**of, "shoe": 0, "number": number, "body": body, "received": ""}
                insert_new(connection, FACT, [row])
            connection.execute(KEPT.delete().where(KEPT.c.lane == "fact"))
            kept = {**of, "lane": "fact", "shoe": 0, "number": len(records) - 1}
            insert_new(connection, KEPT, [kept])
        while (turn := self.keeper.turn()).more:
            if turn.granted is not None and not self.deaf:
                self.mail.take(turn.granted)
        self.hear()

    def hear(self) -> None:
        self.now += 3000
        for terms in self.book.signed_terms:
            self.mail.take(terms)
        line = self.book.newest
        assert line is not None
        if self.mail.ask:
            for granted in self.keeper.granted_to([self.mail.ask.table]):
                self.mail.take(granted)
        nonces = (self.mail.ask.nonce,) if self.mail.ask else ()
        self.mail.take(self.keeper.shows(line, nonces, self.now))
        self.do_all(self.mail.look(Millis(self.now)))

    def do_all(self, events: list) -> None:  # type: ignore[type-arg]
        self.loop.take(events, Millis(self.now))

    def bundle(self, name: str = "evening") -> Path:
        out = self.path / name
        self.journal.close()
        export(self.copies, out, self.device, "2026-03-14T21:30:00+00:00")
        return out


def _chips(on: str, cents: int) -> StackRead:
    return StackRead(Place(1, on), Cents(cents))


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    floor = Floor(tmp_path)
    floor.move()
    yield floor
    floor.end()


def test_what_a_table_feeds_and_pays_is_in_the_line_to_the_unit(floor: Floor) -> None:
    for hand in (NOTHING, ROYAL):
        floor.play(hand)
        floor.move()
    one, two = (record.message for record in floor.attested())
    assert isinstance(two, LotHit)
    assert (one.shown, two.paid) == (100_014, 100_029)
    line = floor.book.newest
    assert line is not None
    assert (line.generation, line.pool) == (2, 50_000 * 2)
    assert floor.table.state.game.lot.cents == 50_000
    assert verdict(floor.book, [floor.bundle()]).how == "proven"


def test_a_line_that_was_altered_in_the_store_is_contradicted(floor: Floor) -> None:
    floor.play(NOTHING)
    floor.move()
    line = floor.book.newest
    assert line is not None
    body = msgspec.json.encode(msgspec.structs.replace(line, pool=line.pool - 1)).decode()
    with floor.engine.begin() as connection:
        connection.execute(LOT_LINE.update().where(LOT_LINE.c.version == 2).values(body=body))
    found = verdict(floor.book, [floor.bundle()])
    assert (found.how, found.words.key) == ("contradicted", "linked.audit.pool")


def test_without_a_tables_bundle_the_line_is_open(floor: Floor) -> None:
    early = floor.bundle("early")
    floor.start()
    floor.hear()
    floor.play(NOTHING)
    floor.move()
    assert verdict(floor.book, [early]).how == "open"


def test_a_table_without_power_comes_back_with_its_lot_and_waits_for_a_fresh_line(
    floor: Floor,
) -> None:
    floor.play(NOTHING)
    old = floor.keeper.shows(floor.book.newest, ("nonce 1",), floor.now)  # type: ignore[arg-type]
    floor.journal.close()
    floor.start()
    floor.mail.take(old)
    assert floor.mail.look(Millis(floor.now)) == []
    assert floor.table.state.link.closed == "why.lot_silent"
    assert floor.table.state.game.lot.cents == 100_014
    floor.move()
    assert floor.table.state.link.closed is None


def test_a_message_whose_ruling_the_power_took_is_made_again_alike(
    floor: Floor, tmp_path: Path
) -> None:
    floor.play(NOTHING)
    records = [*floor.journal.records()]
    cut = next(at for at, record in enumerate(records) if isinstance(decode(record), Attested))
    floor.journal.close()
    floor.path = tmp_path / "cut"
    copies = OsCopy(floor.path / "a"), OsCopy(floor.path / "b")
    journal = Journal.open(copies, Stamp("sim", "0", "", "", GAME))
    for record in records[: cut + 1]:
        journal.append(record)
    journal.commit()
    journal.close()
    floor.start()
    one, again = floor.attested()
    assert one == again
    assert floor.table.state.link.n == 1


def granted(floor: Floor) -> list[LotGranted]:
    """Return the grants that the table has recorded."""
    found = (decode(record) for record in floor.journal.records())
    events = (entry.event for entry in found if isinstance(entry, Happened))
    return [event.granted for event in events if isinstance(event, LotGrantTaken)]


@pytest.mark.parametrize("deaf", [False, True])
def test_a_table_records_what_its_hit_was_paid_of_once_however_that_came(
    floor: Floor, *, deaf: bool
) -> None:
    floor.deaf = deaf
    floor.play(ROYAL)
    floor.move()
    floor.hear()
    assert granted(floor) == floor.book.grants
    assert [(one.order, one.paid) for one in floor.book.grants] == [(1, 100_014)]
    assert floor.mail.ask is None


def test_a_grant_that_the_store_altered_on_its_way_is_contradicted(floor: Floor) -> None:
    floor.play(ROYAL)
    (other,) = (message for message in [floor.attested()[0].message])
    assert isinstance(other, LotHit)
    wrong = LotGranted("grand", 2, "table-7", other.journal, other.n, other.paid, 0, 0, 2)
    floor.mail.take(sign(wrong, KEEPER))
    floor.move()
    found = verdict(floor.book, [floor.bundle()])
    assert (found.how, found.words.key) == ("contradicted", "linked.audit.granted")
