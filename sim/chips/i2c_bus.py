"""A simulated I2C bus with register models at its far end."""

import threading
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, runtime_checkable

from hal.errors import BusStuck, DeviceSilent


class I2cFarEnd(Protocol):
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
    """A bus's `damage`: bytes read from noisy chips have wrong bits."""

    def __init__(self, random_seed: int = 1) -> None:
        self.chips: set[I2cFarEnd] = set()
        """The chips whose lines are noisy."""
        self._random = Random(random_seed)  # noqa: S311 - a bad line is no secret

    def __call__(self, address: int, data: bytes) -> bytes:
        """Return `data` as it arrives."""
        if not any(address in chip.addresses for chip in self.chips):
            return data
        return bytes(byte ^ self._random.randrange(256) for byte in data)


class SimI2CBus:
    """Implements `hal.ports.I2CBus`. Not modelled: clock stretching, arbitration, bus speed.

    `unplugged` holds chips that do not answer, `is_stuck` a bus whose data line is held low.
    """

    def __init__(self, *chips: I2cFarEnd) -> None:
        self.chips: list[I2cFarEnd] = []
        self._chips_by_address: dict[int, list[I2cFarEnd]] = {}
        """The chips at each address that was called since addresses last changed."""
        self.unplugged: set[I2cFarEnd] = set()
        self.is_stuck = False
        self.held_for_good = True
        """Whether a stuck bus stays so also after nine clocks; else a recovery frees it."""
        self.recoveries = 0
        self.damage: Callable[[int, bytes], bytes] | None = None
        """The damage to bytes read, given their address."""
        self.bytes_moved = 0
        self._lock = threading.Lock()
        for chip in chips:
            self.attach_chip(chip)

    def attach_chip(self, chip: I2cFarEnd) -> None:
        """Solder one more chip to the bus."""
        self.chips.append(chip)
        self._chips_by_address.clear()
        if isinstance(chip, Readdressed):
            chip.readdressed = self._chips_by_address.clear

    def write(self, address: int, data: bytes) -> None:
        """Send `data` to every chip that answers, as a shared address does on a real bus."""
        with self._lock:
            # All chips at an address take a write: ALLCALL of the PCA9685 is such an address.
            for chip in self._answering(address, len(data)):
                chip.write(data)

    def read(self, address: int, count: int) -> bytes:
        """Read from the first chip that answers."""
        if count < 1:
            raise ValueError("a read transfer has at least one byte")
        with self._lock:
            return self._damaged_read(address, self._answering(address, count)[0].read(count))

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """Write, then read behind a repeated start."""
        with self._lock:
            chip = self._answering(address, len(data) + count + 1)[0]
            chip.write(data)
            return self._damaged_read(address, chip.read(count))

    def recover(self) -> None:
        """Clock a chip's unfinished transfer out; it helps unless the line is held for good."""
        with self._lock:
            self.recoveries += 1
            self.is_stuck = self.is_stuck and self.held_for_good
            if self.is_stuck:
                raise BusStuck("the data line is still held low")

    def _damaged_read(self, address: int, data: bytes) -> bytes:
        return self.damage(address, data) if self.damage else data

    def _answering(self, address: int, size: int) -> list[I2cFarEnd]:
        if not 0x08 <= address <= 0x77:
            raise ValueError(f"0x{address:02X} is no I2C address")
        if self.is_stuck:
            raise BusStuck("the data line is held low")
        answering = self._chips_by_address.get(address)
        if answering is None:
            answering = [chip for chip in self.chips if address in chip.addresses]
            self._chips_by_address[address] = answering
        if self.unplugged:
            answering = [chip for chip in answering if chip not in self.unplugged]
        if not answering:
            raise DeviceSilent(address)
        # The address octet counts too, for the load of the bus.
        self.bytes_moved += size + 1
        return answering
