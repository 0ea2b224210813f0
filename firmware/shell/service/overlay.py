"""A temporary overlay of the panel: a test pattern, or a code on the dealer's display.

It covers only lights, displays and sounds: commands to parts, such as the lock of the shoe or the
start of a wheel, remain the table's own, and so does the status.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from firmware.core.table.table import Table
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Alert, Light, Panel, Sound, Text
from hal.ports import Millis

PATTERN_MS: Final = 60_000
STEP_MS: Final = 500
"""Longer than the loop waits at most: no step is left out."""
ALERT_MS: Final = 3000
"""Longer than any alert lasts."""
EIGHTS: Final = Cents(88_888_888)
WIDEST: Final = Text("technician.widest")

Paint = Callable[[Panel, int], Panel]
"""Returns the panel to show, so many milliseconds after the overlay began."""


class Overlay(NamedTuple):
    """A painting, its duration, and the condition of the table without which it ends at once."""

    paint: Paint
    lasts_ms: int
    allowed: Callable[[Table], bool]


class Cover:
    """Puts an overlay over the panels of a table until it has had its time. Belongs to the loop."""

    def __init__(self) -> None:
        self._overlay: Overlay | None = None
        self._began = Millis(0)
        self._shown: Panel | None = None

    def put(self, overlay: Overlay | None, now: Millis) -> None:
        """Begin an overlay in place of any other; None ends it."""
        self._overlay, self._began, self._shown = overlay, now, None

    def over(self, panel: Panel, table: Table, now: Millis) -> Panel:
        """Return the panel to show: the same object as before if it is equal."""
        elapsed, overlay = now - self._began, self._overlay
        if overlay is None or elapsed >= overlay.lasts_ms or not overlay.allowed(table):
            self._overlay = None
            return panel
        painted = overlay.paint(panel, elapsed)
        if self._shown != painted:
            self._shown = painted
        return self._shown


def code_shown(code: str) -> Paint:
    """Show a code on the dealer's display alone."""
    half = len(code) // 2
    lines = (Text("technician.code_is", {"code": f"{code[:half]}-{code[half:]}"}),)
    return lambda panel, _elapsed: replace(panel, dealer=lines)


def _all_lights(panel: Panel, _elapsed: int) -> Panel:
    """Every light of the spots in every colour at once."""
    return replace(_unlit(panel), spots=dict.fromkeys(panel.spots, Light.AWAITING))


def _each_light(panel: Panel, elapsed: int) -> Panel:
    """Each spot in turn, in every colour of a light."""
    colours = [light for light in Light if light is not Light.NONE]
    step = elapsed // STEP_MS % (len(panel.spots) * len(colours))
    spot = list(panel.spots)[step // len(colours)]
    unlit = _unlit(panel)
    return replace(unlit, spots={**unlit.spots, spot: colours[step % len(colours)]})


def _all_keys(panel: Panel, _elapsed: int) -> Panel:
    return replace(_unlit(panel), keys=frozenset(Key))


def _display(panel: Panel, _elapsed: int) -> Panel:
    """Every line full of the widest text, every segment of the figures lit."""
    return replace(panel, dealer=(WIDEST,), players=(WIDEST,), payout=None, figures=EIGHTS)


def _sound(panel: Panel, elapsed: int) -> Panel:
    """Each alert once; at the end the table's own last one, silently, so that it isn't repeated."""
    alerts = [alert for alert in Alert if alert is not Alert.SILENT]
    at = elapsed // ALERT_MS
    if at >= len(alerts):
        return replace(panel, sound=Sound(panel.sound.number, Alert.SILENT))
    return replace(panel, sound=Sound(-1 - at, alerts[at]))


def _dark(panel: Panel, _elapsed: int) -> Panel:
    return replace(_unlit(panel), dealer=(), players=(), payout=None, figures=None)


def _unlit(panel: Panel) -> Panel:
    """Put the lights out; the displays go on."""
    unlit = dict.fromkeys(panel.spots, Light.NONE)
    return replace(panel, spots=unlit, pulsing=frozenset(), keys=frozenset())


PATTERNS: Final[Mapping[str, Paint]] = {
    "all_lights": _all_lights,
    "each_light": _each_light,
    "all_keys": _all_keys,
    "display": _display,
    "sound": _sound,
    "dark": _dark,
}
"""The test patterns by name."""
