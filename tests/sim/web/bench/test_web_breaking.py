"""Every injected fault affects only its part, is reported, and is over when it is ended."""

import tomllib
from collections.abc import Iterator

import pytest
import tomlkit
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.parts import PART_KINDS
from firmware.shell.device.host import HostMonitor
from firmware.shell.words.languages import LANGUAGES
from firmware.shell.words.templates import read_templates
from firmware.shell.words.words import Words
from hal.errors import BusStuck, DeviceSilent
from sim.machines.rfid_shoe import SimRfidShoe
from sim.web.bench.subprocess_world import SubprocessWorld
from sim.web.bench.table_dir import Seating
from sim.web.faults.felt import TOO_MANY_CHIPS
from sim.web.hands.fault_injector import BUS_SECTION
from tests.kits.examples import examples
from tests.kits.offenders import each, offenders
from tests.kits.paths import EXAMPLES
from tests.kits.quebec import games_in_pack
from tests.kits.sim.web.bench_chips import bench_chips
from tests.kits.sim.web.broken_bench import Broken, seated

LIKE = ("baccarat", "blackjack", "roulette", "keno", "wheel-of-fortune")
TABLES = [
    *map(Seating, games_in_pack()),
    *(Seating(config=at) for at in sorted(EXAMPLES.glob("*.toml"))),
]
DIFFERENT = [seating for seating in TABLES if seating.config or seating.game in LIKE]
"""Tables that have each kind of part among them."""
LOOKED_AT = examples(DIFFERENT, TABLES)
WITHOUT_MEMORY = {"sounder", "voice", "power", BUS_SECTION}
"""Parts that forget nothing when they restart; so are bare sensors and keys on pins."""


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
