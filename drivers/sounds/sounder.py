"""The sounder: one short pattern for each alert, on a piezo that plays tones or a buzzer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from drivers.part import Part
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Alert, Panel
from hal.ports import NEVER, Millis, OutputLine, ToneLine

Note = tuple[int, int]
"""Hertz, or anything above 0 for a buzzer, and milliseconds; 0 Hz is a rest."""

TONES: Final[Mapping[Alert, tuple[Note, ...]]] = {
    Alert.SILENT: (),
    Alert.BETS_OPEN: ((1500, 120), (2000, 160)),
    Alert.NO_MORE_BETS: ((2000, 500),),
    Alert.RESULT: ((2000, 90), (2500, 90), (3000, 180)),
    Alert.CALL: ((2000, 250), (1500, 250)),
    Alert.REFUSED: ((700, 300),),
    Alert.LATE: ((2800, 100), (0, 60), (2800, 100), (0, 60), (2800, 100)),
    Alert.FAULT: ((2500, 250), (1200, 250)) * 4,
}
"""Each alert on a piezo. An alarm lasts at least 1.5 s (ANZ 2004, door alarms)."""

RHYTHMS: Final[Mapping[Alert, tuple[Note, ...]]] = {
    Alert.SILENT: (),
    Alert.BETS_OPEN: ((1, 80), (0, 80), (1, 80)),
    Alert.NO_MORE_BETS: ((1, 500),),
    Alert.RESULT: ((1, 50), (0, 60), (1, 50), (0, 60), (1, 160)),
    Alert.CALL: ((1, 60), (0, 100), (1, 250)),
    Alert.REFUSED: ((1, 250), (0, 100), (1, 60)),
    Alert.LATE: ((1, 100), (0, 60)) * 2 + ((1, 100),),
    Alert.FAULT: ((1, 300), (0, 100)) * 4,
}
"""Each alert on a buzzer that has one pitch: told apart by its rhythm alone."""


class _Player(Part):
    """Plays the panel's alert when its number changes; the first panel after a start is not heard.

    A new alert breaks off the one before. A note may sound longer than written, never shorter.
    """

    name = "sounder"
    shows = ("sound",)

    def __init__(
        self, patterns: Mapping[Alert, tuple[Note, ...]], sound: Callable[[int], None]
    ) -> None:
        self._patterns = patterns
        self._sound = sound
        self._heard: int | None = None
        self._notes: tuple[Note, ...] = ()

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
            self._play(self._patterns[sound.alert], now)
        self._heard = sound.number

    def blank(self) -> None:
        """Be silent."""
        self._play((), NEVER)

    def _play(self, notes: tuple[Note, ...], now: Millis) -> None:
        self._notes = notes
        hz, ms = notes[0] if notes else (0, 0)
        self._sound(hz)
        self.due = Millis(now + ms) if notes else NEVER


class PiezoSounder(_Player):
    """A passive piezo on a line that can sound a square wave."""

    def __init__(self, tone: ToneLine) -> None:
        super().__init__(TONES, tone.sound)


class BuzzerSounder(_Player):
    """An active buzzer: it sounds while its line is high."""

    def __init__(self, line: OutputLine) -> None:
        super().__init__(RHYTHMS, lambda hz: line.put(high=hz > 0))
