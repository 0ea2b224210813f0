"""The clock of a tournament: levels, breaks, pauses and the hour at which play ends."""

from collections.abc import Iterator, Sequence

import msgspec

from firmware.core.tournament.rulings import BreakBegan, LevelBegan
from firmware.core.tournament.terms import Period

Began = LevelBegan | BreakBegan


class Clock(msgspec.Struct):
    """Where the clock is, since the beginning; pauses count towards the end of play alone."""

    levels: Sequence[Period]
    lasts_s: int
    at: int = 0
    in_it_s: int = 0
    passed_s: int = 0
    runs: bool = True

    @property
    def is_over(self) -> bool:
        """Whether the hour has come at which play ends."""
        return self.passed_s >= self.lasts_s

    @property
    def period(self) -> Period:
        """The level or break that is on."""
        return self.levels[self.at]

    @property
    def level(self) -> Period:
        """The level that is on, or that was on before this break."""
        return next(one for one in self.levels[self.at :: -1] if not one.rest)

    @property
    def number(self) -> int:
        """The number of the level that is on, or that was on before this break."""
        return sum(not period.rest for period in self.levels[: self.at + 1])

    @property
    def left_s(self) -> int:
        """The seconds of the level or break that are left; the last one goes on to the end."""
        to_end = self.lasts_s - self.passed_s
        if self.at + 1 == len(self.levels):
            return to_end
        return min(to_end, self.period.seconds - self.in_it_s)

    @property
    def changes_in_s(self) -> int:
        """The seconds to the next level or break, or to the end of play."""
        return self.left_s if self.runs else self.lasts_s - self.passed_s

    def began(self) -> Began:
        """Return what has begun."""
        period = self.period
        if period.blinds is None:
            return BreakBegan(period.seconds)
        return LevelBegan(self.number, period.blinds, period.ante, period.seconds)

    def pass_time(self, seconds: int) -> Iterator[Began]:
        """Let seconds pass, up to the end of play; yield what begins. The last level goes on."""
        passes = min(seconds, self.lasts_s - self.passed_s)
        self.passed_s += passes
        if not self.runs:
            return
        self.in_it_s += passes
        while self.at + 1 < len(self.levels) and self.in_it_s >= self.period.seconds:
            self.in_it_s -= self.period.seconds
            self.at += 1
            yield self.began()
