"""The scene shows the simulated parts, and is the identical object while nothing changes."""

from collections.abc import Callable, Iterator

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops

from drivers.displays.characters import lay_out_screens
from drivers.displays.figures import FigureDisplay
from drivers.displays.hd44780 import Hd44780
from drivers.displays.sh1106 import Sh1106
from drivers.displays.ssd1306 import Ssd1306
from drivers.displays.typesetting import DotScreen, pictures
from drivers.lights.lights import ANIMATION_STEP_MS, BetLights
from drivers.lights.pca9685 import Pca9685
from firmware.core.vocabulary.events import Door
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel, SpotLight
from firmware.core.vocabulary.places import Place
from hal.ports import Millis
from sim.chips.ssd1306 import SimSsd1306
from sim.people.by_chance.players import BACK_BETTOR
from sim.web.bench.bench import Bench
from sim.web.bench.scene import LAST_ANNOUNCEMENTS, SceneReader, _duty_octet
from sim.web.bench.table_dir import Seating
from sim.web.hands.fault_injector import FaultInjector
from sim.web.messages.messages_out import Displays, LetterScreen, PixelScreen, Scene
from tests.kits.drivers.glass import drawn
from tests.kits.examples import examples
from tests.kits.offenders import each
from tests.kits.paths import EXAMPLES
from tests.kits.sim.web.bench_chips import bench_chips
from tests.kits.sim.web.inline_world import InlineWorld

NOW = Millis(1000)
SCREENS = [pictures((text,), "SIMULATION")[0] for text in ("Rien ne va plus", "1 250,00 $", "É")]


class Watched:
    """A bench without its service, and the eyes on it."""

    def __init__(self, seating: Seating) -> None:
        self.bench = Bench(seating, InlineWorld)
        self.sim, self.bus = self.bench.sim_table, self.bench.sim_table.i2c
        self.breaking = FaultInjector(self.bench)
        self.left = 416
        self.eyes = SceneReader(self.bench, self.breaking.active_faults, lambda: self.left)

    @property
    def scene(self) -> Scene:
        return self.eyes.scene()

    @property
    def displays(self) -> Displays:
        return self.eyes.displays()


def watched(seating: Seating) -> Iterator[Watched]:
    table = Watched(seating)
    yield table
    table.bench.close()


@pytest.fixture
def table() -> Iterator[Watched]:
    yield from watched(Seating())


@pytest.fixture(scope="module")
def felt() -> Iterator[Watched]:
    yield from watched(Seating())


@pytest.fixture
def budget() -> Iterator[Watched]:
    yield from watched(Seating(config=EXAMPLES / "budget.toml"))


@pytest.fixture
def odds() -> Iterator[Watched]:
    yield from watched(Seating(config=EXAMPLES / "odds-only.toml"))


# displays


def rows(screen: PixelScreen) -> list[str]:
    """Return the picture, row by row, as a page would unpack it."""
    wide = screen.width // 8
    lines = (screen.bits[at : at + wide] for at in range(0, len(screen.bits), wide))
    return ["".join(f"{octet:08b}" for octet in line) for line in lines]


def ink(picture: Image.Image) -> list[str]:
    """Return a picture's dots, row by row."""
    spread = range(picture.width)
    return [
        "".join("1" if picture.getpixel((x, y)) else "0" for x in spread)
        for y in range(picture.height)
    ]


@each("screen", SCREENS)
def test_ssd1306_is_shown_dot_by_dot(table: Watched, screen: DotScreen) -> None:
    driver = Ssd1306(table.bus, table.sim.displays.dealer_display.address)
    driver.start()
    driver.show(screen)
    display = table.displays.dealer_display
    assert isinstance(display, PixelScreen)
    assert (display.width, display.height, display.lit) == (128, 64, True)
    assert rows(display) == ink(drawn(screen))


@each("screen", SCREENS)
def test_sh1106_is_shown_dot_by_dot(odds: Watched, screen: DotScreen) -> None:
    driver = Sh1106(odds.bus, odds.sim.displays.payout_display.address)
    driver.start()
    driver.show(screen)
    display = odds.displays.payout_display
    assert isinstance(display, PixelScreen)
    assert display.lit
    assert rows(display) == ink(drawn(screen))


def shown_by(table: Watched, *commands: int) -> PixelScreen:
    """Return the dealer's display with a picture on it, after these commands."""
    at = table.sim.displays.dealer_display.address
    driver = Ssd1306(table.bus, at)
    driver.start()
    driver.show(SCREENS[0])
    for command in commands:
        table.bus.write(at, bytes((0x00, command)))
    screen = table.displays.dealer_display
    assert isinstance(screen, PixelScreen)
    return screen


def test_display_switched_off_is_dark(table: Watched) -> None:
    screen = shown_by(table, 0xAE)
    assert not screen.lit
    assert not any(screen.bits)


