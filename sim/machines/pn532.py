"""The far end of a PN532: its commands over the tags in its field (NXP UM0701-02)."""

import threading
from collections import Counter, deque
from typing import Final

from sim.wires.far_end import Bell

_ACK: Final = bytes.fromhex("0000FF00FF00")
_ERROR: Final = bytes.fromhex("0000FF01FF7F8100")
_FIRMWARE: Final = bytes.fromhex("32010607")
_FOR_EVER: Final = 0xFF
_SENS_RES: Final = bytes.fromhex("0004")
_SEL_RES: Final = 0x08
_CERTAIN: Final = 4
"""How many answers bring a host two looks that agree, if one answer is lost."""

DIAGNOSE, VERSION, SAM, RF, LIST, RELEASE = 0x00, 0x02, 0x14, 0x32, 0x4A, 0x52


class SimPn532:
    """The chip, on either wire; the field's tags are 4 or 7 bytes long.

    It starts in low power and receives only a wake-up. A 7-byte card answers every second
    InListPassiveTarget unless it was released in between. Not modelled: time (a look at an empty
    field is `silent_reads` late, on a serial port not at all), field strength, other card types,
    NACK, power-down, GPIO; two tags are listed in the order of their UIDs; a complete but invalid
    frame gets the error frame, an incomplete one no answer.
    """

    def __init__(self) -> None:
        self.firmware = _FIRMWARE
        self.deaf = False
        """Whether it neither receives nor sends any more."""
        self.silent_reads = 0
        """How often a host asks in vain for the reply of an empty field."""
        self.bell = Bell()
        """Rung when a tag comes, for which it may be waiting."""
        self._field: set[bytes] = set()
        self._told: Counter[bytes] = Counter()
        self._lock = threading.RLock()
        self.reset()

    def put(self, uid: bytes) -> None:
        """Bring a tag before the antenna."""
        with self._lock:
            self._field.add(uid)
        self.bell.ring()

    @property
    def told_all(self) -> bool:
        """Whether the host must know every tag before the antenna, by the answers it was sent."""
        with self._lock:
            return all(self._told[uid] >= _CERTAIN for uid in self._field)

    def take(self, uid: bytes) -> None:
        """Take a tag away."""
        with self._lock:
            self._field.discard(uid)
            del self._told[uid]
            self._tired.discard(uid)

    def reset(self) -> None:
        """Reset as at power-up; the tags stay."""
        with self._lock:
            self.awake = False
            self._ready = False
            self._retries = _FOR_EVER
            self._tired: set[bytes] = set()
            self._pending: bytes | None = None
            self._late = 0
            self.said: deque[bytes] = deque()
            self.heard: list[int] = []
            """The commands that it took."""

    def hear(self, frame: bytes) -> None:
        """Take one whole frame from the host; an ACK gives the pending command up."""
        with self._lock:
            if self.deaf or not self.awake:
                return
            self.said.clear()
            self._pending = None
            if frame == _ACK:
                return
            body = _body(frame)
            if body is None:
                return
            self.said.append(_ACK)
            self._obey(body[1], body[2:])

    def say(self) -> bytes | None:
        """Give the next frame to the host, if there is one."""
        with self._lock:
            if self.deaf:
                return None
            if not self.said and self._pending is not None:
                self._look_again()
            return self.said.popleft() if self.said else None

    def say_all(self) -> bytes:
        """Give all frames to the host that it asks for."""
        with self._lock:
            if self.deaf:
                return b""
            if self._pending is not None:
                self._look_again()
            if not self.said:
                return b""
            said = b"".join(self.said)
            self.said.clear()
            return said

    @property
    def has_said(self) -> bool:
        """Whether a frame waits for the host."""
        with self._lock:
            if not self.said and self._pending is not None:
                self._look_again()
            return bool(self.said) and not self.deaf

    def _obey(self, command: int, data: bytes) -> None:
        match command:
            case 0x02:
                self._reply(command, self.firmware)
            case 0x04:
                self._reply(command, bytes((0, self._ready, 0, 0)))
            case 0x14 if data[:1] == b"\x01":
                self._ready = True
                self._reply(command)
            case 0x32 if data[:1] == b"\x05" and len(data) == 4:
                self._retries = data[3]
                self._reply(command)
            case 0x4A if data in (b"\x01\x00", b"\x02\x00") and self._ready:
                self._pending, self._late = data, self.silent_reads
                self._look_again()
            case 0x52 if len(data) == 1:
                self._tired.clear()
                self._reply(command, b"\x00")
            case 0x00 if data[:1] == b"\x00":
                self._reply(command, data)
            case _:
                self.said.append(_ERROR)
                return
        self.heard.append(command)

    def _look_again(self) -> None:
        """Answer the pending look if a tag answers, or once the chip gives up."""
        most = self._pending[0] if self._pending else 0
        tags = [uid for uid in sorted(self._field) if uid not in self._tired][:most]
        if not tags and (self._retries == _FOR_EVER or self._late > 0):
            self._late -= 1
            return
        self._tired = {uid for uid in tags if len(uid) == 7}
        for uid in tags:
            self._told[uid] += 1
        self._pending = None
        targets = b"".join(_target(number, uid) for number, uid in enumerate(tags, start=1))
        self._reply(LIST, bytes((len(tags),)) + targets)

    def _reply(self, command: int, data: bytes = b"") -> None:
        body = bytes((0xD5, command + 1)) + data
        length = len(body)
        head = bytes((0, 0, 0xFF, length, -length & 0xFF))
        self.said.append(head + body + bytes((-sum(body) & 0xFF, 0)))


def _target(number: int, uid: bytes) -> bytes:
    return bytes((number,)) + _SENS_RES + bytes((_SEL_RES, len(uid))) + uid


def _body(frame: bytes) -> bytes | None:
    """Return the bytes between the lengths and the checksum, None if the frame is invalid."""
    start = frame.find(b"\x00\xff")
    if start < 0 or len(frame) < start + 6:
        return None
    length, check = frame[start + 2 : start + 4]
    body = frame[start + 4 : start + 4 + length]
    end = start + 4 + length
    whole = len(body) == length and len(frame) > end and not (length + check) & 0xFF
    sound = whole and not (sum(body) + frame[end]) & 0xFF
    return body if sound and len(body) > 1 and body[0] == 0xD4 else None
