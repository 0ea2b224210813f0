"""The far end of the line by which a power supply reports that its input has failed."""

from drivers.wiring import LineWiring
from hal.ports import InputLine
from sim.wires.lines import SimInput


class SimPower:
    """A supply that holds whatever happens, if the table has its line.

    Not modelled: for how long it holds.
    """

    def __init__(self, wiring: LineWiring | None) -> None:
        self._line = SimInput()
        self._idle = wiring is None or wiring.idle == "high"
        self.lines: dict[int, InputLine] = {wiring.failing: self._line} if wiring else {}
        self.move(failing=False)

    @property
    def failing(self) -> bool:
        """Whether the input has failed."""
        return self._line.high != self._idle

    def move(self, *, failing: bool) -> None:
        """Have the input fail, or come back."""
        self._line.high = self._idle != failing
