"""The house's account of a round."""

from typing import Final

from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import (
    BetSettled,
    BetsLocked,
    Decided,
    RoundVoided,
    Ruling,
    base_name,
)
from firmware.shell.recall.round_record import Account

TICKET: Final = "ticket"
"""A bet that is settled without having been locked."""


class Sum:
    """The house's account of a round, summed from its rulings."""

    def __init__(self) -> None:
        self._locked: set[Stack] = set()
        self._settled: list[BetSettled] = []
        self._bank = 0
        self._kept = 0
        """Commissions on bets that were taken down unplayed."""

    def take(self, ruling: Ruling) -> None:
        """Take the next ruling."""
        match ruling:
            case BetsLocked(bets=bets, bank=bank):
                self._locked = {(bet.place, bet.bettor) for bet in bets}
                self._bank = bank
            case Decided(spot, _, laid, bettor=bettor):
                self._locked |= {(Place(spot, on), bettor) for on in laid}
            case RoundVoided():
                self._locked.clear()
                self._settled.clear()
            case BetSettled():
                self._settle(ruling)

    def _settle(self, line: BetSettled) -> None:
        place, bettor = line.bet.place, line.bet.bettor
        if base_name(place.on) == TICKET or (place, bettor) in self._locked:
            self._settled.append(line)
        else:
            self._kept += max(line.commission, 0)

    def account(self) -> Account:
        """Return the sums; a negative amount is unknown."""
        lines = self._settled
        columns = (
            [line.bet.cents for line in lines],
            [line.returned for line in lines],
            [line.paid for line in lines],
            [self._kept, *(line.commission for line in lines)],
        )
        if any(min(column, default=0) < 0 for column in columns):
            return Account(None, None, None, None, None, self._bank)
        staked, returned, paid, commission = (Cents(sum(column)) for column in columns)
        gained = Cents(staked - returned - paid)
        if self._bank:
            return Account(staked, returned, paid, commission, commission, self._bank, gained)
        return Account(staked, returned, paid, commission, Cents(gained + commission))
