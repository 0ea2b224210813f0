"""A wheel's motion from its pegs, and the level of a sensor without its glitches."""

from typing import Final

from hal.ports import InputLine, Millis

STABLE_MS: Final = 2
"""The shortest level that counts; a shorter one is a glitch or a bounce."""
REST_MS: Final = 2000
LONGEST_REST_MS: Final = 10_000
REST_PITCHES: Final = 3
"""From peg to peg a wheel that slows evenly takes at most 2.42 times as long as just before."""


class Motion:
    """A wheel from rest to rest."""

    def __init__(self, now: Millis) -> None:
        self.moved_at = now
        self.pegs = 0
        self.since_push = 0
        self.since_index = 0
        self.turned = False
        """Whether an index has passed, whichever way."""
        self.known = False
        """Whether the last one passed forwards, so that the part is known."""
        self.told = False
        self.doubtful = False
        self.index_began_beside: bool | None = None
        self.level_ms = 0
        """How long the peg's line last stayed at a level."""
        self._level_at: Millis | None = None
        self._peg_at: Millis | None = None
        self._pitch_ms = self._pitch_before_ms = 0

    @property
    def was_slowing(self) -> bool:
        """Whether it was about to stop: the last pitch took at least 1.2 times as long as the one
        before.

        It is 1.3 to 2.4 times if friction is even, 1.22 to 1.42 if all of it is at the pegs.
        """
        return 5 * self._pitch_ms >= 6 * self._pitch_before_ms

    @property
    def rest_ms(self) -> int:
        """For how long nothing must move."""
        return min(max(REST_MS, REST_PITCHES * self._pitch_ms), LONGEST_REST_MS)

    def level(self, now: Millis) -> None:
        """The peg's line has another level."""
        if self._level_at is not None:
            self.level_ms = now - self._level_at
        self._level_at = now

    def peg(self, now: Millis) -> None:
        """Count a peg; one too soon or too late for a freely turning wheel is doubtful.

        After one too soon the turns are counted from zero: a hand may have pushed.
        """
        self.since_index += 1
        before = self._pitch_before_ms = self._pitch_ms
        self._pitch_ms = now - (self._peg_at or now)
        self._peg_at = now
        soon = 3 * self._pitch_ms < 2 * before
        late = 2 * self._pitch_ms > 5 * before > 0
        self.pegs += 1
        self.since_push = 0 if soon else self.since_push + 1
        self.doubtful |= soon or late

    def index(self, *, known: bool) -> None:
        """Count from here, where an index has passed."""
        self.turned, self.known = True, known
        self.doubtful = False
        self.since_index = 0


class Sensor:
    """A line that is low while its sensor sees something, its glitches left out."""

    def __init__(self, line: InputLine) -> None:
        self._line = line
        self.active = False
        self._seen = False
        self._since = Millis(0)

    @property
    def settling(self) -> bool:
        """Whether the line shows another level than the one that counts."""
        return self._seen != self.active

    def start(self, now: Millis) -> None:
        """Take the level as it is."""
        self.active = self._seen = not self._line.level()
        self._since = now

    def feed(self, now: Millis) -> bool:
        """Return whether another level counts from now on."""
        seen = not self._line.level()
        if seen != self._seen:
            self._seen, self._since = seen, now
        if seen == self.active or now - self._since < STABLE_MS:
            return False
        self.active = seen
        return True
