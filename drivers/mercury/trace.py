"""A Mercury 360's line; its fields have the names of the maker's guide."""

from collections import Counter

from drivers.mercury.lines import Framer
from drivers.mercury.words import (
    Bare,
    Damage,
    NoMoreBets,
    Numbers,
    Protocol,
    Started,
    Status,
    Won,
    Word,
    grammar,
)
from drivers.trace import Framing, OpenLine


def mercury(protocol: Protocol, numbers: Numbers) -> OpenLine:
    """Return the tracer of a wheel that is set to `protocol`."""
    health: Counter[str] = Counter()
    framer = Framer(grammar(protocol, numbers), health)
    framing = Framing(framer.feed, framer.break_off, health.copy)
    return OpenLine(framing, _asked, _heard, idle=b"\r\n")


def _asked(_data: bytes) -> str:
    """Nothing is ever sent to this wheel."""
    return ""


def _heard(word: Word) -> str:
    match word:
        case Damage():
            return ""
        case Bare(number):
            return f"WIN {number}"
        case Started():
            return "*S"
        case NoMoreBets():
            return "*N"
        case Won(number):
            return f"*W {number}"
        case Status(state, game, number, flags):
            return f"*X {state.name} GAME {game} WIN {number or '-'} FLAGS {int(flags):X}"
