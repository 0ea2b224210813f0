"""The Angel Eye's line, frame by frame, without its cards."""

from functools import reduce
from operator import xor
from typing import Final

from drivers.angel_eye.framer import ENQ, ETX, NAK, Answer, Frame, Framer
from drivers.angel_eye.messages import decode
from drivers.trace import BLANK, Framing, SecretLine, hexed
from hal.errors import BadReply

_NAMES: Final = {
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
_OPEN: Final = frozenset("SPCEeLM")
"""Messages without a card; of any other only CODE and SEQ are spelt."""


def angel_eye() -> SecretLine:
    """Return the tracer of this line."""
    framer = Framer()
    framing = Framing(lambda data, _now: framer.feed(data), framer.reset, framer.health.copy)
    return SecretLine(framing, _asked, _heard)


def _asked(command: bytes) -> str:
    return f"OP {command[3:5].decode('latin-1')} {command[5:7].decode('latin-1')}"


def _heard(item: Frame | Answer) -> tuple[str, str]:
    if isinstance(item, Answer):
        refusal = item.refusal
        if refusal is None:
            return "06", "ACK"
        return hexed(bytes((NAK,)) + refusal.encode("ascii")), f"NAK {refusal}"
    said = f"{item.code} {_NAMES.get(item.code, '')}".rstrip() + f", SEQ {item.seq}"
    if not _is_open(item):
        return f"{hexed(bytes((ENQ, ord(item.seq), ord(item.code))))} {BLANK}", said
    value = f" = {hexed(item.payload)}" if item.payload else ""
    return hexed(_whole(item)), said + value


def _is_open(frame: Frame) -> bool:
    """Return whether all of it may be spelt: an invalid message may hold most of a card."""
    try:
        decode(frame.code, frame.payload)
    except BadReply:
        return False
    return frame.code in _OPEN


def _whole(frame: Frame) -> bytes:
    body = (frame.seq + frame.code).encode("ascii") + frame.payload + bytes((ETX,))
    return bytes((ENQ,)) + body + b"%02X" % reduce(xor, body)
