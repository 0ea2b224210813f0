"""The far ends of single lines: a contact, a lamp, a buzzer."""


class SimInput:
    """Implements `hal.ports.InputLine`: a contact to ground, open at first, so pulled high.

    Not modelled: bounce, unless a script sets one level after the other.
    """

    def __init__(self) -> None:
        self.is_high = True
        self.is_wire_cut = False
        """Whether its wire is cut, so that it is pulled high."""

    def level(self) -> bool:
        """Return the last level set."""
        return self.is_high or self.is_wire_cut


class SimOutput:
    """Implements `hal.ports.OutputLine`; `high` is the level at its lamp."""

    def __init__(self) -> None:
        self.is_high = False
        self.unplugged = False
        """Whether nothing hangs on the line."""

    def put(self, *, high: bool) -> None:
        self.is_high = high


class SimTone:
    """Implements `hal.ports.ToneLine`; `frequency_hz` sounds now, `sounded` is every change so far.

    Not modelled: loudness, and the limits of a real piezo.
    """

    def __init__(self) -> None:
        self.frequency_hz = 0
        self.unplugged = False
        """Whether the piezo hangs on no line, and so is silent."""
        self.sounded: list[int] = []

    def sound(self, frequency_hz: int) -> None:
        """Sound `frequency_hz`; 0 is silence."""
        if frequency_hz != self.frequency_hz:
            self.frequency_hz = frequency_hz
            self.sounded.append(frequency_hz)
