"""The appearance of the simulated parts, from their registers and memories only."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Final, Generic, TypeVar

from firmware.core.vocabulary.places import Place, Stack
from sim.bench.lamps import FULL
from sim.bench.screens import Dots
from sim.chips.hd44780 import SimHd44780
from sim.web.bench.bench import Bench
from sim.web.messages.messages_out import ChipsTold, Letters, Lights, Pixels, Scene

GLYPHS: Final = 8
LAST_SAID: Final = 5

Made = TypeVar("Made")
Screen = Pixels | Letters
Lying = tuple[tuple[Place, tuple[bytes, ...]], ...]
"""The chips of each place that has any, by their tags."""


class Eyes:
    """Reads the parts of a table; returns the identical message as long as nothing changes."""

    def __init__(
        self,
        bench: Bench,
        broken: Callable[[], Mapping[str, tuple[str, ...]]],
        left: Callable[[], int],
    ) -> None:
        self._bench = bench
        self._sim = bench.sim
        self._broken = broken
        self._left = left
        self._dealer_display: Kept[Screen] = Kept()
        self._payout_display: Kept[Screen] = Kept()
        self._chips: Kept[tuple[ChipsTold, ...]] = Kept()
        self._scene: Kept[Scene] = Kept()
        self._lights: Kept[Lights] = Kept()

    def scene(self) -> Scene:
        sim = self._sim
        lit = sim.wiring.lights.keys
        scene = Scene(
            keys=tuple(key.value for key in lit if sim.lit(key)),
            pressed=tuple(key.value for key in sim.wiring.keys.keys.values() if sim.is_down(key)),
            dealer_display=_shown(sim.displays.dealer, self._dealer_display),
            payout_display=_shown(sim.displays.payout, self._payout_display),
            figures=sim.displays.figures.text() if sim.displays.figures else None,
            hz=sim.sounds.hz,
            said=tuple(sim.sounds.speaker.said[-LAST_SAID:]),
            chips=self._lying(),
            left=self._left(),
            key_switch=sim.key_switch_on,
            doors=tuple(d.value for d in sim.wiring.keys.doors.values() if sim.is_open(d)),
            broken=dict(self._broken()),
            powered=self._bench.power.on,
            turning=sim.wheel is not None and sim.wheel.turning,
            starts=self._bench.power.starts,
        )
        return self._scene.of(scene, lambda: scene)

    def lights(self) -> Lights:
        lights = Lights({spot: self._light(spot) for spot in self._sim.wiring.lights.spots})
        return self._lights.of(lights, lambda: lights)

    def _light(self, spot: int) -> tuple[int, int, int]:
        red, green, blue = map(_octet, self._sim.colour(spot))
        return red, green, blue

    def _lying(self) -> tuple[ChipsTold, ...]:
        stacks = self._sim.felt.stacks.items()
        lying = tuple((place, tuple(tags)) for place, tags in stacks if tags)
        return self._chips.of(lying, lambda: self._told(lying))

    def _told(self, lying: Lying) -> tuple[ChipsTold, ...]:
        values: defaultdict[Stack, list[int]] = defaultdict(list)
        for at, tags in lying:
            for tag in tags:
                values[self._bench.hands.whose(at, tag)].append(self._bench.room.cage[tag].cents)
        return tuple(
            ChipsTold(place.spot, place.on, bettor, sum(cents), tuple(cents))
            for (place, bettor), cents in values.items()
        )


class Kept(Generic[Made]):
    """A value computed from a memory, cached until the memory changes."""

    def __init__(self) -> None:
        self._kept: tuple[object, Made] | None = None

    def of(self, memory: object, make: Callable[[], Made]) -> Made:
        """Return `make()`, or the cached value if the memory is equal to the last one."""
        if self._kept is None or self._kept[0] != memory:
            self._kept = memory, make()
        return self._kept[1]


def _octet(duty: int) -> int:
    """Return a duty as 0 to 255; none that is lit is 0."""
    return -(-duty * 255 // FULL)


def _shown(display: Dots | SimHd44780, kept: Kept[Screen]) -> Screen:
    return kept.of(display.memory(), lambda: _screen(display))


def _screen(display: Dots | SimHd44780) -> Screen:
    if isinstance(display, SimHd44780):
        glyphs = tuple(map(display.glyph, range(GLYPHS)))
        return Letters(display.lit, tuple(display.codes()), glyphs)
    picture = display.image()
    return Pixels(*picture.size, lit=display.lit, bits=picture.tobytes())