def test_inverted_display_is_inverted(table: Watched) -> None:
    assert rows(shown_by(table, 0xA7)) == ink(ImageChops.invert(drawn(SCREENS[0]).convert("L")))


def test_all_dots_on_is_shown(table: Watched) -> None:
    assert set(shown_by(table, 0xA5).bits) == {0xFF}


def test_start_line_turns_the_picture(table: Watched) -> None:
    before, turned = ink(drawn(SCREENS[0])), rows(shown_by(table, 0x40 | 8))
    assert turned in (before[8:] + before[:8], before[-8:] + before[:-8])


def test_reversed_scan_is_upside_down(table: Watched) -> None:
    assert rows(shown_by(table, 0xC0)) == ink(drawn(SCREENS[0]))[::-1]


def test_characters_are_as_in_memory(budget: Watched) -> None:
    driver = Hd44780(budget.bus, budget.sim.displays.dealer_display.address)
    driver.start()
    (screen,) = lay_out_screens(("Préparez 1 250,00 $", "NE VA PLUS"))
    driver.show(screen)
    display = budget.displays.dealer_display
    assert isinstance(display, LetterScreen)
    assert display.lit
    assert display.rows[1] == b"NE VA PLUS".ljust(20)
    drawn = display.rows[0].split(b"pa")[0]
    assert [display.glyphs[code] for code in drawn if code < 8] == list(screen.glyphs)
    driver.blank()
    assert not budget.displays.dealer_display.lit


@each("cents", [0, 5, 125_000, 99_999_999])
def test_figures_have_their_points(table: Watched, cents: int) -> None:
    figures = table.sim.displays.figures
    part = FigureDisplay(table.bus, figures.address if figures else 0)
    part.start(NOW)
    part.show(Panel(spots={}, figures=Cents(cents)), NOW)
    assert (table.scene.figures or "").strip() == f"{cents // 100}.{cents % 100:02}"
    part.show(Panel(spots={}, figures=None), NOW)
    assert (table.scene.figures or "").strip() == ""


def test_table_without_figures_has_none(odds: Watched) -> None:
    assert odds.scene.figures is None


# lights and keys


def test_each_light_is_at_its_spot(table: Watched) -> None:
    lights = table.sim.wiring.lights
    part = BetLights([Pca9685(table.bus, at) for at in lights.addresses], lights.spots, lights.keys)
    part.start(NOW)
    lights_by_spot = {}
    for light in (SpotLight.WIN, SpotLight.LOSE, SpotLight.PLACED):
        part.show(Panel(spots=dict.fromkeys(range(1, 8), SpotLight.NONE) | {3: light}), NOW)
        lights_by_spot[light] = table.eyes.lights().spots[3]
        assert all(
            colour == (0, 0, 0) for spot, colour in table.eyes.lights().spots.items() if spot != 3
        )
    assert len(set(lights_by_spot.values())) == 3
    assert all(any(colour) for colour in lights_by_spot.values())


def test_pulse_changes_only_lights(table: Watched) -> None:
    lights = table.sim.wiring.lights
    part = BetLights([Pca9685(table.bus, at) for at in lights.addresses], lights.spots, lights.keys)
    part.start(NOW)
    turn = Panel(
        spots=dict.fromkeys(range(1, 8), SpotLight.NONE) | {3: SpotLight.AWAITING},
        pulsing=frozenset({3}),
    )
    part.show(turn, NOW)
    scene, before = table.scene, table.eyes.lights()
    part.show(turn, NOW)
    assert table.eyes.lights() is before
    part.poll(NOW + ANIMATION_STEP_MS)
    after = table.eyes.lights()
    assert {spot for spot in after.spots if after.spots[spot] != before.spots[spot]} == {3}
    assert table.scene is scene


def test_lit_keys_match_the_panel(table: Watched) -> None:
    lights = table.sim.wiring.lights
    part = BetLights([Pca9685(table.bus, at) for at in lights.addresses], lights.spots, lights.keys)
    part.start(NOW)
    part.show(Panel(spots={}, keys=frozenset({Key.CONFIRM, Key.UNDO})), NOW)
    # TAKE BACK is UNDO held down: one key, one light
    assert set(table.scene.keys) == {"confirm", "undo", "take_back"}


def test_duty_is_linear_and_visible() -> None:
    octets = [_duty_octet(duty) for duty in range(4097)]
    assert octets[0] == 0
    assert octets[1] == 1
    assert octets[4096] == 255
    assert octets == sorted(octets)
    assert all(0 <= octet * 4096 - duty * 255 < 4096 for duty, octet in enumerate(octets))


def test_key_follows_its_contact(table: Watched) -> None:
    for key in table.sim.wiring.keys.keys.values():
        table.sim.hold_key(key)
        assert table.scene.pressed == (key.value,)
        table.sim.release_key(key)
        assert table.scene.pressed == ()


