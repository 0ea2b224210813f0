"""Counts the meters by the rulings of a journal, round by round."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from msgspec.structs import asdict, replace

from firmware.core.poker_room.engine.rulings import Charged, PotClosed, PotWon, Removed
from firmware.core.vocabulary.counters import BetMeters, Meters
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import (
    BetSettled,
    BetsLocked,
    CardEntered,
    Decided,
    FaultCleared,
    LateBet,
    LateResolved,
    MetersBegan,
    RoundOpened,
    RoundVoided,
    Ruling,
    TestClosed,
    TestOpened,
    Undone,
    bet_class,
)

TURN: Final = 10_000_000_000
"""A meter of ten digits begins again here."""
TURN_OF_SQUARES: Final = 1_000_000_000_000_000_000
POT: Final = "pot"
TIME: Final = "time"
"""The meters of a poker table: its pots, and what it charges for time (67.108)."""
TICKETS: Final = "ticket"
"""Bets that are settled without having been locked."""
ADVANCES: Final = {
    LateBet: "late_bets",
    RoundVoided: "voids",
    LateResolved: "overrides",
    CardEntered: "overrides",
    FaultCleared: "overrides",
}
SUPERVISOR: Final = (KeyPressed(Key.CLEAR), KeyPressed(Key.VOID))
Lines = tuple[BetSettled, ...]
"""The settled lines of a round."""
Pots = tuple[PotClosed | PotWon | Removed, ...]
"""The pots of a game of poker, what was won of them, and odd chips that went out of play."""


class Happening(NamedTuple):
    """An event, and what the table ruled on it."""

    event: Event
    rulings: tuple[Ruling, ...] = ()


class Count(NamedTuple):
    """The count, and the state of the round: the locked bets and their settlement.

    In a test nothing is counted.
    """

    meters: Meters
    locked: frozenset[Stack] | None = None
    """None while bets are open."""
    lines: Lines = ()
    testing: bool = False
    banked: bool = False
    """Whether a player is the bank of the round."""
    pots: Pots = ()
    """The pots of a game of poker that is won."""
    over: tuple[Lines, ...] = ()
    """The rounds that are over."""


def recounted(began: Count, happenings: list[Happening]) -> Count:
    """Return the count after these events, in their order."""
    counts = [began]
    for event, rulings in happenings:
        count = counts[-1]
        for ruling in rulings:
            if isinstance(ruling, Undone):
                count = counts[max(len(counts) - 1 - ruling.back, 0)]
            elif not isinstance(ruling, FaultCleared) or event in SUPERVISOR:
                count = _after(count, ruling)
        counts.append(count)
    return counts[-1]


def _after(count: Count, ruling: Ruling) -> Count:
    match ruling:
        case TestOpened():
            return Count(count.meters, testing=True, over=count.over)
        case TestClosed():
            return Count(count.meters, over=count.over)
        case MetersBegan():
            return count._replace(meters=Meters())
    return count if count.testing else _of_poker(count, ruling) or _counted(count, ruling)


def _counted(count: Count, ruling: Ruling) -> Count:
    name = ADVANCES.get(type(ruling))
    if name is not None:
        advanced = _turned(getattr(count.meters, name) + 1)
        count = count._replace(meters=replace(count.meters, **{name: advanced}))
    meters, locked, lines = count.meters, count.locked, count.lines
    match ruling:
        case BetsLocked(bets=bets, bank=bank):
            stacks = frozenset((bet.place, bet.bettor) for bet in bets)
            return Count(meters, stacks, banked=bank > 0, over=count.over)
        case Decided() if locked is not None:
            return count._replace(locked=locked | set(_laid(ruling)))
        case BetSettled() if _is_of_round(ruling, locked):
            return count._replace(lines=(*lines, ruling))
        case BetSettled(commission=kept) if kept > 0:
            return count._replace(meters=_with(meters, ruling, commission=kept, held=kept))
        case RoundVoided():
            return Count(meters, over=count.over)
        case RoundOpened():
            return _opened(count)
    return count


def _laid(decided: Decided) -> Iterator[Stack]:
    return ((Place(decided.spot, on), decided.bettor) for on in decided.laid)


def _is_of_round(line: BetSettled, locked: frozenset[Stack] | None) -> bool:
    """Return whether it settles the round, and isn't a bet that goes back unplayed."""
    place, bettor = line.bet.place, line.bet.bettor
    return locked is not None and (place.on.startswith(TICKETS) or (place, bettor) in locked)


