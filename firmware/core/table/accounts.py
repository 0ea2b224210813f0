"""The money identities: what is shown to be paid adds up, or the table locks.

They hold exactly in every game, as every golden round and random ones show:
- what was locked of a bet, decisions included, is the stakes of its lines or is carried over,
  whole; while the round goes on, its lines have no more than was locked. A ticket has a line in
  each of its draws, and is carried over besides until its last.
- of no line more goes back than was staked; a push gives back the stake; who pushes, loses or
  surrenders is paid nothing; the house pays and takes no less than nothing. Of a split bet that
  wins, a bet on a lot, a ticket and a lost bet a part may go back or nothing; what the house takes
  may be more than what it pays, or be taken of a lost bet (31, 95.17).
- of every bet *handle + commission = returned + paid + held* in the meters, modulo 10^10.
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
    """Say whether the game's settlement may be shown; if it may not, the table is locked."""
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
    """Say whether each stake is in its lines or is carried over, once."""
    stakes, stood = bets.stakes, {s: cents for s, cents in over.items() if s not in bets.tickets}
    twice = staked.keys() & stood.keys()
    kept_on = all(over[stack] == stakes[stack] for stack in over.keys() & bets.tickets.keys())
    return not twice and kept_on and {**staked, **stood} == stakes
