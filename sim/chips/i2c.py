"""A simulated I2C bus with register models at its far end."""

import threading
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from hal.errors import BusStuck, DeviceSilent


class Chip(Protocol):
    """The far end of one or more addresses."""

    @property
    def addresses(self) -> Sequence[int]:
        """Those that it acknowledges in its present state."""
        ...

    def write(self, data: bytes) -> None:
        """Take one write transfer; an empty one is a probe."""
        ...

    def read(self, count: int) -> bytes:
        """Give `count` bytes of a read transfer."""
        ...

    def reset(self) -> None:
        """Return to the state after power-up."""
        ...


@runtime_checkable
class Readdressed(Protocol):
    """A chip whose addresses change, and that calls this when they have."""

    readdressed: Callable[[], None]


class BusNoise:
    """Has bytes that are read from noisy chips come with wrong bits: a `mangle` of a bus."""

    def __init__(self, seed: int = 1) -> None:
        self.chips: set[Chip] = set()
        """The chips whose lines are noisy."""
        self._chance = Random(seed)  # noqa: S311 - a bad line is no secret

    def __call__(self, address: int, data: bytes) -> bytes:
        """Return `data` as it arrives."""
        if not any(address in chip.addresses for chip in self.chips):
            return data
        return bytes(byte ^ self._chance.randrange(256) for byte in data)


class SimI2CBus:
    """Implements `hal.ports.I2CBus`. Not modelled: clock stretching, arbitration, bus speed.

    `unplugged` holds chips that do not answer, `stuck` a bus whose data line is held low.
    """

    def __init__(self, *chips: Chip) -> None:
        self.chips: list[Chip] = []
        self._at: dict[int, list[Chip]] = {}
        """The chips at each address that was called since addresses last changed."""
        self.unplugged: set[Chip] = set()
        self.stuck = False
        self.held_for_good = True
        """Whether a stuck bus stays so whatever is clocked out; else a recovery frees it."""
        self.recoveries = 0
        self.mangle: Callable[[int, bytes], bytes] | None = None
        """The damage to bytes read, given their address."""
        self.bytes_moved = 0
        self._lock = threading.Lock()
        for chip in chips:
            self.attach(chip)

    def attach(self, chip: Chip) -> None:
        """Solder one more chip to the bus."""
        self.chips.append(chip)
        self._at.clear()
        if isinstance(chip, Readdressed):
            chip.readdressed = self._at.clear

    def write(self, address: int, data: bytes) -> None:
        """Send `data` to every chip that answers, as a shared address does on a real bus."""
        with self._lock:
            for chip in self._answering(address, len(data)):
                chip.write(data)

    def read(self, address: int, count: int) -> bytes:
        """Read from the first chip that answers."""
        if count < 1:
            raise ValueError("a read transfer has at least one byte")
        with self._lock:
            return self._carried(address, self._answering(address, count)[0].read(count))

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """Write, then read behind a repeated start."""
        with self._lock:
            chip = self._answering(address, len(data) + count + 1)[0]
            chip.write(data)
            return self._carried(address, chip.read(count))

    def recover(self) -> None:
        """Clock a chip's unfinished transfer out; it helps unless the line is held for good."""
        with self._lock:
            self.recoveries += 1
            self.stuck = self.stuck and self.held_for_good
            if self.stuck:
                raise BusStuck("the data line is still held low")

    def _carried(self, address: int, data: bytes) -> bytes:
        return self.mangle(address, data) if self.mangle else data

    def _answering(self, address: int, size: int) -> list[Chip]:
        if not 0x08 <= address <= 0x77:
            raise ValueError(f"0x{address:02X} is no I2C address")
        if self.stuck:
            raise BusStuck("the data line is held low")
        answering = self._at.get(address)
        if answering is None:
            answering = [chip for chip in self.chips if address in chip.addresses]
            self._at[address] = answering
        if self.unplugged:
            answering = [chip for chip in answering if chip not in self.unplugged]
        if not answering:
            raise DeviceSilent(address)
        self.bytes_moved += size + 1
        return answering
