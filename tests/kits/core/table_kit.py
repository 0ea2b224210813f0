"""A table with its rules, and short methods for the acts of people and parts."""

import itertools
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Final

import msgspec

from firmware.core.display.panel import table_panel
from firmware.core.game.limits import BetLimits
from firmware.core.game.pack import GameRules
from firmware.core.games.baccarat import Baccarat
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import (
    CardRead,
    CutCardSeen,
    DrawnFor,
    Event,
    FaultEnded,
    FaultRaised,
    KeyPressed,
    KeySwitchTurned,
    PresenceSeen,
    ShoeResult,
    StackRead,
)
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import BetSettled, Refused, Ruling

SOURCE = (files("firmware") / "rules" / "quebec-2007.toml").read_text(encoding="utf-8")
RULES = msgspec.convert(tomllib.loads(SOURCE)["baccarat"], GameRules)

PLAYER_WINS = "9S TD TS 5H"
"""Player 9, bank 5: a natural."""
BANK_WINS = "4S KD 2H 7C"
"""Player 6, bank 7."""
TIE = "9S 9D TS TH"


def place(spot: int, on: str) -> Place:
    return Place(spot, on)


def a_table(
    game: type[Baccarat] = Baccarat, options: dict[str, object] | None = None, **rules: object
) -> Table:
    return Table(game(RULES, options or {}), TableRules(**{"sensed": False, **rules}))


def limits(least: int, most: int) -> dict[str, BetLimits]:
    return {on: BetLimits(Cents(least), Cents(most)) for on in Baccarat.BETS}


class Croupier:
    """The acts of people and parts at one table; each is a millisecond after the last."""

    def __init__(self, table: Table | None = None, *, opened: bool = True, **rules: object) -> None:
        self.table = table or a_table(**rules)
        self.log: list[tuple[Event, int]] = []
        self.rulings: list[Ruling] = []
        self._clock = itertools.count(1)
        if opened:
            self.press(Key.CONFIRM)

    def tell(self, event: Event) -> tuple[Ruling, ...]:
        now = next(self._clock)
        self.log.append((event, now))
        rulings = self.table.handle(event, now)
        self.rulings += rulings
        return rulings

    def press(self, key: Key) -> tuple[Ruling, ...]:
        return self.tell(KeyPressed(key))

    def chips(self, spot: int, on: str, cents: int, who: str | None = None) -> tuple[Ruling, ...]:
        return self.tell(StackRead(Place(spot, on), Cents(cents), who))

    def sense(self, spot: int, on: str, *, covered: bool) -> tuple[Ruling, ...]:
        return self.tell(PresenceSeen(Place(spot, on), covered))

    def card(
        self, name: str, drawn: DrawnFor | None = None, index: int | None = None
    ) -> tuple[Ruling, ...]:
        return self.tell(CardRead(parse_card(name), drawn, index))

    def cards(self, names: str) -> tuple[Ruling, ...]:
        return tuple(ruling for name in names.split() for ruling in self.card(name))

    def cut(self) -> tuple[Ruling, ...]:
        return self.tell(CutCardSeen())

    def result(self, winner: str) -> tuple[Ruling, ...]:
        return self.tell(ShoeResult(winner))

    def fault(self, part: str, code: str, **values: str) -> tuple[Ruling, ...]:
        return self.tell(FaultRaised(part, code, values))

    def mend(self, part: str, code: str) -> tuple[Ruling, ...]:
        return self.tell(FaultEnded(part, code))

    def key_switch(self, *, on: bool) -> tuple[Ruling, ...]:
        return self.tell(KeySwitchTurned(on))

    def supervise(self, *keys: Key) -> tuple[Ruling, ...]:
        self.key_switch(on=True)
        said = tuple(ruling for key in keys for ruling in self.press(key))
        self.key_switch(on=False)
        return said

    def enter(self, name: str) -> tuple[Ruling, ...]:
        """Choose a card by its rank and its suit and enter it, under the supervisor's key."""
        ranks, suits = "A23456789TJQK".index(name[0]), "SHDC".index(name[1])
        keys = [
            Key.ENTER_CARD,
            Key.NEXT_RANK,
            *[Key.NEXT_RANK] * ranks,
            *[Key.NEXT_SUIT] * suits,
            Key.ENTER_CARD,
        ]
        return self.supervise(*keys)

    def bet_and_close(self, spot: int = 1, on: str = "banker", cents: int = 2500) -> None:
        self.chips(spot, on, cents)
        self.press(Key.NO_MORE_BETS)

    @property
    def phase(self) -> Phase | None:
        return self.table.state.running_phase

    @property
    def panel(self) -> Panel:
        return table_panel(self.table)


def refusals(rulings: Iterable[Ruling]) -> list[str]:
    return [ruling.why.key for ruling in rulings if isinstance(ruling, Refused)]


def settled(rulings: Iterable[Ruling]) -> list[BetSettled]:
    return [ruling for ruling in rulings if isinstance(ruling, BetSettled)]


def faults(croupier: Croupier) -> list[tuple[str, str]]:
    """Return the faults that the table has, the oldest first: of which part, and its code."""
    return [(fault.part, fault.code) for fault in croupier.table.state.device.trouble.faults]


def kinds(rulings: Iterable[Ruling]) -> list[str]:
    return [type(ruling).__name__ for ruling in rulings]


STOPPED: Final = None
"""Stands for the phase of a deal that is stopped."""
PHASES: Final = (*Phase, STOPPED)


def at_phase(phase: Phase | None) -> Croupier:
    """Return a table in that phase: in ROUND after two cards, STOPPED over such a round."""
    croupier = Croupier(opened=phase is not Phase.CLOSED)
    if phase is Phase.SHOE_CHANGE:
        croupier.cut()
    if phase in (Phase.ROUND, STOPPED):
        croupier.bet_and_close()
        croupier.cards("4S KD")
    if phase is STOPPED:
        croupier.fault("chips", "lost")
    assert croupier.phase is phase
    return croupier


def as_it_was(croupier: Croupier) -> tuple[object, ...]:
    """Return all that a cured fault leaves alone."""
    shown, bets = croupier.panel, croupier.table.state.round.bets
    lasting = shown.spots, shown.keys, shown.dealer, shown.players, shown.payout
    return croupier.phase, lasting, bets.locked_bets, bets.lines, croupier.table.state.game.cards


def in_round(cards: str = "") -> Croupier:
    croupier = Croupier()
    croupier.bet_and_close()
    croupier.cards(cards)
    return croupier


def fault_codes(croupier: Croupier) -> list[str]:
    return [fault.code for fault in croupier.table.state.device.trouble.faults]
