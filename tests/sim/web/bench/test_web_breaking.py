"""Every injected fault affects only its part, is reported, and is over when it is ended."""

import tomllib
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.next_step import Act
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from firmware.shell.config.parts import PART_KINDS
from firmware.shell.device.host import HostMonitor
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import Words
from hal.errors import BusStuck, DeviceSilent
from sim.machines.mercury import SimMercury
from sim.machines.rfid_shoe import SimRfidShoe
from sim.machines.slingshot import SimSlingShot
from sim.machines.wheel_source import RouletteWheel
from sim.web.bench.bench import Bench
from sim.web.bench.scene import SceneReader
from sim.web.bench.subprocess_world import BenchWorld, SubprocessWorld
from sim.web.bench.table_dir import Seating, TableDir
from sim.web.faults.felt import TOO_MANY_CHIPS
from sim.web.hands.fault_injector import BUS_SECTION, FaultInjector
from tests.kits.examples import examples
from tests.kits.offenders import each, offenders
from tests.kits.paths import EXAMPLES
from tests.kits.quebec import games_in_pack
from tests.kits.sim.web.bench_chips import bench_chips
from tests.kits.sim.web.inline_world import InlineWorld
from tests.kits.sim.web.seated_table import SeatedTable

LIKE = ("baccarat", "blackjack", "roulette", "keno", "wheel-of-fortune")
TABLES = [
    *map(Seating, games_in_pack()),
    *(Seating(config=at) for at in sorted(EXAMPLES.glob("*.toml"))),
]
DIFFERENT = [seating for seating in TABLES if seating.config or seating.game in LIKE]
"""Tables that have each kind of part among them."""
LOOKED_AT = examples(DIFFERENT, TABLES)
MOST_ACTS = 20
"""More than a table asks for after any fault."""
WITHOUT_MEMORY = {"sounder", "voice", "power", BUS_SECTION}
"""Parts that forget nothing when they restart; so are bare sensors and keys on pins."""


class Broken:
    """A bench without its service, ready for any fault."""

    def __init__(
        self, seating: Seating, world: Callable[[TableDir], BenchWorld] = InlineWorld
    ) -> None:
        self.bench = Bench(seating, world)
        self.sim = self.bench.sim_table
        self.breaking = FaultInjector(self.bench)
        self.eyes = SceneReader(self.bench, self.breaking.active_faults, lambda: 0)
        self._make_ready()

    def _make_ready(self) -> None:
        """Lay a chip, and draw two cards: some mishaps need them."""
        if self.sim.felt.reader:
            place = next(iter(self.sim.felt.stacks))
            bench_chips(self.bench).lay(Place(place.spot or 1, place.on), Cents(500))
        for card in self.bench.game.pack[:2]:
            self.sim.shoe.draw(card)
            self.sim.shoe.remove_card()

    def lasting(self) -> list[tuple[str, str]]:
        return [(p.name, m.fault_name) for p in self.breaking.parts for m in p.breaks if m.lasts]

    def blows(self) -> list[tuple[str, str]]:
        return [
            (p.name, m.fault_name) for p in self.breaking.parts for m in p.breaks if not m.lasts
        ]

    def end_all(self) -> None:
        for part, hows in self.breaking.active_faults().items():
            for how in hows:
                self.breaking.set_fault(part, how, active=False)

    def state(self) -> object:
        """Return the state of every simulated part but of what moves by itself in time."""
        sim = self.sim
        ends = [end for name, end in sim.far_ends.items() if name != "wheel"]
        felt = (sim.felt.sensors, sim.felt.reader)
        parts = (sim.chips, ends, sim.buttons, felt, sim.shoe, sim.shuffler)
        lines = (sim.sounds.tone, sim.sounds.buzzer, sim.sounds.speaker, sim.power, sim.pi)
        bus = (sim.i2c.is_stuck, sim.i2c.unplugged, self.breaking._bus_noise.chips)
        cables = {name: (c.is_plugged, plain(c.impairment)) for name, c in self.bench.leads.items()}
        return plain(parts), plain(lines), plain(bus), cables, self._wheel()

    def _wheel(self) -> object:
        match self.sim.wheel:
            case RouletteWheel(far_end=SimSlingShot() as wheel):
                return wheel.has_ball, wheel.rotor_speed, wheel.motor_failed
            case RouletteWheel(far_end=SimMercury() as wheel):
                return (
                    wheel.is_slow,
                    wheel.rim_faulty,
                    wheel.is_set_otherwise,
                    wheel.shows_otherwise,
                )
            case None:
                return None
        wheel = self.sim.wheel.far_end
        return [(s.forced_state, s.is_wire_cut) for s in (wheel.index, wheel.peg)], set(
            wheel.missed_pegs
        )


