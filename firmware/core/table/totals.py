"""The limits on all that one player has on some bets together (72).

The maximum holds each stack as it is laid, with those that its player laid before it. The minimum
holds at the close, since a player may lay several stacks to reach it.
"""

from collections import Counter
from collections.abc import Mapping

from firmware.core.game.limits import Refusal, Total
from firmware.core.table.state import State
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Bettor, Stack
from firmware.core.vocabulary.rulings import base_name, named


def above(state: State, stack: Stack) -> Refusal | None:
    """Return why this stack brings its player's total above its maximum, or None."""
    for total in _totals(state):
        laid = state.felt.amount(stack) + state.felt.earlier(stack, total.bets)
        if _in(total, stack) and laid > total.limits.max_cents:
            return _refusal("why.total_high", stack, total, Cents(laid), total.limits.max_cents)
    return None


def below(state: State, bets: Mapping[Stack, Cents]) -> dict[Stack, Refusal]:
    """Return the bets whose player's total is below its minimum, and why."""
    found: dict[Stack, Refusal] = {}
    for total in _totals(state):
        among = {stack: cents for stack, cents in bets.items() if _in(total, stack)}
        laid: Counter[Bettor] = Counter()
        for stack, cents in among.items():
            laid[_whose(stack)] += cents
        least = total.limits.min_cents
        found |= {
            stack: _refusal("why.total_low", stack, total, Cents(laid[_whose(stack)]), least)
            for stack in among
            if laid[_whose(stack)] < least
        }
    return found


def _totals(state: State) -> tuple[Total, ...]:
    totals = state.game.totals
    return totals if totals and state.rules.amounts.known else ()


def _in(total: Total, stack: Stack) -> bool:
    return base_name(stack[0].on) in total.bets


def _whose(stack: Stack) -> Bettor:
    return stack[0].spot, stack[1]


def _refusal(key: str, stack: Stack, total: Total, laid: Cents, limit: Cents) -> Refusal:
    what = Text(f"total.{total.name}")
    amounts = {"cents": laid, "limit_cents": limit}
    values = {**named(stack[0]), **amounts, "total": what, "article": total.article}
    return Refusal(Text(key, values), total.article)
