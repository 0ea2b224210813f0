"""A linked lot from end to end: a table with its journal, the store, a keeper, and the audit."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, KeyPressed, KeySwitchTurned, StackRead
from firmware.core.vocabulary.jackpot import (
    JackpotGrant,
    JackpotGrantReceived,
    JackpotHit,
    JackpotQuery,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place
from firmware.floor.facts import FactExtractor
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.signed_line import encode_line
from firmware.floor.jackpot.verdict import audit_verdict
from firmware.floor.jackpot_tables import JACKPOT_LINE_TABLE
from firmware.floor.store import (
    FACT_TABLE,
    WATERMARK_TABLE,
    insert_missing,
)
from firmware.shell.evidence.export import export_bundle
from firmware.shell.history.journal_entries import Attested, Happened, Setting, decode
from firmware.shell.history.ledger import Ledger
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox, JackpotRequirements, TrustedKeys
from firmware.shell.jackpot.signed_messages import attest, sign_message
from firmware.shell.journal import DirectoryCopy, Journal, JournalStamp
from firmware.shell.service.loop import TableLoop
from firmware.shell.trust.keys import DeviceKey, public_octets
from hal.ports import Millis
from tests.kits.floor.enrolled import register
from tests.kits.floor.jackpots import GAME, SCRIPT, TERMS
from tests.kits.floor.keeper_jackpot import FarStream
from tests.kits.floor.stores import empty_store
from tests.kits.games.bare_table import seat

KEEPER, ANNE, LUC = (Ed25519PrivateKey.generate() for _ in range(3))
TRUSTED = TrustedKeys(
    public_octets(KEEPER).hex(), frozenset(public_octets(key).hex() for key in (ANNE, LUC))
)
NOTHING, ROYAL, DEALER = "2S 4H 6C 8D TC", "AS KS QS JS TS", "3D 5C 7D JH QC"


class Floor:
    """One table, and everything that its messages pass."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.device = DeviceKey.enrol(path)
        self.engine = empty_store(path / "ledger.db")
        self.book = JackpotStore(self.engine, "grand")
        self.book.add_terms(sign_message(TERMS, KEEPER, ANNE, LUC))
        known = {self.device.public_key.hex()}
        self.stream = FarStream()
        self.keeper = JackpotKeeper(self.book, self.stream, KEEPER, known.__contains__)
        self.now = 0
        self.deaf = False
        """Whether the keeper's grants are lost on their way to the table."""
        self.starts = 0
        self.start()

    def start(self) -> None:
        """Start the table, for the first time or where its journal ends."""
        self.starts += 1
        self.table: Table = seat(SCRIPT)
        self.copies = DirectoryCopy(self.path / "a"), DirectoryCopy(self.path / "b")
        self.journal = Journal.open(self.copies, JournalStamp("sim", "0", "", "", GAME))
        setting = Setting("0", "", "", "", GAME, SCRIPT["options"], self.table.state.rules)
        ledger = Ledger(self.journal, setting, attest=lambda message: attest(message, self.device))
        self.loop = TableLoop(self.table, ledger)
        self.loop.begin(Millis(self.now))
        fits = JackpotRequirements("grand", GAME, 0, 1, 100)
        ask = JackpotQuery("table-7", f"nonce {self.starts}")
        self.mail = JackpotInbox(
            fits, TRUSTED, ask, self.journal.identity, lambda: self.table.state.link
        )

    def end(self) -> None:
        self.journal.close()
        self.engine.dispose()

    def do(self, *events: object) -> None:
        for event in events:
            self.now += 10
            self.loop.handle_and_follow([event], Millis(self.now))  # type: ignore[list-item]

    def play(self, hand: str) -> None:
        """Play a round with a bet on the lot, if one is taken."""
        if self.table.state.phase.name == "CLOSED":
            self.do(KeyPressed(Key.CONFIRM))
        self.do(_chips("ante", 500), _chips("progressive", 100), KeyPressed(Key.NO_MORE_BETS))
        self.do(*(CardRead(parse_card(name)) for name in f"{hand} {DEALER}".split()))
        self.do(_chips("raise", 1000), KeyPressed(Key.RAISE))
        if self.table.state.game.jackpot.won:
            self.do(KeySwitchTurned(on=True), KeyPressed(Key.CLEAR_FAULTS), KeyPressed(Key.CONFIRM))
            self.do(KeySwitchTurned(on=False))
        self.do(*(_chips(on, 0) for on in ("ante", "raise", "progressive")))
        self.do(KeyPressed(Key.CONFIRM), KeyPressed(Key.CARDS_SHUFFLED))

    def attested(self) -> list[Attested]:
        entries = map(decode, self.journal.records())
        return [entry for entry in entries if isinstance(entry, Attested)]

    def move(self) -> None:
        """Have the ledger keep the facts, the keeper fold them, and the table hear the line."""
        of = {"journal": self.journal.identity}
        extractor, facts = FactExtractor(), []
        for number, record in enumerate(self.journal.records()):
            facts += extractor.extract(number, decode(record))
        rows = [
            {**of, **fact.position._asdict(), "received_at": ""}
            | {"body": msgspec.json.encode(fact.body).decode()}
            for fact in facts
        ]
        with self.engine.begin() as connection:
            register(connection, "table-7", self.journal.identity)
            insert_missing(connection, FACT_TABLE, rows)
            connection.execute(WATERMARK_TABLE.delete().where(WATERMARK_TABLE.c.lane == "fact"))
            last_position = {**of, "lane": "fact", **facts[-1].position._asdict()}
            insert_missing(connection, WATERMARK_TABLE, [last_position])
        while (turn := self.keeper.fold_next()).has_more:
            if turn.newest.grant is not None and not self.deaf:
                for granted in self.keeper.signed_grants(self.journal.identity):
                    self.mail.accept(granted)
        self.deliver()

    def deliver(self) -> None:
        self.now += 3000
        for terms in self.book.signed_terms:
            self.mail.accept(terms)
        line = self.book.newest_line
        assert line is not None
        if self.mail.pending_query:
            for granted in self.keeper.signed_grants(self.journal.identity):
                self.mail.accept(granted)
        nonces = (self.mail.pending_query.nonce,) if self.mail.pending_query else ()
        for update in self.keeper.update_to(line, self.now, self.journal.identity, nonces):
            self.mail.accept(update)
        self.do_all(self.mail.poll(Millis(self.now)))

    def do_all(self, events: list) -> None:  # type: ignore[type-arg]
        self.loop.handle_and_follow(events, Millis(self.now))

    def bundle(self, name: str = "evening") -> Path:
        out = self.path / name
        self.journal.close()
        export_bundle(self.copies, out, self.device, "2026-03-14T21:30:00+00:00")
        return out


