"""The far end of the line by which a power supply reports that its input has failed."""

from drivers.wiring import LineWiring
from hal.ports import InputLine
from sim.wires.lines import SimInput


class SimPower:
    """A supply that always holds, if the table has its line.

    Not modelled: for how long it holds.
    """

    def __init__(self, wiring: LineWiring | None) -> None:
        self._input_line = SimInput()
        self._idle_level = wiring is None or wiring.idle == "high"
        self.lines: dict[int, InputLine] = {wiring.failing: self._input_line} if wiring else {}
        self.set_failing(is_failing=False)

    @property
    def is_failing(self) -> bool:
        """Whether the input has failed."""
        return self._input_line.is_high != self._idle_level

    def set_failing(self, *, is_failing: bool) -> None:
        """Have the input fail, or come back."""
        self._input_line.is_high = self._idle_level != is_failing
