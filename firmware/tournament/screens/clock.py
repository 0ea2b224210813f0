"""The view of the clock screen; it contains no player's name."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from firmware.core.tournament.clock import TournamentClock
from firmware.core.tournament.prizes import prize_amounts
from firmware.core.tournament.terms import ClockPeriod
from firmware.core.tournament.tournament import Tournament, TournamentStage

ClockState = Literal["sale", "level", "break", "time_over", "over", "cancelled"]


class LevelView(msgspec.Struct, frozen=True):
    """A level: number, blinds and ante, in chips."""

    number: int
    small: int
    big: int
    ante: int


class PrizeView(msgspec.Struct, frozen=True):
    """The prize of a place, in cents."""

    place: int
    cents: int


class ClockView(msgspec.Struct, frozen=True):
    """The clock, the players and the prizes. In a break `level` is the one before it."""

    state: ClockState
    runs: bool
    hand_for_hand: bool
    level: LevelView
    seconds_left: int | None
    """Of the level or break, at most to the end of play; None if the time is not known."""
    next: LevelView | None
    """None if play ends before another level."""
    break_in_s: int | None
    """None if play ends before another break, or the time is not known."""
    begins: str
    ends: str
    entered: int
    left: int
    average: int | None
    """The average stack in whole chips; None without players."""
    prizes: tuple[PrizeView, ...]
    settled: bool
    """Whether no further sale can change the prizes."""


def clock_view(
    tournament: Tournament, clock: TournamentClock, *, time_known: bool = True
) -> ClockView:
    """Return the view; `clock` is the clock now, with the seconds in no entry yet.

    The time is not known after an absence, until an operator says whether it counts.
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
    """Return the state of the clock screen."""
    match tournament.stage:
        case TournamentStage.SALE:
            return "sale"
        case TournamentStage.PLAY:
            return "break" if clock.current_period.rest else "level"
        case TournamentStage.TIME_OVER:
            return "time_over"
    return "cancelled" if tournament.is_cancelled else "over"


def prize_views(tournament: Tournament) -> tuple[PrizeView, ...]:
    """Return the prizes by the entries and rebuys sold so far; none if cancelled."""
    if tournament.is_cancelled:
        return ()
    cents = prize_amounts(
        tournament.terms, sum(tournament.payments.values()), len(tournament.payments)
    )
    return tuple(PrizeView(place, prize_cents) for place, prize_cents in enumerate(cents, start=1))


def are_prizes_final(tournament: Tournament) -> bool:
    """Return whether the sale of entries and rebuys is over."""
    if tournament.stage is not TournamentStage.PLAY:
        return tournament.stage is not TournamentStage.SALE
    # entries are sold before play only; rebuys are, until a last level, if they have one
    rebuy_terms = tournament.terms.rebuy
    if rebuy_terms is None:
        return True
    return (
        rebuy_terms.until_level is not None
        and tournament.clock.level_number > rebuy_terms.until_level
    )


def level_view(levels: Sequence[ClockPeriod], number: int) -> LevelView:
    """Return the level with this number, from 1."""
    period = [period for period in levels if not period.rest][number - 1]
    small, big = period.blinds or (0, 0)
    return LevelView(number, small, big, period.ante)


def _seconds_until(clock: TournamentClock, *, in_break: bool) -> int | None:
    """Return the seconds until the next break, or level; None if play ends first."""
    begins_in_s, end_in_s = clock.remaining_s, clock.duration_s - clock.elapsed_s
    for period in clock.periods[clock.period_index + 1 :]:
        if period.rest is in_break:
            return begins_in_s if begins_in_s < end_in_s else None
        begins_in_s += period.seconds
    return None
