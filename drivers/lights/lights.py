"""The lights of the table: one coloured light a spot, and one behind each key."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache

from drivers.lights.chip import LightDriver
from drivers.part import Part, SelfTestProof
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Panel, SpotLight
from hal.ports import Millis

CHECK_MS = 1000
FULL_LEVEL = 4096
"""The brightest level that a chip is asked for."""
ANIMATION_STEP_MS = 50

COLOURS: Mapping[SpotLight, tuple[int, int, int]] = {
    SpotLight.AWAITING: (500, 500, 500),
    SpotLight.PLACED: (0, 0, FULL_LEVEL),
    SpotLight.NONE: (0, 0, 0),
    SpotLight.LOCKED: (0, 1500, 1500),
    SpotLight.WIN: (0, FULL_LEVEL, 0),
    SpotLight.LOSE: (1500, 0, 0),
    SpotLight.PUSH: (FULL_LEVEL, 2400, 0),
    SpotLight.LATE: (FULL_LEVEL, 0, 2400),
    SpotLight.FAULT: (FULL_LEVEL, 0, 0),
}
"""Red, green and blue, 0 to FULL."""
BLINKING = frozenset({SpotLight.LATE, SpotLight.FAULT})

_STEADY_LEVELS = (100,) * 20
_PULSE_LEVELS = (100, 92, 84, 76, 68, 60, 52, 44, 36, 28, 20, 28, 36, 44, 52, 60, 68, 76, 84, 92)
_BLINK_LEVELS = (*(100,) * 5, *(0,) * 5) * 2
"""Brightness in per cent, by steps of ANIMATION_STEP_MS over one second."""


class BetLights(Part):
    """Channels count on over the chips; a spot has one for red, green and blue.

    Late and fault blink twice a second, spots at their turn swell once, all in phase by `now`.
    After a HardwareError the chips' state is unknown.
    """

    name = "lights"
    panel_fields = ("spots", "pulsing", "keys")

    def __init__(
        self,
        chips: Sequence[LightDriver],
        spots: Mapping[int, tuple[int, int, int]],
        keys: Mapping[Key, int],
    ) -> None:
        self._chips = chips
        self._encode_level = chips[0].encode_level
        self._level_tables = _level_tables(self._encode_level)
        self._channels = sum(chip.channels for chip in chips)
        self._spots = spots
        self._keys = keys
        self._shown_panel: Panel | None = None
        self._animation_step = 0
        self._is_animated = False
        self._check_at = Millis(0)

    def start(self, now: Millis) -> None:
        """Set the chips up, all dark until the panel is shown."""
        self._shown_panel = None
        self._is_animated = False
        for chip in self._chips:
            chip.start()
        self._check_at = self.due = Millis(now + CHECK_MS)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Update blinking and pulsing lights; every CHECK_MS check the chips for a reset."""
        # If a check raises, the chips are set up again: nothing of the panel counts as shown.
        shown_panel, self._shown_panel = self._shown_panel, None
        if now >= self._check_at:
            for chip in self._chips:
                chip.check()
            self._check_at = Millis(now + CHECK_MS)
        self._shown_panel = shown_panel
        if shown_panel is not None:
            self.show(shown_panel, now)
        self.due = self._next_due(now)
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Send the channels that differ."""
        # From the clock, not from a counter, so that all tables and chips blink in phase.
        animation_step = now // ANIMATION_STEP_MS % len(_STEADY_LEVELS)
        if panel is self._shown_panel and (
            animation_step == self._animation_step or not self._is_animated
        ):
            return
        self._shown_panel = None
        channel_values = self._channel_values(panel, animation_step)
        offset = 0
        for chip in self._chips:
            chip.show(channel_values[offset : offset + chip.channels])
            offset += chip.channels
        self._shown_panel, self._animation_step = panel, animation_step
        self._is_animated = bool(panel.pulsing) or not BLINKING.isdisjoint(panel.spots.values())
        self.due = self._next_due(now)

    def test(self, now: Millis) -> SelfTestProof:  # noqa: ARG002
        """Read the settings back."""
        for chip in self._chips:
            chip.check()
        return SelfTestProof.PROVEN

    def blank(self) -> None:
        """Put all lights out, also when one of the chips is lost."""
        self._shown_panel = None
        # Each chip is tried even if another one raises.
        with ExitStack() as all_chips:
            for chip in self._chips:
                all_chips.callback(chip.blank)

    def _next_due(self, now: Millis) -> Millis:
        return (
            Millis((now // ANIMATION_STEP_MS + 1) * ANIMATION_STEP_MS)
            if self._is_animated
            else self._check_at
        )

    def _channel_values(self, panel: Panel, animation_step: int) -> list[bytes]:
        channel_values, unlit = [self._encode_level(0)] * self._channels, SpotLight.NONE
        for spot, (red, green, blue) in self._spots.items():
            light = panel.spots.get(spot, unlit)
            channel_values[red], channel_values[green], channel_values[blue] = self._level_tables[
                light, spot in panel.pulsing
            ][animation_step]
        for key in panel.keys & self._keys.keys():
            channel_values[self._keys[key]] = self._encode_level(FULL_LEVEL)
        return channel_values


LevelTables = Mapping[tuple[SpotLight, bool], list[tuple[bytes, ...]]]
"""The words of red, green and blue at each step, of each light, at rest and pulsing."""


@cache
def _level_tables(encode_level: Callable[[int], bytes]) -> LevelTables:
    pulsing_states = (False, True)
    return {
        (light, pulsing): _light_words(encode_level, light, is_pulsing=pulsing)
        for light in SpotLight
        for pulsing in pulsing_states
    }


def _light_words(
    encode_level: Callable[[int], bytes], light: SpotLight, *, is_pulsing: bool
) -> list[tuple[bytes, ...]]:
    brightness = (
        _BLINK_LEVELS if light in BLINKING else _PULSE_LEVELS if is_pulsing else _STEADY_LEVELS
    )
    return [
        tuple(encode_level(level * percent // 100) for level in COLOURS[light])
        for percent in brightness
    ]
