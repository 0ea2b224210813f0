"""The legality of stacks, by the game and by the house."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.core.game.limits import BetRefusal, HouseTerms, limit_refusal
from firmware.core.table import jackpot, totals
from firmware.core.table.felt import Felt
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import Bet, place_values
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Stack

NO_MAXIMUM: Final = Cents(10**12)
"""More than any chips are worth."""


class _LaidStack(NamedTuple):
    """Implements `limits.LaidChips`."""

    felt: Felt
    stack: Stack
    cents: Cents
    step_cents: Cents

    @property
    def is_shared(self) -> bool:
        return self.felt.is_shared(self.stack)

    @property
    def earlier_cents(self) -> Cents:
        return self.felt.earlier_bettors_total(self.stack)


def house_terms(state: State) -> HouseTerms:
    """Return the house's terms for a bet now."""
    rules, shoe, game = state.rules, state.shoe, state.game
    bet_limits = rules.amounts.applicable_limits(rules.limits)
    if game.bank_spot:  # 53: the maximum is for the dealer's bank
        bet_limits = {
            bet_name: replace(limits_of_bet, max_cents=NO_MAXIMUM)
            for bet_name, limits_of_bet in bet_limits.items()
        }
    sole_bettor_article, cite = game.SOLE_BETTOR_ARTICLE, game.cited.cite
    late_entry = rules.late_entry if game.decks else "allow"  # 10: of shoes alone
    return HouseTerms(
        bet_limits,
        late_entry,
        None if sole_bettor_article is None else cite("sole_bettor", sole_bettor_article),
        cite("limits", game.LIMITED_TOGETHER),
        cite("limits", "9"),
        cite("late_entry", "10"),
        shoe.every_round_bettors,
        shoe.first_round_bettors,
    )


def why_illegal(state: State, stack: Stack) -> BetRefusal | None:
    """Return why this stack is no legal bet, or None."""
    return _why_illegal(state, stack, house_terms(state))


def _why_illegal(state: State, stack: Stack, terms: HouseTerms) -> BetRefusal | None:
    """A carried-over bet is legal unless it was changed in a way that its game forbids."""
    felt, game = state.felt, state.game
    cents = felt.amount(stack)
    carried = game.carried.get(stack)
    if carried is not None:
        change_refusal = game.change_refusal(stack, cents)
        if change_refusal or cents in (carried, NO_CENTS):
            return change_refusal
    own_refusal = game.chips_refusal(stack, cents) or limit_refusal(
        _LaidStack(felt, stack, cents, game.bet_step(stack[0].on)), terms
    )
    own_refusal = own_refusal or jackpot.bet_refusal(state, stack)
    return own_refusal or totals.above_maximum(state, stack) or _chips_of_another(state, stack)


def _chips_of_another(state: State, stack: Stack) -> BetRefusal | None:
    """Return why a player may not use these chips, if another uses such already (70)."""
    chip_kind = state.felt.chip_users.taken_kind(stack)
    if chip_kind is None:
        return None
    why = "why.value_taken" if chip_kind else "why.colour_taken"
    article = state.game.cited.cite("bets", "70")
    values = {**place_values(stack[0]), "cents": chip_kind, "article": article}
    return BetRefusal(Text(why, values), article)


def laid_bets(state: State) -> list[Bet]:
    """Return the bets on the felt, without the stacks that are being given back."""
    returning = state.round.bets.returning_stacks
    return [bet for bet in state.felt.bets() if bet.stack not in returning]


def sorted_bets(state: State) -> tuple[tuple[Bet, ...], dict[Stack, BetRefusal]]:
    """Return the legal bets on the felt, and the others with the reasons."""
    laid = laid_bets(state)
    illegal_stacks = _illegal_stacks(state, {bet.stack: bet.cents for bet in laid})
    legal = tuple(bet for bet in laid if bet.stack not in illegal_stacks)
    return legal, illegal_stacks


def _illegal_stacks(state: State, laid: Mapping[Stack, Cents]) -> dict[Stack, BetRefusal]:
    """Return the bets that are illegal alone or together with others, with the reasons."""
    terms = house_terms(state)
    illegal_alone = {
        stack: refusal
        for stack in laid
        if (refusal := _why_illegal(state, stack, terms)) is not None
    }
    candidate_stacks = {stack: cents for stack, cents in laid.items() if stack not in illegal_alone}
    illegal_together = illegal_alone | state.game.illegal_together(candidate_stacks)
    legal_together = {
        stack: cents for stack, cents in candidate_stacks.items() if stack not in illegal_together
    }
    return illegal_together | totals.below_minimum(state, legal_together)


def legal_bets(state: State) -> tuple[Bet, ...]:
    """Return the legal bets on the felt."""
    return sorted_bets(state)[0]


def has_legal_bet(state: State) -> bool:
    """Return whether there is a legal bet on the felt."""
    return bool(legal_bets(state))


def no_legal_bet(state: State) -> bool:
    """Return whether there is no legal bet on the felt."""
    return not has_legal_bet(state)


def touched_bets(state: State) -> dict[Stack, Cents]:
    """Return the carried-over bets that were changed as they may not be, as they were."""
    carried = state.game.carried
    return {stack: cents for stack, cents in carried.items() if why_illegal(state, stack)}


def missing_bets(state: State) -> list[Bet]:
    """Return the carried-over bets that were changed against the rules, as they must be."""
    return as_carried(touched_bets(state))


def as_carried(touched_stacks: Mapping[Stack, Cents]) -> list[Bet]:
    """Return such bets as they must be."""
    return [Bet(place, cents, bettor) for (place, bettor), cents in touched_stacks.items()]
