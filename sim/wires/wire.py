"""A serial wire in memory, and the manners of bad ones."""

from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from hal.errors import PortLost
from hal.ports import Millis
from sim.wires.far_end import FarEnd

NOISY_ONE_IN: Final = 40
"""How many bytes a noisy wire carries for each that it spoils."""


class Manner(Protocol):
    """How a wire carries the far end's bytes; one call is one read of the host."""

    def carry(self, sent: bytes) -> bytes:
        """Take the bytes sent since the last call, return those that arrive now."""
        ...

    @property
    def holds(self) -> bool:
        """Whether bytes are on the line, which a later call returns."""
        ...

    def forget(self) -> None:
        """Drop bytes on the line, as when the plug is pulled."""
        ...


class Whole:
    """A good wire: all bytes arrive, at once and in one piece."""

    def carry(self, sent: bytes) -> bytes:
        """Return `sent`."""
        return sent

    @property
    def holds(self) -> bool:
        """Nothing is ever under way."""
        return False

    def forget(self) -> None:
        """Nothing is ever under way."""


class MemoryPort:
    """Implements `hal.ports.SerialPort` with a far end in the same process and no delay.

    The wire's `manner`, which may change, applies to the host's input; its output arrives
    unchanged. Not modelled: baud rate, a full buffer, waiting: `wait` returns at once, since its
    caller moves the time.
    """

    def __init__(self, far_end: FarEnd, path: str = "memory", manner: Manner | None = None) -> None:
        self.path = path
        self._far_end = far_end
        self.manner = manner or Whole()
        self.plugged = True
        self._open = False
        self._arrived = b""

    def readable(self) -> bool:
        """Return whether there is something to read; on a bad wire, always True."""
        if not self._arrived:
            self._arrived = self._far_end.transmit()
        return bool(self._arrived) or not self.is_good

    @property
    def is_good(self) -> bool:
        """Whether it is open and carries at once whatever is sent."""
        return self._open and isinstance(self.manner, Whole)

    def unplug(self) -> None:
        """Pull the cable: the port is lost, and stays so until it is plugged in and reopened."""
        self.plugged = self._open = False

    def plug(self) -> None:
        """Put the cable back."""
        self.plugged = True

    def reopen(self) -> None:
        """Open, empty: unread output of the far end is lost."""
        self._open = self.plugged
        if not self._open:
            raise self._lost()
        self._far_end.transmit()
        self._arrived = b""
        self.manner.forget()

    def read(self) -> bytes:
        """Return the far end's bytes as the manner carries them."""
        if not self._open:
            raise self._lost()
        sent, self._arrived = self._arrived + self._far_end.transmit(), b""
        return self.manner.carry(sent)

    def write(self, data: bytes) -> None:
        """Give `data` to the far end."""
        if not self._open:
            raise self._lost()
        self._far_end.receive(data)

    def wait(self, most: Millis) -> None:
        """Return at once."""

    def wake(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        self._open = False

    def _lost(self) -> PortLost:
        return PortLost(f"{self.path} is not open")


class ByteByByte:
    """One byte a read, as a slow line read often gives."""

    def __init__(self) -> None:
        self._held = bytearray()

    def carry(self, sent: bytes) -> bytes:
        """Return the oldest byte not yet given."""
        self._held += sent
        first = bytes(self._held[:1])
        del self._held[:1]
        return first

    @property
    def holds(self) -> bool:
        return bool(self._held)

    def forget(self) -> None:
        """Drop the bytes not given yet."""
        self._held.clear()


class Merged:
    """Holds bytes back until there are `size`: a converter that fills its buffer first.

    Not modelled: a real one's time-out.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._held = bytearray()

    def carry(self, sent: bytes) -> bytes:
        """Return everything held, once it is enough."""
        self._held += sent
        if len(self._held) < self._size:
            return b""
        whole = bytes(self._held)
        self._held.clear()
        return whole

    @property
    def holds(self) -> bool:
        return bool(self._held)

    def forget(self) -> None:
        """Drop held-back bytes."""
        self._held.clear()


class Delayed:
    """Everything arrives `reads` reads late."""

    def __init__(self, reads: int) -> None:
        self._reads = reads
        self.forget()

    def carry(self, sent: bytes) -> bytes:
        """Return the bytes sent `reads` calls ago."""
        self._under_way.append(sent)
        return self._under_way.popleft()

    @property
    def holds(self) -> bool:
        return any(self._under_way)

    def forget(self) -> None:
        """Drop bytes on the line."""
        self._under_way = deque([b""] * self._reads)


class Late:
    """Everything arrives `late_ms` after it was sent, in the time of `now`; with 0, at once."""

    def __init__(self, now: Callable[[], int], late_ms: int = 0) -> None:
        self.late_ms = late_ms
        self._now = now
        self.forget()

    def carry(self, sent: bytes) -> bytes:
        """Return the bytes whose delay is over."""
        if sent:
            self._under_way.append((self._now(), sent))
        latest = self._now() - self.late_ms
        arrived = b""
        while self._under_way and self._under_way[0][0] <= latest:
            arrived += self._under_way.popleft()[1]
        return arrived

    @property
    def holds(self) -> bool:
        return bool(self._under_way)

    def forget(self) -> None:
        """Drop bytes on the line."""
        self._under_way: deque[tuple[int, bytes]] = deque()


class _Chancy(Whole):
    """Damages one byte in about `one_in`, the same ones for the same seed."""

    def __init__(self, seed: int, one_in: int = 20) -> None:
        self._chance = Random(seed)  # noqa: S311 - a bad wire is no secret
        self._one_in = one_in

    def carry(self, sent: bytes) -> bytes:
        """Return `sent` with the damage."""
        return b"".join(
            self._befall(byte) if self._chance.randrange(self._one_in) == 0 else bytes([byte])
            for byte in sent
        )

    @abstractmethod
    def _befall(self, byte: int) -> bytes: ...


class Lossy(_Chancy):
    """Drops bytes."""

    def _befall(self, byte: int) -> bytes:  # noqa: ARG002
        return b""


class Flipped(_Chancy):
    """Flips one bit of a byte."""

    def _befall(self, byte: int) -> bytes:
        return bytes([byte ^ 1 << self._chance.randrange(8)])


class Repeated(_Chancy):
    """Gives a byte twice."""

    def _befall(self, byte: int) -> bytes:
        return bytes([byte, byte])


class Troubled:
    """A good wire until it is `silent`, `noisy` or `late`; the faults add up.

    Noise is lost bytes and bytes with a wrong bit, each one in NOISY_ONE_IN.
    """

    def __init__(self, now: Callable[[], int], seed: int = 1) -> None:
        self.silent = False
        self.noisy = False
        self._noise = (Flipped(seed, NOISY_ONE_IN), Lossy(seed, NOISY_ONE_IN))
        self._line = Late(now)

    @property
    def late_ms(self) -> int:
        """The delay of all bytes; set to 0, delayed bytes arrive at once."""
        return self._line.late_ms

    @late_ms.setter
    def late_ms(self, late_ms: int) -> None:
        self._line.late_ms = late_ms

    def carry(self, sent: bytes) -> bytes:
        """Return the bytes that arrive now."""
        if self.silent:
            sent = b""
        if self.noisy:
            for noise in self._noise:
                sent = noise.carry(sent)
        return self._line.carry(sent)

    @property
    def holds(self) -> bool:
        return self._line.holds

    def forget(self) -> None:
        """Drop bytes on the line."""
        self._line.forget()
