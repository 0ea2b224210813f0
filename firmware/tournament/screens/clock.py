"""The clock of a tournament as its screen shows it; nobody's name is in it."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from firmware.core.tournament.clock import TournamentClock
from firmware.core.tournament.prizes import prize_amounts
from firmware.core.tournament.terms import ClockPeriod
from firmware.core.tournament.tournament import Tournament, TournamentStage

ClockState = Literal["sale", "level", "break", "time_over", "over", "cancelled"]


class LevelView(msgspec.Struct, frozen=True):
    """A level: its number, its blinds and its ante, in chips."""

    number: int
    small: int
    big: int
    ante: int


class PrizeView(msgspec.Struct, frozen=True):
    """The prize of a place, in cents."""

    place: int
    cents: int


class ClockView(msgspec.Struct, frozen=True):
    """The clock, the players and the prizes; `level` in a break is the one before it."""

    state: ClockState
    runs: bool
    hand_for_hand: bool
    level: LevelView
    seconds_left: int | None
    """Of the level or the break, or until play ends if that is sooner; None if it is not sure."""
    next: LevelView | None
    """None if play ends before another level."""
    break_in_s: int | None
    """None if play ends before another break, or if the time is not sure."""
    begins: str
    ends: str
    entered: int
    left: int
    average: int | None
    """Whole chips for each player who is left; None if nobody is."""
    prizes: tuple[PrizeView, ...]
    settled: bool
    """Whether nothing can be sold any more that makes the prizes larger."""


def clock_view(
    tournament: Tournament, clock: TournamentClock, *, time_known: bool = True
) -> ClockView:
    """Return the view; `clock` is the room's, with the seconds that it has not counted yet. It is
    not `sure` as long as nobody has said whether the time counts by which the hall was away.
    """
    terms, remaining = tournament.terms, len(tournament.remaining)
    next_level_in_s = _seconds_until(clock, in_break=False)
    return ClockView(
        state=clock_state(tournament, clock),
        runs=clock.is_running and tournament.stage is TournamentStage.PLAY,
        hand_for_hand=tournament.hand_for_hand and tournament.stage is TournamentStage.PLAY,
        level=level_view(terms.levels, clock.level_number),
        seconds_left=clock.remaining_s if time_known else None,
        next=None if next_level_in_s is None else level_view(terms.levels, clock.level_number + 1),
        break_in_s=_seconds_until(clock, in_break=True) if time_known else None,
        begins=terms.begins,
        ends=terms.ends,
        entered=len(tournament.payments),
        left=remaining,
        average=tournament.chips_in_play // remaining if remaining else None,
        prizes=prize_views(tournament),
        settled=are_prizes_final(tournament),
    )


def clock_state(tournament: Tournament, clock: TournamentClock) -> ClockState:
    """Return the state that the clock's screen is in."""
    match tournament.stage:
        case TournamentStage.SALE:
            return "sale"
        case TournamentStage.PLAY:
            return "break" if clock.current_period.rest else "level"
        case TournamentStage.TIME_OVER:
            return "time_over"
    return "cancelled" if tournament.is_cancelled else "over"


def prize_views(tournament: Tournament) -> tuple[PrizeView, ...]:
    """Return the prizes that the entries and rebuys sold so far make; none once cancelled."""
    if tournament.is_cancelled:
        return ()
    cents = prize_amounts(
        tournament.terms, sum(tournament.payments.values()), len(tournament.payments)
    )
    return tuple(PrizeView(place, prize_cents) for place, prize_cents in enumerate(cents, start=1))


def are_prizes_final(tournament: Tournament) -> bool:
    """Return whether the sale is over, and that of rebuys too."""
    if tournament.stage is not TournamentStage.PLAY:
        return tournament.stage is not TournamentStage.SALE
    rebuy_terms = tournament.terms.rebuy
    if rebuy_terms is None:
        return True
    return (
        rebuy_terms.until_level is not None
        and tournament.clock.level_number > rebuy_terms.until_level
    )


def level_view(levels: Sequence[ClockPeriod], number: int) -> LevelView:
    """Return the level of that number, from 1."""
    period = [period for period in levels if not period.rest][number - 1]
    small, big = period.blinds or (0, 0)
    return LevelView(number, small, big, period.ante)


def _seconds_until(clock: TournamentClock, *, in_break: bool) -> int | None:
    """Return the seconds until the next break, or level; None if play ends before it."""
    begins_in_s, end_in_s = clock.remaining_s, clock.duration_s - clock.elapsed_s
    for period in clock.periods[clock.period_index + 1 :]:
        if period.rest is in_break:
            return begins_in_s if begins_in_s < end_in_s else None
        begins_in_s += period.seconds
    return None
