"""The sounder: a piezo that plays one short pattern for each alert."""

from collections.abc import Mapping, Sequence
from typing import Final

from drivers.part import Part
from firmware.core.events import Event
from firmware.core.panel import Alert, Panel
from hal.ports import NEVER, Millis, ToneLine

PATTERNS: Final[Mapping[Alert, tuple[tuple[int, int], ...]]] = {
    Alert.SILENT: (),
    Alert.BETS_OPEN: ((1500, 120), (2000, 160)),
    Alert.NO_MORE_BETS: ((2000, 500),),
    Alert.RESULT: ((2000, 90), (2500, 90), (3000, 180)),
    Alert.REFUSED: ((700, 300),),
    Alert.LATE: ((2800, 100), (0, 60), (2800, 100), (0, 60), (2800, 100)),
    Alert.FAULT: ((2500, 250), (1200, 250), (2500, 250), (1200, 250)),
}
"""Each alert as (hertz, milliseconds) of its notes; 0 Hz is a rest."""


class Sounder(Part):
    """Plays the panel's alert when its number changes; the first panel after a start is not heard.

    A new alert breaks off the one before. A note may sound longer than written, never shorter.
    """

    name = "sounder"

    def __init__(self, tone: ToneLine) -> None:
        self._tone = tone
        self._heard: int | None = None
        self._notes: tuple[tuple[int, int], ...] = ()

    def start(self, now: Millis) -> None:
        """Be silent, and take the next panel's sound as heard."""
        self._heard = None
        self._play((), now)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Go on to the next note when this one has had its time."""
        if now >= self.due:
            self._play(self._notes[1:], now)
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Begin the panel's alert if its number is a new one."""
        sound = panel.sound
        if self._heard not in (None, sound.number):
            self._play(PATTERNS[sound.alert], now)
        self._heard = sound.number

    def blank(self) -> None:
        """Be silent."""
        self._play((), NEVER)

    def _play(self, notes: tuple[tuple[int, int], ...], now: Millis) -> None:
        self._notes = notes
        hz, ms = notes[0] if notes else (0, 0)
        self._tone.sound(hz)
        self.due = Millis(now + ms) if notes else NEVER
