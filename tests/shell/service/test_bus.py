"""The lifecycle of a part: there, lost, back again, and sent the current panel."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from drivers.part import SelfTestProof
from firmware.core.vocabulary.events import (
    Event,
    FaultEnded,
    FaultRaised,
    PartAnswered,
    PartAwaited,
)
from firmware.core.vocabulary.faults import ASSISTING_PARTS
from firmware.shell.parts.attached_part import START_GRACE_MS, START_RETRY_MS
from firmware.shell.parts.bus import PartBus
from firmware.shell.parts.retry import FORGIVE_INTERVAL_MS, LONGEST_RETRY_MS, SETTLE_MS, STEADY_MS
from hal.errors import (
    BadReply,
    DeviceSilent,
    HardwareError,
    PortLost,
    PortTaken,
    WrongAnswers,
)
from hal.ports import NEVER, Millis
from tests.kits.offenders import each
from tests.kits.shell.faulty_part import BACK, LOST, PANEL, PRESS, Faulty, bus_of, turns

SILENT_MS = 180
"""How long the chip reader waits for three answers."""
TAKEN, LET_GO = FaultRaised("lights", "port_taken"), FaultEnded("lights", "port_taken")


class Asked(Faulty):
    """A part that opens its port and asks; its unit may be silent, or refuse."""

    def __init__(self, name: str = "lights") -> None:
        super().__init__(name)
        self.unit: HardwareError | None = None
        self.number = "1"
        self.given_up: list[Millis] = []
        self._silent_until = NEVER

    def start(self, now: Millis) -> None:
        super().start(now)
        self.answered = False
        self._silent_until = Millis(now + SILENT_MS)

    def poll(self, now: Millis) -> Sequence[Event]:
        if self.unit is None:
            self.answered, self.identity = True, self.number
            self._silent_until = Millis(now + SILENT_MS)
        elif now >= self._silent_until:
            self.given_up.append(now)
            raise self.unit
        return super().poll(now)


def test_part_started_polled_and_shown_once() -> None:
    part = Faulty()
    part.news = [PRESS]
    assert turns(bus_of(part), 0, 10) == [PRESS]
    assert (part.starts, part.shown) == (1, [PANEL])


@pytest.mark.clause("AGCO 11.1.4")
def test_part_absent_too_long_is_lost() -> None:
    part = Faulty()
    part.trouble = DeviceSilent(0x40)
    bus = bus_of(part)
    assert turns(bus, 0, START_GRACE_MS) == [PartAwaited("lights")]
    assert turns(bus, START_GRACE_MS, START_GRACE_MS + START_RETRY_MS) == [
        FaultRaised("lights", "lost")
    ]
    part.trouble = None
    assert turns(bus, START_GRACE_MS + START_RETRY_MS, START_GRACE_MS + 600) == [
        FaultEnded("lights", "lost")
    ]
    assert part.shown == [PANEL]


@pytest.mark.parametrize("absent_ms", [1, 50, 1000, START_GRACE_MS - START_RETRY_MS])
def test_part_in_time_is_never_lost(absent_ms: int) -> None:
    part = Faulty()
    part.trouble = PortLost("not there yet")
    bus = bus_of(part)
    assert turns(bus, 0, absent_ms) == [PartAwaited("lights")]
    part.trouble = None
    back = turns(bus, absent_ms, absent_ms + START_RETRY_MS)
    assert (back, part.shown) == ([PartAnswered("lights")], [PANEL])
    assert (bus.attached[0].losses, turns(bus, 2 * START_GRACE_MS, 3 * START_GRACE_MS)) == (0, [])


def test_opened_part_must_answer() -> None:
    part = Faulty()
    part.answered = False
    bus = bus_of(part)
    assert turns(bus, 0, 1) == []
    part.trouble = PortLost("silent")
    said = turns(bus, 1, 2)
    part.trouble = None
    assert said + turns(bus, 2, 1000) == [PartAwaited("lights")]
    part.answered = True
    assert turns(bus, 1000, 1002) == [PartAnswered("lights")]


def test_opened_silent_part_lost_once() -> None:
    class Mute(Faulty):
        answered = False

        def poll(self, now: Millis) -> Sequence[Event]:
            raise PortLost("silent")

    said = turns(bus_of(Mute()), 0, 6 * START_GRACE_MS)
    assert said == [PartAwaited("lights"), FaultRaised("lights", "lost")]


def test_answering_part_is_lost_at_once() -> None:
    part = Faulty()
    part.trouble = PortLost("not there yet")
    bus = bus_of(part)
    turns(bus, 0, 50)
    part.trouble = None
    assert turns(bus, 50, 150) == [PartAnswered("lights")]
    part.trouble = PortLost("out")
    assert turns(bus, 150, 152) == [FaultRaised("lights", "lost")]


def test_failed_test_awaits_the_next_answer() -> None:
    class Failing(Asked):
        def test(self, now: Millis) -> SelfTestProof:
            if self.unit:
                self.answered = True
                raise PortLost("silent again")
            return super().test(now)

    part = Failing()
    part.unit = PortLost("silent")
    bus = bus_of(part)
    assert turns(bus, 0, 1) == []
    bus.attached[0].test_soon()
    assert turns(bus, 1, 2 + START_RETRY_MS) == [PartAwaited("lights")]
    part.unit = None
    assert turns(bus, 2 + START_RETRY_MS, 2 * START_RETRY_MS) == [PartAnswered("lights")]


def fallen_silent(
    unit: HardwareError, *, until: int = 60_000
) -> tuple[Asked, PartBus, list[Event]]:
    """Return a part that has answered, and what was said of it when it did no more."""
    part = Asked()
    bus = bus_of(part)
    assert turns(bus, 0, 100) == []
    part.unit = unit
    return part, bus, turns(bus, 100, until)


def test_silent_part_is_lost_once() -> None:
    part, bus, said = fallen_silent(PortLost("silent"))
    assert said == [LOST]
    assert part.starts > 5
    part.unit = None
    assert turns(bus, 60_000, 90_000) == [BACK]


def test_silent_part_is_retried_less_often() -> None:
    part, _, _ = fallen_silent(PortLost("silent"))
    gaps = [after - before - SILENT_MS for before, after in pairwise(part.given_up)]
    assert gaps[:4] == [500, 1000, 2000, 4000]
    assert set(gaps[4:]) == {LONGEST_RETRY_MS}


@each("well_ms, wait_ms", [(1000, LONGEST_RETRY_MS), (STEADY_MS - SILENT_MS, 500), (60_000, 500)])
def test_part_well_for_a_while_is_retried_soon(well_ms: int, wait_ms: int) -> None:
    part, bus, _ = fallen_silent(PortLost("silent"))
    part.unit = None
    assert turns(bus, 60_000, 65_000) == [BACK]
    silent_at = 65_000 + well_ms
    turns(bus, 65_000, silent_at)
    part.unit = PortLost("silent")
    part.given_up.clear()
    assert turns(bus, silent_at, silent_at + 10_000) == [LOST]
    assert part.given_up[1] - part.given_up[0] == wait_ms + SILENT_MS


def test_failure_before_answer_is_no_glitch() -> None:
    class Slow(Asked):
        def start(self, now: Millis) -> None:
            super().start(now)
            self._silent_until = Millis(now + 2 * FORGIVE_INTERVAL_MS)

    part = Slow()
    bus = bus_of(part)
    turns(bus, 0, 100)
    part.unit = DeviceSilent(0x24)
    assert turns(bus, 100, 20_000) == [LOST]


def test_opened_part_is_not_there_yet() -> None:
    part, bus, _ = fallen_silent(PortLost("silent"), until=100)
    was = set()
    for now in range(1000, 60_000, 10):
        turns(bus, now, now + 1)
        was.add((bus.attached[0].is_up, bus.attached[0].is_present))
    assert was == {(False, False), (True, False)}
    part.unit = None
    turns(bus, 60_000, 70_000)
    assert bus.attached[0].is_present


def test_unit_answering_as_another_reported() -> None:
    part, bus, _ = fallen_silent(PortLost("silent"))
    part.unit, part.number = None, "2"
    assert turns(bus, 60_000, 70_000) == [BACK, FaultRaised("lights", "swapped")]


@pytest.mark.parametrize("trouble", [DeviceSilent(0x40), BadReply("reset")])
def test_glitch_shows_the_panel_again(trouble: HardwareError) -> None:
    part = Faulty()
    bus = bus_of(part)
    turns(bus, 0, 5)
    part.trouble = trouble
    assert turns(bus, 5, 6) == []
    part.trouble = None
    assert turns(bus, 6, 20 + SETTLE_MS) == []
    assert (part.starts, part.shown) == (2, [PANEL, PANEL])
    assert bus.attached[0].losses == 1


def test_second_glitch_in_a_second_is_a_loss() -> None:
    part = Faulty()
    bus = bus_of(part)
    turns(bus, 0, 5)
    for now in (5, 100):
        part.trouble = DeviceSilent(0x40)
        said = turns(bus, now, now + 1)
        part.trouble = None
        turns(bus, now + 1, now + 90)
    assert said == [FaultRaised("lights", "lost")]


@pytest.mark.clause("AGCO 11.1.4")
def test_pulled_cable_reported_at_once() -> None:
    part = Faulty("shoe")
    bus = bus_of(part)
    turns(bus, 0, 5)
    part.trouble = PortLost("out")
    assert turns(bus, 5, 6) == [FaultRaised("shoe", "lost")]


def test_port_in_use_is_no_lost_cable() -> None:
    part = Asked()
    bus = bus_of(part)
    assert turns(bus, 0, 5) == []
    part.trouble = PortTaken("held")
    assert turns(bus, 5, 6) == [TAKEN]
    assert turns(bus, 6, 20_000) == []
    part.trouble = PortLost("out")
    assert turns(bus, 20_000, 20_000 + LONGEST_RETRY_MS) == [LET_GO, LOST]
    part.trouble = None
    assert turns(bus, 30_000, 30_000 + LONGEST_RETRY_MS) == [BACK]


def test_sound_answers_of_another_unit_are_no_silence() -> None:
    part = Faulty()
    bus = bus_of(part)
    turns(bus, 0, 5)
    part.trouble = WrongAnswers("is no PN532")
    reported = turns(bus, 5, 2000)
    assert reported == [FaultRaised("lights", "wrong_answers")]


def test_remembered_taken_port_ends() -> None:
    bus = bus_of(Faulty(), reported={"lights": "port_taken"})
    assert turns(bus, 0, 5) == [LET_GO]


def test_retry_interval_grows_to_5_s() -> None:
    part = Faulty()
    part.trouble = PortLost("out")
    bus = bus_of(part)
    tries = []
    for now in range(30_000):
        before = bus.attached[0].losses
        turns(bus, now, now + 1)
        if bus.attached[0].losses > before:
            tries.append(now)
    gaps = [after - before for before, after in pairwise(tries)]
    assert gaps[:4] == [500, 1000, 2000, 4000]
    assert set(gaps[4:]) == {LONGEST_RETRY_MS}


@each("name", sorted(ASSISTING_PARTS))
def test_optional_part_goes_dark(name: str) -> None:
    part = Faulty(name)
    part.trouble = DeviceSilent(0x73)
    bus = bus_of(part)
    assert turns(bus, 0, START_GRACE_MS) == []
    assert turns(bus, START_GRACE_MS, START_GRACE_MS + START_RETRY_MS) == [
        FaultRaised(name, "dark")
    ]


def test_remembered_loss_ends_with_the_part() -> None:
    assert turns(bus_of(Faulty(), reported={"lights": "lost"}), 0, 5) == [
        FaultEnded("lights", "lost")
    ]


def test_remembered_loss_lasts_during_start() -> None:
    part = Faulty()
    part.trouble = DeviceSilent(0x40)
    bus = bus_of(part, reported={"lights": "lost"})
    assert turns(bus, 0, 2 * START_GRACE_MS) == []
    part.trouble = None
    back = turns(bus, 2 * START_GRACE_MS, 2 * START_GRACE_MS + LONGEST_RETRY_MS)
    assert back == [FaultEnded("lights", "lost")]


def test_failing_part_does_not_block_others() -> None:
    bad, good = Faulty("keys"), Faulty("lights")
    bad.trouble = DeviceSilent(0x20)
    bus = PartBus("i2c", [bad, good])
    bus.target_panel = PANEL
    turns(bus, 0, 3)
    assert good.shown == [PANEL]


def test_blanking_skips_a_failing_part() -> None:
    part = Faulty()
    bus = bus_of(part)
    turns(bus, 0, 3)
    part.trouble = DeviceSilent(0x40)
    bus.blank()
    assert bus.attached[0].is_up
