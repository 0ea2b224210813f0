"""The lights of the table: one coloured light a spot, and one behind each key."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache

from drivers.lights.chip import LightDriver
from drivers.part import Part, Proof
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Light, Panel
from hal.ports import Millis

CHECK_MS = 1000
FULL = 4096
"""The brightest level that a chip is asked for."""
STEP_MS = 50

COLOURS: Mapping[Light, tuple[int, int, int]] = {
    Light.AWAITING: (500, 500, 500),
    Light.PLACED: (0, 0, FULL),
    Light.NONE: (0, 0, 0),
    Light.LOCKED: (0, 1500, 1500),
    Light.WIN: (0, FULL, 0),
    Light.LOSE: (1500, 0, 0),
    Light.PUSH: (FULL, 2400, 0),
    Light.LATE: (FULL, 0, 2400),
    Light.FAULT: (FULL, 0, 0),
}
"""Red, green and blue, 0 to FULL."""
BLINKING = frozenset({Light.LATE, Light.FAULT})

_STEADY = (100,) * 20
_PULSE = (100, 92, 84, 76, 68, 60, 52, 44, 36, 28, 20, 28, 36, 44, 52, 60, 68, 76, 84, 92)
_BLINK = (*(100,) * 5, *(0,) * 5) * 2
"""Brightness in per cent, by steps of STEP_MS over one second."""


class BetLights(Part):
    """Channels count on over the chips; a spot has one for red, green and blue.

    Late and fault blink twice a second, the spots whose turn it is swell once, all in phase by
    `now`. After a HardwareError the chips' state is unknown.
    """

    name = "lights"
    shows = ("spots", "pulsing", "keys")

    def __init__(
        self,
        chips: Sequence[LightDriver],
        spots: Mapping[int, tuple[int, int, int]],
        keys: Mapping[Key, int],
    ) -> None:
        self._chips = chips
        self._word = chips[0].word
        self._looks = _looks(self._word)
        self._channels = sum(chip.channels for chip in chips)
        self._spots = spots
        self._keys = keys
        self._shown: Panel | None = None
        self._step = 0
        self._moving = False
        self._check_at = Millis(0)

    def start(self, now: Millis) -> None:
        """Set the chips up, all dark until the panel is shown."""
        self._shown = None
        self._moving = False
        for chip in self._chips:
            chip.start()
        self._check_at = self.due = Millis(now + CHECK_MS)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Update blinking and pulsing lights; every CHECK_MS check the chips for a reset."""
        shown, self._shown = self._shown, None
        if now >= self._check_at:
            for chip in self._chips:
                chip.check()
            self._check_at = Millis(now + CHECK_MS)
        self._shown = shown
        if shown is not None:
            self.show(shown, now)
        self.due = self._next_due(now)
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Send the channels that differ."""
        step = now // STEP_MS % len(_STEADY)
        if panel is self._shown and (step == self._step or not self._moving):
            return
        self._shown = None
        words = self._words(panel, step)
        at = 0
        for chip in self._chips:
            chip.show(words[at : at + chip.channels])
            at += chip.channels
        self._shown, self._step = panel, step
        self._moving = bool(panel.pulsing) or not BLINKING.isdisjoint(panel.spots.values())
        self.due = self._next_due(now)

    def test(self, now: Millis) -> Proof:  # noqa: ARG002
        """Read the settings back."""
        for chip in self._chips:
            chip.check()
        return Proof.PROVEN

    def blank(self) -> None:
        """Put all lights out, also when one of the chips is lost."""
        self._shown = None
        with ExitStack() as every:
            for chip in self._chips:
                every.callback(chip.blank)

    def _next_due(self, now: Millis) -> Millis:
        return Millis((now // STEP_MS + 1) * STEP_MS) if self._moving else self._check_at

    def _words(self, panel: Panel, step: int) -> list[bytes]:
        words, dark = [self._word(0)] * self._channels, Light.NONE
        for spot, (red, green, blue) in self._spots.items():
            light = panel.spots.get(spot, dark)
            words[red], words[green], words[blue] = self._looks[light, spot in panel.pulsing][step]
        for key in panel.keys & self._keys.keys():
            words[self._keys[key]] = self._word(FULL)
        return words


Looks = Mapping[tuple[Light, bool], list[tuple[bytes, ...]]]
"""The words of red, green and blue at each step, of each light, at rest and pulsing."""


@cache
def _looks(word: Callable[[int], bytes]) -> Looks:
    both = (False, True)
    return {(light, on): _look(word, light, pulsing=on) for light in Light for on in both}


def _look(word: Callable[[int], bytes], light: Light, *, pulsing: bool) -> list[tuple[bytes, ...]]:
    brightness = _BLINK if light in BLINKING else _PULSE if pulsing else _STEADY
    return [
        tuple(word(level * percent // 100) for level in COLOURS[light]) for percent in brightness
    ]
