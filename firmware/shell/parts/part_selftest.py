"""The test of one part: its time, its count, its result."""

from drivers.part import Part, SelfTestProof
from hal.errors import HardwareError
from hal.ports import NEVER, Millis


class PartSelfTest:
    """Tests a part once for each time that it becomes due."""

    def __init__(self) -> None:
        self.due_at: Millis = NEVER
        """When it is due."""
        self.test_count = 0
        self.last_proof: SelfTestProof | None = None
        """The result of the last test; None before the first, after a failure, and after a loss."""

    def run_test(self, part: Part, now: Millis, *, had_events: bool) -> None:
        """Test the part. Raises HardwareError if it fails.

        If it `had_events` in this poll, a failure is left to the next test: the events would be
        lost with it, or with its bus.
        """
        try:
            proof = part.test(now)
        except HardwareError:
            if had_events:
                return
            # counted although it failed: the start waits until every part was tested
            self._record_proof(None)
            raise
        self._record_proof(proof)

    def _record_proof(self, proof: SelfTestProof | None) -> None:
        self.due_at = NEVER
        self.test_count += 1
        self.last_proof = proof
