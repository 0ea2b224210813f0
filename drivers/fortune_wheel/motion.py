"""A wheel's motion from its pegs, and the level of a sensor without its glitches."""

from typing import Final

from drivers.fortune_wheel.message_table import PEG, PEG_TOO_LATE, PEG_TOO_SOON
from hal.ports import InputLine, Millis

STABLE_MS: Final = 2
"""The shortest level that counts; a shorter one is a glitch or a bounce."""
MIN_REST_MS: Final = 2000
LONGEST_REST_MS: Final = 10_000
REST_PITCHES: Final = 3
"""From peg to peg a wheel that slows evenly takes at most 2.42 times as long as just before."""


class WheelMotion:
    """A wheel from rest to rest."""

    def __init__(self, now: Millis) -> None:
        self.moved_at = now
        self.peg_count = 0
        self.pegs_since_push = 0
        self.pegs_since_index = 0
        self.index_passed = False
        """Whether an index has passed, whichever way."""
        self.known = False
        """Whether the last one passed forwards, so that the part is known."""
        self.reported = False
        self.doubtful = False
        self.index_began_beside_peg: bool | None = None
        self.level_ms = 0
        """How long the peg's line last stayed at a level."""
        self._level_at: Millis | None = None
        self._last_peg_at: Millis | None = None
        self._pitch_ms = self._previous_pitch_ms = 0

    @property
    def was_slowing(self) -> bool:
        """Whether it was about to stop: the last pitch took at least 1.2 times as long as the one
        before.

        It is 1.3 to 2.4 times if friction is even, 1.22 to 1.42 if all friction is at the pegs.
        """
        return 5 * self._pitch_ms >= 6 * self._previous_pitch_ms

    @property
    def rest_ms(self) -> int:
        """For how long nothing must move."""
        return min(max(MIN_REST_MS, REST_PITCHES * self._pitch_ms), LONGEST_REST_MS)

    def note_level(self, now: Millis) -> None:
        """The peg's line has another level."""
        if self._level_at is not None:
            self.level_ms = now - self._level_at
        self._level_at = now

    def note_peg(self, now: Millis) -> str:
        """Count a peg, and return its name; one too soon or too late for a freely turning wheel is
        doubtful.

        After one too soon the turns are counted from zero: a hand may have pushed.
        """
        self.pegs_since_index += 1
        previous_ms = self._previous_pitch_ms = self._pitch_ms
        self._pitch_ms = now - (self._last_peg_at or now)
        self._last_peg_at = now
        # Under two thirds of the pitch before: a push. Over two and a half: a peg was missed.
        is_early = 3 * self._pitch_ms < 2 * previous_ms
        is_late = 2 * self._pitch_ms > 5 * previous_ms > 0
        self.peg_count += 1
        self.pegs_since_push = 0 if is_early else self.pegs_since_push + 1
        self.doubtful |= is_early or is_late
        return PEG_TOO_SOON if is_early else PEG_TOO_LATE if is_late else PEG

    def note_index(self, *, known: bool) -> None:
        """Count from here, where an index has passed."""
        self.index_passed, self.known = True, known
        self.doubtful = False
        self.pegs_since_index = 0


class PegSensor:
    """A line that is low while its sensor sees something, its glitches left out."""

    def __init__(self, line: InputLine) -> None:
        self._input_line = line
        self.is_active = False
        self._raw_level = False
        self._level_since = Millis(0)

    @property
    def settling(self) -> bool:
        """Whether the line shows another level than the one that counts."""
        return self._raw_level != self.is_active

    def start(self, now: Millis) -> None:
        """Take the level as it is."""
        self.is_active = self._raw_level = not self._input_line.level()
        self._level_since = now

    def feed(self, now: Millis) -> bool:
        """Return whether another level counts from now on."""
        raw_level = not self._input_line.level()
        if raw_level != self._raw_level:
            self._raw_level, self._level_since = raw_level, now
        if raw_level == self.is_active or now - self._level_since < STABLE_MS:
            return False
        self.is_active = raw_level
        return True
