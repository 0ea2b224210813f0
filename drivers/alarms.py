"""The faults that a unit shows: each change is one event."""

from collections.abc import Iterator

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised


class Alarms:
    """Remembers which faults of a part are raised."""

    def __init__(self) -> None:
        self._raised: dict[str, FaultRaised] = {}

    def switch(self, fault: FaultRaised, *, on: bool) -> Iterator[Event]:
        """Raise a fault, also if it was raised with another code of the unit's, or end it."""
        before = self._raised.get(fault.code)
        if on and fault != before:
            self._raised[fault.code] = fault
            yield fault
        elif before is not None and not on:
            del self._raised[fault.code]
            yield FaultEnded(fault.part, fault.code)
