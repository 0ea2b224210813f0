"""The test of one part: its time, its count, its result."""

from drivers.part import Part, Proof
from hal.errors import HardwareError
from hal.ports import NEVER, Millis


class SelfTest:
    """Tests a part once for each time that it becomes due."""

    def __init__(self) -> None:
        self.at: Millis = NEVER
        """When it is due."""
        self.count = 0
        self.proof: Proof | None = None
        """The result of the last test; None before the first, after a failure, and after a loss."""

    def run(self, part: Part, now: Millis, *, told: bool) -> None:
        """Test the part. Raises HardwareError if it fails.

        If it `told` events in this turn, a failure is left to the next test: the events would be
        lost with it, or with its bus.
        """
        try:
            proof = part.test(now)
        except HardwareError:
            if told:
                return
            self._end(None)
            raise
        self._end(proof)

    def _end(self, proof: Proof | None) -> None:
        self.at = NEVER
        self.count += 1
        self.proof = proof
