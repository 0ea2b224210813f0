"""The faults that a unit shows: each change is one event."""

from collections.abc import Iterator

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised


class FaultTracker:
    """Remembers which faults of a part are raised."""

    def __init__(self) -> None:
        self._raised_faults: dict[str, FaultRaised] = {}

    def switch_fault(self, fault: FaultRaised, *, active: bool) -> Iterator[Event]:
        """Raise a fault, also if it was raised with another code of the unit's, or end it."""
        previous = self._raised_faults.get(fault.code)
        if active and fault != previous:
            self._raised_faults[fault.code] = fault
            yield fault
        elif previous is not None and not active:
            del self._raised_faults[fault.code]
            yield FaultEnded(fault.part, fault.code)
