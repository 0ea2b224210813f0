"""The accounting identities: if a settlement does not balance, the table locks before it pays.

They hold exactly in every game; every golden round and random rounds check them:
- the locked amount of a bet, decisions included, equals the stakes of its lines, or the whole bet
  is carried over; while the round is in play, its lines have no more than was locked. A ticket has
  a line in each of its draws, and is also carried over until its last.
- no line returns more than its stake. A push returns the stake; a push, a loss and a surrender are
  paid nothing; payments and commissions are never negative. A winning split bet, a jackpot bet, a
  ticket and a lost bet may be returned in part or not at all; a commission may exceed the payment,
  or be taken from a lost bet (31, 95.17).
- for every bet *handle + commission = returned + paid + held* in the meters, modulo 10^10.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from firmware.core.game.game import Game
from firmware.core.table.alarms import TABLE_PART, record_fault
from firmware.core.table.fault_state import Fault
from firmware.core.table.late_bets import RoundBets
from firmware.core.table.meters import is_balanced
from firmware.core.table.state import State
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled


def may_be_paid(state: State) -> bool:
    """Return whether the game's settlement may be shown; lock the table if not."""
    if not state.rules.amounts.are_known:
        return True
    lines = state.game.lines
    if not (is_balanced(state.meters) and _adds_up(state.game, state.round.bets)):
        record_fault(state, Fault(TABLE_PART, "accounts_wrong"))
        return False
    paid = Cents(sum(line.paid for line in lines))
    if paid > max(state.rules.implausible, state.round.examined_cents):
        # two persons clear this fault: the same sum passes the next time
        state.round.examined_cents = paid
        record_fault(state, Fault(TABLE_PART, "implausible"))
        return False
    return True


def check_meters(state: State) -> None:
    """Lock the table if its meters contradict each other."""
    if not is_balanced(state.meters):
        record_fault(state, Fault(TABLE_PART, "accounts_wrong"))


def _adds_up(game: Game, bets: RoundBets) -> bool:
    if not all(map(_is_sound, game.lines)):
        return False
    staked, stakes = _staked_by_stack(game.lines), bets.stakes
    if not game.finished:
        return all(cents <= stakes.get(stack, -1) for stack, cents in staked.items())
    origins = {to: origin for origin, to in game.bet_moves.items()}
    carried_stacks = {origins.get(stack, stack): cents for stack, cents in game.carries.items()}
    return _is_accounted(bets, staked, carried_stacks)


def _staked_by_stack(lines: Sequence[BetSettled]) -> Counter[Stack]:
    staked: Counter[Stack] = Counter()
    for line in lines:
        staked[line.bet.place, line.bet.bettor] += line.bet.cents
    return staked


def _is_sound(line: BetSettled) -> bool:
    stake = line.bet.cents
    paid_for_nothing = line.outcome != "win" and line.paid
    returned_short = line.outcome == "push" and line.returned != stake
    least_amount = min(line.returned, line.paid, line.commission)
    return least_amount >= 0 and line.returned <= stake and not (paid_for_nothing or returned_short)


def _is_accounted(
    bets: RoundBets, staked: Mapping[Stack, int], carried_stacks: Mapping[Stack, Cents]
) -> bool:
    """Return whether each stake is in its lines or is carried over, once."""
    stakes = bets.stakes
    carried_over = {
        stack: cents for stack, cents in carried_stacks.items() if stack not in bets.tickets
    }
    counted_twice = staked.keys() & carried_over.keys()
    tickets_carried = all(
        carried_stacks[stack] == stakes[stack]
        for stack in carried_stacks.keys() & bets.tickets.keys()
    )
    return not counted_twice and tickets_carried and {**staked, **carried_over} == stakes
