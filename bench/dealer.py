"""Who bets, deals and pays at a table in service, and what each card costs."""

import time
from random import Random
from typing import NamedTuple

from bench.rig import PATIENCE_S, Rig
from bench.shoe_line import BITS
from bench.thread_times import Spent, Transfer
from firmware.core.vocabulary.cards import CARD_RANKS, CARD_SUITS, Card, parse_card
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place

COPY = 8
"""Bytes of a card's frame; the shoe sends it three times."""
I2C_HZ = 400_000
I2C_BITS = 9
STAKE = Cents(25_00)
PLACES = (Place(1, "player"), Place(2, "banker"))
SETTLED_S = 0.25
"""After this the table has shown what follows from a card, and is at rest."""


class Change(NamedTuple):
    """A card that changed a light: nanoseconds of ours by thread, of them the disk's, and more."""

    spent: Spent
    disk_ns: int
    """The kernel's part of `spent` in writing and syncing the journal's two files."""
    wall_ns: int
    wire_ns: int

    @property
    def own_ns(self) -> int:
        return sum(self.spent.values())


def shuffled(chance: Random) -> list[Card]:
    cards = [parse_card(rank + suit) for rank in CARD_RANKS for suit in CARD_SUITS] * 8
    chance.shuffle(cards)
    return cards


class Dealer:
    """Plays rounds of two bets at a rig."""

    def __init__(self, rig: Rig, seed: int) -> None:
        self._rig, self._loop = rig, rig.service.loop
        self._cards = shuffled(Random(seed))

    def open(self) -> None:
        """Open the table, or the next round of it.

        A press that a starved machine does not see in time is pressed again.
        """
        number = self._loop.table.state.round.number
        while self._loop.table.state.round.number == number:
            self._rig.press(Key.CONFIRM)
            time.sleep(SETTLED_S)

    def bet(self) -> None:
        """A bet on each hand."""
        for place in PLACES:
            self._rig.hands.lay_chip(place, STAKE)
        self._rig.until(lambda: Key.NO_MORE_BETS in self._loop.panel.keys)
        self._rig.until(lambda: len(self._loop.table.state.felt.bets()) == len(PLACES))

    def deal(self) -> list[Change]:
        """Deal a round; return what each card that changed a light has cost."""
        self._rig.table.shoe.prepare_game()
        self._rig.line.send(self._rig.table.shoe.transmit())
        changes = []
        while not self._loop.table.state.game.finished:
            changes += self._card(self._cards.pop())
        return changes

    def _card(self, card: Card) -> list[Change]:
        before = self._loop.panel.spots
        self._rig.table.shoe.draw(card)
        frames = self._rig.table.shoe.transmit()
        self._rig.obey()
        time.sleep(SETTLED_S)
        self._rig.line.send(frames[: 2 * COPY - 1], ends=False)
        time.sleep(self._rig.line.byte_s)
        self._rig.bus.noted, self._rig.bus.noting = [], True
        disk, start, wall = self._rig.disk_ns(), self._rig.accounts.spent(), time.perf_counter_ns()
        self._rig.line.end(frames[2 * COPY - 1 : 2 * COPY])
        time.sleep(SETTLED_S)
        self._await_card()
        lit = self._loop.panel.spots != before
        if lit:
            self._rig.until(lambda: any(self._burst()))
        self._rig.bus.noting, disk = False, self._rig.disk_ns() - disk
        self._rig.line.send(frames[2 * COPY :])
        return [self._change(start, disk, wall)] if lit else []

    def _await_card(self) -> None:
        """Return when the turn of the loop that has taken the card is over."""
        self._rig.until(lambda: self._loop.table.state.shoe.cards_left == len(self._cards))
        self._rig.service._inbox.call_and_wait(lambda: None, PATIENCE_S)  # noqa: SLF001

    def _burst(self) -> list[Transfer]:
        """Return the first transfers to the lights that nothing else comes between."""
        burst: list[Transfer] = []
        for transfer in list(self._rig.bus.noted):
            if transfer.address in self._rig.lights:
                burst.append(transfer)
            elif burst:
                break
        return burst

    def _change(self, start: Spent, disk: int, wall: int) -> Change:
        burst = self._burst()
        last = burst[-1]
        wire = COPY * BITS * 10**9 // self._rig.baud
        wire += sum(t.size for t in burst) * I2C_BITS * 10**9 // I2C_HZ
        spent = {name: last.spent[name] - start[name] for name in start}
        return Change(spent, disk, last.wall_ns - wall, wire)

    def pay(self) -> None:
        """Pay and take, then open the next round."""
        for place in PLACES:
            self._rig.hands.sweep_chips(place, None)
        while Key.CONFIRM not in self._loop.panel.keys:
            if Key.NEXT_PAYMENT in self._loop.panel.keys:
                self._rig.hands.press_key(Key.NEXT_PAYMENT)
            time.sleep(0.02)
        self.open()
