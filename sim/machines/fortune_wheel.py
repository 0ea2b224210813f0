"""A wheel of fortune with its two sensors: it slows down evenly from the hand to its rest."""

from collections.abc import Callable, Sequence
from math import floor
from typing import Final

from sim.wires.far_end_clock import PolledClock

PEG_WIDTH: Final = 0.5
"""Share of the pitch in which a peg is seen: half of it before the peg's tip, half behind."""
INDEX_BEGINS: Final = -0.45
INDEX_ENDS: Final = 0.0
"""Where the index is seen, in parts from the first peg's tip."""


class SimFortuneWheel:
    """A wheel whose position is computed from the time whenever a sensor is read.

    `segment_order` lists the parts behind each peg, turned forwards. `peg` and `index` are the
    lines to wire up; each may be forced. `missed_pegs` are the pegs, counted from the
    spin's start, that are not seen, `extra_pegs` those after which one is seen that isn't there.
    Not modelled: the hand's push, the pointer's friction, rolling back.
    """

    spin_duration_ms = 8000
    """How long the next spin takes."""

    def __init__(self, now: Callable[[], int], segment_order: Sequence[str]) -> None:
        self.missed_pegs: set[int] = set()
        self.extra_pegs: set[int] = set()
        self.polled_time = PolledClock()
        self.index = SensorLine(self._is_index_seen, self.polled_time)
        self.peg = SensorLine(self._is_peg_seen, self.polled_time)
        self._now = now
        self._segment_order = tuple(segment_order)
        self._start_position = self._target_position = 0.5
        self._began_at = 0
        self._duration_ms = self.spin_duration_ms

    def spin(self, symbol: str, revolutions: int, fraction_in_segment: float = 0.5) -> None:
        """Turn it `revolutions`, and on to that fraction of the next segment of `symbol`."""
        parts_ahead = (self._segment_order.index(symbol) - floor(self._position())) % len(
            self._segment_order
        )
        self._spin_to(
            floor(self._position())
            + revolutions * len(self._segment_order)
            + parts_ahead
            + fraction_in_segment
        )

    def spin_between_segments(self, revolutions: int = 4) -> None:
        """Spin it so that the pointer stops on a peg."""
        self._spin_to(floor(self._position()) + revolutions * len(self._segment_order) + 1.0)

    def spin_backwards(self, revolutions: int = 1) -> None:
        """Turn it the other way, or back while it turns."""
        self._spin_to(floor(self._position()) - revolutions * len(self._segment_order) + 0.5)

    @property
    def in_play(self) -> bool:
        """Whether it turns."""
        return (
            self._now() < self._began_at + self._duration_ms
            and self._start_position != self._target_position
        )

    def cancel_spin(self) -> None:
        """Stop at once, between two pegs."""
        self._start_position = self._target_position = floor(self._position()) + 0.5

    def _spin_to(self, target_position: float) -> None:
        self._start_position, self._target_position, self._began_at = (
            self._position(),
            target_position,
            self._now(),
        )
        self._duration_ms = self.spin_duration_ms

    def _position(self) -> float:
        fraction_left = max(0.0, 1 - (self._now() - self._began_at) / self._duration_ms)
        return (
            self._target_position
            # Even deceleration: the distance left shrinks as the square of the time left.
            - (self._target_position - self._start_position) * fraction_left * fraction_left
        )

    def _is_peg_seen(self) -> bool:
        position = self._position()
        nearest_peg = floor(position + 0.5)
        if abs(position - nearest_peg) < PEG_WIDTH / 2:
            return self._pegs_passed(nearest_peg) not in self.missed_pegs
        is_between_pegs = abs(position - floor(position) - 0.5) < PEG_WIDTH / 8
        return is_between_pegs and self._pegs_passed(floor(position)) in self.extra_pegs

    def _is_index_seen(self) -> bool:
        segment_count = len(self._segment_order)
        # In parts from the index, from minus to plus half a turn.
        index_offset = (self._position() + segment_count / 2) % segment_count - segment_count / 2
        return INDEX_BEGINS <= index_offset < INDEX_ENDS

    def _pegs_passed(self, peg: int) -> int:
        """Return which one a peg is since the spin began: 1 is the first."""
        return peg - floor(self._start_position)


class SensorLine:
    """Implements `hal.ports.InputLine`: low while its sensor sees something."""

    def __init__(self, is_seen: Callable[[], bool], polled_time: PolledClock) -> None:
        self.forced_state: bool | None = None
        """The forced state of the sensor; None if it is not forced."""
        self.is_wire_cut = False
        """Whether its wire is cut, so that the line is pulled high."""
        self._is_seen = is_seen
        self._polled_time = polled_time

    def level(self) -> bool:
        """Return True for high."""
        self._polled_time.note_poll()
        return self.is_wire_cut or not (
            self._is_seen() if self.forced_state is None else self.forced_state
        )
