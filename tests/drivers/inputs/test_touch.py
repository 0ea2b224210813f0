"""Presence by touch: touches are reported, and unreliable readings stop the deal."""

from collections.abc import Sequence
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.inputs.touch import LIFT_TIMEOUT_MS, MAX_DRIFT, TouchSensors
from drivers.part import SelfTestProof
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, PresenceSeen
from firmware.core.vocabulary.places import Place
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from hal.ports import Millis
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import SharedLine
from sim.chips.mpr121 import SimMpr121
from tests.kits.drivers.turns import turns
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.examples import examples
from tests.kits.offenders import each

PLACES = {
    (0x5A + n // 12, n % 12): Place(n // 3 + 1, ("player", "banker", "tie")[n % 3])
    for n in range(21)
}
DOUBT = FaultRaised("presence", "uncalibrated")
SURE = FaultEnded("presence", "uncalibrated")


class Felt:
    """Two chips under seven spots, polled whenever the part is due."""

    def __init__(self) -> None:
        self.chips = {address: SimMpr121(address) for address in (0x5A, 0x5B)}
        self.sim_bus = SimI2CBus(*self.chips.values())
        self.bus = WatchedBus(self.sim_bus)
        self.part = TouchSensors(self.bus, PLACES, SharedLine(*self.chips.values()))
        self.now = 1000
        self.events: list[Event] = []

    def started(self) -> "Felt":
        self.part.start(Millis(self.now))
        assert self.run(2500) == []
        return self

    def restarted(self) -> None:
        """Reset both chips behind the driver's back, and start the part as its bus does."""
        for chip in self.chips.values():
            chip.reset()
        self.part.start(Millis(self.now))

    def lay(self, where: tuple[int, int], *, on: bool) -> None:
        self.chips[where[0]].cover_input(where[1], on=on)

    def run(self, span: int) -> Sequence[Event]:
        end, before = self.now + span, len(self.events)
        for at in turns(self.part, self.now, end):
            self.now = at
            self.events += self.part.poll(Millis(at))
        self.now = end
        return self.events[before:]


def seen(where: tuple[int, int], *, covered: bool) -> PresenceSeen:
    return PresenceSeen(PLACES[where], covered=covered)


@each("where", PLACES)
def test_each_place_is_covered_and_free(where: tuple[int, int]) -> None:
    felt = Felt().started()
    felt.lay(where, on=True)
    assert felt.run(20) == [seen(where, covered=True)]
    assert felt.run(5000) == []
    felt.lay(where, on=False)
    assert felt.run(20) == [seen(where, covered=False)]


@settings(max_examples=examples(10, 100))
@given(st.lists(st.tuples(st.sampled_from(sorted(PLACES)), st.booleans()), max_size=30))
def test_hands_change_no_known_place(moves: list[tuple[tuple[int, int], bool]]) -> None:
    felt, lying = Felt().started(), set()
    for where, on in moves:
        felt.lay(where, on=on)
        (lying.add if on else lying.discard)(where)
        felt.run(20)
    covered = set()
    for event in felt.events:
        assert isinstance(event, PresenceSeen)
        (covered.add if event.covered else covered.discard)(event.place)
    assert covered == {PLACES[where] for where in lying}


def test_unwired_electrode_is_ignored() -> None:
    felt = Felt().started()
    felt.lay((0x5B, 11), on=True)
    assert felt.run(1000) == []


def test_still_felt_reads_each_chip_every_50_ms() -> None:
    felt = Felt().started()
    before = felt.bus.count
    felt.run(1000)
    assert felt.bus.count - before == 2 * (20 + 3)


def test_stack_over_start_is_doubtful_until_lifted() -> None:
    felt = Felt().started()
    where = (0x5A, 4)
    felt.lay(where, on=True)
    felt.run(50)
    felt.restarted()
    assert felt.run(3000) == [DOUBT]
    felt.lay(where, on=False)
    assert felt.run(LIFT_TIMEOUT_MS - 1000) == []
    assert felt.run(3000) == [seen(where, covered=False), SURE]
    felt.lay(where, on=True)
    assert felt.run(50) == [seen(where, covered=True)]


def test_doubtful_stack_relaid_was_there_throughout() -> None:
    felt = Felt().started()
    where = (0x5A, 4)
    felt.lay(where, on=True)
    felt.run(50)
    felt.restarted()
    felt.run(1000)
    felt.lay(where, on=False)
    felt.run(2000)
    felt.lay(where, on=True)
    felt.run(10_000)
    assert felt.events == [seen(where, covered=True), DOUBT, SURE]


def test_stack_after_start_is_certain() -> None:
    felt = Felt().started()
    where = (0x5B, 0)
    felt.lay(where, on=True)
    felt.run(50)
    felt.lay(where, on=False)
    felt.restarted()
    felt.run(10)
    felt.lay(where, on=True)
    assert felt.run(1200) == [SURE]


def test_drift_or_range_error_is_doubtful_meanwhile() -> None:
    felt = Felt().started()
    felt.chips[0x5A].fail_range(2)
    assert felt.run(60) == [DOUBT]
    felt.chips[0x5A].fail_range()
    assert felt.run(60) == [SURE]
    felt.chips[0x5B].drift_reading(3, 4 * MAX_DRIFT + 8)
    assert felt.run(1100) == [DOUBT]


def test_over_current_is_a_fault_until_it_measures() -> None:
    felt = Felt().started()
    felt.chips[0x5A].short_rext(on=True)
    assert felt.run(60) == [FaultRaised("presence", "overcurrent")]
    assert felt.run(5000) == []
    felt.chips[0x5A].short_rext(on=False)
    assert felt.run(1100) == [FaultEnded("presence", "overcurrent")]
    felt.lay((0x5A, 1), on=True)
    assert felt.run(20) == [seen((0x5A, 1), covered=True)]


@each("moment", range(0, 1200, 110))
def test_reset_chip_is_noticed_within_a_second(moment: int) -> None:
    felt = Felt().started()
    felt.lay((0x5A, 7), on=True)
    felt.run(moment + 20)
    felt.chips[0x5B].reset()
    with pytest.raises(BadReply):
        felt.run(1100)
    felt.part.start(Millis(felt.now))
    felt.run(100)
    assert [e for e in felt.events if isinstance(e, PresenceSeen)] == [
        seen((0x5A, 7), covered=True)
    ]


AFTER_RESET = (1, 12)
"""The transfers behind a chip's reset, which it need not answer yet."""


@each("transfer", AFTER_RESET)
def test_silence_behind_a_reset_is_waited_for(transfer: int) -> None:
    felt = Felt()
    felt.bus.before[transfer] = raising(DeviceSilent(0x5B))
    _busy(felt)
    felt.lay((0x5B, 1), on=True)
    assert felt.run(50) == [seen((0x5B, 1), covered=True)]


@each(
    "error, transfer",
    [
        *product([BusStuck("held")], range(30)),
        *((DeviceSilent(0x5B), at) for at in range(30) if at not in AFTER_RESET),
    ],
)
def test_failed_transfer_raises_and_start_repairs(error: HardwareError, transfer: int) -> None:
    felt = Felt()
    felt.bus.before[transfer] = raising(error)
    with pytest.raises(HardwareError) as raised:
        _busy(felt)
    assert raised.value is error
    felt.part.start(Millis(felt.now))
    felt.run(50)
    felt.lay((0x5B, 1), on=True)
    assert felt.run(50) == [seen((0x5B, 1), covered=True)]


def _busy(felt: Felt) -> None:
    felt.part.start(Millis(felt.now))
    felt.run(1500)


def test_self_test_reads_settings_back() -> None:
    felt = Felt().started()
    assert felt.part.test(Millis(felt.now)) is SelfTestProof.PROVEN
    felt.chips[0x5B].reset()
    with pytest.raises(BadReply):
        felt.part.test(Millis(felt.now))


def test_start_of_configured_chips_loses_nothing() -> None:
    felt = Felt().started()
    where = (0x5A, 3)
    felt.lay(where, on=True)
    felt.part.start(Millis(felt.now))
    assert felt.run(3000) == [seen(where, covered=True)]


def test_reset_makes_felt_doubtful_for_a_second() -> None:
    felt = Felt().started()
    felt.restarted()
    felt.lay((0x5A, 3), on=True)
    assert felt.run(3000) == [seen((0x5A, 3), covered=True), DOUBT, SURE]
