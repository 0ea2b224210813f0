"""The manners of bad wires: slow, late, lossy, noisy."""

from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final

from sim.wires.wire import Whole

NOISY_ONE_IN: Final = 40
"""How many bytes a noisy wire carries for each that it spoils."""


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
