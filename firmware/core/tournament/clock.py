"""The clock of a tournament: levels, breaks, pauses and the hour at which play ends."""

from collections.abc import Iterator, Sequence

import msgspec

from firmware.core.tournament.rulings import BreakBegan, LevelBegan
from firmware.core.tournament.terms import ClockPeriod

PeriodBegan = LevelBegan | BreakBegan


class TournamentClock(
    msgspec.Struct,
    rename={
        "periods": "levels",
        "duration_s": "lasts_s",
        "period_index": "at",
        "elapsed_in_period_s": "in_it_s",
        "elapsed_s": "passed_s",
        "is_running": "runs",
    },
):
    """Where the clock is, since the beginning; pauses count towards the end of play alone."""

    periods: Sequence[ClockPeriod]
    duration_s: int
    period_index: int = 0
    elapsed_in_period_s: int = 0
    elapsed_s: int = 0
    is_running: bool = True

    @property
    def is_over(self) -> bool:
        """Whether the hour has come at which play ends."""
        return self.elapsed_s >= self.duration_s

    @property
    def current_period(self) -> ClockPeriod:
        """The level or break that is on."""
        return self.periods[self.period_index]

    @property
    def current_level(self) -> ClockPeriod:
        """The level that is on, or that was on before this break."""
        return next(period for period in self.periods[self.period_index :: -1] if not period.rest)

    @property
    def level_number(self) -> int:
        """The number of the level that is on, or that was on before this break."""
        return sum(not period.rest for period in self.periods[: self.period_index + 1])

    @property
    def remaining_s(self) -> int:
        """The seconds of the level or break that are left; the last one goes on to the end."""
        until_end_s = self.duration_s - self.elapsed_s
        if self.period_index + 1 == len(self.periods):
            return until_end_s
        return min(until_end_s, self.current_period.seconds - self.elapsed_in_period_s)

    @property
    def next_change_s(self) -> int:
        """The seconds to the next level or break, or to the end of play."""
        return self.remaining_s if self.is_running else self.duration_s - self.elapsed_s

    def period_ruling(self) -> PeriodBegan:
        """Return what has begun."""
        period = self.current_period
        if period.blinds is None:
            return BreakBegan(period.seconds)
        return LevelBegan(self.level_number, period.blinds, period.ante, period.seconds)

    def pass_seconds(self, seconds: int) -> Iterator[PeriodBegan]:
        """Let seconds pass, up to the end of play; yield what begins. The last level goes on."""
        elapsing_s = min(seconds, self.duration_s - self.elapsed_s)
        self.elapsed_s += elapsing_s
        if not self.is_running:
            return
        self.elapsed_in_period_s += elapsing_s
        while (
            self.period_index + 1 < len(self.periods)
            and self.elapsed_in_period_s >= self.current_period.seconds
        ):
            self.elapsed_in_period_s -= self.current_period.seconds
            self.period_index += 1
            yield self.period_ruling()
