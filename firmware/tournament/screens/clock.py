"""The clock of a tournament as its screen shows it; nobody's name is in it."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from firmware.core.tournament.clock import Clock
from firmware.core.tournament.prizes import prizes
from firmware.core.tournament.terms import Period
from firmware.core.tournament.tournament import Room, Stage

State = Literal["sale", "level", "break", "time_over", "over", "cancelled"]


class Level(msgspec.Struct, frozen=True):
    """A level: its number, its blinds and its ante, in chips."""

    number: int
    small: int
    big: int
    ante: int


class Prize(msgspec.Struct, frozen=True):
    """The prize of a place, in cents."""

    place: int
    cents: int


class ClockView(msgspec.Struct, frozen=True):
    """The clock, the players and the prizes; `level` in a break is the one before it."""

    state: State
    runs: bool
    hand_for_hand: bool
    level: Level
    seconds_left: int | None
    """Of the level or the break, or until play ends if that is sooner; None if it is not sure."""
    next: Level | None
    """None if play ends before another level."""
    break_in_s: int | None
    """None if play ends before another break, or if the time is not sure."""
    begins: str
    ends: str
    entered: int
    left: int
    average: int | None
    """Whole chips for each player who is left; None if nobody is."""
    prizes: tuple[Prize, ...]
    settled: bool
    """Whether nothing can be sold any more that makes the prizes larger."""


def clock_view(room: Room, clock: Clock, *, sure: bool = True) -> ClockView:
    """Return the view; `clock` is the room's, with the seconds that it has not counted yet. It is
    not `sure` as long as nobody has said whether the time counts by which the hall was away.
    """
    terms, left = room.terms, len(room.left)
    level_in_s = _until_s(clock, rest=False)
    return ClockView(
        state=state_of(room, clock),
        runs=clock.runs and room.stage is Stage.PLAY,
        hand_for_hand=room.hand_for_hand and room.stage is Stage.PLAY,
        level=level_of(terms.levels, clock.number),
        seconds_left=clock.left_s if sure else None,
        next=None if level_in_s is None else level_of(terms.levels, clock.number + 1),
        break_in_s=_until_s(clock, rest=True) if sure else None,
        begins=terms.begins,
        ends=terms.ends,
        entered=len(room.paid),
        left=left,
        average=room.chips // left if left else None,
        prizes=prizes_of(room),
        settled=is_settled(room),
    )


def state_of(room: Room, clock: Clock) -> State:
    """Return the state that the clock's screen is in."""
    match room.stage:
        case Stage.SALE:
            return "sale"
        case Stage.PLAY:
            return "break" if clock.period.rest else "level"
        case Stage.TIME_OVER:
            return "time_over"
    return "cancelled" if room.cancelled else "over"


def prizes_of(room: Room) -> tuple[Prize, ...]:
    """Return the prizes that the entries and rebuys sold so far make; none once cancelled."""
    if room.cancelled:
        return ()
    cents = prizes(room.terms, sum(room.paid.values()), len(room.paid))
    return tuple(Prize(place, each) for place, each in enumerate(cents, start=1))


def is_settled(room: Room) -> bool:
    """Return whether the sale is over, and that of rebuys too."""
    if room.stage is not Stage.PLAY:
        return room.stage is not Stage.SALE
    again = room.terms.rebuy
    if again is None:
        return True
    return again.until_level is not None and room.clock.number > again.until_level


def level_of(levels: Sequence[Period], number: int) -> Level:
    """Return the level of that number, from 1."""
    period = [period for period in levels if not period.rest][number - 1]
    small, big = period.blinds or (0, 0)
    return Level(number, small, big, period.ante)


def _until_s(clock: Clock, *, rest: bool) -> int | None:
    """Return the seconds until the next break, or level; None if play ends before it."""
    until_s, end_s = clock.left_s, clock.lasts_s - clock.passed_s
    for period in clock.levels[clock.at + 1 :]:
        if period.rest is rest:
            return until_s if until_s < end_s else None
        until_s += period.seconds
    return None
