"""A wheel of fortune by two sensors on the Pi's pins: one sees each peg, one a turn."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, NoResultSeen, ResultSeen
from hal.ports import InputLine, Millis

FEWEST_PARTS: Final = 9
MOST_PARTS: Final = 60
"""Article 117."""

STABLE_MS: Final = 2
"""The shortest level that counts; a shorter one is a glitch or a bounce."""
FASTEST_POLL_MS: Final = 1
SLOWEST_POLL_MS: Final = 5
POLLS_A_LEVEL: Final = 8
REST_MS: Final = 2000
LONGEST_REST_MS: Final = 10_000
REST_PITCHES: Final = 3
"""From peg to peg a wheel that slows evenly takes at most 2.42 times as long as just before."""

WHEEL: Final = "wheel"
TURNED_BACK: Final = NoResultSeen("turned_back")
BETWEEN_PARTS: Final = NoResultSeen("between_parts")
UNKNOWN: Final = FaultRaised(WHEEL, "spin_unknown")
KNOWN: Final = FaultEnded(WHEEL, "spin_unknown")


class FortuneWheel(Part):
    """Counts pegs and turns, and reports the part of `order` at the pointer when it stops.

    Both lines are low while their sensor is covered. In a forward turn the index signal starts just
    before the first peg's and ends before it does: so forwards and backwards differ at any speed.
    `order` lists the parts under the pointer after the first peg, the second, and so on, turned
    forwards.

    Between two index signals there must be as many pegs as parts, else the spin is `spin_unknown`.
    The last turn has no index after it to check its count: there a late poll, a peg that came too
    soon or too late for a freely turning wheel, or a stop without slowing down makes it unknown.
    Not detected: a miss of the very last peg, and a wheel that rolled back past a peg without
    reaching the index. A wheel moved by less than a turn is not reported. The table decides how
    many turns make a result (121).

    This wiring is our own: no such wheel has a public protocol, and none was ever tried.
    """

    name = WHEEL

    def __init__(self, index: InputLine, peg: InputLine, order: Sequence[str]) -> None:
        if not FEWEST_PARTS <= len(order) <= MOST_PARTS:
            raise ValueError(f"a wheel of fortune has 9 to 60 parts, not {len(order)} (117)")
        self.health: Counter[str] = Counter()
        """Reported `spins`, `moves` too small to report, `late` polls."""
        self._index = _Sensor(index)
        self._peg = _Sensor(peg)
        self._order = tuple(order)
        self._motion: _Motion | None = None
        self._at_fault = False
        self._owed: list[Event] = []
        self._polled = Millis(0)

    def start(self, now: Millis) -> None:
        """Take the wheel as standing; the result of a turn in progress will not be reported."""
        motion, self._motion = self._motion, None
        if motion is not None and motion.turned and not motion.told:
            self._at_fault = True
            self._owed.append(UNKNOWN)
            self._motion = _Motion(now)
            self._motion.told = True
        self._index.start(now)
        self._peg.start(now)
        self._polled = now
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return how a spin has ended, or that it is known no more how it will."""
        self._judge_pause(now)
        index, peg = self._index.feed(now), self._peg.feed(now)
        owed, self._owed = self._owed, []
        events = [
            *owed,
            *(self._moved(now, index=index, peg=peg) if index or peg else self._still(now)),
        ]
        self.due = Millis(now + self._poll_ms())
        return events

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Return BLIND: a standing wheel and a cut wire look the same."""
        return Proof.BLIND

    def _poll_ms(self) -> int:
        if self._index.settling or self._peg.settling:
            return FASTEST_POLL_MS
        if self._motion is None:
            return SLOWEST_POLL_MS
        return min(max(self._motion.level_ms // POLLS_A_LEVEL, FASTEST_POLL_MS), SLOWEST_POLL_MS)

    def _judge_pause(self, now: Millis) -> None:
        """Doubt the count after a pause in which a peg may have come and gone."""
        pause, self._polled = now - self._polled, now
        if self._motion is not None and 2 * pause > max(self._motion.level_ms, SLOWEST_POLL_MS):
            self._motion.doubtful = True
            self.health["late"] += 1

    # a wheel that turns

    def _moved(self, now: Millis, *, index: bool, peg: bool) -> Iterator[Event]:
        motion = self._motion = self._motion or _Motion(now)
        motion.moved_at = now
        beside = None if peg else self._peg.active
        if index and self._index.active:
            motion.index_began_beside = beside
        elif index:
            yield from self._passed(motion, (motion.index_began_beside, beside))
        if peg:
            motion.level(now)
        if peg and self._peg.active:
            motion.peg(now)
            if motion.since_index > len(self._order):
                yield from self._end(motion, UNKNOWN)

    def _passed(
        self, motion: "_Motion", beside: tuple[bool | None, bool | None]
    ) -> Iterator[Event]:
        """Take an index that began and ended beside a peg, or not; None is nobody knows."""
        forwards = beside == (False, True)
        whole = forwards and motion.since_index == len(self._order)
        if beside == (True, False):
            yield from self._end(motion, TURNED_BACK)
        elif motion.turned and not whole:
            yield from self._end(motion, UNKNOWN)
        elif motion.turned and self._at_fault:
            self._at_fault = False
            yield KNOWN
        motion.index(known=forwards)

    def _end(self, motion: "_Motion", how: Event) -> Iterator[Event]:
        """Report the end of a spin, unless it was reported."""
        if not motion.told:
            motion.told = True
            self.health["spins"] += 1
            self._at_fault |= how is UNKNOWN
            yield how

    # a wheel that stands

    def _still(self, now: Millis) -> Iterator[Event]:
        motion = self._motion
        if motion is None or now - motion.moved_at < motion.rest_ms:
            return
        self._motion = None
        if motion.told:
            return
        if motion.known and motion.pegs >= len(self._order):
            yield from self._end(motion, self._lies(motion))
        else:
            self.health["moves"] += 1

    def _lies(self, motion: "_Motion") -> Event:
        if motion.doubtful or not motion.was_slowing:
            return UNKNOWN
        if self._peg.active:
            return BETWEEN_PARTS
        if motion.since_index == len(self._order):
            return UNKNOWN
        symbol = self._order[motion.since_index]
        return ResultSeen((symbol,), revolutions=motion.since_push // len(self._order))


class _Motion:
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


class _Sensor:
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
