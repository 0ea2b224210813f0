"""The tournament clock: levels, breaks, pauses and the end of play."""

from collections.abc import Iterator, Sequence

import msgspec

from firmware.core.tournament.rulings import BreakBegan, LevelBegan
from firmware.core.tournament.terms import ClockPeriod

PeriodBegan = LevelBegan | BreakBegan


class TournamentClock(msgspec.Struct):
    """The position of the clock. A pause stops the level, and counts towards the end of play."""

    periods: Sequence[ClockPeriod]
    duration_s: int
    period_index: int = 0
    elapsed_in_period_s: int = 0
    elapsed_s: int = 0
    is_running: bool = True

    @property
    def is_over(self) -> bool:
        """Whether the end of play is reached."""
        return self.elapsed_s >= self.duration_s

    @property
    def current_period(self) -> ClockPeriod:
        """The current level or break."""
        return self.periods[self.period_index]

    @property
    def current_level(self) -> ClockPeriod:
        """The current level; in a break, the level before it."""
        return next(period for period in self.periods[self.period_index :: -1] if not period.rest)

    @property
    def level_number(self) -> int:
        """The number of `current_level`, from 1."""
        return sum(not period.rest for period in self.periods[: self.period_index + 1])

    @property
    def remaining_s(self) -> int:
        """Seconds left of the current level or break; the last level lasts to the end of play."""
        until_end_s = self.duration_s - self.elapsed_s
        if self.period_index + 1 == len(self.periods):
            return until_end_s
        return min(until_end_s, self.current_period.seconds - self.elapsed_in_period_s)

    @property
    def next_change_s(self) -> int:
        """Seconds until the next level, break or end of play."""
        return self.remaining_s if self.is_running else self.duration_s - self.elapsed_s

    def period_ruling(self) -> PeriodBegan:
        """Return the ruling that announces the current level or break."""
        period = self.current_period
        if period.blinds is None:
            return BreakBegan(period.seconds)
        return LevelBegan(self.level_number, period.blinds, period.ante, period.seconds)

    def pass_seconds(self, seconds: int) -> Iterator[PeriodBegan]:
        """Advance, at most to the end of play; yield each level or break that begins."""
        elapsing_s = min(seconds, self.duration_s - self.elapsed_s)
        self.elapsed_s += elapsing_s
        # the licence's hours go on in a pause, the level does not
        if not self.is_running:
            return
        self.elapsed_in_period_s += elapsing_s
        # one call may span several levels, after an absence that counts
        while (
            self.period_index + 1 < len(self.periods)
            and self.elapsed_in_period_s >= self.current_period.seconds
        ):
            self.elapsed_in_period_s -= self.current_period.seconds
            self.period_index += 1
            yield self.period_ruling()
