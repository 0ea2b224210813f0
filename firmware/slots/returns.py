"""The return of a game since it was first read, beside the registered one (93).

A game's return moves around its base by σ/√plays, σ being the standard deviation of what a play
pays, in stakes. One outside of three times that is worth a look; by itself it is no breach of 93.
Lots and defective games are left out; not where a machine has several games, since it does not say
which of them it was.
"""

from math import sqrt
from typing import Final

import msgspec

from drivers.sas.answers import COIN_IN, COIN_OUT, JACKPOT, PLAYED
from firmware.slots.state import Apart, MachineState
from firmware.slots.terms import WHOLE, Machine

WHOLE_RETURN: Final = 10_000
"""All that was staked, in hundredths of a percent."""
WIDE: Final = 3
MANY: Final = 1000
"""Fewer plays prove nothing: one win of some hundred stakes would move the return too far."""


class Return(msgspec.Struct, frozen=True):
    """A game's return, all in hundredths of a percent; `band` is None without a deviation."""

    game: int
    plays: int
    base: int
    actual: int
    band: int | None

    @property
    def is_far(self) -> bool:
        """Whether it is outside of its band, after so many plays that this says something."""
        far = self.band is not None and abs(self.actual - self.base) > self.band
        return far and self.plays >= MANY


def returns(registered: Machine, machine: MachineState) -> tuple[Return, ...]:
    """Return those of the machine as a whole, or of each of its games."""
    found = (_return(registered, machine, game) for game in registered.games or (WHOLE,))
    return tuple(one for one in found if one is not None)


def _return(registered: Machine, machine: MachineState, number: int) -> Return | None:
    game, track = registered.game(number), machine.tracks.get(number)
    if game is None or track is None or not track.totals.get(COIN_IN):
        return None
    apart = machine.apart if number == WHOLE else Apart()
    coin_in = track.totals[COIN_IN] - apart.coin_in
    paid = track.totals.get(COIN_OUT, 0) + track.totals.get(JACKPOT, 0) - apart.paid
    plays = track.totals.get(PLAYED, 0) - apart.plays
    if coin_in <= 0:
        return None
    actual = max(paid, 0) * WHOLE_RETURN // coin_in
    band = None
    if game.deviation is not None and plays:
        band = round(WIDE * game.deviation * WHOLE_RETURN / sqrt(plays))
    return Return(number, plays, game.return_, actual, band)
