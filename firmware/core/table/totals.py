"""The limits on the total of one player's stakes on several bets (72).

The maximum holds each stack as it is laid, with those that its player laid before it. The minimum
holds at the close, since a player may place several stacks to reach it.
"""

from collections import Counter
from collections.abc import Mapping

from firmware.core.game.limits import BetRefusal, TotalLimit
from firmware.core.table.state import State
from firmware.core.vocabulary.bets import base_bet_name, place_values
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Bettor, Stack


def above_maximum(state: State, stack: Stack) -> BetRefusal | None:
    """Return why this stack brings its player's total above its maximum, or None."""
    for total in _total_limits(state):
        laid = state.felt.amount(stack) + state.felt.own_total_before(stack, total.bets)
        if _counts_in(total, stack) and laid > total.limits.max_cents:
            return _total_refusal(
                "why.total_high", stack, total, Cents(laid), total.limits.max_cents
            )
    return None


def below_minimum(state: State, bets: Mapping[Stack, Cents]) -> dict[Stack, BetRefusal]:
    """Return the bets whose player's total is below its minimum, and why."""
    short_stacks: dict[Stack, BetRefusal] = {}
    for total in _total_limits(state):
        counted_bets = {stack: cents for stack, cents in bets.items() if _counts_in(total, stack)}
        laid: Counter[Bettor] = Counter()
        for stack, cents in counted_bets.items():
            laid[_bettor_of(stack)] += cents
        minimum_cents = total.limits.min_cents
        short_stacks |= {
            stack: _total_refusal(
                "why.total_low", stack, total, Cents(laid[_bettor_of(stack)]), minimum_cents
            )
            for stack in counted_bets
            if laid[_bettor_of(stack)] < minimum_cents
        }
    return short_stacks


def _total_limits(state: State) -> tuple[TotalLimit, ...]:
    totals = state.game.total_limits
    return totals if totals and state.rules.amounts.are_known else ()


def _counts_in(total: TotalLimit, stack: Stack) -> bool:
    return base_bet_name(stack[0].on) in total.bets


def _bettor_of(stack: Stack) -> Bettor:
    return stack[0].spot, stack[1]


def _total_refusal(
    key: str, stack: Stack, total: TotalLimit, laid: Cents, limit: Cents
) -> BetRefusal:
    total_name = Text(total.words)
    amounts = {"cents": laid, "limit_cents": limit}
    values = {**place_values(stack[0]), **amounts, "total": total_name, "article": total.article}
    return BetRefusal(Text(key, values), total.article)
