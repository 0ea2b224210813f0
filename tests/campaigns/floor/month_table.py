"""A table in service for a month: its journal on a disk, and people who play by chance."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Final

from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card, parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    Event,
    KeyPressed,
    KeySwitchTurned,
    ResultSeen,
    StackRead,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled, Refused, Ruling
from firmware.odds.drift import Cusum
from firmware.odds.edges import Edge, EdgeTable
from firmware.odds.expected_hold import round_wagers
from firmware.odds.odds import stored_figures
from firmware.odds.store import SHIPPED, Store
from firmware.shell.history.journal_entries import Setting
from firmware.shell.history.ledger import Ledger
from firmware.shell.jackpot.signed_messages import attest
from firmware.shell.journal import DirectoryCopy, Journal, JournalStamp
from firmware.shell.service.loop import TableLoop
from firmware.shell.trust.keys import DeviceKey, fingerprint
from hal.ports import Millis
from tests.campaigns.odds.drift import OFTEN
from tests.kits.quebec import open_game

BEGAN: Final = datetime(2026, 11, 1, 6, tzinfo=UTC)
BEHIND_CUT: Final = 16
"""The cards that are left when the cut card comes out."""
ROYAL: Final = "AS KS QS JS TS"


class PlayedWrong(Exception):
    """What the people did was refused: the campaign does not know its game."""


class MonthTable:
    """A table without wires, whose loop, ledger and journal are those of a table in service."""

    def __init__(
        self, name: str, game: str, folder: Path, chance: Random, options: dict[str, Any]
    ) -> None:
        self.name, self.folder = name, folder
        folder.mkdir(parents=True)
        self.device = DeviceKey.enrol(folder)
        self.copies = DirectoryCopy(folder / "first"), DirectoryCopy(folder / "second")
        self.chance, self.rounds = chance, 0
        self.now = 0
        table = Table(open_game(game, options), TableRules(spots=2, sensed=False))
        self.table, self.game = table, table.state.game
        setting = Setting("0", "", "", "quebec-2007", game, options, table.state.rules)
        self.journal = Journal.open(self.copies, JournalStamp("sim", "0", "", "", game))
        ledger = Ledger(
            self.journal, setting, self._wall, lambda message: attest(message, self.device)
        )
        self.loop = TableLoop(table, ledger, [self._take_rulings])
        priced = open_game(game, options)
        self._edges = EdgeTable(priced, stored_figures(game, priced, Store(None, SHIPPED)))
        self.places = [
            on for on in priced.BETS if self._edges.edge_on(on, priced.nominal_stake(on))
        ] or ["ante"]
        self._watches = [Cusum(is_excess=more, note_interval=OFTEN) for more in (False, True)]
        self.made = Counter[tuple[str, int]]()
        """How often each bet was made with so many cents, without the raises."""
        self.notes = 0
        """Of a CUSUM whose false notes are due once in `OFTEN` rounds at the most."""
        self._lines: list[BetSettled] = []
        self._refused = False
        self._shoe: list[Card] = []
        self.loop.begin(Millis(0))
        self._open()

    @property
    def fingerprint(self) -> str:
        return fingerprint(self.device.public_key)

    @property
    def sound(self) -> bool:
        """Whether all that happens here is by chance: where a lot is won, luck is staged."""
        return not self.game.has_linked_jackpot

    def expected(self) -> Fraction:
        """Return what the house may expect of all bets that were made, by their exact edges."""
        return sum(
            (
                count * cents * self._edge(on, cents).mean_gain
                for (on, cents), count in self.made.items()
            ),
            start=Fraction(0),
        )

    def _edge(self, on: str, cents: int) -> Edge:
        edge = self._edges.edge_on(on, Cents(cents))
        assert edge is not None, on
        return edge

    def begin(self, bets: Sequence[tuple[str, int]]) -> None:
        """Lay these bets, each with its cents, at the first spot, and close them."""
        for on, cents in bets:
            self._lay(on, cents)
        self._do(KeyPressed(Key.NO_MORE_BETS))

    def play(self, bets: Sequence[tuple[str, int]], *, lucky: bool = False) -> None:
        """Play a round; a lucky hand of poker is a royal flush."""
        if lucky:
            self._shoe = [*reversed([parse_card(name) for name in ROYAL.split()])]
            self._shoe[:0] = [card for card in self._shuffled() if card not in self._shoe]
        self.begin(bets)
        self._deal()
        self._end()
        self.rounds += 1
        self.made.update(bets)

    def close(self) -> None:
        self.journal.close()

    def do(self, events: Sequence[Event]) -> None:
        """Have the table take what comes from elsewhere."""
        if events:
            self.loop.handle_and_follow(events, Millis(self.now))

    # a round

    def _open(self) -> None:
        while self.table.state.phase is not Phase.OPEN:
            changing = self.table.state.phase is Phase.SHOE_CHANGE
            self._do(KeyPressed(Key.CARDS_SHUFFLED if changing else Key.CONFIRM))

    def _lay(self, on: str, cents: int) -> None:
        self._do(StackRead(Place(1, on), Cents(cents)))

    def _deal(self) -> None:
        while not self.game.finished:
            if self.game.awaits_result:
                self._do(ResultSeen(self._result()))
            elif self.game.choices:
                self._lay("raise", 2 * self.table.state.felt.amount((Place(1, "ante"), None)))
                self._do(KeyPressed(Key.RAISE))
            else:
                self._do(CardRead(self._card()))

    def _end(self) -> None:
        """Have the round paid and cleared, and the next one opened."""
        if self.game.jackpot.won:
            self._do(
                KeySwitchTurned(on=True), KeyPressed(Key.CLEAR_FAULTS), KeyPressed(Key.CONFIRM)
            )
            self._do(KeySwitchTurned(on=False))
        number = self.table.state.round.number
        while self.table.state.round.number == number:
            self._do(KeyPressed(Key.CONFIRM))
            if self.table.state.phase is Phase.SHOE_CHANGE:
                self._shoe = []
                self._do(KeyPressed(Key.CARDS_SHUFFLED))
        self._open()
        lines, self._lines = self._lines, []
        bets = [bet for bet in round_wagers(lines, self._edges) if bet.edge]
        self.notes += sum(watch.add_round(number, bets) is not None for watch in self._watches)

    def _result(self) -> tuple[str, ...]:
        if self.game.INSTRUMENT and self.game.INSTRUMENT.result_kind == "dice":
            return tuple(sorted(self.chance.choices("123456", k=3)))
        return (self.chance.choice(self.game.numbers_on_table),)

    def _card(self) -> Card:
        self._shoe = self._shoe or self._shuffled()
        if len(self._shoe) == BEHIND_CUT:
            self._do(CutCardSeen())
        return self._shoe.pop()

    def _shuffled(self) -> list[Card]:
        shoe = [card for card in self.game.pack for _ in range(self.game.decks)]
        self.chance.shuffle(shoe)
        return shoe

    # the service

    def _do(self, *events: Event) -> None:
        for event in events:
            self.now += 100
            self._refused = False
            self.loop.handle([event], Millis(self.now))
            self.loop.follow_up(Millis(self.now))
            if self._refused:
                raise PlayedWrong(self.name, event, self.table.state.last_refusal)
            self._clear()

    def _clear(self) -> None:
        for place in {line.bet.place for line in self._lines}:
            if self.table.state.felt.amount((place, None)):
                self._do(StackRead(place, NO_CENTS))

    def _take_rulings(self, _: Event, rulings: tuple[Ruling, ...]) -> None:
        self._refused |= any(isinstance(ruling, Refused) for ruling in rulings)
        self._lines += [ruling for ruling in rulings if isinstance(ruling, BetSettled)]

    def _wall(self) -> datetime:
        return BEGAN + timedelta(milliseconds=self.now)
