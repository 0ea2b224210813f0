"""Wire traces: the traffic of a part, frame by frame, in the terms of its own protocol.

The terms are those of its data sheet (registers, commands, fields), the same in every language; the
reason for dropped bytes is one of the words of `WHY`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple, Protocol

from hal.ports import Millis

Way = Literal["out", "in", "dropped"]

BLANK: Final = "··"
"""Replaces octets that are masked, in any number."""
GARBLED: Final = "garbled"
"""The reason for dropped bytes on a line on which the true reason might reveal a card."""
PAUSE: Final = Millis(50)
"""Bytes after so long a silence start a new frame."""
SHOWN: Final = 8
"""Octets of a transfer that are said besides being shown."""

BAD_CHECKSUM: Final = "bad_checksum"
BROKEN_OFF: Final = "broken_off"
WHY: Final = {
    "noise": "noise",
    "malformed": "malformed",
    "merged": "merged",
    "overlong": "too_long",
    "broken_off": BROKEN_OFF,
    "resyncs": BROKEN_OFF,
    "bad_bcc": BAD_CHECKSUM,
    "bad_crc": BAD_CHECKSUM,
}
"""The framers' counts of dropped bytes, and the word for each."""
_SOUND: Final = frozenset({"frames", "words", "lines"})
"""Their other counts."""


class Transfer(NamedTuple):
    """What a wire has carried at once: one I2C transfer, or one write or read of a serial line.

    A reopened serial line gives an empty one. `failed` is the error of a failed transfer.
    """

    at: Millis
    out: bytes = b""
    back: bytes = b""
    address: int | None = None
    failed: str = ""


class Traced(NamedTuple):
    """One frame; `octets` in hexadecimal, `BLANK` if they are left out."""

    at: Millis
    way: Way
    octets: str
    said: str


class Tracer(Protocol):
    """Traces one part's wire. It is given all that the wire carries, in its order."""

    def trace(self, transfer: Transfer) -> Iterable[Traced]:
        """Return the frames that this completes, and what was dropped."""
        ...

    def settled(self, now: Millis) -> Iterable[Traced]:
        """Return the frames that are complete because nothing has come for a while."""
        ...


class Framing(NamedTuple):
    """A driver's own framer; `account` returns its counts."""

    feed: Callable[[bytes, Millis], Iterable[Any]]
    break_off: Callable[[], object]
    account: Callable[[], Counter[str]]
    by_exchange: bool = False
    """Whether the driver drops unfinished input when it sends a request."""


def hexed(data: bytes | bytearray) -> str:
    """Return octets as they are shown."""
    return data.hex(" ").upper()


def shortened(data: bytes) -> str:
    """Return the first octets of a transfer."""
    return hexed(data[:SHOWN]) + (" …" if len(data) > SHOWN else "")


def lost(transfer: Transfer) -> Traced:
    """Return a transfer that failed."""
    verb = "write" if transfer.out else "read"
    said = f"{verb} 0x{transfer.address or 0:02X} {transfer.failed}"
    return Traced(transfer.at, "dropped", hexed(transfer.out), said)


class OpenLine:
    """A serial line without secrets: every octet is traced with its frame, or dropped.

    `asked` and `heard` describe the frames sent and received; frames without a description are not
    traced. `idle` may come between frames.
    """

    def __init__(
        self,
        framing: Framing,
        asked: Callable[[bytes], str],
        heard: Callable[[Any], str],
        idle: bytes = b"",
    ) -> None:
        self._framing = framing
        self._asked = asked
        self._heard = heard
        self._idle = idle
        self._held = bytearray()

    def trace(self, transfer: Transfer) -> Iterator[Traced]:
        """Yield the frames, and octets that were dropped for the same reason together."""
        yield from _joined(self._trace(transfer))

    def settled(self, now: Millis) -> Iterable[Traced]:  # noqa: ARG002
        """Nothing is held back."""
        return ()

    def _trace(self, transfer: Transfer) -> Iterator[Traced]:
        if (transfer.out and self._framing.by_exchange) or not (transfer.out or transfer.back):
            yield from self._break_off(transfer.at)
        if transfer.out:
            yield Traced(transfer.at, "out", hexed(transfer.out), self._asked(transfer.out))
        for octet in transfer.back:
            yield from self._take(octet, transfer.at)

    def _break_off(self, at: Millis) -> Iterator[Traced]:
        self._framing.break_off()
        if self._held:
            yield Traced(at, "dropped", hexed(self._held), BROKEN_OFF)
            self._held.clear()

    def _take(self, octet: int, at: Millis) -> Iterator[Traced]:
        """Give the framer one octet, so that it is known to which frame each belongs."""
        before = self._framing.account()
        self._held.append(octet)
        words = list(filter(None, map(self._heard, self._framing.feed(bytes((octet,)), at))))
        grown = self._framing.account() - before
        if count := grown["dropped_bytes"]:
            yield Traced(at, "dropped", hexed(self._held[:count]), _why(grown))
            del self._held[:count]
        for word in words:
            yield Traced(at, "in", hexed(self._held), word)
        if words or self._held == self._idle:
            self._held.clear()


class SecretLine:
    """A serial line that names cards. Traces the received frames that `heard` returns, octets
    first.

    The number of octets, their timing within a burst, and the place where a damaged frame was
    dropped may differ by card. So all of a burst has its first octet's time, and dropped bytes are
    reported once, at its end: after a pause, or at the next request. Whether a checksum was right
    is traced.
    """

    def __init__(
        self,
        framing: Framing,
        asked: Callable[[bytes], str],
        heard: Callable[[Any], tuple[str, str] | None],
    ) -> None:
        self._framing = framing
        self._asked = asked
        self._heard = heard
        self._began = self._last = Millis(-PAUSE)
        self._garbled = False

    def trace(self, transfer: Transfer) -> Iterator[Traced]:
        """Yield the frames, blanked."""
        at, out, back = transfer.at, transfer.out, transfer.back
        if (out and self._framing.by_exchange) or not (out or back):
            self._minding(self._framing.break_off)
        if out or not back or at - self._last > PAUSE:
            yield from self._end()
            self._began = at
        if out:
            yield Traced(at, "out", hexed(out), self._asked(out))
        if back:
            self._last = at
            items = self._minding(lambda: list(self._framing.feed(back, at)))
            for told in filter(None, map(self._heard, items)):
                yield Traced(self._began, "in", *told)

    def settled(self, now: Millis) -> Iterator[Traced]:
        """Yield that something was dropped, if nothing more of it can come."""
        if now - self._last > PAUSE:
            yield from self._end()

    def _minding(self, act: Callable[[], Any]) -> Any:  # noqa: ANN401  # what the framer gives
        """Do something with the framer, and note whether it has dropped anything."""
        before = self._framing.account()
        done = act()
        self._garbled |= not _SOUND.issuperset(self._framing.account() - before)
        return done

    def _end(self) -> Iterator[Traced]:
        if self._garbled:
            self._garbled = False
            yield Traced(self._began, "dropped", BLANK, GARBLED)


def _why(grown: Counter[str]) -> str:
    return next((WHY[name] for name in grown if name in WHY), BAD_CHECKSUM)


def _joined(traced: Iterable[Traced]) -> Iterator[Traced]:
    held: Traced | None = None
    for one in traced:
        if held and (one.way, one.said) == (held.way, held.said) == ("dropped", held.said):
            held = held._replace(octets=f"{held.octets} {one.octets}")
            continue
        if held:
            yield held
        held = one
    if held:
        yield held
