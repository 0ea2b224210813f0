"""A guest's I2C adapter and GPIO chip, whose far sides are simulated chips and lines."""

import errno
import struct
import threading
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol

from hal.errors import BusStuck, DeviceSilent
from hal.ports import I2CBus, InputLine
from tests.kits.kernel.vhost import Backend, Chain, Queue

SHORT: Final = 1
"""A transfer that ends early and without an error, which is how virtio itself has it."""
PINS: Final = 54
_READS, _FAIL_NEXT = 2, 1


class Wires(Protocol):
    """The bus at an adapter."""

    def transfer(self, address: int, data: bytes | None, count: int) -> bytes | int:
        """Write `data`, or read `count` bytes; return them, or the errno of the transfer."""
        ...


class Nobody:
    """A bus without chips: that of the HAT's memory, so that the table's has number 1."""

    def transfer(self, address: int, data: bytes | None, count: int) -> bytes | int:
        return errno.EREMOTEIO


class TableBus:
    """The table's bus with the faults of an adapter.

    `error` is how every transfer ends, `empty` how an empty write does; 0 is well. Transfers wait
    while `free` is clear. `transfers` and `octets` count what was asked, by address; an address
    counts as an octet.
    """

    def __init__(self, bus: I2CBus) -> None:
        self._bus = bus
        self.error = self.empty = 0
        self.free = threading.Event()
        self.free.set()
        self.transfers: Counter[int] = Counter()
        self.octets: Counter[int] = Counter()

    def transfer(self, address: int, data: bytes | None, count: int) -> bytes | int:
        self.free.wait()
        self.transfers[address] += 1
        self.octets[address] += 1 + (count if data is None else len(data))
        if self.error or (data == b"" and self.empty):
            return self.error or self.empty
        try:
            if data is None:
                return self._bus.read(address, count)
            self._bus.write(address, data)
        except DeviceSilent:
            return errno.EREMOTEIO
        except BusStuck:
            return errno.ETIMEDOUT
        return b""


class I2CBackend(Backend):
    """Implements virtio's device 34 (I2C adapter), with zero-length requests."""

    features = Backend.features | 1

    def __init__(self, path: Path, wires: Wires) -> None:
        self._wires = wires
        super().__init__(path)

    def kicked(self, number: int, queue: Queue) -> None:
        failed = 0
        for chain in queue.chains():
            address, _, flags = struct.unpack("<HHI", chain.asked[:8])
            count = sum(piece.length for piece in chain.answer) - 1
            sent = None if flags & _READS else chain.asked[8:]
            answer = failed or self._wires.transfer(address >> 1, sent, count)
            status = answer if isinstance(answer, int) else 0
            if isinstance(answer, bytes):
                chain.answer[0].write(answer)
            chain.answer[-1].write(bytes((status,)), chain.answer[-1].length - 1)
            failed = status if flags & _FAIL_NEXT else 0
            queue.answer(chain, count + 1)


class GpioBackend(Backend):
    """Implements virtio's device 41 (GPIO) without interrupts; unwired inputs are high.

    `puts` counts how often each line was driven.
    """

    def __init__(self, path: Path, lines: Mapping[int, InputLine]) -> None:
        self._lines = lines
        self._output = [0] * PINS
        self._driven = [0] * PINS
        self.puts: Counter[int] = Counter()
        super().__init__(path, struct.pack("<HHI", PINS, 0, 0))

    def kicked(self, number: int, queue: Queue) -> None:
        for chain in queue.chains():
            kind, line, value = struct.unpack("<HHI", chain.asked[:8])
            status, answer = self._asked(kind, line, value)
            self._write(chain, bytes((status, answer)))
            queue.answer(chain, 2)

    def _asked(self, kind: int, line: int, value: int) -> tuple[int, int]:
        match kind:
            case 2:  # which direction
                return 0, self._output[line]
            case 3:
                self._output[line] = value
            case 4:  # which level
                return 0, self._driven[line] if self._output[line] == 1 else self._level(line)
            case 5:
                self._driven[line] = value
                self.puts[line] += 1
            case _:
                return 1, 0
        return 0, 0

    def _level(self, line: int) -> int:
        return int(self._lines[line].level()) if line in self._lines else 1

    @staticmethod
    def _write(chain: Chain, data: bytes) -> None:
        chain.answer[0].write(data[: chain.answer[0].length])
