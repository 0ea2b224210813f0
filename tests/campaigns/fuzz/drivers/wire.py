"""The wire between a fuzzed driver and its unit."""

from random import Random

from tests.campaigns.fuzz.fuzz import Damaging


class MeteredWire:
    """Implements `sim.wires.memory_port.Impairment`, and knows when octets last arrived.

    A damaging one harms a third of the portions that it carries.
    """

    def __init__(self, chance: Random, *, is_damaging: bool) -> None:
        self.now_ms = 0
        self.last_arrival_ms: int | None = None
        self._harm = Damaging(chance) if is_damaging else None

    @property
    def is_damaging(self) -> bool:
        return self._harm is not None

    @property
    def damaged_portions(self) -> int:
        return self._harm.damaged if self._harm else 0

    @property
    def holds_bytes(self) -> bool:
        return False

    def carry(self, sent_bytes: bytes) -> bytes:
        arrived_bytes = self._harm.carry(sent_bytes) if self._harm else sent_bytes
        if arrived_bytes:
            self.last_arrival_ms = self.now_ms
        return arrived_bytes

    def forget(self) -> None:
        if self._harm:
            self._harm.forget()
