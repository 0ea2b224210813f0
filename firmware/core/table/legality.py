"""The legality of stacks, by the game and by the house."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.core.game.limits import House, Refusal, refusal
from firmware.core.table import jackpot, totals
from firmware.core.table.felt import Felt
from firmware.core.table.state import State
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import Bet, named

NO_MAXIMUM: Final = Cents(10**12)
"""More than any chips are worth."""


class _Laid(NamedTuple):
    """Implements `limits.Laid`."""

    felt: Felt
    stack: Stack
    cents: Cents

    @property
    def shared(self) -> bool:
        return self.felt.shared(self.stack)

    @property
    def below(self) -> Cents:
        return self.felt.below(self.stack)


def house(state: State) -> House:
    """Return the house's terms for a bet now."""
    rules, shoe = state.rules, state.shoe
    limits = rules.amounts.limits(rules.limits)
    if state.game.bank_spot:  # 53: the maximum is for the dealer's bank
        limits = {on: replace(of_bet, max_cents=NO_MAXIMUM) for on, of_bet in limits.items()}
    one_bettor, together = state.game.ONE_BETTOR_A_SPOT, state.game.LIMITED_TOGETHER
    late_entry = rules.late_entry if state.game.decks else "allow"  # 10: of shoes alone
    return House(limits, late_entry, one_bettor, together, shoe.faithful, shoe.first)


def why_illegal(state: State, stack: Stack) -> Refusal | None:
    """Return why this stack is no legal bet, or None."""
    return _why_illegal(state, stack, house(state))


def _why_illegal(state: State, stack: Stack, terms: House) -> Refusal | None:
    """A carried-over bet is legal unless it was changed in a way that its game forbids."""
    felt, game = state.felt, state.game
    cents = felt.amount(stack)
    carried = game.carried.get(stack)
    if carried is not None:
        bound = game.binds(stack, cents)
        if bound or cents in (carried, NOTHING):
            return bound
    alone = game.refuses(stack, cents) or refusal(_Laid(felt, stack, cents), terms)
    alone = alone or jackpot.refusal(state, stack)
    return alone or totals.above(state, stack) or _of_another(felt, stack)


def _of_another(felt: Felt, stack: Stack) -> Refusal | None:
    """Return why a player may not use these chips, if another uses such already (70)."""
    kind = felt.chips.taken(stack)
    if kind is None:
        return None
    why = "why.value_taken" if kind else "why.colour_taken"
    return Refusal(Text(why, {**named(stack[0]), "cents": kind}), "70")


def laid_bets(state: State) -> list[Bet]:
    """Return the bets on the felt, without the stacks that are being given back."""
    returning = state.round.bets.returning
    return [b for b in state.felt.bets() if (b.place, b.bettor) not in returning]


def sorted_bets(state: State) -> tuple[tuple[Bet, ...], dict[Stack, Refusal]]:
    """Return the legal bets on the felt, and the others with the reasons."""
    laid = laid_bets(state)
    illegal = _illegal(state, {(bet.place, bet.bettor): bet.cents for bet in laid})
    return tuple(bet for bet in laid if (bet.place, bet.bettor) not in illegal), illegal


def _illegal(state: State, laid: Mapping[Stack, Cents]) -> dict[Stack, Refusal]:
    """Return the bets that are not legal, by themselves or beside the others, and why."""
    terms = house(state)
    alone = {s: why for s in laid if (why := _why_illegal(state, s, terms)) is not None}
    rest = {stack: cents for stack, cents in laid.items() if stack not in alone}
    unfit = alone | state.game.unfit(rest)
    fit = {stack: cents for stack, cents in rest.items() if stack not in unfit}
    return unfit | totals.below(state, fit)


def legal_bets(state: State) -> tuple[Bet, ...]:
    """Return the legal bets on the felt."""
    return sorted_bets(state)[0]


def any_bet(state: State) -> bool:
    """Return whether there is a legal bet on the felt."""
    return bool(legal_bets(state))


def nobody_bets(state: State) -> bool:
    """Return whether there is no legal bet on the felt."""
    return not any_bet(state)


def touched_bets(state: State) -> dict[Stack, Cents]:
    """Return the carried-over bets that were changed as they may not be, as they were."""
    carried = state.game.carried
    return {stack: cents for stack, cents in carried.items() if why_illegal(state, stack)}


def missing_bets(state: State) -> list[Bet]:
    """Return the carried-over bets that were changed against the rules, as they must be."""
    return as_carried(touched_bets(state))


def as_carried(touched: Mapping[Stack, Cents]) -> list[Bet]:
    """Return such bets as they must be."""
    return [Bet(place, cents, who) for (place, who), cents in touched.items()]
