"""The sounders of a table: a piezo or a buzzer, and a loudspeaker."""

from typing import Final

from sim.machines.speaker import SimSpeaker
from sim.wires.lines import SimOutput, SimTone

BUZZES_HZ: Final = 2300
"""The frequency of an active buzzer, about the same for all."""


class SimSounds:
    """The piezo, the buzzer and the loudspeaker, whichever the table has."""

    def __init__(self) -> None:
        self.tone = SimTone()
        self.buzzer = SimOutput()
        self.speaker = SimSpeaker()

    @property
    def frequency_hz(self) -> int:
        """The tone of the sounder, 0 for silence."""
        if self.buzzer.is_high and not self.buzzer.unplugged:
            return BUZZES_HZ
        return 0 if self.tone.unplugged else self.tone.frequency_hz
