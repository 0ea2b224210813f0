import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.lights.lights import BLINKING, COLOURS, BetLights
from drivers.lights.pca9685 import Pca9685
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel, SpotLight
from hal.errors import BadReply, BusStuck, DeviceSilent, HardwareError
from sim.chips.i2c_bus import SimI2CBus
from sim.chips.pca9685 import SimPca9685
from tests.kits.drivers.watched_bus import WatchedBus, raising
from tests.kits.examples import examples
from tests.kits.offenders import each

ADDRESSES = (0x40, 0x41)
SPOTS = {spot: (3 * spot - 3, 3 * spot - 2, 3 * spot - 1) for spot in range(1, 8)}
KEYS = {key: 21 + n for n, key in enumerate(list(Key)[:11])}

Colour = tuple[int, ...]


class Lamps:
    """The part with its two chips, seven spots and eleven keys."""

    def __init__(self) -> None:
        self.chips = [SimPca9685(address) for address in ADDRESSES]
        self.sim_bus = SimI2CBus(*self.chips)
        self.bus = WatchedBus(self.sim_bus)
        self.part = BetLights([Pca9685(self.bus, at) for at in ADDRESSES], SPOTS, KEYS)

    def duty(self, channel: int) -> int:
        return self.chips[channel // 16].duty(channel % 16)

    def spot(self, spot: int) -> Colour:
        return tuple(self.duty(channel) for channel in SPOTS[spot])

    def all(self) -> list[int]:
        return [self.duty(channel) for channel in range(32)]

    def started(self) -> "Lamps":
        self.part.start(0)
        self.bus.sent.clear()
        self.bus.count = 0
        return self


def spots(**lights: SpotLight) -> dict[int, SpotLight]:
    return {spot: lights.get(f"s{spot}", SpotLight.NONE) for spot in SPOTS}


def panel_of(lights: list[SpotLight], pulsing: frozenset[int], keys: frozenset[Key]) -> Panel:
    return Panel(dict(zip(SPOTS, lights, strict=True)), pulsing, keys)


panels = st.builds(
    panel_of,
    st.lists(st.sampled_from(SpotLight), min_size=7, max_size=7),
    st.frozensets(st.integers(1, 7), max_size=2),
    st.frozensets(st.sampled_from(sorted(KEYS))),
)


def expected(panel: Panel, now: int) -> list[int]:
    """What a table that was started this moment shows of `panel`."""
    lamps = Lamps().started()
    lamps.part.show(panel, now)
    return lamps.all()


def test_states_have_distinct_colours() -> None:
    assert set(COLOURS) == set(SpotLight)
    assert len(set(COLOURS.values())) == len(SpotLight) == 9


@each("light", SpotLight)
@each("spot", SPOTS)
def test_each_spot_shows_each_state(spot: int, light: SpotLight) -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel(spots(**{f"s{spot}": light})), 0)
    assert lamps.spot(spot) == COLOURS[light]
    assert all(lamps.spot(other) == (0, 0, 0) for other in SPOTS if other != spot)


@each("key", KEYS)
def test_each_accepted_key_is_lit(key: Key) -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel(spots(), keys=frozenset({key})), 0)
    assert lamps.all() == [4096 if channel == KEYS[key] else 0 for channel in range(32)]


def test_keys_and_spots_without_lamp_are_skipped() -> None:
    chip = SimPca9685()
    part = BetLights([Pca9685(SimI2CBus(chip), 0x40)], {1: (0, 1, 2)}, {Key.UNDO: 15})
    part.start(0)
    part.show(Panel({1: SpotLight.WIN, 2: SpotLight.LOSE}, keys=frozenset({Key.VOID_ROUND})), 0)
    assert [chip.duty(n) for n in range(16)] == [0, 4096, *[0] * 14]


def test_spot_absent_from_panel_is_dark() -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel({1: SpotLight.WIN}), 0)
    lamps.part.show(Panel({}), 0)
    assert lamps.all() == [0] * 32


def test_one_changed_spot_is_one_write() -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel(spots(s1=SpotLight.PLACED)), 0)
    lamps.bus.sent.clear()
    lamps.part.show(Panel(spots(s1=SpotLight.PLACED, s2=SpotLight.WIN)), 0)
    assert lamps.bus.sent == ["16 00 10 00 00"]


def test_equal_panel_sends_nothing() -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel(spots(s1=SpotLight.PLACED)), 0)
    lamps.bus.sent.clear()
    for now in range(0, 900, 7):
        lamps.part.show(Panel(spots(s1=SpotLight.PLACED), dealer=(), simulated=now % 2 == 0), now)
    assert lamps.bus.sent == []


@settings(max_examples=examples(10, 100))
@given(st.lists(st.tuples(panels, st.integers(0, 400)), min_size=1, max_size=8))
def test_output_depends_on_panel_and_time_only(
    course: list[tuple[Panel, int]],
) -> None:
    lamps, now = Lamps().started(), 0
    for panel, wait in course:
        now += wait
        lamps.part.show(panel, now)
        assert lamps.all() == expected(panel, now)


@pytest.mark.parametrize(
    "panel",
    [
        Panel(spots(s1=SpotLight.WIN), frozenset({1}), frozenset({Key.UNDO})),
        Panel(spots(s1=SpotLight.PLACED), frozenset(), frozenset({Key.UNDO})),
        Panel(spots(s1=SpotLight.PLACED), frozenset({1}), frozenset({Key.VOID_ROUND})),
    ],
    ids=["spots", "pulsing", "keys"],
)
def test_panel_differing_in_one_respect_is_shown(panel: Panel) -> None:
    lamps = Lamps().started()
    first = Panel(spots(s1=SpotLight.PLACED), frozenset({1}), frozenset({Key.UNDO}))
    lamps.part.show(first, 500)
    assert lamps.all() == expected(first, 500)
    lamps.part.show(panel, 500)
    assert lamps.all() == expected(panel, 500) != expected(first, 500)


def run(lamps: Lamps, until: int) -> dict[int, list[int]]:
    """Poll when due; return what is lit from each moment on."""
    course = {}
    while lamps.part.due <= until:
        now = lamps.part.due
        lamps.part.poll(now)
        assert lamps.part.due > now
        course[now] = lamps.all()
    return course


@each("light", sorted(BLINKING))
@each("begin", [0, 10, 251, 990])
def test_late_and_fault_blink_at_2_hz(light: SpotLight, begin: int) -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel(spots(s3=light)), begin)
    course = run(lamps, begin + 3000)
    assert len(course) >= 60
    for now, levels in course.items():
        lit = now % 500 < 250
        assert tuple(levels[6:9]) == (COLOURS[light] if lit else (0, 0, 0))


@each("light", sorted(set(SpotLight) - BLINKING - {SpotLight.NONE}))
def test_pulsing_spot_swells_and_retains_its_hue(light: SpotLight) -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel(spots(s3=light, s4=light), pulsing=frozenset({3})), 0)
    course = run(lamps, 2000)
    brightness = [sum(levels[6:9]) for levels in course.values()]
    assert max(brightness) == sum(COLOURS[light])
    assert 0 < min(brightness) < max(brightness) / 4
    assert brightness[:20] == brightness[20:40]
    for levels in course.values():
        assert tuple(levels[9:12]) == COLOURS[light]
        assert [level > 0 for level in levels[6:9]] == [level > 0 for level in COLOURS[light]]


def test_still_panel_only_needs_check() -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel(spots(s1=SpotLight.WIN, s2=SpotLight.LOSE)), 10)
    assert list(run(lamps, 5000)) == [1000, 2000, 3000, 4000, 5000]
    assert lamps.bus.sent[-4:] == ["00 > 2"] * 4


def test_panel_no_longer_moving_is_due_for_check() -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel(spots(s1=SpotLight.LATE)), 10)
    assert lamps.part.due == 50
    lamps.part.show(Panel(spots(s1=SpotLight.PLACED)), 20)
    assert lamps.part.due == 1000


def test_end_turns_lights_off_for_good() -> None:
    lamps = Lamps().started()
    lamps.part.show(Panel(spots(s1=SpotLight.LATE), keys=frozenset(Key)), 0)
    lamps.part.blank()
    assert lamps.bus.sent[-2:] == ["fa 00 00 00 10"] * 2
    run(lamps, 900)
    assert lamps.all() == [0] * 32


def test_lost_chip_darkens_the_other() -> None:
    for lost, other in itertools.permutations((0, 1)):
        lamps = Lamps().started()
        lamps.part.show(Panel(spots(s1=SpotLight.WIN), keys=frozenset(Key)), 0)
        lamps.sim_bus.unplugged.add(lamps.chips[lost])
        with pytest.raises(DeviceSilent):
            lamps.part.blank()
        assert [lamps.chips[other].duty(n) for n in range(16)] == [0] * 16