def test_supervisor_key_and_doors_shown(table: Watched) -> None:
    assert not table.scene.key_switch
    assert table.scene.doors == ()
    table.sim.set_key_switch(on=True)
    table.sim.move_door(Door.LOGIC, is_open=True)
    assert table.scene.key_switch
    assert table.scene.doors == ("logic",)
    table.sim.set_key_switch(on=False)
    table.sim.move_door(Door.LOGIC, is_open=False)
    assert not table.scene.key_switch
    assert table.scene.doors == ()


# sounds, the shoe, power


def test_unplugged_piezo_is_silent(table: Watched) -> None:
    table.sim.sounds.tone.sound(2500)
    assert table.scene.hz == 2500
    table.breaking.set_fault("sounder", "unplug", active=True)
    assert table.scene.hz == 0


def test_unplugged_buzzer_is_silent(budget: Watched) -> None:
    assert budget.scene.hz == 0
    budget.sim.sounds.buzzer.put(high=True)
    assert budget.scene.hz > 0
    budget.breaking.set_fault("sounder", "unplug", active=True)
    assert budget.scene.hz == 0


def test_last_loudspeaker_phrases_shown(table: Watched) -> None:
    phrases = [str(number) for number in range(2 * LAST_ANNOUNCEMENTS)]
    for phrase in phrases:
        table.sim.sounds.speaker.play(phrase)
    assert table.scene.announcements == tuple(phrases[LAST_ANNOUNCEMENTS:])


def test_cards_left_and_mishaps_shown(table: Watched) -> None:
    table.left = 7
    table.breaking.set_fault("lights", "unplug", active=True)
    assert table.scene.left == 7
    assert table.scene.broken == {"lights": ("unplug",)}
    assert not table.scene.powered


# chips

BETS = ("player", "banker", "tie")
moves = st.lists(
    st.tuples(
        st.booleans(),
        st.integers(1, 7),
        st.sampled_from(BETS),
        st.sampled_from((None, BACK_BETTOR)),
        st.sampled_from((50, 500, 2550, 100_000)),
    ),
    max_size=8,
)


@settings(max_examples=examples(15, 100), deadline=None)
@given(moves)
def test_shown_chips_lie_on_the_felt(
    felt: Watched, made: list[tuple[bool, int, str, str | None, int]]
) -> None:
    chips = bench_chips(felt.bench)
    for laid, spot, on, bettor, cents in made:
        if laid:
            chips.lay(Place(spot, on), Cents(cents), bettor)
        else:
            chips.take_chips(Place(spot, on), bettor)
    shown_chips = {(Place(t.spot, t.bet_name), t.bettor): t.cents for t in felt.scene.chips}
    assert shown_chips == chips.amounts_on_felt()
    assert all(sum(t.chips) == t.cents for t in felt.scene.chips)
    for place, bettor in shown_chips:
        chips.take_chips(place, bettor)
    assert felt.scene.chips == ()


def test_layout_chips_have_their_owners() -> None:
    for table in watched(Seating("roulette")):
        for spot in (1, 4):
            bench_chips(table.bench).lay(Place(spot, "red"), Cents(500 * spot))
        shown_chips = [(t.spot, t.bet_name, t.cents) for t in table.scene.chips]
        assert shown_chips == [(1, "red", 500), (4, "red", 2000)]


# the same again


CHANGES: dict[str, Callable[[Watched], object]] = {
    "a key": lambda table: table.sim.hold_key(Key.CONFIRM),
    "a door": lambda table: table.sim.move_door(Door.SHOE, is_open=True),
    "a chip": lambda table: bench_chips(table.bench).lay(Place(2, "tie"), Cents(500)),
    "a tone": lambda table: table.sim.sounds.tone.sound(400),
    "a card": lambda table: setattr(table, "left", 3),
    "a fault": lambda table: table.breaking.set_fault("keys", "unplug", active=True),
    "a phrase": lambda table: table.sim.sounds.speaker.play("Rien ne va plus"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_scene_is_cached_until_change(table: Watched, change: str) -> None:
    before = table.scene
    assert table.scene is before
    CHANGES[change](table)
    after = table.scene
    assert after != before
    assert table.scene is after


def test_displays_are_cached_until_a_dot_changes(table: Watched) -> None:
    assert isinstance(table.sim.displays.dealer_display, SimSsd1306)
    Ssd1306(table.bus, table.sim.displays.dealer_display.address).start()
    before = table.displays
    for change in CHANGES.values():
        change(table)
        assert table.displays is before
    table.sim.displays.dealer_display.write(b"\x40\x11")
    after = table.displays
    assert after.dealer_display != before.dealer_display
    assert after.payout_display is before.payout_display


def test_unchanged_part_is_reused(table: Watched) -> None:
    before = table.scene
    table.sim.hold_key(Key.CONFIRM)
    assert table.scene.chips is before.chips


def test_wire_round_trip(table: Watched) -> None:
    bench_chips(table.bench).lay(Place(2, "tie"), Cents(500))
    scene = table.scene
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene
