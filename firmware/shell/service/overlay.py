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
from firmware.core.vocabulary.panel import Panel, PanelSound, SoundAlert, SpotLight, Text
from hal.ports import Millis

PATTERN_SHOWN_MS: Final = 60_000
LIGHT_STEP_MS: Final = 500
"""Longer than the loop waits at most: no step is left out."""
ALERT_SHOWN_MS: Final = 3000
"""Longer than any alert lasts."""
ALL_EIGHTS: Final = Cents(88_888_888)
WIDEST_TEXT: Final = Text("technician.widest")

PanelPainter = Callable[[Panel, int], Panel]
"""Returns the panel to show, so many milliseconds after the overlay began."""


class Overlay(NamedTuple):
    """A painting, its duration, and the condition of the table without which it ends at once."""

    painter: PanelPainter
    duration_ms: int
    is_allowed: Callable[[Table], bool]


class OverlayCover:
    """Puts an overlay over the panels of a table until it has had its time. Belongs to the loop."""

    def __init__(self) -> None:
        self._overlay: Overlay | None = None
        self._began_at = Millis(0)
        self._shown_panel: Panel | None = None

    def start_overlay(self, overlay: Overlay | None, now: Millis) -> None:
        """Begin an overlay in place of any other; None ends it."""
        self._overlay, self._began_at, self._shown_panel = overlay, now, None

    def covered_panel(self, panel: Panel, table: Table, now: Millis) -> Panel:
        """Return the panel to show: the same object as before if it is equal."""
        elapsed, overlay = now - self._began_at, self._overlay
        if overlay is None or elapsed >= overlay.duration_ms or not overlay.is_allowed(table):
            self._overlay = None
            return panel
        painted = overlay.painter(panel, elapsed)
        # the same object if nothing changed: the buses compare by identity first
        if self._shown_panel != painted:
            self._shown_panel = painted
        return self._shown_panel


def code_painter(code: str) -> PanelPainter:
    """Show a code on the dealer's display alone."""
    half_length = len(code) // 2
    lines = (Text("technician.code_is", {"code": f"{code[:half_length]}-{code[half_length:]}"}),)
    return lambda panel, _elapsed: replace(panel, dealer=lines)


def _all_lights(panel: Panel, _elapsed: int) -> Panel:
    """Every light of the spots in every colour at once."""
    return replace(_unlit_panel(panel), spots=dict.fromkeys(panel.spots, SpotLight.AWAITING))


def _each_light(panel: Panel, elapsed: int) -> Panel:
    """Each spot in turn, in every colour of a light."""
    colours = [colour for colour in SpotLight if colour is not SpotLight.NONE]
    step_index = elapsed // LIGHT_STEP_MS % (len(panel.spots) * len(colours))
    spot = list(panel.spots)[step_index // len(colours)]
    unlit_panel = _unlit_panel(panel)
    return replace(
        unlit_panel, spots={**unlit_panel.spots, spot: colours[step_index % len(colours)]}
    )


def _all_keys(panel: Panel, _elapsed: int) -> Panel:
    return replace(_unlit_panel(panel), keys=frozenset(Key))


def _full_displays(panel: Panel, _elapsed: int) -> Panel:
    """Every line full of the widest text, every segment of the figures lit."""
    return replace(
        panel, dealer=(WIDEST_TEXT,), players=(WIDEST_TEXT,), payout=None, figures=ALL_EIGHTS
    )


def _sound_alerts(panel: Panel, elapsed: int) -> Panel:
    """Each alert once; at the end the table's own last one, silently, so that it isn't repeated."""
    alerts = [alert for alert in SoundAlert if alert is not SoundAlert.SILENT]
    alert_index = elapsed // ALERT_SHOWN_MS
    if alert_index >= len(alerts):
        return replace(panel, sound=PanelSound(panel.sound.number, SoundAlert.SILENT))
    # negative numbers never occur in play, so each alert is a new one for the sounder
    return replace(panel, sound=PanelSound(-1 - alert_index, alerts[alert_index]))


def _all_dark(panel: Panel, _elapsed: int) -> Panel:
    return replace(_unlit_panel(panel), dealer=(), players=(), payout=None, figures=None)


def _unlit_panel(panel: Panel) -> Panel:
    """Put the lights out; the displays are unchanged."""
    unlit_spots = dict.fromkeys(panel.spots, SpotLight.NONE)
    return replace(panel, spots=unlit_spots, pulsing=frozenset(), keys=frozenset())


PATTERNS: Final[Mapping[str, PanelPainter]] = {
    "all_lights": _all_lights,
    "each_light": _each_light,
    "all_keys": _all_keys,
    "display": _full_displays,
    "sound": _sound_alerts,
    "dark": _all_dark,
}
"""The test patterns by name."""
