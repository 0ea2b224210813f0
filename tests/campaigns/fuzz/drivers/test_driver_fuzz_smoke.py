"""The fuzz of drivers, small; and that it can fail."""

from collections.abc import Sequence
from random import Random

import pytest

from drivers.part import Part
from firmware.core.vocabulary.events import Event, ResultSeen
from hal.errors import PortLost
from hal.ports import Millis
from sim.wires.memory_port import Impairment
from tests.campaigns.fuzz.drivers.campaign import FuzzRun, fuzz
from tests.campaigns.fuzz.drivers.units import UNITS
from tests.campaigns.fuzz.drivers.unusual_unit import OpenUnit

MESSAGES = 300


@pytest.mark.clause("Practice damaged frames")
@pytest.mark.parametrize("name", UNITS)
@pytest.mark.parametrize("is_damaging", [False, True], ids=["unusual", "damaged"])
def test_no_invention_death_or_silence(name: str, is_damaging: bool) -> None:
    found = fuzz(name, MESSAGES, seed=1, is_damaging=is_damaging)
    assert found.faults == ()
    assert found.messages >= MESSAGES


class LyingPart(Part):
    """Calls a unit dead, silent, or a number its own, at the third message."""

    def __init__(self, wire: Impairment, failure: Exception | Event) -> None:
        self.polls, self._wire, self._failure = 0, wire, failure

    def poll(self, now: Millis) -> Sequence[Event]:
        self.polls += 1
        self._wire.carry(b"\x01")
        self.due = Millis(now + 100)
        if self.polls != 3:
            return ()
        if isinstance(self._failure, Exception):
            raise self._failure
        return (self._failure,)


class LyingUnit:
    SPAN_MS = 100

    def __init__(self, wire: Impairment, failure: Exception | Event) -> None:
        self.part, self.sent_messages = LyingPart(wire, failure), 0

    def speak(self) -> None:
        self.sent_messages += 1

    def is_invented(self, event: Event) -> bool:
        return isinstance(event, ResultSeen)


def lying(failure: Exception | Event) -> OpenUnit:
    def open_unit(_chance: Random, wire: Impairment) -> LyingUnit:
        return LyingUnit(wire, failure)

    return open_unit


@pytest.mark.parametrize(
    ("failure", "fault"),
    [
        (IndexError("planted"), "IndexError: planted"),
        (PortLost("no answer"), "lost while octets come: no answer"),
        (ResultSeen(("17",)), "never sent: ResultSeen"),
    ],
    ids=["death", "silence", "invention"],
)
def test_what_a_driver_must_not_do_is_found(failure: Exception | Event, fault: str) -> None:
    (found,) = FuzzRun(lying(failure), 1, is_damaging=False).feed(5).faults
    assert fault in found
