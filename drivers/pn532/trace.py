"""A PN532's wire, command by command, without the tags in its field.

On I2C the polls for a reply are left out: their number depends on the tag. The bytes behind a
reply may be a piece of an earlier one.
"""

from collections import Counter
from typing import Final

from drivers.pn532.frames import ACK, Frame, Framer, Refused, Reply, Taken, framed
from drivers.pn532.links import READY, WAKE_UP
from drivers.pn532.targets import LIST
from drivers.trace import BLANK, Framing, SecretLine, hexed
from hal.ports import Millis

_NAMES: Final = {
    0x02: "GetFirmwareVersion",
    0x04: "GetGeneralStatus",
    0x14: "SAMConfiguration",
    0x32: "RFConfiguration",
    LIST: "InListPassiveTarget",
    0x52: "InRelease",
}
_OPEN: Final = frozenset(_NAMES) - {LIST}
"""Replies that do not depend on a tag."""
_ACK: Final = "00 00 FF 00 FF 00", "ACK"
_NACK: Final = "00 00 FF FF 00 00", "NACK"
_ERROR: Final = "00 00 FF 01 FF 7F 81 00", "ERROR"


def pn532_hsu() -> SecretLine:
    """Return the tracer of a PN532 on its serial line."""
    health: Counter[str] = Counter()
    framer = Framer(health)
    framing = Framing(
        lambda data, _now: framer.feed(data), framer.clear, health.copy, by_exchange=True
    )
    return SecretLine(framing, _asked, _heard)


def pn532_i2c() -> SecretLine:
    """Return the tracer of a PN532 on I2C."""
    dropped: Counter[str] = Counter()
    framer = Framer(Counter())

    def feed(data: bytes, _now: Millis) -> list[Frame]:
        if len(data) == 1 or not data[0] & READY:
            return []
        frames = framer.feed(data[1:])[:1]
        framer.clear()
        dropped["malformed"] += not frames
        return frames

    return SecretLine(Framing(feed, framer.clear, dropped.copy, by_exchange=True), _asked, _heard)


def _asked(frame: bytes) -> str:
    if frame in (ACK, WAKE_UP):
        return "ACK" if frame == ACK else "WAKE-UP"
    if len(frame) < len(framed(b"  ")):
        return "?"
    name, data = _NAMES.get(frame[6], f"D4 {frame[6]:02X}"), frame[7:-2]
    return f"{name} {hexed(data)}".rstrip()


def _heard(frame: Frame) -> tuple[str, str]:
    match frame:
        case Taken():
            return _ACK
        case Refused("NACK"):
            return _NACK
        case Refused():
            return _ERROR
        case Reply(command, data):
            return _replied(command, data)


def _replied(command: int, data: bytes) -> tuple[str, str]:
    name = _NAMES.get(command, "")
    if command in _OPEN:
        whole = framed(bytes((0xD5, command + 1)) + data)
        return hexed(whole), f"{name} = {hexed(data)}" if data else name
    targets = f", NbTg {data[0]}" if command == LIST and data and data[0] <= 2 else ""
    return f"00 00 FF {BLANK} D5 {command + 1:02X} {BLANK}", f"{name}{targets}"
