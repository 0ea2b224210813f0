"""The house's account of a round."""

from typing import Final

from firmware.core.vocabulary.bets import base_bet_name
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import BetSettled, BetsLocked, Decided, RoundVoided, Ruling
from firmware.shell.recall.round_record import RoundAccount

TICKET_BET: Final = "ticket"
"""A bet that is settled without having been locked."""


class RoundAccounting:
    """The house's account of a round, summed from its rulings."""

    def __init__(self) -> None:
        self._locked_stacks: set[Stack] = set()
        self._settled_lines: list[BetSettled] = []
        self._bank_spot = 0
        self._unplayed_commission = 0
        """Commissions on bets that were taken down unplayed."""

    def add_ruling(self, ruling: Ruling) -> None:
        """Take the next ruling."""
        match ruling:
            case BetsLocked(bets=bets, bank=bank):
                self._locked_stacks = {(bet.place, bet.bettor) for bet in bets}
                self._bank_spot = bank
            case Decided(spot, _, laid_bets, bettor=bettor):
                self._locked_stacks |= {(Place(spot, bet_name), bettor) for bet_name in laid_bets}
            case RoundVoided():
                self._locked_stacks.clear()
                self._settled_lines.clear()
            case BetSettled():
                self._add_settlement(ruling)

    def _add_settlement(self, settlement: BetSettled) -> None:
        place, bettor = settlement.bet.place, settlement.bet.bettor
        if base_bet_name(place.on) == TICKET_BET or (place, bettor) in self._locked_stacks:
            self._settled_lines.append(settlement)
        else:
            self._unplayed_commission += max(settlement.commission, 0)

    def account(self) -> RoundAccount:
        """Return the sums; a negative amount is unknown."""
        settled_lines = self._settled_lines
        columns = (
            [settlement.bet.cents for settlement in settled_lines],
            [settlement.returned for settlement in settled_lines],
            [settlement.paid for settlement in settled_lines],
            [self._unplayed_commission, *(settlement.commission for settlement in settled_lines)],
        )
        if any(min(column, default=0) < 0 for column in columns):
            return RoundAccount(None, None, None, None, None, self._bank_spot)
        staked, returned, paid, commission = (Cents(sum(column)) for column in columns)
        gained_cents = Cents(staked - returned - paid)
        if self._bank_spot:
            return RoundAccount(
                staked, returned, paid, commission, commission, self._bank_spot, gained_cents
            )
        return RoundAccount(staked, returned, paid, commission, Cents(gained_cents + commission))
