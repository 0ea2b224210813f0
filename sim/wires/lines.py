"""The far ends of single lines: a contact, a lamp, a buzzer."""


class SimInput:
    """Implements `hal.ports.InputLine`: a contact to ground, open at first, so pulled high.

    Not modelled: bounce, unless a script sets one level after the other.
    """

    def __init__(self) -> None:
        self.high = True
        self.cut = False
        """Whether its wire is cut, so that it is pulled high."""

    def level(self) -> bool:
        """Return the last level set."""
        return self.high or self.cut


class SimOutput:
    """Implements `hal.ports.OutputLine`; `high` is the level at its lamp."""

    def __init__(self) -> None:
        self.high = False
        self.unplugged = False
        """Whether nothing hangs on the line."""

    def put(self, *, high: bool) -> None:
        self.high = high


class SimTone:
    """Implements `hal.ports.ToneLine`; `hz` sounds now, `sounded` is every change so far.

    Not modelled: loudness, and the limits of a real piezo.
    """

    def __init__(self) -> None:
        self.hz = 0
        self.unplugged = False
        """Whether the piezo hangs on no line, and so is silent."""
        self.sounded: list[int] = []

    def sound(self, hz: int) -> None:
        """Sound `hz`; 0 is silence."""
        if hz != self.hz:
            self.hz = hz
            self.sounded.append(hz)
