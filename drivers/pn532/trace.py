"""A PN532's wire, command by command, without the tags in its field.

On I2C the polls for a reply are left out: their number depends on the tag. The bytes behind a
reply may be a piece of an earlier one.
"""

from collections import Counter
from typing import Final

from drivers.pn532.frames import (
    ACK,
    CommandAcknowledged,
    CommandRefused,
    Pn532Frame,
    Pn532Framer,
    Pn532Reply,
    encode_frame,
)
from drivers.pn532.links import READY_BIT, WAKE_UP
from drivers.pn532.message_table import COMMAND_NAMES, UNSECRET_COMMANDS
from drivers.pn532.targets import IN_LIST_PASSIVE_TARGET, MAX_TARGETS
from drivers.trace import BLANK_OCTETS, Framing, SecretLine, hex_octets
from hal.ports import Millis

_ACK_FRAME: Final = "00 00 FF 00 FF 00", "ACK"
_NACK_FRAME: Final = "00 00 FF FF 00 00", "NACK"
_ERROR_FRAME: Final = "00 00 FF 01 FF 7F 81 00", "ERROR"


def pn532_hsu() -> SecretLine:
    """Return the tracer of a PN532 on its serial line."""
    health: Counter[str] = Counter()
    framer = Pn532Framer(health)
    framing = Framing(
        lambda data, _now: framer.feed(data),
        framer.clear_buffer,
        health.copy,
        drops_on_request=True,
    )
    return SecretLine(framing, _describe_request, _describe_reply)


def pn532_i2c() -> SecretLine:
    """Return the tracer of a PN532 on I2C."""
    dropped_octets: Counter[str] = Counter()
    framer = Pn532Framer(Counter())

    def feed(data: bytes, _now: Millis) -> list[Pn532Frame]:
        if len(data) == 1 or not data[0] & READY_BIT:
            return []
        frames = framer.feed(data[1:])[:1]
        framer.clear_buffer()
        dropped_octets["malformed"] += not frames
        return frames

    return SecretLine(
        Framing(feed, framer.clear_buffer, dropped_octets.copy, drops_on_request=True),
        _describe_request,
        _describe_reply,
    )


def _describe_request(frame: bytes) -> str:
    if frame in (ACK, WAKE_UP):
        return "ACK" if frame == ACK else "WAKE-UP"
    if len(frame) < len(encode_frame(b"  ")):
        return "?"
    name, data = COMMAND_NAMES.get(frame[6], f"D4 {frame[6]:02X}"), frame[7:-2]
    return f"{name} {hex_octets(data)}".rstrip()


def _describe_reply(frame: Pn532Frame) -> tuple[str, str]:
    match frame:
        case CommandAcknowledged():
            return _ACK_FRAME
        case CommandRefused("NACK"):
            return _NACK_FRAME
        case CommandRefused():
            return _ERROR_FRAME
        case Pn532Reply(command, data):
            return _describe_reply_data(command, data)


def _describe_reply_data(command: int, data: bytes) -> tuple[str, str]:
    name = COMMAND_NAMES.get(command, "")
    if command in UNSECRET_COMMANDS:
        frame_bytes = encode_frame(bytes((0xD5, command + 1)) + data)
        return hex_octets(frame_bytes), f"{name} = {hex_octets(data)}" if data else name
    targets = (
        f", NbTg {data[0]}"
        if command == IN_LIST_PASSIVE_TARGET and data and data[0] <= MAX_TARGETS
        else ""
    )
    return f"00 00 FF {BLANK_OCTETS} D5 {command + 1:02X} {BLANK_OCTETS}", f"{name}{targets}"
