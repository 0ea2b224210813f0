"""The self-test and the identity of parts on a bus."""

import pytest

from drivers.part import SelfTestProof
from firmware.core.vocabulary.events import (
    FaultRaised,
)
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.retry import FORGIVE_INTERVAL_MS
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError, PortLost
from hal.ports import NEVER, Millis
from tests.kits.shell.faulty_part import LOST, PRESS, Faulty, bus_of, turns


def test_part_is_tested_once_it_answers() -> None:
    part = Faulty()
    part.answered = False
    bus = bus_of(part)
    turns(bus, 0, 5)
    assert (part.tested, bus.attached[0].selftest.last_proof) == (0, None)
    part.answered = True
    turns(bus, 5, 20)
    assert (part.tested, bus.attached[0].selftest.last_proof) == (1, SelfTestProof.PROVEN)


def test_part_is_tested_on_request() -> None:
    part = Faulty()
    bus = bus_of(part)
    turns(bus, 0, 5)
    bus.attached[0].test_soon()
    assert bus.due_at() == 0
    turns(bus, 5, 8)
    assert (part.tested, bus.attached[0].selftest.test_count) == (2, 2)


@pytest.mark.parametrize("trouble", [PortLost("out"), DeviceSilent(0x20), BadReply("reset")])
def test_failed_test_loses_no_event(trouble: HardwareError) -> None:
    class Failing(Faulty):
        def test(self, now: Millis) -> SelfTestProof:
            self.trouble = trouble if self.tested else None
            return super().test(now)

    part = Failing()
    bus = bus_of(part)
    turns(bus, 0, 5)
    part.news = [PRESS]
    bus.attached[0].test_soon()
    assert turns(bus, 5, 6 + 2 * FORGIVE_INTERVAL_MS) == [PRESS, LOST]
    assert bus.attached[0].selftest.last_proof is None


def test_failed_bus_loses_no_event() -> None:
    class Holding(Faulty):
        def test(self, now: Millis) -> SelfTestProof:
            self.trouble = BusStuck("held") if self.tested else None
            return super().test(now)

    part = Holding()
    bus = bus_of(part)
    turns(bus, 0, 5)
    part.news = [PRESS]
    bus.attached[0].test_soon()
    assert turns(bus, 5, 8) == [PRESS]
    assert bus.stuck_count == 1


def test_part_failing_its_test_is_lost() -> None:
    part = Faulty("shoe")
    bus = bus_of(part)
    turns(bus, 0, 5)
    part.trouble = PortLost("out")
    bus.attached[0].test_soon()
    assert turns(bus, 5, 6) == [FaultRaised("shoe", "lost")]
    assert bus.attached[0].selftest.last_proof is None


def test_only_another_unit_is_reported() -> None:
    part = Faulty()
    part.identity = "reader 1.6"
    bus = bus_of(part)
    assert turns(bus, 0, 5) == []
    for identity, said in [
        ("reader 1.6", []),
        ("reader 1.7", [FaultRaised("lights", "swapped")]),
        ("", []),
        ("reader 1.7", []),
    ]:
        part.identity = identity
        bus.attached[0].restart(Millis(0))
        assert turns(bus, 5, 8) == said


def test_bus_polls_as_often_as_needed() -> None:
    parts = [Faulty("presence"), Faulty("power"), Faulty("lights")]
    for part, look_ms in zip(parts, (10, 5, 1), strict=True):
        part.interrupt_poll_ms = Millis(look_ms)
    parts[0].interrupt_active = parts[1].interrupt_active = lambda: False
    assert PartBus("i2c", parts).interrupt_poll_ms == 5
    assert PartBus("i2c", parts[2:]).interrupt_poll_ms == NEVER
