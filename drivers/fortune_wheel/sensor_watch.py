"""A sensor that shows nothing new while the other one sees the wheel turn."""

from collections.abc import Iterator
from typing import Final

from drivers.fault_tracker import FaultTracker
from drivers.fortune_wheel.message_table import INDEX_STUCK, PEGS_STUCK
from drivers.message_log import MessageLog
from firmware.core.vocabulary.events import Event, FaultRaised

MOST_TURNS: Final = 2
"""Turns without a signal that are no proof: a hand may rock the wheel at its index."""
PEG_CODE: Final = "PEG"
INDEX_CODE: Final = "INDEX"


class SensorWatch:
    """Raises `sensor_stuck` for a sensor that MOST_TURNS have passed by; a whole turn ends it."""

    def __init__(self, part: str, part_count: int, messages: MessageLog) -> None:
        self._part = part
        self._part_count = part_count
        self._messages = messages
        self._fault_tracker = FaultTracker()
        self._bare_indices = 0

    def note_peg(self, pegs_since_index: int) -> Iterator[Event]:
        """Note a peg, so many since the last index."""
        self._bare_indices = 0
        if pegs_since_index == MOST_TURNS * self._part_count + 1:
            self._messages.note(INDEX_STUCK)
            yield from self._switch(INDEX_CODE, active=True)

    def note_index(self) -> Iterator[Event]:
        """Note an index."""
        self._bare_indices += 1
        if self._bare_indices == MOST_TURNS + 1:
            self._messages.note(PEGS_STUCK)
            yield from self._switch(PEG_CODE, active=True)

    def note_whole_turn(self) -> Iterator[Event]:
        """Note a turn that both sensors have seen."""
        yield from self._switch("", active=False)

    def _switch(self, code: str, *, active: bool) -> Iterator[Event]:
        fault = FaultRaised(self._part, "sensor_stuck", {"code": code})
        yield from self._fault_tracker.switch_fault(fault, active=active)
