"""The interface of a copy of the journal, and a copy in memory for `play` and tests."""

from collections.abc import Mapping
from typing import Protocol


class JournalCopy(Protocol):
    """One copy: segments by number. An OSError of any method but `close` takes it out of use.

    Any thread may call `segments`, `read` and `create`, only the owner's the others.
    """

    @property
    def name(self) -> str:
        """The path, for messages."""
        ...

    def hold(self) -> None:
        """Lock the copy for writing. Raises JournalInUse if another process holds it.

        After this `segments` are those that would survive a power cut.
        """
        ...

    def segments(self) -> Mapping[int, int]:
        """Return the segments, with the octets of each."""
        ...

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        """Return the first `octets` of a segment, -1 for all of it; None if it is missing."""
        ...

    def create(self, segment: int, image: bytes) -> None:
        """Write a whole segment durably; a power cut leaves it whole, or as it was before."""
        ...

    def write(self, segment: int, offset: int, data: bytes) -> None:
        """Write at an offset; past the end it grows by zeros.

        Only after `sync` is it sure to be read back, and to be durable.
        """
        ...

    def sync(self, segment: int) -> None:
        """Return when everything written to the segment is durable."""
        ...

    def check_in_place(self, segment: int) -> None:
        """Raise OSError if what is written as this segment is not found under its name: it was
        removed, renamed or replaced.
        """
        ...

    def remove(self, segment: int) -> None:
        """Remove the segment, durable."""
        ...

    def unlock(self) -> None:
        """Let another process hold the copy; from any thread."""
        ...

    def close(self) -> None:
        """Release the copy; it is unlocked when this returns."""
        ...


class MemoryCopy:
    """A copy that lives as long as the process; it never fails, fills or tears."""

    def __init__(self, name: str = "memory", segments: Mapping[int, bytes] | None = None) -> None:
        self.name = name
        self._segments = {number: bytearray(image) for number, image in (segments or {}).items()}

    def hold(self) -> None:
        """No lock: no other process can open it."""

    def segments(self) -> Mapping[int, int]:
        """As last written, synced or not."""
        return {number: len(image) for number, image in self._segments.copy().items()}

    def read(self, segment: int, octets: int = -1) -> bytes | None:
        """As last written, synced or not."""
        image = self._segments.get(segment)
        return None if image is None else bytes(image[: len(image) if octets < 0 else octets])

    def create(self, segment: int, image: bytes) -> None:
        """At once."""
        self._segments[segment] = bytearray(image)

    def write(self, segment: int, offset: int, data: bytes) -> None:
        """At once."""
        image = self._segments.get(segment)
        if image is None:
            raise FileNotFoundError(f"{self.name} has no segment {segment}")
        image.extend(bytes(max(0, offset - len(image))))
        image[offset : offset + len(data)] = data

    def sync(self, segment: int) -> None:
        """Do nothing."""

    def check_in_place(self, segment: int) -> None:
        """Do nothing: it has no other name."""

    def remove(self, segment: int) -> None:
        """At once."""
        self._segments.pop(segment, None)

    def unlock(self) -> None:
        """No lock."""

    def close(self) -> None:
        """Keep the content, so that it can be read again."""
