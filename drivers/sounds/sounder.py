"""The sounder: one short pattern for each alert, on a piezo that plays tones or a buzzer."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from drivers.part import Part
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.panel import Panel, SoundAlert
from hal.ports import NEVER, Millis, OutputLine, ToneLine

ToneNote = tuple[int, int]
"""Hertz, or anything above 0 for a buzzer, and milliseconds; 0 Hz is a rest."""

ALERT_TONES: Final[Mapping[SoundAlert, tuple[ToneNote, ...]]] = {
    SoundAlert.SILENT: (),
    SoundAlert.BETS_OPEN: ((1500, 120), (2000, 160)),
    SoundAlert.NO_MORE_BETS: ((2000, 500),),
    SoundAlert.RESULT: ((2000, 90), (2500, 90), (3000, 180)),
    SoundAlert.CALL: ((2000, 250), (1500, 250)),
    SoundAlert.REFUSED: ((700, 300),),
    SoundAlert.LATE: ((2800, 100), (0, 60), (2800, 100), (0, 60), (2800, 100)),
    SoundAlert.FAULT: ((2500, 250), (1200, 250)) * 4,
}
"""Each alert on a piezo. An alarm lasts at least 1.5 s (ANZ 2004, door alarms)."""

ALERT_RHYTHMS: Final[Mapping[SoundAlert, tuple[ToneNote, ...]]] = {
    SoundAlert.SILENT: (),
    SoundAlert.BETS_OPEN: ((1, 80), (0, 80), (1, 80)),
    SoundAlert.NO_MORE_BETS: ((1, 500),),
    SoundAlert.RESULT: ((1, 50), (0, 60), (1, 50), (0, 60), (1, 160)),
    SoundAlert.CALL: ((1, 60), (0, 100), (1, 250)),
    SoundAlert.REFUSED: ((1, 250), (0, 100), (1, 60)),
    SoundAlert.LATE: ((1, 100), (0, 60)) * 2 + ((1, 100),),
    SoundAlert.FAULT: ((1, 300), (0, 100)) * 4,
}
"""Each alert on a buzzer that has one pitch: distinguished by its rhythm alone."""


class _AlertPlayer(Part):
    """Plays the panel's alert when its number changes; that of the first panel is not played.

    A new alert breaks off the one before. A note may sound longer than written, never shorter.
    """

    name = "sounder"
    panel_fields = ("sound",)

    def __init__(
        self, patterns: Mapping[SoundAlert, tuple[ToneNote, ...]], set_tone: Callable[[int], None]
    ) -> None:
        self._patterns = patterns
        self._set_tone = set_tone
        self._last_sound_number: int | None = None
        self._notes: tuple[ToneNote, ...] = ()

    def start(self, now: Millis) -> None:
        """Be silent, and take the next panel's sound as played."""
        self._last_sound_number = None
        self._play_notes((), now)

    def poll(self, now: Millis) -> Sequence[Event]:
        """Play the next note when this one has had its time."""
        if now >= self.due:
            self._play_notes(self._notes[1:], now)
        return ()

    def show(self, panel: Panel, now: Millis) -> None:
        """Begin the panel's alert if its number is a new one."""
        sound = panel.sound
        if self._last_sound_number not in (None, sound.number):
            self._play_notes(self._patterns[sound.alert], now)
        self._last_sound_number = sound.number

    def blank(self) -> None:
        """Be silent."""
        self._play_notes((), NEVER)

    def _play_notes(self, notes: tuple[ToneNote, ...], now: Millis) -> None:
        self._notes = notes
        frequency_hz, duration_ms = notes[0] if notes else (0, 0)
        self._set_tone(frequency_hz)
        self.due = Millis(now + duration_ms) if notes else NEVER


class PiezoSounder(_AlertPlayer):
    """A passive piezo on a line that can sound a square wave."""

    def __init__(self, tone: ToneLine) -> None:
        super().__init__(ALERT_TONES, tone.sound)


class BuzzerSounder(_AlertPlayer):
    """An active buzzer: it sounds while its line is high."""

    def __init__(self, line: OutputLine) -> None:
        super().__init__(ALERT_RHYTHMS, lambda frequency_hz: line.put(high=frequency_hz > 0))
