"""Somebody at a slot machine, by chance: games one after the other."""

from random import Random
from typing import Final

from sim.slot_machine.machine import SimSlotMachine

GAME_MS: Final = (2500, 4000)
REST_MS: Final = (500, 6000)
PAYS: Final = ((20, 0.01), (5, 0.08), (2, 0.25))
"""(how many stakes a win pays, the chance of this one or a better one)."""


class SimPlayer:
    """Plays as long as the machine has power and is not shut down, and nobody keeps him off.

    A lot that he wins is paid by hand once the host has heard of it; until then the machine waits.
    """

    def __init__(self, machine: SimSlotMachine, chance: Random, odds: int = 0) -> None:
        self.machine, self._chance, self._odds = machine, chance, odds
        self.keeps_off = False
        self.acts_at = chance.randrange(*REST_MS)
        self._stake = 0

    def act(self, now: int) -> int:
        """Do what is due; return the cents of a lot that is won by it."""
        if now < self.acts_at:
            return 0
        return self._end(now) if self.machine.playing else self._begin(now)

    def _begin(self, now: int) -> int:
        self.acts_at = now + self._chance.randrange(*GAME_MS)
        machine = self.machine
        if machine.powered and not (machine.shut_down or self.keeps_off or machine.lot.won):
            self._stake = self._chance.randint(1, machine.cabinet.coins)
            games = len(machine.cabinet.games)
            machine.begin(self._stake, self._chance.randint(1, games) if games else 1)
        return 0

    def _end(self, now: int) -> int:
        self.acts_at = now + self._chance.randrange(*REST_MS)
        if not self.machine.powered:
            return 0
        drawn = self._chance.random()
        won = next((times for times, chance in PAYS if drawn < chance), 0)
        lot = self._win_lot()
        self.machine.end(won * self._stake)
        return lot

    def _win_lot(self) -> int:
        wins = self._odds and self._chance.randrange(self._odds) == 0
        if not wins or self.machine.lot.heard is None:
            return 0
        cents = self.machine.win_lot()
        self.machine.pay_by_hand()
        return cents
