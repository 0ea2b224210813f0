"""The appearance of the simulated parts, from their registers and memories only."""

from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from sim.bench.lamps import FULL
from sim.bench.screens import DotDisplay
from sim.chips.hd44780 import SimHd44780
from sim.web.bench.bench import Bench
from sim.web.bench.felt_chips import TagsByPlace, tags_by_stack, tags_on_felt
from sim.web.messages.messages_out import (
    ChipsMessage,
    Displays,
    LetterScreen,
    Lights,
    PixelScreen,
    Scene,
)

GLYPH_COUNT: Final = 8
LAST_ANNOUNCEMENTS: Final = 5

Made = TypeVar("Made")
ScreenMessage = PixelScreen | LetterScreen


class SceneReader:
    """Reads the parts of a table; returns the identical message as long as nothing changes."""

    def __init__(
        self,
        bench: Bench,
        active_faults: Callable[[], Mapping[str, tuple[str, ...]]],
        count_cards_left: Callable[[], int],
    ) -> None:
        self._bench = bench
        self._sim_table = bench.sim_table
        self._active_faults = active_faults
        self._count_cards_left = count_cards_left
        self._dealer_display: MemoryCache[ScreenMessage] = MemoryCache()
        self._payout_display: MemoryCache[ScreenMessage] = MemoryCache()
        self._chips_cache: MemoryCache[tuple[ChipsMessage, ...]] = MemoryCache()
        self._scene_cache: MemoryCache[Scene] = MemoryCache()
        self._lights_cache: MemoryCache[Lights] = MemoryCache()
        self._displays_cache: MemoryCache[Displays] = MemoryCache()

    def scene(self) -> Scene:
        sim_table = self._sim_table
        lit_keys = sim_table.wiring.lights.keys
        scene = Scene(
            keys=tuple(key.value for key in lit_keys if sim_table.is_lit(key)),
            pressed=tuple(
                key.value for key in sim_table.wiring.keys.keys.values() if sim_table.is_down(key)
            ),
            figures=sim_table.displays.figures.text() if sim_table.displays.figures else None,
            hz=sim_table.sounds.frequency_hz,
            announcements=tuple(sim_table.sounds.speaker.played_phrases[-LAST_ANNOUNCEMENTS:]),
            chips=self._chips_on_felt(),
            left=self._count_cards_left(),
            key_switch=sim_table.key_switch_on,
            doors=tuple(
                door.value
                for door in sim_table.wiring.keys.doors.values()
                if sim_table.is_open(door)
            ),
            broken=dict(self._active_faults()),
            powered=self._bench.power.is_on,
            turning=sim_table.wheel is not None and sim_table.wheel.is_spinning,
            starts=self._bench.power.start_count,
        )
        return self._scene_cache.value_for(scene, lambda: scene)

    def lights(self) -> Lights:
        lights = Lights(
            {spot: self._light_colour(spot) for spot in self._sim_table.wiring.lights.spots}
        )
        return self._lights_cache.value_for(lights, lambda: lights)

    def displays(self) -> Displays:
        displays = self._sim_table.displays
        shown = Displays(
            _cached_screen(displays.dealer_display, self._dealer_display),
            _cached_screen(displays.payout_display, self._payout_display),
        )
        return self._displays_cache.value_for(shown, lambda: shown)

    def _light_colour(self, spot: int) -> tuple[int, int, int]:
        red, green, blue = map(_duty_octet, self._sim_table.spot_colour(spot))
        return red, green, blue

    def _chips_on_felt(self) -> tuple[ChipsMessage, ...]:
        tags_by_place = tags_on_felt(self._bench)
        return self._chips_cache.value_for(
            tags_by_place, lambda: self._chip_messages(tags_by_place)
        )

    def _chip_messages(self, tags_by_place: TagsByPlace) -> tuple[ChipsMessage, ...]:
        bench = self._bench
        return tuple(
            ChipsMessage(
                place.spot,
                place.on,
                bettor,
                sum(map(bench.hands.chip_cents, tags)),
                tuple(bench.table_dir.house_chips[tag].cents for tag in tags),
            )
            for (place, bettor), tags in tags_by_stack(bench, tags_by_place).items()
        )


class MemoryCache(Generic[Made]):
    """A value computed from a memory, cached until the memory changes."""

    def __init__(self) -> None:
        self._cached: tuple[object, Made] | None = None

    def value_for(self, memory: object, compute: Callable[[], Made]) -> Made:
        """Return `make()`, or the cached value if the memory is equal to the last one."""
        if self._cached is None or self._cached[0] != memory:
            self._cached = memory, compute()
        return self._cached[1]


def _duty_octet(lamp_duty: int) -> int:
    """Return a duty as 0 to 255; none that is lit is 0."""
    return -(-lamp_duty * 255 // FULL)


def _cached_screen(
    display: DotDisplay | SimHd44780, cache: MemoryCache[ScreenMessage]
) -> ScreenMessage:
    return cache.value_for(display.memory(), lambda: _screen_message(display))


def _screen_message(display: DotDisplay | SimHd44780) -> ScreenMessage:
    if isinstance(display, SimHd44780):
        glyphs = tuple(map(display.glyph_rows, range(GLYPH_COUNT)))
        return LetterScreen(display.lit, tuple(display.row_codes()), glyphs)
    picture = display.image()
    return PixelScreen(*picture.size, lit=display.lit, bits=picture.tobytes())