IN_TIME = {
    *("_lock", "_random", "_noise_stages", "_next_at", "_unsent_bytes", "_pending_commands"),
    *("_pending_bytes", "_pending_scan", "_in_flight", "move_count", "answered"),
}
"""What no mishap is: locks, chance, the time, counts, who hears a bell, and what is just going
over a wire.
"""


def plain(value: object) -> object:
    """Return everything that an object of the simulator holds, so that it can be compared."""
    if isinstance(value, dict):
        return {str(plain(key)): plain(held) for key, held in value.items()}
    if isinstance(value, list | tuple | deque):
        return [plain(held) for held in value]
    if isinstance(value, set | frozenset):
        return sorted(str(plain(held)) for held in value)
    if type(value).__module__.startswith("sim.") and hasattr(value, "__dict__"):
        held = vars(value).items()
        remaining = {
            n: plain(v) for n, v in held if n not in IN_TIME and not n.startswith("interrupt")
        }
        return type(value).__name__, remaining
    return repr(value)


@contextmanager
def seated(
    seating: Seating, world: Callable[[TableDir], BenchWorld] = InlineWorld
) -> Iterator[Broken]:
    table = Broken(seating, world)
    try:
        yield table
    finally:
        table.bench.close()


def test_mishap_affects_its_part_only(rare: Seating) -> None:
    found = offenders([*LOOKED_AT, rare], check_each_mishap)
    assert not found, "\n".join(found)


def check_each_mishap(seating: Seating) -> None:
    with seated(seating) as table:
        whole, breaking, eyes = table.state(), table.breaking, table.eyes
        scene, lights = eyes.scene(), eyes.lights()
        assert breaking.active_faults() == {}
        for part, how in table.lasting():
            breaking.set_fault(part, how, active=True)
            assert breaking.active_faults() == {part: (how,)}
            assert table.state() != whole or part in ("wheel", BUS_SECTION)
            breaking.set_fault(part, how, active=False)
            assert breaking.active_faults() == {}
            assert table.state() == whole
            # A wheel that a mishap has set in motion turns on.
            assert replace(eyes.scene(), turning=scene.turning) == scene
            assert eyes.lights() == lights
        for part, how in table.blows():
            breaking.set_fault(part, how, active=True)
            table.sim.i2c.is_stuck = False
            assert breaking.active_faults() == {}


def test_parts_can_be_unplugged(rare: Seating) -> None:
    found = offenders([*LOOKED_AT, rare], check_every_part)
    assert not found, "\n".join(found)


def check_every_part(seating: Seating) -> None:
    with seated(seating) as table:
        wiring = table.bench.config.wiring
        wired = [name for name in PART_KINDS if getattr(wiring, name) is not None]
        assert [part.name for part in table.breaking.parts] == [
            *wired,
            BUS_SECTION,
            HostMonitor.name,
        ]
        hows = {
            part.name: {m.fault_name: m.lasts for m in part.breaks} for part in table.breaking.parts
        }
        assert all(hows[name]["unplug"] for name in wired if name != "power")
        remember = {*table.bench.leads, *(n for n, c in table.sim.chips.items() if c)}
        assert all(hows[name]["reset"] is False for name in remember)
        assert set(wired) - remember <= {*WITHOUT_MEMORY, "wheel", "keys"}


def test_exactly_every_mishap_has_words(rare: Seating) -> None:
    named = set()
    for seating in (*DIFFERENT, rare):
        with seated(seating) as table:
            named |= {
                f"web.break.{m.fault_name}" for part in table.breaking.parts for m in part.breaks
            }
    for language in LANGUAGES:
        assert named == {key for key in read_templates(language) if key.startswith("web.break.")}


@pytest.fixture(scope="module")
def rare(tmp_path_factory: pytest.TempPathFactory) -> Seating:
    """A Mercury 360, keys on pins, and a power supply that warns."""
    document = tomllib.loads((EXAMPLES / "roulette.toml").read_text(encoding="utf-8"))
    document["wheel"] = {"part": "mercury", "port": "/dev/wheel", "protocol": "advanced"}
    keys = ("no_more_bets", "confirm", "undo", "next", "void", "resolve", "clear", "no_result")
    inputs = (*keys, "key_switch", "door_logic", "door_shoe", "price")
    chips = [key for key in document["keys"]["inputs"] if key.startswith("chip_")]
    pins = [pin for pin in range(4, 28) if pin != document["sounder"]["pin"]]
    used = dict(zip([*inputs, *chips], pins, strict=False))
    document["keys"] = {"part": "pins", "inputs": used}
    document["power"] = {"part": "line", "failing": pins[len(used)]}
    path = tmp_path_factory.mktemp("rare") / "rare.toml"
    path.write_text(tomlkit.dumps(document), encoding="utf-8")
    return Seating(config=path)


ALONE = ({"stuck", "numb"}, {"wrong_tag", "card_twice"})
"""Of these no two stand together at one part."""


@settings(max_examples=examples(10, 100), deadline=None)
@given(st.data())
def test_mishaps_combine_and_end(rich: Broken, data: st.DataObject) -> None:
    whole, stand = rich.state(), set[tuple[str, str]]()
    steps = st.tuples(st.sampled_from(rich.lasting()), st.booleans())
    for (part, how), on in data.draw(st.lists(steps, max_size=12)):
        rich.breaking.set_fault(part, how, active=on)
        others = set().union(*(group for group in ALONE if on and how in group))
        stand -= {(part, other) for other in {*others, how}}
        stand |= {(part, how)} if on else set()
        broken = rich.breaking.active_faults()
        assert {(part, how) for part, hows in broken.items() for how in hows} == stand
    rich.end_all()
    assert rich.breaking.active_faults() == {}
    assert rich.state() == whole


@pytest.fixture(scope="module")
def rich() -> Iterator[Broken]:
    """A table whose cables end at real pseudo-terminals."""
    with seated(Seating(config=EXAMPLES / "rfid.toml"), SubprocessWorld) as table:
        yield table


def test_mishap_is_not_repeated(rich: Broken) -> None:
    for on in (True, True, False, False):
        rich.breaking.set_fault("chips", "unplug", active=on)
        assert ("chips" in rich.breaking.active_faults()) is on


@each("part, how", [("wheel", "unplug"), ("lights", "no_paper"), ("", ""), ("shoe", "UNPLUG")])
def test_unknown_mishap_is_refused(rich: Broken, part: str, how: str) -> None:
    for on in (True, False):
        with pytest.raises(RequestFailed) as refused:
            rich.breaking.set_fault(part, how, active=on)
        for language in LANGUAGES:
            said = Words.load(language).render(refused.value.why)
            assert (how if part in ("lights", "shoe") else part) in said


def test_impossible_mishap_is_refused() -> None:
    with seated(Seating("blackjack")) as table:
        place = next(iter(table.sim.felt.stacks))
        bench_chips(table.bench).take_chips(place)
        table.sim.shoe.load_pack()
        for part, how in (("chips", "chip_twice"), ("shoe", "card_twice")):
            with pytest.raises(RequestFailed) as refused:
                table.breaking.set_fault(part, how, active=True)
            assert Words.load("fr").render(refused.value.why)
        assert table.breaking.active_faults() == {}


# what a mishap does


def test_unplugged_chips_are_silent(rich: Broken) -> None:
    bus, at = rich.sim.i2c, rich.sim.displays.dealer_display.address
    rich.breaking.set_fault("dealer_display", "unplug", active=True)
    with pytest.raises(DeviceSilent):
        bus.read(at, 1)
    rich.breaking.set_fault("dealer_display", "unplug", active=False)
    rich.breaking.set_fault(BUS_SECTION, "stuck", active=True)
    with pytest.raises(BusStuck):
        bus.recover()
    rich.breaking.set_fault(BUS_SECTION, "stuck", active=False)
    rich.breaking.set_fault(BUS_SECTION, "held", active=True)
    with pytest.raises(BusStuck):
        bus.read(at, 1)
    bus.recover()
    assert len(bus.read(at, 1)) == 1


def test_noise_affects_only_its_part(rich: Broken) -> None:
    bus = rich.sim.i2c
    (keys, *_), (lights, *_) = rich.sim.buttons.chips, rich.sim.wiring.lights.addresses
    well = {at: bus.write_read(at, b"\x00", 6) for at in (keys, lights)}
    rich.breaking.set_fault("keys", "noise", active=True)
    assert bus.write_read(keys, b"\x00", 6) != well[keys]
    assert bus.write_read(lights, b"\x00", 6) == well[lights]
    rich.breaking.set_fault("keys", "noise", active=False)
    assert bus.write_read(keys, b"\x00", 6) == well[keys]


def test_stuck_key_stays_down(rich: Broken) -> None:
    rich.breaking.set_fault("keys", "stuck", active=True)
    assert rich.eyes.scene().pressed == ("next",)
    rich.sim.hold_key(Key.NEXT_PAYMENT)
    rich.sim.release_key(Key.NEXT_PAYMENT)
    assert rich.eyes.scene().pressed == ("next",)
    rich.breaking.set_fault("keys", "stuck", active=False)
    assert rich.eyes.scene().pressed == ()


def test_only_next_card_has_wrong_tag(rich: Broken) -> None:
    shoe, pack = rich.sim.shoe, rich.bench.game.pack
    assert isinstance(shoe, SimRfidShoe)
    for how in ("wrong_tag", "card_twice"):
        before = set(shoe.drawn_tags)
        rich.breaking.set_fault("shoe", how, active=True)
        shoe.draw(pack[5])
        (tag,) = shoe.tags_at_reader
        assert tag not in shoe.undrawn_tags
        assert (tag in before) is (how == "card_twice")
        assert rich.breaking.active_faults() == {}
        shoe.remove_card()
        shoe.draw(pack[6])
        assert shoe.tags_at_reader <= set(shoe.drawn_tags) - before
        shoe.remove_card()


def test_chip_read_twice_may_move(rich: Broken) -> None:
    reader, antennas = rich.sim.felt.reader, rich.sim.wiring.chips.antennas
    (first, here), (second, there) = list(antennas.items())[:2]
    (tag,) = rich.sim.felt.stacks[here]
    rich.breaking.set_fault("chips", "chip_twice", active=True)
    assert reader.tags_on_antenna(first) == reader.tags_on_antenna(second) == {tag}
    rich.sim.felt.take_chip(here, tag)
    rich.sim.felt.put_chip(there, tag)
    rich.breaking.set_fault("chips", "chip_twice", active=False)
    assert (reader.tags_on_antenna(first), reader.tags_on_antenna(second)) == (set(), {tag})
    rich.sim.felt.take_chip(there, tag)
    rich.sim.felt.put_chip(here, tag)


