"""Contacts say the same of the same levels, whether on expanders or on pins of the Pi."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.inputs.contacts import STILL_MS, ContactChange, Contacts, ExpanderContacts, PinContacts
from drivers.part import SelfTestProof
from drivers.wiring import Contact
from hal.errors import BadReply, DeviceSilent
from hal.ports import Millis
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.mcp23017 import INPUT_PINS, SharedLine, SimMcp23017
from sim.wires.lines import SimInput
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.examples import examples

IDLE = {0: True, 6: True, 7: False, 13: True}
"""The level at rest of each input that is wired; a door's is low."""
PINS = sorted(IDLE)


class OnExpanders:
    """Contacts on two expanders, half of them on each."""

    def __init__(self) -> None:
        self.chips = {address: SimMcp23017(address) for address in (0x20, 0x27)}
        self.bus = WatchedBus(SimI2CBus(*self.chips.values()))
        self.line = SharedLine(*(chip.interrupt for chip in self.chips.values()))
        self.at: dict[int, Contact] = {
            number: (0x20 if number < 7 else 0x27, number) for number in IDLE
        }
        idle = {self.at[number]: high for number, high in IDLE.items()}
        self.contacts: Contacts = ExpanderContacts(self.bus, idle, self.line)

    def put(self, number: int, *, high: bool) -> None:
        address, pin = self.at[number]
        self.chips[address].drive_pin(INPUT_PINS[pin], high=None if high else False)


class OnPins:
    """The same on pins of the Pi."""

    def __init__(self) -> None:
        self.at: dict[int, Contact] = {number: (0, number + 4) for number in IDLE}
        self.lines = {contact: SimInput() for contact in self.at.values()}
        idle = {self.at[number]: high for number, high in IDLE.items()}
        self.contacts: Contacts = PinContacts(self.lines, idle)

    def put(self, number: int, *, high: bool) -> None:
        self.lines[self.at[number]].is_high = high


CHANGED = 1
"""The transfer more for a change: it is expected, and read again."""
ASKED = 1
"""The transfer by which a chip pulls its line; the reading lets it go."""

Rig = OnExpanders | OnPins
Changes = list[tuple[int, int, bool, bool]]


def resting(rig: Rig) -> Rig:
    for number, high in IDLE.items():
        rig.put(number, high=high)
    return rig


@pytest.fixture(params=[OnExpanders, OnPins])
def rig(request: pytest.FixtureRequest) -> Rig:
    return resting(request.param())


def changes_of(rig: Rig, begin: int, end: int) -> Changes:
    """Poll every 5 ms and return what was reported: when, which input, its level, if the first."""
    number = {contact: number for number, contact in rig.at.items()}
    return [
        (now, number[change.contact], change.high, change.is_initial)
        for now in range(begin, end, 5)
        for change in rig.contacts.poll(Millis(now))
    ]


def test_at_rest_nothing_is_reported_after_start(rig: Rig) -> None:
    rig.contacts.start()
    assert changes_of(rig, 0, 500) == []


@pytest.mark.parametrize("number", PINS)
def test_active_contact_is_reported_then_its_rest(rig: Rig, number: int) -> None:
    rig.put(number, high=not IDLE[number])
    rig.contacts.start()
    assert changes_of(rig, 0, 500) == [(15, number, not IDLE[number], True)]
    rig.put(number, high=IDLE[number])
    assert changes_of(rig, 500, 1000) == [(515, number, IDLE[number], False)]


@pytest.mark.parametrize("number", PINS)
def test_new_start_reports_active_contacts_again(rig: Rig, number: int) -> None:
    rig.contacts.start()
    changes_of(rig, 0, 100)
    rig.put(number, high=not IDLE[number])
    changes_of(rig, 100, 200)
    rig.contacts.start()
    assert changes_of(rig, 200, 400) == [(215, number, not IDLE[number], True)]


moves = st.lists(st.tuples(st.integers(1, 60), st.sampled_from(PINS)), max_size=30)


@settings(max_examples=examples(10, 100))
@given(moves)
def test_expanders_and_pins_are_alike(
    steps: Sequence[tuple[int, int]],
) -> None:
    assert _story(OnExpanders(), steps) == _story(OnPins(), steps)


@given(moves)
def test_last_report_is_the_state(steps: Sequence[tuple[int, int]]) -> None:
    rig = OnExpanders()
    levels = dict(IDLE) | {number: high for _, number, high, _ in _story(rig, steps)}
    assert levels == _moved(steps)


def _story(rig: Rig, steps: Sequence[tuple[int, int]]) -> Changes:
    """Move contacts, and return all that is reported until they have long been still."""
    resting(rig)
    rig.contacts.start()
    story, now, levels = changes_of(rig, 0, 100), 100, dict(IDLE)
    for polls, number in steps:
        levels[number] = not levels[number]
        rig.put(number, high=levels[number])
        story += changes_of(rig, now, now + 5 * polls)
        now += 5 * polls
    return story + changes_of(rig, now, now + 200)


def _moved(steps: Sequence[tuple[int, int]]) -> dict[int, bool]:
    levels = dict(IDLE)
    for _, number in steps:
        levels[number] = not levels[number]
    return levels


# expanders


def expanders() -> OnExpanders:
    rig = OnExpanders()
    resting(rig)
    rig.contacts.start()
    changes_of(rig, 0, 100)
    return rig


def test_shared_interrupt_held_low_loses_nothing() -> None:
    rig = expanders()
    rig.line = SharedLine(SimInput(), rig.chips[0x20].interrupt)
    rig.put(0, high=False)
    rig.put(13, high=False)
    assert changes_of(rig, 100, 200) == [(115, 0, False, False), (115, 13, False, False)]


def test_chip_silent_between_two_loses_no_change() -> None:
    rig = expanders()
    rig.put(0, high=False)
    rig.put(13, high=False)
    changes_of(rig, 100, 115)
    rig.bus.before[rig.bus.count + 1] = raising(DeviceSilent(0x27))
    with pytest.raises(DeviceSilent):
        rig.contacts.poll(Millis(115))
    assert rig.contacts.poll(Millis(120)) == [
        ContactChange((0x20, 0), high=False, is_initial=False),
        ContactChange((0x27, 13), high=False, is_initial=False),
    ]


def test_accepting_a_level_reads_only_its_chip() -> None:
    rig = expanders()
    changes_of(rig, 100, 110)
    rig.put(0, high=False)
    reads = rig.bus.count
    assert changes_of(rig, 110, 130) == [(125, 0, False, False)]
    assert rig.bus.count - reads == 2 + CHANGED + 1


@pytest.mark.parametrize("address", [0x20, 0x27])
def test_each_chip_is_tested(address: int) -> None:
    rig = expanders()
    assert rig.contacts.test() is SelfTestProof.PROVEN
    rig.chips[address].reset()
    with pytest.raises(BadReply):
        rig.contacts.test()


def test_test_delays_no_reading() -> None:
    rig = expanders()
    reads = rig.bus.count
    for now in range(100, 1100, 5):
        rig.contacts.test()
        rig.contacts.poll(Millis(now))
    assert rig.bus.count - reads == 2 * 200 + 2 * (1 + ASKED) * 1000 // STILL_MS
