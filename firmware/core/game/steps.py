"""The step of each bet: the least amount all of whose multiples the table's chips can pay."""

from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from typing import Any, Final

from firmware.core.game.course import DecisionStake
from firmware.core.game.options import FOR_THE_PLAYER, ROUNDING, SMALLEST_CHIP
from firmware.core.game.pack import GameRules
from firmware.core.game.pack_terms import BetOdds
from firmware.core.game.settlement_lines import SettlementLines
from firmware.core.game.traits import GameTraits
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.money import HALF, TO_THE_CENT, Cents, Rounding
from firmware.core.vocabulary.rulings import BetSettled

ARGUMENT_SEPARATOR: Final = " · "
"""Between the arguments of places that a line names together."""


class BetSteps(GameTraits, SettlementLines):
    """Into which parts a stake is divided, and the step that makes each an amount in chips."""

    rules: GameRules
    options: dict[str, Any]

    def bet_step(self, on: str) -> Cents:
        """Return the amount of which all chips of one bettor at a place must be a multiple.

        Where no smallest chip is set, only a stake that is split must be divisible. Where amounts
        are rounded in the player's favour, any stake may be bet.
        """
        return Cents(1) if self.options[ROUNDING] == FOR_THE_PLAYER else self._exact_step(on)

    def is_rounded(self, on: str) -> bool:
        """Return whether some stakes in chips are paid or charged in the player's favour."""
        chip_cents = self.options[SMALLEST_CHIP] or 1
        return self.options[ROUNDING] == FOR_THE_PLAYER and self._exact_step(on) != chip_cents

    def _exact_step(self, on: str) -> Cents:
        """Return the least stake of which every multiple is paid in chips."""
        chip_cents = Cents(self.options[SMALLEST_CHIP])
        part_step = lcm(chip_cents, *self._steps_of_lines(on, chip_cents)) if chip_cents else 1
        return Cents(part_step * self.equal_parts(on))

    def _steps_of_lines(self, on: str, chip_cents: Cents) -> Iterable[Cents]:
        """Yield the step that each payment, commission, half and later stake needs."""
        for line in self.paying_lines(on):
            yield line.odds.step_for(chip_cents)
        if on in self.HALF_GIVEN_UP:
            yield HALF.step_for(chip_cents)
        commission = self.commissions.get(base_bet_name(on))
        if commission is not None:
            yield self.commission_base(on).step_for(commission.step_for(chip_cents))
        for later_bet, share in self.STAKES_BY_MAIN.get(on, {}).items():
            yield share.step_for(self._exact_step(later_bet))

    @property
    def has_steps(self) -> bool:
        """Whether this table shows by what amounts its bets are made."""
        return bool(self.options[SMALLEST_CHIP]) and self.options[ROUNDING] != FOR_THE_PLAYER

    def named_steps(self, bet: str) -> Mapping[str, Cents]:
        """Return the step of a bet, given without its argument; of its arguments if it differs."""
        arguments: dict[Cents, list[str]] = {}
        for place_name in self.places_of(bet):
            _, _, argument = place_name.partition(":")
            arguments.setdefault(self.bet_step(place_name), []).append(argument)
        if len(arguments) == 1:
            return dict.fromkeys([bet], *arguments)
        return {
            f"{bet}:{ARGUMENT_SEPARATOR.join(alike)}": step for step, alike in arguments.items()
        }

    def places_of(self, bet: str) -> Sequence[str]:
        """Return the places of a bet, given without its argument."""
        return [place_name for place_name in self.BETS if base_bet_name(place_name) == bet]

    def paying_lines(self, on: str) -> Iterable[BetOdds]:
        """Yield every line of the rule pack that may pay a bet at odds."""
        for name in self.paid_as(on):
            if name in self.rules.pays:
                yield self.rules.pays[name]
            if name in self.rules.tables:
                unpaid_lines = self.unpaid_lines(name, self.options)
                pay_table = self.rules.tables[name].without(unpaid_lines)
                yield from (BetOdds(odds, pay_table.article) for odds in pay_table.odds.values())

    def most_paid(self, line: BetSettled) -> Cents | None:
        """Return the most that a settled bet could have been paid; None if the rule pack bounds
        it by no odds, or a share of a jackpot pays it.
        """
        names = self.paid_as(line.bet.place.on)
        tables = [self.rules.tables[name] for name in names if name in self.rules.tables]
        paying_lines = self.paying_lines(line.bet.place.on)
        payments = [self.payment(line.bet, paying.odds) for paying in paying_lines]
        if not payments or any(table.lot or table.prizes for table in tables):
            return None
        # a second rule may pay it besides
        return Cents(max(payments) * len(names))

    def paid_as(self, on: str) -> Sequence[str]:
        """Return the names that the rule pack has for what a bet is paid."""
        return self.PAID_AS.get(on, (base_bet_name(on),))

    def equal_parts(self, on: str) -> int:  # noqa: ARG002
        """Return into how many equal bets a stake is split."""
        return 1

    def stake_by(self, main_bet: Bet, on: str) -> Cents:
        """Return the stake that an article fixes by a main bet; a part of it is rounded down."""
        share = self.STAKES_BY_MAIN[main_bet.place.on][on]
        if share.stake == 1:
            return share.payment_on(main_bet.cents)
        return self.rounding.part(main_bet.cents * share.win, share.stake)

    def free_stake(self, on: str, least: Cents, most: Cents) -> DecisionStake:
        """Return a stake of any amount between two, by steps."""
        step = self.bet_step(on)
        return DecisionStake(on, Cents(-(-least // step) * step), Cents(most - most % step), step)

    def give_up_half(self, bet: Bet, **line_fields: Any) -> None:  # noqa: ANN401
        """The player surrenders one half of the stake, by the article that lets him."""
        returned_half = self.rounding.payment(bet.cents * HALF.win, HALF.stake)
        returned = min(bet.cents, returned_half)
        self.surrender(bet, returned, self.HALF_GIVEN_UP[bet.place.on], **line_fields)


def rounding_of(options: Mapping[str, Any]) -> Rounding:
    """Return how a table with these options rounds."""
    if options[ROUNDING] != FOR_THE_PLAYER:
        return TO_THE_CENT
    return Rounding(Cents(options[SMALLEST_CHIP] or 1), favours_player=True)