def test_foreign_chips_are_not_on_felt(rich: Broken) -> None:
    antenna, lying = next(iter(rich.sim.wiring.chips.antennas)), rich.bench.hands.amounts_on_felt()
    rich.breaking.set_fault("chips", "too_many", active=True)
    rich.breaking.set_fault("chips", "unknown_chip", active=True)
    strange = (
        rich.sim.felt.reader.tags_on_antenna(antenna) - rich.bench.table_dir.house_chips.keys()
    )
    assert len(strange) == TOO_MANY_CHIPS + 1
    assert rich.bench.hands.amounts_on_felt() == lying
    rich.end_all()
    assert rich.sim.felt.reader.tags_on_antenna(antenna) <= rich.bench.table_dir.house_chips.keys()


# with the service, on virtual time


def well(table: SeatedTable) -> Status:
    """Have dealer and supervisor do what the table asks for, until bets are open."""
    hands = table.bench.hands
    for _ in range(MOST_ACTS):
        seen = settled(table)
        if seen.ask.do is Act.PLACE_BETS:
            return seen
        if seen.faults:
            hands.turn_key_switch(is_on=True)
            hands.press_key(Key.CLEAR_FAULTS)
            hands.turn_key_switch(is_on=False)
        else:
            hands.press_key(Key.CONFIRM)
    raise AssertionError(f"{seen.dealer}, {seen.faults}")


def settled(table: SeatedTable) -> Status:
    """Return how the table is once every part is back and all that stands waits for people."""
    return table.until(
        lambda seen: all(part.up for part in seen.parts) and all(f.gone for f in seen.faults)
    )


def has(table: SeatedTable, part: str, code: str) -> Status:
    return table.until(lambda seen: (part, code) in [(f.part, f.code) for f in seen.faults])


@pytest.fixture(scope="module")
def served() -> Iterator[SeatedTable]:
    with SeatedTable(Seating(language="en")) as table:
        yield table


BANKER = Place(1, "banker")
CUT_OFF = ("lights", "keys", "presence", "dealer_display", "payout_display", "shoe", "chips")
TOLD_AS = [
    *((part, "unplug", "lost") for part in CUT_OFF),
    *((part, "noise", "lost") for part in ("lights", "keys", "presence", "chips")),
    ("chips", "silent", "lost"),
    ("figures", "unplug", "dark"),
    ("chips", "unknown_chip", "unknown_chip"),
    ("chips", "chip_twice", "chip_twice"),
    ("chips", "too_many", "chips_unread"),
    (BUS_SECTION, "stuck", "stuck"),
]
"""What befalls a part, and the fault as which the table tells it."""


@each("part, how, code", TOLD_AS)
def test_broken_part_is_missed_until_fixed(
    served: SeatedTable, part: str, how: str, code: str
) -> None:
    well(served)
    bench_chips(served.bench).lay(BANKER, Cents(2500))
    served.breaking.set_fault(part, how, active=True)
    assert has(served, part, code).stopped is (part != "figures")
    served.breaking.set_fault(part, how, active=False)
    bench_chips(served.bench).take_chips(BANKER)
    assert well(served).faults == ()


def test_parts_cut_together_return(
    served: SeatedTable,
) -> None:
    well(served)
    for part in CUT_OFF:
        served.breaking.set_fault(part, "unplug", active=True)
    missed = {(part, "lost") for part in CUT_OFF}
    served.until(lambda seen: {(f.part, f.code) for f in seen.faults} >= missed)
    for part in CUT_OFF:
        served.breaking.set_fault(part, "unplug", active=False)
    assert well(served).faults == ()


def test_mishap_survives_a_power_cut(served: SeatedTable) -> None:
    well(served)
    served.breaking.set_fault("figures", "unplug", active=True)
    has(served, "figures", "dark")
    served.bench.power.cut_power()
    assert served.breaking.active_faults() == {"figures": ("unplug",)}
    served.bench.power.switch_on()
    has(served, "figures", "dark")
    served.breaking.set_fault("figures", "unplug", active=False)
    well(served)
