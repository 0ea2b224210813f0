"""Impairments of wires: slow, late, lossy, noisy."""

from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Final

from sim.wires.memory_port import PerfectWire

BYTES_PER_DAMAGE: Final = 40
"""How many bytes a noisy wire carries for each that it spoils."""


class ByteByByte:
    """One byte a read, as a slow line read often gives."""

    def __init__(self) -> None:
        self._pending_bytes = bytearray()

    def carry(self, sent_bytes: bytes) -> bytes:
        """Return the oldest byte not yet given."""
        self._pending_bytes += sent_bytes
        first_byte = bytes(self._pending_bytes[:1])
        del self._pending_bytes[:1]
        return first_byte

    @property
    def holds_bytes(self) -> bool:
        return bool(self._pending_bytes)

    def forget(self) -> None:
        """Drop the bytes not given yet."""
        self._pending_bytes.clear()


class MergedWire:
    """Holds bytes back until there are `size`: a converter that fills its buffer first.

    Not modelled: a real one's time-out.
    """

    def __init__(self, size: int) -> None:
        self._buffer_size = size
        self._pending_bytes = bytearray()

    def carry(self, sent_bytes: bytes) -> bytes:
        """Return everything held, once it is enough."""
        self._pending_bytes += sent_bytes
        if len(self._pending_bytes) < self._buffer_size:
            return b""
        merged_bytes = bytes(self._pending_bytes)
        self._pending_bytes.clear()
        return merged_bytes

    @property
    def holds_bytes(self) -> bool:
        return bool(self._pending_bytes)

    def forget(self) -> None:
        """Drop held-back bytes."""
        self._pending_bytes.clear()


class DelayedWire:
    """Everything arrives late, after `reads_late` further reads."""

    def __init__(self, reads_late: int) -> None:
        self._reads_late = reads_late
        self.forget()

    def carry(self, sent_bytes: bytes) -> bytes:
        """Return the bytes that were sent `reads_late` calls before."""
        self._in_flight.append(sent_bytes)
        return self._in_flight.popleft()

    @property
    def holds_bytes(self) -> bool:
        return any(self._in_flight)

    def forget(self) -> None:
        """Drop bytes on the line."""
        self._in_flight = deque([b""] * self._reads_late)


class LateWire:
    """Everything arrives `late_ms` after it was sent, in the time of `now`; with 0, at once."""

    def __init__(self, now: Callable[[], int], late_ms: int = 0) -> None:
        self.late_ms = late_ms
        self._now = now
        self.forget()

    def carry(self, sent_bytes: bytes) -> bytes:
        """Return the bytes whose delay is over."""
        if sent_bytes:
            self._in_flight.append((self._now(), sent_bytes))
        latest_sent = self._now() - self.late_ms
        arrived_bytes = b""
        while self._in_flight and self._in_flight[0][0] <= latest_sent:
            arrived_bytes += self._in_flight.popleft()[1]
        return arrived_bytes

    @property
    def holds_bytes(self) -> bool:
        return bool(self._in_flight)

    def forget(self) -> None:
        """Drop bytes on the line."""
        self._in_flight: deque[tuple[int, bytes]] = deque()


class _RandomlyDamaged(PerfectWire):
    """Damages one byte of about `bytes_per_damage`, the same ones for the same seed."""

    def __init__(self, random_seed: int, bytes_per_damage: int = 20) -> None:
        self._random = Random(random_seed)  # noqa: S311 - a bad wire is no secret
        self._bytes_per_damage = bytes_per_damage

    def carry(self, sent_bytes: bytes) -> bytes:
        """Return `sent_bytes` with the damage."""
        return b"".join(
            self._damage(byte)
            if self._random.randrange(self._bytes_per_damage) == 0
            else bytes([byte])
            for byte in sent_bytes
        )

    @abstractmethod
    def _damage(self, byte: int) -> bytes: ...


class LossyWire(_RandomlyDamaged):
    """Drops bytes."""

    def _damage(self, byte: int) -> bytes:  # noqa: ARG002
        return b""


class FlippedWire(_RandomlyDamaged):
    """Flips one bit of a byte."""

    def _damage(self, byte: int) -> bytes:
        return bytes([byte ^ 1 << self._random.randrange(8)])


class RepeatedWire(_RandomlyDamaged):
    """Gives a byte twice."""

    def _damage(self, byte: int) -> bytes:
        return bytes([byte, byte])


class FaultyLink:
    """A good wire until it is silent, noisy or late; the faults add up.

    Noise is lost bytes and bytes with a wrong bit, each one in BYTES_PER_DAMAGE.
    """

    def __init__(self, now: Callable[[], int], random_seed: int = 1) -> None:
        self.is_silent = False
        # Seeded: a failed run of a test can be repeated.
        self.is_noisy = False
        self._noise_stages = (
            FlippedWire(random_seed, BYTES_PER_DAMAGE),
            LossyWire(random_seed, BYTES_PER_DAMAGE),
        )
        self._late_wire = LateWire(now)

    @property
    def late_ms(self) -> int:
        """The delay of all bytes; set to 0, delayed bytes arrive at once."""
        return self._late_wire.late_ms

    @late_ms.setter
    def late_ms(self, late_ms: int) -> None:
        self._late_wire.late_ms = late_ms

    def carry(self, sent_bytes: bytes) -> bytes:
        """Return the bytes that arrive now."""
        if self.is_silent:
            sent_bytes = b""
        if self.is_noisy:
            for noise_stage in self._noise_stages:
                sent_bytes = noise_stage.carry(sent_bytes)
        return self._late_wire.carry(sent_bytes)

    @property
    def holds_bytes(self) -> bool:
        return self._late_wire.holds_bytes

    def forget(self) -> None:
        """Drop bytes on the line."""
        self._late_wire.forget()
