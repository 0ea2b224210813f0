"""Counts the meters by the rulings of a journal, round by round."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from msgspec.structs import asdict, replace

from firmware.core.poker_room.engine.rulings import (
    JackpotDropped,
    OddChipRemoved,
    PotClosed,
    PotWon,
    TimeCharged,
)
from firmware.core.vocabulary.bets import bet_class
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.meters import BetMeters, Meters
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
    PaymentUnseen,
    RoundCorrected,
    RoundOpened,
    RoundVoided,
    Ruling,
    TestClosed,
    TestOpened,
    Undone,
)

METER_MODULUS: Final = 10_000_000_000
"""A meter of ten digits begins again here."""
SQUARES_MODULUS: Final = 1_000_000_000_000_000_000
POT_METER: Final = "pot"
TIME_METER: Final = "time"
JACKPOT_METER: Final = "jackpot_drop"
"""The meters of a poker table: its pots, its charges for time (67.108), its drops for a jackpot."""
TICKET_PREFIX: Final = "ticket"
"""Bets that are settled without having been locked."""
ADVANCED_COUNTERS: Final = {
    LateBet: "late_bets",
    RoundVoided: "voids",
    LateResolved: "overrides",
    CardEntered: "overrides",
    RoundCorrected: "overrides",
    FaultCleared: "overrides",
    PaymentUnseen: "unseen_payments",
}
SUPERVISOR_KEYS: Final = (KeyPressed(Key.CLEAR_FAULTS), KeyPressed(Key.VOID_ROUND))
SettledLines = tuple[BetSettled, ...]
"""The settled lines of a round."""
PotRulings = tuple[PotClosed | JackpotDropped | PotWon | OddChipRemoved, ...]
"""The pots of a game of poker, their drops, the shares won, and odd chips removed from play."""


class RuledEvent(NamedTuple):
    """An event, and the table's rulings on it."""

    event: Event
    rulings: tuple[Ruling, ...] = ()


class MeterCount(NamedTuple):
    """The count, and the state of the round: the locked bets and their settlement.

    In a test nothing is counted.
    """

    meters: Meters
    locked: frozenset[Stack] | None = None
    """None while bets are open."""
    settled_lines: SettledLines = ()
    testing: bool = False
    is_banked: bool = False
    """Whether a player is the bank of the round."""
    pots: PotRulings = ()
    """The pots of a game of poker that is won."""
    finished_rounds: tuple[SettledLines, ...] = ()
    """The rounds that are over."""


def count_rulings(starting_count: MeterCount, ruled_events: list[RuledEvent]) -> MeterCount:
    """Return the count after these events, in their order."""
    counts = [starting_count]
    for index, (_, rulings) in enumerate(ruled_events):
        count, overrides = counts[-1], _overrides_of(ruled_events[index : index + 1])
        for ruling in rulings:
            if isinstance(ruling, Undone):
                # an undo goes back to the count before the undone events; their rulings stay in the
                # journal, and those of events that stand follow
                count = counts[max(len(counts) - 1 - ruling.back, 0)]
                overrides = _overrides_of(ruled_events[max(index - ruling.back, 0) : index])
            elif not isinstance(ruling, FaultCleared) or ruling in overrides:
                count = _count_ruling(count, ruling)
        counts.append(count)
    return counts[-1]


def _overrides_of(ruled_events: Sequence[RuledEvent]) -> list[Ruling]:
    """Return the faults cleared by the supervisor's key; one that ends by itself is no override."""
    return [
        ruling
        for event, rulings in ruled_events
        if event in SUPERVISOR_KEYS
        for ruling in rulings
        if isinstance(ruling, FaultCleared)
    ]


def _count_ruling(count: MeterCount, ruling: Ruling) -> MeterCount:
    match ruling:
        case TestOpened():
            return MeterCount(count.meters, testing=True, finished_rounds=count.finished_rounds)
        case TestClosed():
            return MeterCount(count.meters, finished_rounds=count.finished_rounds)
        case MetersBegan():
            return count._replace(meters=Meters())
        case RoundCorrected() if not count.testing:
            count = count._replace(meters=_count_correction(count.meters, ruling))
    return count if count.testing else _count_poker(count, ruling) or _count_bets(count, ruling)


def _count_bets(count: MeterCount, ruling: Ruling) -> MeterCount:
    counter_name = ADVANCED_COUNTERS.get(type(ruling))
    if counter_name is not None:
        advanced = _wrapped(getattr(count.meters, counter_name) + 1)
        count = count._replace(meters=replace(count.meters, **{counter_name: advanced}))
    meters, locked, lines = count.meters, count.locked, count.settled_lines
    match ruling:
        case BetsLocked(bets=bets, bank=bank):
            stacks = frozenset((bet.place, bet.bettor) for bet in bets)
            return MeterCount(
                meters, stacks, is_banked=bank > 0, finished_rounds=count.finished_rounds
            )
        case Decided() if locked is not None:
            return count._replace(locked=locked | set(_decision_stacks(ruling)))
        case BetSettled() if _settles_round(ruling, locked):
            return count._replace(settled_lines=(*lines, ruling))
        # a bet taken down unplayed: its commission is the house's, though the bet is no turnover
        case BetSettled(commission=commission_cents) if commission_cents > 0:
            return count._replace(
                meters=_add_to_bet(
                    meters, ruling, commission=commission_cents, held=commission_cents
                )
            )
        case RoundVoided():
            return MeterCount(meters, finished_rounds=count.finished_rounds)
        case RoundOpened():
            return _count_opening(count)
    return count


def _count_correction(meters: Meters, correction: RoundCorrected) -> Meters:
    amounts = {"paid": correction.cents, "held": -correction.cents}
    if correction.is_banked:
        return _add_to_bank(meters, **amounts)
    return _add_to_meter(meters, bet_class(correction.place.on, correction.picks), **amounts)


