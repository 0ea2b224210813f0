"""A floor with one table that shares a jackpot: its uplink, the ledger, and the keeper."""

from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed, StackRead
from firmware.core.vocabulary.jackpot import JackpotQuery, JackpotTableMessage
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place as BetPlace
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.keeper import JackpotKeeper
from firmware.floor.jackpot.keeper_loop import KeeperLoop
from firmware.floor.places import Place
from firmware.floor.uplink.lane_sources import FactSource
from firmware.floor.uplink.outbox import Outbox, OutboxIdentity
from firmware.shell.history.journal_entries import Attested, Setting
from firmware.shell.history.ledger import Ledger
from firmware.shell.jackpot.jackpot_inbox import JackpotInbox, JackpotRequirements, TrustedKeys
from firmware.shell.jackpot.signed_messages import attest, sign_message
from firmware.shell.journal import DirectoryCopy, Journal, JournalStamp
from firmware.shell.service.loop import TableLoop
from firmware.shell.trust.keys import DeviceKey, public_octets
from hal.ports import Millis
from tests.kits.floor.jackpots import GAME, SCRIPT, TERMS
from tests.kits.floor.keeper_jackpot import FarStream
from tests.kits.floor.stores import empty_store
from tests.kits.floor_wire import ENROLLED, HOUSE, TABLE, Engine, open_ledger, received
from tests.kits.games.bare_table import seat

KEEPER, ANNE, LUC = (Ed25519PrivateKey.generate() for _ in range(3))
TRUSTED: Final = TrustedKeys(
    public_octets(KEEPER).hex(), frozenset(public_octets(person).hex() for person in (ANNE, LUC))
)
SIGNED_TERMS: Final = sign_message(TERMS, KEEPER, ANNE, LUC)
PLACE: Final = Place(HOUSE, "main", TABLE)
PLAYER_HAND, DEALER_HAND = "2S 4H 6C 8D TC", "3D 5C 7D JH QC"
LINE_MS: Final = 3000
"""Longer than an update that only raises the amount waits."""
NONCE: Final = "the table's question"


class SharingFloor:
    """A table with its journal on a disk, its uplink, the ledger, and the jackpot's keeper."""

    def __init__(self, folder: Path) -> None:
        self.device = DeviceKey.enrol(folder)
        self.database = empty_store(folder / "ledger.db")
        self.ledger, self.engine = open_ledger(self.database), Engine()
        self.keeper_loop = self._start_keeper()
        self.table, self.now = seat(SCRIPT), Millis(0)
        copies = folder / "first", folder / "second"
        first, second = map(DirectoryCopy, copies)
        self.journal = Journal.open((first, second), JournalStamp("sim", "0", "", "", GAME))
        identity = OutboxIdentity(PLACE, self.journal.identity, ENROLLED.sender(TABLE))
        self.outbox = Outbox("fact", identity, FactSource(copies))
        self._stored_count = 0
        """How many messages the ledger has taken from the engine."""
        self.inbox = self._open_inbox()
        setting = Setting("0", "", "", "", GAME, SCRIPT["options"], self.table.state.rules)
        self.loop = TableLoop(self.table, Ledger(self.journal, setting, attest=self.attested))
        self.loop.begin(self.now)

    def _start_keeper(self) -> KeeperLoop:
        store = JackpotStore(self.database, TERMS.jackpot)
        store.add_terms(SIGNED_TERMS)
        enrolled = {self.device.public_key.hex()}
        keeper = JackpotKeeper(store, FarStream(), KEEPER, enrolled.__contains__)
        loop = KeeperLoop(store, keeper, TRUSTED.keeper, lambda _device: PLACE, lambda _text: None)
        loop.begin()
        return loop

    def _open_inbox(self) -> JackpotInbox:
        journal = self.journal.identity
        requirements = JackpotRequirements(TERMS.jackpot, GAME, 0, 1, TERMS.stake_cents)
        query = JackpotQuery(TABLE, NONCE, journal)
        inbox = JackpotInbox(requirements, TRUSTED, query, journal, lambda: self.table.state.link)
        inbox.accept(SIGNED_TERMS)
        return inbox

    def attested(self, message: JackpotTableMessage) -> Attested:
        """Return a message that the table's device has signed."""
        return attest(message, self.device)

    def handle(self, *events: Event) -> None:
        """Have the table handle events, one after the other."""
        for event in events:
            self.now = Millis(self.now + 10)
            self.loop.receive([event], self.now)
            self.loop.follow_up(self.now)

    def exchange(self) -> None:
        """Have the facts stored, the keeper fold them, and the table hear its messages."""
        while self.engine.do(self.outbox):
            pass
        messages = self.engine.of("fact")
        self.ledger.store_messages(list(map(received, messages[self._stored_count :])))
        self._stored_count = len(messages)
        query = self.inbox.pending_query
        if query is not None:
            self.keeper_loop.add_query(PLACE, query)
        has_more = True
        while has_more:
            due = self.keeper_loop.next_messages(self.now)
            for message in due.messages:
                self.inbox.accept(message.signed)
            has_more = due.has_more
        self.now = Millis(self.now + LINE_MS)
        for event in self.inbox.poll(self.now):
            self.handle(event)

    def play_round(self) -> None:
        """Play a round with a bet on the jackpot, from the close to the prize that it misses."""
        self.handle(KeyPressed(Key.NO_MORE_BETS))
        self.handle(
            *(CardRead(parse_card(name)) for name in f"{PLAYER_HAND} {DEALER_HAND}".split())
        )
        self.handle(KeyPressed(Key.FOLD))
        self.handle(*(chips(on, NO_CENTS) for on in ("ante", "progressive")))
        self.handle(KeyPressed(Key.CONFIRM))

    def end(self) -> None:
        """Close the files."""
        self.journal.close()
        self.database.dispose()


def chips(on: str, cents: Cents) -> StackRead:
    """Return a reading of the chips of spot 1."""
    return StackRead(BetPlace(1, on), cents)
