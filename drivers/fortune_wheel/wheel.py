"""A wheel of fortune by two sensors on the Pi's pins: one sees each peg, one a turn."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from drivers.fortune_wheel.message_table import (
    REST_AFTER_MOVE,
    REST_IN_DOUBT,
    REST_IN_PART,
    REST_ON_PEG,
    ROWS,
    SURPLUS_PEG,
    WHOLE_TURN,
    WRONG_TURN,
    index_name,
)
from drivers.fortune_wheel.motion import PegSensor, WheelMotion
from drivers.fortune_wheel.sensor_watch import SensorWatch
from drivers.message_log import MessageLog
from drivers.part import Part, SelfTestProof
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
UNKNOWN_SPIN: Final = FaultRaised(WHEEL, "spin_unknown")
SPIN_KNOWN: Final = FaultEnded(WHEEL, "spin_unknown")


class FortuneWheel(Part):
    """Counts pegs and turns, and reports the part of `segment_order` at the pointer when it stops.

    Both lines are low while their sensor is covered. In a forward turn the index signal starts just
    before the first peg's and ends before it does: so forwards and backwards differ at any speed.
    `segment_order` lists the parts under the pointer after the first peg, the second, and so on,
    turned forwards.

    Between two index signals there must be as many pegs as parts, else the spin is `spin_unknown`.
    The last turn has no index after it to check its count: there a late poll, a peg that came too
    soon or too late for a freely turning wheel, or a stop without slowing down makes it unknown.
    Not detected: a miss of the very last peg, and a wheel that rolled back past a peg without
    reaching the index. A sensor that shows nothing new for two turns of the other is `sensor_stuck`
    until both have seen a whole turn. A wheel moved by less than a turn is not reported. The table
    decides how many turns make a result (121).

    This wiring is our own: no such wheel has a public protocol, and none was ever tried.
    """

    name = WHEEL

    def __init__(
        self, index_input: InputLine, peg_input: InputLine, segment_order: Sequence[str]
    ) -> None:
        if not FEWEST_PARTS <= len(segment_order) <= MOST_PARTS:
            raise ValueError(
                f"a wheel of fortune has 9 to 60 parts, not {len(segment_order)} (117)"
            )
        self.health: Counter[str] = Counter()
        """Reported `spins`, `moves` too small to report, `late` polls."""
        self.messages: MessageLog = MessageLog(ROWS, self.health)
        self._sensor_watch = SensorWatch(WHEEL, len(segment_order), self.messages)
        self._index_sensor = PegSensor(index_input)
        self._peg_sensor = PegSensor(peg_input)
        self._segment_order = tuple(segment_order)
        self._motion: WheelMotion | None = None
        self._at_fault = False
        self._owed_events: list[Event] = []
        self._last_poll_at = Millis(0)

    def start(self, now: Millis) -> None:
        """Assume that the wheel rests; the result of a turn in progress will not be reported."""
        motion, self._motion = self._motion, None
        if motion is not None and motion.index_passed and not motion.reported:
            self._at_fault = True
            self._owed_events.append(UNKNOWN_SPIN)
            self._motion = WheelMotion(now)
            self._motion.reported = True
        self._index_sensor.start(now)
        self._peg_sensor.start(now)
        self._last_poll_at = now
        self.due = now

    def poll(self, now: Millis) -> Sequence[Event]:
        """Return the result of a spin that has ended, or that it will be unknown."""
        self._doubt_after_pause(now)
        index_changed, peg_changed = self._index_sensor.feed(now), self._peg_sensor.feed(now)
        owed_events, self._owed_events = self._owed_events, []
        events = [
            *owed_events,
            *(
                self._handle_change(now, index_changed=index_changed, peg_changed=peg_changed)
                if index_changed or peg_changed
                else self._check_rest(now)
            ),
        ]
        self.due = Millis(now + self._poll_interval_ms())
        return events

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Return BLIND: a resting wheel and a cut wire look the same."""
        return SelfTestProof.BLIND

    def _poll_interval_ms(self) -> int:
        if self._index_sensor.settling or self._peg_sensor.settling:
            return FASTEST_POLL_MS
        if self._motion is None:
            return SLOWEST_POLL_MS
        return min(max(self._motion.level_ms // POLLS_A_LEVEL, FASTEST_POLL_MS), SLOWEST_POLL_MS)

    def _doubt_after_pause(self, now: Millis) -> None:
        """Doubt the count after a pause in which a peg may have come and gone."""
        pause, self._last_poll_at = now - self._last_poll_at, now
        # Later than half a level: an edge may have been lost.
        if self._motion is not None and 2 * pause > max(self._motion.level_ms, SLOWEST_POLL_MS):
            self._motion.doubtful = True
            self.health["late"] += 1

    # a wheel that turns

    def _handle_change(
        self, now: Millis, *, index_changed: bool, peg_changed: bool
    ) -> Iterator[Event]:
        motion = self._motion = self._motion or WheelMotion(now)
        motion.moved_at = now
        # Both edges within one poll: their order, and so the direction, is lost.
        beside_peg = None if peg_changed else self._peg_sensor.is_active
        if index_changed and self._index_sensor.is_active:
            motion.index_began_beside_peg = beside_peg
        elif index_changed:
            yield from self._handle_index(motion, (motion.index_began_beside_peg, beside_peg))
        if peg_changed:
            motion.note_level(now)
        if peg_changed and self._peg_sensor.is_active:
            yield from self._handle_peg(motion, now)

    def _handle_peg(self, motion: WheelMotion, now: Millis) -> Iterator[Event]:
        self.messages.note(motion.note_peg(now))
        if motion.pegs_since_index > len(self._segment_order):
            self.messages.note(SURPLUS_PEG)
            yield from self._end_spin(motion, UNKNOWN_SPIN)
        yield from self._sensor_watch.note_peg(motion.pegs_since_index)

    def _handle_index(
        self, motion: WheelMotion, beside_peg: tuple[bool | None, bool | None]
    ) -> Iterator[Event]:
        """Take an index that began and ended next to a peg, or not; None if unknown."""
        self.messages.note(index_name(*beside_peg))
        forwards = beside_peg == (False, True)
        # A miss and a surplus in one turn would cancel out: not detected.
        is_full_revolution = forwards and motion.pegs_since_index == len(self._segment_order)
        if beside_peg == (True, False):
            yield from self._end_spin(motion, TURNED_BACK)
        elif motion.index_passed and is_full_revolution:
            yield from self._note_whole_turn()
        elif motion.index_passed:
            self.messages.note(WRONG_TURN)
            yield from self._end_spin(motion, UNKNOWN_SPIN)
        yield from self._sensor_watch.note_index()
        motion.note_index(known=forwards)

    def _note_whole_turn(self) -> Iterator[Event]:
        self.messages.note(WHOLE_TURN)
        yield from self._sensor_watch.note_whole_turn()
        if self._at_fault:
            self._at_fault = False
            yield SPIN_KNOWN

    def _end_spin(self, motion: WheelMotion, outcome: Event) -> Iterator[Event]:
        """Report the end of a spin, unless it was reported."""
        if not motion.reported:
            motion.reported = True
            self.health["spins"] += 1
            self._at_fault |= outcome is UNKNOWN_SPIN
            yield outcome

    # a wheel at rest

    def _check_rest(self, now: Millis) -> Iterator[Event]:
        motion = self._motion
        if motion is None or now - motion.moved_at < motion.rest_ms:
            return
        self._motion = None
        if motion.reported:
            return
        if motion.known and motion.peg_count >= len(self._segment_order):
            yield from self._end_spin(motion, self._rest_result(motion))
        else:
            self.messages.note(REST_AFTER_MOVE)
            self.health["moves"] += 1

    def _rest_result(self, motion: WheelMotion) -> Event:
        name, outcome = self._read_rest(motion)
        self.messages.note(name)
        return outcome

    def _read_rest(self, motion: WheelMotion) -> tuple[str, Event]:
        if motion.doubtful or not motion.was_slowing:
            return REST_IN_DOUBT, UNKNOWN_SPIN
        if self._peg_sensor.is_active:
            return REST_ON_PEG, BETWEEN_PARTS
        # The first peg came again without its index: the sensor may have failed.
        if motion.pegs_since_index == len(self._segment_order):
            return REST_IN_DOUBT, UNKNOWN_SPIN
        symbol = self._segment_order[motion.pegs_since_index]
        revolutions = motion.pegs_since_push // len(self._segment_order)
        return REST_IN_PART, ResultSeen((symbol,), revolutions=revolutions)
