"""A wheel of fortune by two sensors on the Pi's pins: one sees each peg, one a turn."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from drivers.fortune_wheel.motion import Motion, Sensor
from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, NoResultSeen, ResultSeen
from hal.ports import InputLine, Millis

FEWEST_PARTS: Final = 9
MOST_PARTS: Final = 60
"""Article 117."""

FASTEST_POLL_MS: Final = 1
SLOWEST_POLL_MS: Final = 5
POLLS_A_LEVEL: Final = 8
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
        self._index = Sensor(index)
        self._peg = Sensor(peg)
        self._order = tuple(order)
        self._motion: Motion | None = None
        self._at_fault = False
        self._owed: list[Event] = []
        self._polled = Millis(0)

    def start(self, now: Millis) -> None:
        """Take the wheel as standing; the result of a turn in progress will not be reported."""
        motion, self._motion = self._motion, None
        if motion is not None and motion.turned and not motion.told:
            self._at_fault = True
            self._owed.append(UNKNOWN)
            self._motion = Motion(now)
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
        motion = self._motion = self._motion or Motion(now)
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

    def _passed(self, motion: Motion, beside: tuple[bool | None, bool | None]) -> Iterator[Event]:
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

    def _end(self, motion: Motion, how: Event) -> Iterator[Event]:
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

    def _lies(self, motion: Motion) -> Event:
        if motion.doubtful or not motion.was_slowing:
            return UNKNOWN
        if self._peg.active:
            return BETWEEN_PARTS
        if motion.since_index == len(self._order):
            return UNKNOWN
        symbol = self._order[motion.since_index]
        return ResultSeen((symbol,), revolutions=motion.since_push // len(self._order))