def _decision_stacks(decided: Decided) -> Iterator[Stack]:
    return ((Place(decided.spot, bet_name), decided.bettor) for bet_name in decided.laid)


def _settles_round(settlement: BetSettled, locked: frozenset[Stack] | None) -> bool:
    """Return whether it settles the round, and isn't a bet that goes back unplayed."""
    place, bettor = settlement.bet.place, settlement.bet.bettor
    return locked is not None and (place.on.startswith(TICKET_PREFIX) or (place, bettor) in locked)


def _count_opening(count: MeterCount) -> MeterCount:
    if count.locked is None:
        return MeterCount(count.meters, finished_rounds=count.finished_rounds)
    counted_lines = tuple(filter(_has_amounts, count.settled_lines))
    finished_rounds = (*count.finished_rounds, () if count.is_banked else counted_lines)
    return MeterCount(
        _count_round(count.meters, counted_lines, is_banked=count.is_banked),
        finished_rounds=finished_rounds,
    )


def _has_amounts(settlement: BetSettled) -> bool:
    return (
        min(settlement.bet.cents, settlement.returned, settlement.paid, settlement.commission) >= 0
    )


def _count_round(meters: Meters, lines: SettledLines, *, is_banked: bool) -> Meters:
    for settlement in lines:
        stake_cents, returned_cents, paid_cents, commission_cents = (
            settlement.bet.cents,
            settlement.returned,
            settlement.paid,
            settlement.commission,
        )
        gained_cents = stake_cents - returned_cents - paid_cents
        amounts = {"handle": stake_cents, "returned": returned_cents, "paid": paid_cents}
        # the house only has the commission; the rest is between the players and the bank
        if is_banked:
            meters = _add_to_bank(meters, **amounts, held=gained_cents)
            amounts, gained_cents = {}, 0
        held_cents = gained_cents + commission_cents
        meters = _add_to_bet(
            meters, settlement, **amounts, commission=commission_cents, held=held_cents
        )
    for settlement, whole_stake in () if is_banked else _whole_stakes(lines):
        meters = _add_to_bet(
            meters, settlement, bets=int(whole_stake > 0), squares=whole_stake * whole_stake
        )
    return replace(meters, rounds=_wrapped(meters.rounds + 1))


def _whole_stakes(lines: SettledLines) -> Iterator[tuple[BetSettled, int]]:
    """Yield each stack of chips by its first line, with its whole stake."""
    first_lines: dict[Stack, BetSettled] = {}
    stakes: dict[Stack, int] = {}
    for settlement in lines:
        stack = settlement.bet.place, settlement.bet.bettor
        first_lines.setdefault(stack, settlement)
        stakes[stack] = stakes.get(stack, 0) + settlement.bet.cents
    return ((first_lines[stack], stake) for stack, stake in stakes.items())


def _count_poker(count: MeterCount, ruling: Ruling) -> MeterCount | None:
    """Count the pots once they are pushed, since until then the game may be voided; return None on
    a ruling about anything else.
    """
    match ruling:
        case PotClosed() | JackpotDropped() | PotWon() | OddChipRemoved():
            return count._replace(pots=(*count.pots, ruling))
        case TimeCharged(cents=cents):
            return count._replace(
                meters=_add_to_meter(count.meters, TIME_METER, handle=cents, held=cents)
            )
        case RoundOpened() if count.pots:
            return MeterCount(_count_pots(count.meters, count.pots))
    return None


def _count_pots(meters: Meters, pots: PotRulings) -> Meters:
    """Return the meters after a game of poker: its pots less the commissions and removed chips;
    what they gave to a jackpot is counted by itself.
    """
    dropped_cents = sum(drop.cents for drop in pots if isinstance(drop, JackpotDropped))
    if dropped_cents:
        meters = _add_to_meter(meters, JACKPOT_METER, handle=dropped_cents, held=dropped_cents)
    staked_cents = sum(pot.cents for pot in pots if isinstance(pot, PotClosed))
    commission_cents = sum(pot.commission for pot in pots if isinstance(pot, PotClosed))
    removed_cents = sum(
        removed_chips.cents for removed_chips in pots if isinstance(removed_chips, OddChipRemoved)
    )
    won_cents = sum(pot_share.cents for pot_share in pots if isinstance(pot_share, PotWon))
    meters = _add_to_meter(
        meters,
        POT_METER,
        handle=staked_cents - dropped_cents,
        returned=won_cents,
        held=commission_cents + removed_cents,
    )
    return replace(meters, rounds=_wrapped(meters.rounds + 1))


def _add_to_bet(meters: Meters, settlement: BetSettled, **amounts: int) -> Meters:
    return _add_to_meter(meters, bet_class(settlement.bet.place.on, settlement.picks), **amounts)


def _add_to_meter(meters: Meters, meter_name: str, **amounts: int) -> Meters:
    new_meters = add_amounts(meters.bets.get(meter_name, BetMeters()), amounts)
    return replace(meters, bets={**meters.bets, meter_name: new_meters})


def _add_to_bank(meters: Meters, **amounts: int) -> Meters:
    return replace(meters, banked=add_amounts(meters.banked, amounts))


def add_amounts(old_meters: BetMeters, amounts: Mapping[str, int]) -> BetMeters:
    """Add to the meters of a bet, by their names."""
    new_amounts = {name: cents + amounts.get(name, 0) for name, cents in asdict(old_meters).items()}
    squares = new_amounts.pop("squares") % SQUARES_MODULUS
    return BetMeters(
        **{name: _wrapped(total) for name, total in new_amounts.items()}, squares=squares
    )


def _wrapped(value: int) -> int:
    return value % METER_MODULUS
