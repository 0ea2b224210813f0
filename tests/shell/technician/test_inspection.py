"""A fault that the device finds in itself is reported once as a fault of a
part, and so is its end.
"""

import queue
from collections.abc import Iterator

import pytest

from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised
from firmware.shell.device.inspection import DeviceCheck, DeviceInspection, FaultValues

PATIENCE_S = 10.0


class Device:
    """A device with one thing to check, and a table that records what it is sent."""

    def __init__(self, *, lacking: bool = False) -> None:
        self.wrong: FaultValues = None
        self.events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.looked: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.stands = False
        checks = [
            DeviceCheck("program", "program_changed", self.look),
            DeviceCheck("end", "end", self.seen),
        ]
        self.inspection = DeviceInspection(
            checks, self._stands, self._tell, lambda: False, lambda: lacking, 3600.0
        )

    def look(self) -> FaultValues:
        return self.wrong

    def seen(self) -> FaultValues:
        self.looked.put(None)
        return None

    def _stands(self, part: str, _code: str) -> bool:
        return self.stands and part == "program"

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            self.stands = isinstance(event, FaultRaised)
            self.events.put(event)

    def check(self) -> list[Event]:
        """Have everything checked, and return the reported events."""
        self.inspection.request_checks()
        self.looked.get(timeout=PATIENCE_S)
        events = []
        while not self.events.empty():
            events.append(self.events.get())
        return events


@pytest.fixture
def device() -> Iterator[Device]:
    device = Device()
    device.inspection.start()
    yield device
    device.inspection.close()


def test_no_mismatch_no_report(device: Device) -> None:
    assert device.check() == []


@pytest.mark.clause("OAC 325:85-15-21(2)(B)")
def test_mismatch_is_reported_once(device: Device) -> None:
    device.wrong = {"file": "rules.toml"}
    raised = FaultRaised("program", "program_changed", {"file": "rules.toml"})
    assert device.check() == [raised]
    assert device.check() == []
    device.wrong = None
    assert device.check() == [FaultEnded("program", "program_changed")]
    assert device.check() == []


@pytest.mark.clause("OAC 325:85-15-21(2)(B)")
def test_clear_checks_again_first(device: Device) -> None:
    device.wrong = {"file": "rules.toml"}
    assert device.inspection.is_still_wrong("program", "program_changed")
    device.wrong = None
    assert not device.inspection.is_still_wrong("program", "program_changed")
    assert not device.inspection.is_still_wrong("meters", "meters_differ")


def test_missing_item_is_checked_at_once() -> None:
    device = Device(lacking=True)
    device.inspection.start()
    device.looked.get(timeout=PATIENCE_S)
    device.inspection.close()
    assert device.inspection.is_ending


def test_unstarted_inspection_closes() -> None:
    Device().inspection.close()
