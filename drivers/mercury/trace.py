"""A Mercury 360's line; its fields have the names of the maker's guide."""

from collections import Counter

from drivers.mercury.framer import MercuryFramer
from drivers.mercury.messages import (
    BareNumber,
    DamagedLine,
    MercuryMessage,
    MercuryStatus,
    NoMoreBets,
    Numbers,
    Protocol,
    Started,
    UnknownLine,
    WinningNumber,
    line_parser,
)
from drivers.trace import Framing, OpenLine


def mercury(protocol: Protocol, numbers: Numbers) -> OpenLine:
    """Return the tracer of a wheel that is set to `protocol`."""
    health: Counter[str] = Counter()
    framer = MercuryFramer(line_parser(protocol, numbers), health)
    framing = Framing(framer.feed, framer.break_off, health.copy)
    return OpenLine(framing, _describe_request, _describe_reply, idle_bytes=b"\r\n")


def _describe_request(_data: bytes) -> str:
    """Nothing is ever sent to this wheel."""
    return ""


def _describe_reply(message: MercuryMessage) -> str:
    match message:
        case DamagedLine():
            return ""
        case UnknownLine(_, code):
            return f"? {code}"
        case BareNumber(number):
            return f"WIN {number}"
        case Started():
            return "*S"
        case NoMoreBets():
            return "*N"
        case WinningNumber(number):
            return f"*W {number}"
        case MercuryStatus(state, game_number, number, flags):
            return f"*X {state.name} GAME {game_number} WIN {number or '-'} FLAGS {int(flags):X}"
