"""The Angel Eye's line, frame by frame, without its cards."""

from typing import Final

from drivers.angel_eye.framer import (
    ENQ,
    AngelEyeFrame,
    AngelEyeFramer,
    Received,
    ShoeAnswer,
    UnsoundMessage,
)
from drivers.angel_eye.messages import decode
from drivers.trace import BLANK_OCTETS, Framing, SecretLine, hex_octets
from hal.errors import BadReply

_MESSAGE_NAMES: Final = {
    "S": "START",
    "P": "STAND-BY",
    "C": "CUT CARD",
    "G": "RESULT",
    "D": "CARD",
    "d": "CARD OUTSIDE A GAME",
    "R": "CARRIED",
    "E": "ERROR",
    "e": "ERROR OVER",
    "L": "LOCK",
    "M": "PRESET",
}
_UNSECRET_CODES: Final = frozenset("SPCEeLM")
"""Messages without a card; of any other only CODE and SEQ are spelt."""


def angel_eye() -> SecretLine:
    """Return the tracer of this line."""
    framer = AngelEyeFramer()
    framing = Framing(
        lambda data, _now: framer.feed(data), framer.discard_partial, framer.health.copy
    )
    return SecretLine(framing, _describe_request, _describe_reply)


def _describe_request(command: bytes) -> str:
    return f"OP {command[3:5].decode('latin-1')} {command[5:7].decode('latin-1')}"


def _describe_reply(received: Received) -> tuple[str, str] | None:
    if isinstance(received, UnsoundMessage):
        return None
    if isinstance(received, ShoeAnswer):
        description = "ACK" if received.refusal is None else f"NAK {received.refusal}"
        return hex_octets(received.octets), description
    description = (
        f"{received.code} {_MESSAGE_NAMES.get(received.code, '')}".rstrip()
        + f", SEQ {received.sequence_char}"
    )
    if not _is_unsecret(received):
        head = bytes((ENQ, ord(received.sequence_char), ord(received.code)))
        return f"{hex_octets(head)} {BLANK_OCTETS}", description
    value = f" = {hex_octets(received.payload)}" if received.payload else ""
    return hex_octets(received.octets), description + value


def _is_unsecret(frame: AngelEyeFrame) -> bool:
    """Return whether every octet may be spelt: an invalid message may hold most of a card."""
    try:
        decode(frame.code, frame.payload)
    except BadReply:
        return False
    return frame.code in _UNSECRET_CODES
