from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.inputs.contacts import STILL_MS
from drivers.part import SelfTestProof
from drivers.shuffler_contacts import ContactShuffler
from drivers.shuffler_contacts.kind import ShufflerContactWiring
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, ShuffleEnded
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from hal.ports import InputLine, Millis
from sim.chips.i2c_bus import SimI2CBus
from sim.machines.contacts import SimShufflerContacts
from tests.kits.drivers.turns import turns
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.offenders import each

SHUFFLED = ShuffleEnded(None)
DOOR_OPEN = FaultRaised("shuffler", "shuffler_door")
DOOR_SHUT = FaultEnded("shuffler", "shuffler_door")
FAULT = FaultRaised("shuffler", "shuffler_fault", {"code": "contact"})
WELL = FaultEnded("shuffler", "shuffler_fault")


class Bench:
    """The driver and its shuffler, polled whenever it is due."""

    def __init__(self, ready: int = 0, door: int = 1, fault: int = 2) -> None:
        wiring = ShufflerContactWiring(0x23, 22, ready, door, fault)
        self.far = SimShufflerContacts(wiring)
        self.chip = self.far.chips[0x23]
        self.sim_bus = SimI2CBus(self.chip)
        self.bus = WatchedBus(self.sim_bus)
        self.line: InputLine = self.far.lines[22]
        self.now = 1000
        self.events: list[Event] = []
        self.part = self.driver()

    def driver(self) -> ContactShuffler:
        return ContactShuffler(
            self.bus,
            0x23,
            self.line,
            ready=self.far._wiring.ready,
            door=self.far._wiring.door,
            fault=self.far._wiring.fault,
        )

    def start(self) -> "Bench":
        self.part.start(Millis(self.now))
        return self

    def run(self, span: int = 100) -> Sequence[Event]:
        """Poll until `span` ms are over and return what happened; `events` keeps all of it."""
        end, before = self.now + span, len(self.events)
        for at in turns(self.part, self.now, end):
            self.now = at
            self.events += self.part.poll(Millis(at))
            assert at < self.part.due <= at + STILL_MS
        self.now = end
        return self.events[before:]


def running(**inputs: int) -> Bench:
    bench = Bench(**inputs).start()
    assert bench.run() == []
    return bench


def test_set_up_has_these_bytes() -> None:
    bench = Bench().start()
    assert bench.bus.sent[:4] == [
        "05 00",
        "0a 44",
        "14 00 00",
        "00 7f 7f 00 00 7f 7f 7f 7f 7f 7f 44 44 7f 7f",
    ]


@each("ready", range(14))
def test_ready_opening_and_closing_is_one_shuffle(ready: int) -> None:
    bench = running(ready=ready, door=(ready + 1) % 14, fault=(ready + 2) % 14)
    bench.far.press_start()
    assert bench.run() == []
    bench.far.finish_shuffle()
    assert bench.run() == [SHUFFLED]
    assert bench.part.health == {"shuffles": 1}


def test_each_shuffle_counts_once() -> None:
    bench = running()
    for lasts in (100, 10_000, 60_000):
        bench.far.press_start()
        assert bench.run(lasts) == []
        bench.far.finish_shuffle()
        assert bench.run(lasts) == [SHUFFLED]


def test_open_door_is_a_fault() -> None:
    bench = running()
    bench.far.open_door()
    assert bench.run(60_000) == [DOOR_OPEN]
    bench.far.shut_door()
    assert bench.run(60_000) == [DOOR_SHUT]


def test_open_fault_contact_is_a_fault() -> None:
    bench = running()
    bench.far.show_fault()
    assert bench.run(60_000) == [FAULT]
    bench.far.clear_fault()
    assert bench.run(60_000) == [WELL]


@pytest.mark.parametrize(("number", "events"), [(0, []), (1, [DOOR_OPEN]), (2, [FAULT])])
def test_cut_wire_fails_safe(number: int, events: list[Event]) -> None:
    bench = running()
    bench.far.cut_wire(number)
    assert bench.run(60_000) == events
    bench = Bench()
    bench.far.cut_wire(number)
    assert bench.start().run(60_000) == events


def test_unpowered_is_faulty_and_open_until_back() -> None:
    bench = running()
    for number in range(3):
        bench.far.cut_wire(number)
    assert bench.run() == [DOOR_OPEN, FAULT]
    for number in range(3):
        bench.far.close_input(number)
    assert bench.run() == [SHUFFLED, DOOR_SHUT, WELL]


def test_ready_start_reports_nothing() -> None:
    assert Bench().start().run(60_000) == []


def test_start_reports_active_contacts() -> None:
    bench = Bench()
    bench.far.open_door()
    bench.far.show_fault()
    assert bench.start().run() == [DOOR_OPEN, FAULT]


def test_shuffle_running_at_start_is_reported() -> None:
    bench = Bench()
    bench.far.press_start()
    assert bench.start().run() == []
    bench.far.finish_shuffle()
    assert bench.run() == [SHUFFLED]


@each("span", range(1, 15))
def test_bouncing_contact_is_ignored(span: int) -> None:
    bench = running()
    for act, back in (
        (bench.far.press_start, bench.far.finish_shuffle),
        (bench.far.open_door, bench.far.shut_door),
        (bench.far.show_fault, bench.far.clear_fault),
    ):
        act()
        bench.run(span)
        back()
        assert bench.run() == []


