"""The accounting identities: if a settlement does not balance, the table locks before it pays.

They hold exactly in every game; every golden round and random rounds check them:
- the locked amount of a bet, decisions included, equals the stakes of its lines, or the whole bet
  is carried over; while the round goes on, its lines have no more than was locked. A ticket has a
  line in each of its draws, and is carried over besides until its last.
- no line returns more than its stake. A push returns the stake; a push, a loss and a surrender are
  paid nothing; payments and commissions are never negative. A winning split bet, a bet on a lot, a
  ticket and a lost bet may be returned in part or not at all; a commission may exceed the payment,
  or be taken from a lost bet (31, 95.17).
- for every bet *handle + commission = returned + paid + held* in the meters, modulo 10^10.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from firmware.core.game.game import Game
from firmware.core.table.alarms import OWN, raise_fault
from firmware.core.table.bets import Bets
from firmware.core.table.meters import balanced
from firmware.core.table.state import State
from firmware.core.table.trouble import Fault
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Stack
from firmware.core.vocabulary.rulings import BetSettled


def may_be_paid(state: State) -> bool:
    """Return whether the game's settlement may be shown; lock the table if not."""
    if not state.rules.amounts.known:
        return True
    lines = state.game.lines
    if not (balanced(state.meters) and _adds_up(state.game, state.round.bets)):
        raise_fault(state, Fault(OWN, "accounts_wrong"))
        return False
    paid = Cents(sum(line.paid for line in lines))
    if paid > max(state.rules.implausible, state.round.examined):
        state.round.examined = paid
        raise_fault(state, Fault(OWN, "implausible"))
        return False
    return True


def check_meters(state: State) -> None:
    """Lock the table if its meters contradict each other."""
    if not balanced(state.meters):
        raise_fault(state, Fault(OWN, "accounts_wrong"))


def _adds_up(game: Game, bets: Bets) -> bool:
    if not all(map(_sound, game.lines)):
        return False
    staked, stakes = _staked(game.lines), bets.stakes
    if not game.finished:
        return all(cents <= stakes.get(stack, -1) for stack, cents in staked.items())
    came_from = {to: origin for origin, to in game.moves.items()}
    over = {came_from.get(stack, stack): cents for stack, cents in game.carries.items()}
    return _accounted(bets, staked, over)


def _staked(lines: Sequence[BetSettled]) -> Counter[Stack]:
    staked: Counter[Stack] = Counter()
    for line in lines:
        staked[line.bet.place, line.bet.bettor] += line.bet.cents
    return staked


def _sound(line: BetSettled) -> bool:
    stake = line.bet.cents
    paid_for_nothing = line.outcome != "win" and line.paid
    short = line.outcome == "push" and line.returned != stake
    least = min(line.returned, line.paid, line.commission)
    return least >= 0 and line.returned <= stake and not (paid_for_nothing or short)


def _accounted(bets: Bets, staked: Mapping[Stack, int], over: Mapping[Stack, Cents]) -> bool:
    """Return whether each stake is in its lines or is carried over, once."""
    stakes, stood = bets.stakes, {s: cents for s, cents in over.items() if s not in bets.tickets}
    twice = staked.keys() & stood.keys()
    kept_on = all(over[stack] == stakes[stack] for stack in over.keys() & bets.tickets.keys())
    return not twice and kept_on and {**staked, **stood} == stakes