def _opened(count: Count) -> Count:
    if count.locked is None:
        return Count(count.meters, over=count.over)
    known = tuple(filter(_has_amounts, count.lines))
    over = (*count.over, () if count.banked else known)
    return Count(_round_over(count.meters, known, banked=count.banked), over=over)


def _has_amounts(line: BetSettled) -> bool:
    return min(line.bet.cents, line.returned, line.paid, line.commission) >= 0


def _round_over(meters: Meters, lines: Lines, *, banked: bool) -> Meters:
    for line in lines:
        stake, back, paid, commission = line.bet.cents, line.returned, line.paid, line.commission
        gained = stake - back - paid
        sums = {"handle": stake, "returned": back, "paid": paid}
        if banked:
            meters = _with_bank(meters, **sums, held=gained)
            sums, gained = {}, 0
        held = gained + commission
        meters = _with(meters, line, **sums, commission=commission, held=held)
    for line, whole in () if banked else _stakes(lines):
        meters = _with(meters, line, bets=int(whole > 0), squares=whole * whole)
    return replace(meters, rounds=_turned(meters.rounds + 1))


def _stakes(lines: Lines) -> Iterator[tuple[BetSettled, int]]:
    """Yield each stack of chips by its first line, with its whole stake."""
    firsts: dict[Stack, BetSettled] = {}
    stakes: dict[Stack, int] = {}
    for line in lines:
        stack = line.bet.place, line.bet.bettor
        firsts.setdefault(stack, line)
        stakes[stack] = stakes.get(stack, 0) + line.bet.cents
    return ((firsts[stack], stake) for stack, stake in stakes.items())


def _of_poker(count: Count, ruling: Ruling) -> Count | None:
    """Count the pots once they are pushed, since until then the game may be voided; return None if
    the ruling is none of theirs.
    """
    match ruling:
        case PotClosed() | PotWon() | Removed():
            return count._replace(pots=(*count.pots, ruling))
        case Charged(cents=cents):
            return count._replace(meters=_adding(count.meters, TIME, handle=cents, held=cents))
        case RoundOpened() if count.pots:
            return Count(_pushed(count.meters, count.pots))
    return None


def _pushed(meters: Meters, pots: Pots) -> Meters:
    """Return the meters after a game of poker: its pots, and what was taken of them."""
    lay = sum(pot.cents for pot in pots if isinstance(pot, PotClosed))
    took = sum(pot.commission for pot in pots if isinstance(pot, PotClosed))
    away = sum(odd.cents for odd in pots if isinstance(odd, Removed))
    gave = sum(won.cents for won in pots if isinstance(won, PotWon))
    meters = _adding(meters, POT, handle=lay, returned=gave, held=took + away)
    return replace(meters, rounds=_turned(meters.rounds + 1))


def _with(meters: Meters, line: BetSettled, **sums: int) -> Meters:
    return _adding(meters, bet_class(line.bet.place.on, line.picks), **sums)


def _adding(meters: Meters, name: str, **sums: int) -> Meters:
    after = summed(meters.bets.get(name, BetMeters()), sums)
    return replace(meters, bets={**meters.bets, name: after})


def _with_bank(meters: Meters, **sums: int) -> Meters:
    return replace(meters, banked=summed(meters.banked, sums))


def summed(before: BetMeters, more: Mapping[str, int]) -> BetMeters:
    """Add to the meters of a bet, by their names."""
    after = {name: cents + more.get(name, 0) for name, cents in asdict(before).items()}
    squares = after.pop("squares") % TURN_OF_SQUARES
    return BetMeters(**{name: _turned(sum_) for name, sum_ in after.items()}, squares=squares)


def _turned(value: int) -> int:
    return value % TURN