def _chips(on: str, cents: int) -> StackRead:
    return StackRead(Place(1, on), Cents(cents))


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    floor = Floor(tmp_path)
    floor.move()
    yield floor
    floor.end()


def test_line_has_money_to_the_unit(floor: Floor) -> None:
    for hand in (NOTHING, ROYAL):
        floor.play(hand)
        floor.move()
    one, two = (record.message for record in floor.attested())
    assert isinstance(two, JackpotHit)
    assert (one.shown, two.paid) == (100_014, 100_029)
    line = floor.book.newest_line
    assert line is not None
    assert (line.generation, line.pool) == (2, 50_000 * 2)
    assert floor.table.state.game.jackpot.cents == 50_000
    assert audit_verdict(floor.book, [floor.bundle()]).outcome == "proven"


def test_altered_stored_line_contradicted(floor: Floor) -> None:
    floor.play(NOTHING)
    floor.move()
    line = floor.book.newest_line
    assert line is not None
    stored = floor.book.line(2)
    assert stored is not None
    altered = replace(stored.signed_line, line=replace(line, pool=line.pool - 1))
    body = encode_line(altered).decode()
    with floor.engine.begin() as connection:
        connection.execute(
            JACKPOT_LINE_TABLE.update().where(JACKPOT_LINE_TABLE.c.version == 2).values(body=body)
        )
    found = audit_verdict(floor.book, [floor.bundle()])
    assert (found.outcome, found.verdict_text.key) == ("contradicted", "linked.audit.pool")


def test_line_without_tables_bundle_open(floor: Floor) -> None:
    early = floor.bundle("early")
    floor.start()
    floor.deliver()
    floor.play(NOTHING)
    floor.move()
    assert audit_verdict(floor.book, [early]).outcome == "open"


def test_power_cut_needs_a_fresh_line(
    floor: Floor,
) -> None:
    floor.play(NOTHING)
    line = floor.book.newest_line
    assert line is not None
    (old,) = floor.keeper.update_to(line, floor.now, floor.journal.identity, ("nonce 1",))
    floor.journal.close()
    floor.start()
    floor.mail.accept(old)
    assert floor.mail.poll(Millis(floor.now)) == []
    assert floor.table.state.link.closed_reason == "why.lot_silent"
    assert floor.table.state.game.jackpot.cents == 100_014
    floor.move()
    assert floor.table.state.link.closed_reason is None


def test_message_without_ruling_made_again(floor: Floor, tmp_path: Path) -> None:
    floor.play(NOTHING)
    records = [*floor.journal.records()]
    cut = next(at for at, record in enumerate(records) if isinstance(decode(record), Attested))
    floor.journal.close()
    floor.path = tmp_path / "cut"
    copies = DirectoryCopy(floor.path / "a"), DirectoryCopy(floor.path / "b")
    journal = Journal.open(copies, JournalStamp("sim", "0", "", "", GAME))
    for record in records[: cut + 1]:
        journal.append(record)
    journal.commit()
    journal.close()
    floor.start()
    one, again = floor.attested()
    assert one == again
    assert floor.table.state.link.last_message == 1


def granted(floor: Floor) -> list[JackpotGrant]:
    """Return the grants that the table has recorded."""
    found = (decode(record) for record in floor.journal.records())
    events = (entry.event for entry in found if isinstance(entry, Happened))
    return [event.granted for event in events if isinstance(event, JackpotGrantReceived)]


@pytest.mark.parametrize("deaf", [False, True])
def test_table_records_its_grant_once(floor: Floor, *, deaf: bool) -> None:
    floor.deaf = deaf
    floor.play(ROYAL)
    floor.move()
    floor.deliver()
    assert granted(floor) == floor.book.stored_grants
    assert [(one.order, one.paid) for one in floor.book.stored_grants] == [(1, 100_014)]
    assert floor.mail.pending_query is None


def test_altered_grant_is_contradicted(floor: Floor) -> None:
    floor.play(ROYAL)
    (other,) = (message for message in [floor.attested()[0].message])
    assert isinstance(other, JackpotHit)
    wrong = JackpotGrant(
        "grand", 2, "table-7", other.journal, other.message_number, other.paid, 0, 0, 2
    )
    floor.mail.accept(sign_message(wrong, KEEPER))
    floor.move()
    found = audit_verdict(floor.book, [floor.bundle()])
    assert (found.outcome, found.verdict_text.key) == ("contradicted", "linked.audit.granted")