BUSY = [
    Panel(spots(s1=SpotLight.PLACED, s7=SpotLight.FAULT), keys=frozenset({Key.CLEAR_FAULTS})),
    Panel(
        spots(s1=SpotLight.WIN, s2=SpotLight.LOSE, s6=SpotLight.AWAITING), pulsing=frozenset({6})
    ),
    Panel(spots(s5=SpotLight.PUSH, s6=SpotLight.LATE), keys=frozenset(Key)),
]


def _busy(lamps: Lamps) -> None:
    lamps.part.start(0)
    for number, panel in enumerate(BUSY):
        lamps.part.show(panel, 400 * number)
        run(lamps, 400 * number + 300)


def _transfers() -> int:
    lamps = Lamps()
    _busy(lamps)
    return lamps.bus.count


@each("error", [DeviceSilent(0x41), BusStuck("held")])
@each("transfer", range(_transfers()))
def test_start_after_failed_transfer_shows_panel(transfer: int, error: HardwareError) -> None:
    lamps = Lamps()
    lamps.bus.before[transfer] = raising(error)
    with pytest.raises(HardwareError) as raised:
        _busy(lamps)
    assert raised.value is error
    for chip in lamps.chips:
        chip.reset()
    lamps.part.start(2000)
    for panel in BUSY:
        lamps.part.show(panel, 2000)
        assert lamps.all() == expected(panel, 2000)


@each("number", [0, 1])
@each("transfer", range(_transfers() + 1))
def test_next_check_notices_a_reset(transfer: int, number: int) -> None:
    lamps = Lamps()
    lamps.bus.before[transfer] = lamps.chips[number].reset
    try:
        _busy(lamps)
        run(lamps, 2000)
    except BadReply:
        lamps.part.start(2000)
        lamps.part.show(BUSY[-1], 2000)
    else:
        assert transfer <= 8 * number + 3, "only before the chip was set up is a reset harmless"
    assert lamps.all() == expected(BUSY[-1], 2000)
    assert [chip.register(0xFE) for chip in lamps.chips] == [5, 5]


@pytest.mark.parametrize("later", [0, 1])
def test_panel_shown_before_failure_is_sent_again(later: int) -> None:
    lamps = Lamps().started()
    lamps.part.show(BUSY[1], 0)
    lamps.bus.before[lamps.bus.count + later] = raising(DeviceSilent(0x40))
    with pytest.raises(DeviceSilent):
        lamps.part.show(BUSY[2], 0)
    lamps.part.show(BUSY[1], 0)
    assert lamps.all() == expected(BUSY[1], 0)


def test_panel_is_sent_again_after_failed_check() -> None:
    lamps = Lamps().started()
    still = Panel(spots(s1=SpotLight.WIN), keys=frozenset(Key))
    lamps.part.show(still, 0)
    lamps.chips[0].reset()
    with pytest.raises(BadReply):
        run(lamps, 1000)
    for chip in lamps.chips:
        chip.write(bytes.fromhex("00 20"))
    lamps.part.show(still, 1000)
    assert lamps.all() == expected(still, 1000)


def test_start_is_dark_until_shown() -> None:
    lamps = Lamps().started()
    lamps.part.show(BUSY[0], 0)
    lamps.part.start(100)
    assert list(run(lamps, 2100)) == [1100, 2100]
    assert lamps.all() == [0] * 32


def test_replugged_chip_shows_panel() -> None:
    lamps = Lamps().started()
    lamps.part.show(BUSY[0], 0)
    lamps.sim_bus.unplugged.add(lamps.chips[1])
    with pytest.raises(DeviceSilent):
        run(lamps, 1000)
    lamps.chips[1].reset()
    lamps.sim_bus.unplugged.clear()
    lamps.part.start(1500)
    lamps.part.show(BUSY[0], 1500)
    assert lamps.all() == expected(BUSY[0], 1500)


def test_stuck_bus_is_raised_as_such() -> None:
    lamps = Lamps().started()
    lamps.sim_bus.is_stuck = True
    with pytest.raises(BusStuck):
        lamps.part.show(BUSY[0], 0)
    with pytest.raises(BusStuck):
        lamps.part.start(0)
    with pytest.raises(BusStuck):
        lamps.part.blank()