@given(st.lists(st.integers(1, 19), unique=True, max_size=9).map(sorted))
def test_bounce_at_end_is_one_shuffle(bounce: list[int]) -> None:
    bench = running()
    bench.far.press_start()
    bench.run()
    end = bench.now
    bench.far.finish_shuffle()
    for number, edge in enumerate(bounce):
        bench.run(end + edge - bench.now)
        (bench.far.finish_shuffle if number % 2 else bench.far.press_start)()
    bench.run(end + 20 - bench.now)
    bench.far.finish_shuffle()
    assert [*bench.run(), *bench.run()] == [SHUFFLED]
    assert bench.events == [SHUFFLED]


ACTS: list[Callable[[SimShufflerContacts], None]] = [
    SimShufflerContacts.press_start,
    SimShufflerContacts.finish_shuffle,
    SimShufflerContacts.open_door,
    SimShufflerContacts.shut_door,
    SimShufflerContacts.show_fault,
    SimShufflerContacts.clear_fault,
]


@given(st.lists(st.tuples(st.sampled_from(ACTS), st.booleans(), st.booleans()), max_size=30))
def test_reports_match_state_throughout(
    acts: list[tuple[Callable[[SimShufflerContacts], None], bool, bool]],
) -> None:
    """Chips that are lost and started again, and self-tests, neither hide nor invent anything."""
    bench = running()
    busy, ended, door, fault = False, 0, False, False
    for act, restart, test in acts:
        act(bench.far)
        ended += busy and act is SimShufflerContacts.finish_shuffle
        busy = {ACTS[0]: True, ACTS[1]: False}.get(act, busy)
        door = {ACTS[2]: True, ACTS[3]: False}.get(act, door)
        fault = {ACTS[4]: True, ACTS[5]: False}.get(act, fault)
        if restart:
            bench.chip.reset()
            bench.start()
        if test:
            assert bench.part.test(Millis(bench.now)) is SelfTestProof.PROVEN
        bench.run()
        assert bench.events.count(SHUFFLED) == ended
        assert bench.events.count(DOOR_OPEN) - bench.events.count(DOOR_SHUT) == door
        assert bench.events.count(FAULT) - bench.events.count(WELL) == fault


def test_still_shuffler_is_read_once_a_second() -> None:
    bench = running()
    before = bench.bus.count
    bench.run(10_000)
    assert bench.bus.count - before == (1 + 1) * 10


def test_interrupt_reports_after_poll_and_debounce() -> None:
    for wait in range(0, 60, 7):
        bench = running()
        bench.run(wait)
        bench.far.open_door()
        assert bench.run(5 + 20 + 5) == [DOOR_OPEN]


def test_change_is_seen_without_interrupt_wire() -> None:
    bench = Bench()
    bench.line = SimShufflerContacts(ShufflerContactWiring(0x22, 22, 0, 1, 2)).lines[22]
    bench.part = bench.driver()
    bench.start().run()
    bench.far.open_door()
    assert bench.run(50 + 20 + 5) == [DOOR_OPEN]


def test_unwired_inputs_are_ignored() -> None:
    bench = running()
    bench.far.close_input(9)
    bench.far.cut_wire(9)
    assert bench.run() == []


@each("error", [DeviceSilent(0x23), BusStuck("held")])
@each("transfer", range(14))
def test_failed_transfer_raises_and_loses_nothing(transfer: int, error: HardwareError) -> None:
    bench = Bench()
    bench.far.press_start()
    bench.bus.before[transfer] = raising(error)
    with pytest.raises(HardwareError) as raised:
        _busy(bench)
    assert raised.value is error
    bench.far.finish_shuffle()
    bench.far.open_door()
    bench.start().run()
    assert bench.events.count(DOOR_OPEN) == 1
    assert SHUFFLED not in bench.events[:-2]


def _busy(bench: Bench) -> None:
    bench.start()
    bench.run(50)
    bench.far.open_door()
    bench.run(400)


@each("moment", range(0, 120, 3))
def test_reset_chip_is_noticed_within_a_second(moment: int) -> None:
    bench = running()
    bench.far.open_door()
    bench.run(moment)
    bench.chip.reset()
    with pytest.raises(BadReply):
        bench.run(STILL_MS)
    bench.start()
    bench.run()
    assert bench.events == [DOOR_OPEN]


def test_self_test_reads_settings_back() -> None:
    bench = running()
    assert bench.part.test(Millis(bench.now)) is SelfTestProof.PROVEN
    bench.chip.reset()
    with pytest.raises(BadReply):
        bench.part.test(Millis(bench.now))
    bench.sim_bus.is_stuck = True
    with pytest.raises(BusStuck):
        bench.part.test(Millis(bench.now))


def test_self_test_spares_interrupt_and_changes() -> None:
    bench = running()
    bench.far.open_door()
    bench.part.test(Millis(bench.now))
    assert not bench.line.level()
    assert bench.run(5 + 20 + 5) == [DOOR_OPEN]


def test_one_input_is_not_two_contacts() -> None:
    bench = Bench()
    with pytest.raises(ValueError, match="three inputs"):
        ContactShuffler(bench.bus, 0x23, bench.line, ready=0, door=1, fault=1)
