"""The table of the Angel Eye's messages and answers: every combination of their bits.

A card is one row for each place that it can be drawn to, not 52.
"""

from collections.abc import Iterator
from itertools import product
from typing import Final

from drivers.angel_eye.framer import REFUSAL_CODES, AngelEyeFrame, ShoeAnswer
from drivers.angel_eye.messages import ERRORS
from drivers.message_log import Basis, MessageRow, Outcome

SPECIFICATION: Final = "host interface specification, as AngelEyeBmsBridge transcribes it"
TWO_PROGRAMS: Final = "AngelEyeBmsBridge: a card sent again; a Web Serial parser: a redeal"
WITH_DIGITS: Final = "two characters behind the NAK, as in commands"

_TARGETS: Final = {0: "player", 1: "banker", 2: "burn", 4: "first card", 5: "burn count"}
_HANDS: Final = ("player", "banker")
_PLACES: Final = (
    *(f"{hand} {index}" for hand, index in product(_HANDS, (1, 2, 3))),
    "burn",
    "first card",
    "burn count",
)
_STATES: Final = {0: "lock", 1: "error", 2: "setting"}
_WINNERS: Final = {1: "player", 2: "tie", 4: "banker", 7: "forced"}
_NO_FACE: Final = 0x80


def row_name(frame: AngelEyeFrame) -> str:
    """Return the row of a message that `messages.decode` takes; "" if it has none."""
    low_bits = [byte & 0x7F for byte in frame.payload]
    match frame.code, low_bits:
        case "D" | "R", [target, _]:
            return f"{frame.code} {_place(target)}{_face(frame)}"
        case "d", [state, _]:
            return f"d {_STATES[state >> 4]}{_face(frame)}"
        case "R", []:
            return "R without card"
        case "G", [bits]:
            return f"G {_WINNERS[bits >> 4]} pairs {bits & 3}"
        case "E", [bits]:
            return f"E {bits & 0x3F} mode {bits >> 6}" if bits & 0x3F in ERRORS else ""
        case "e", [bits]:
            return f"e {bits & 0x3F}" if bits & 0x3F in ERRORS else ""
        case "L", [bits]:
            return f"L {bits}"
    return frame.code


def answer_row(answer: ShoeAnswer) -> str:
    """Return the row of an answer; "" if it has none."""
    if answer.refusal is None:
        return "ACK"
    form = " octet" if answer.is_octet else ""
    return f"NAK {answer.refusal}{form}" if answer.refusal in REFUSAL_CODES else ""


def _place(target: int) -> str:
    name = _TARGETS[target >> 4]
    return f"{name} {target & 0xF}" if name in _HANDS else name


def _face(frame: AngelEyeFrame) -> str:
    return " without card" if frame.payload[1] == _NO_FACE else ""


def _stated(name: str, outcome: Outcome, result: str) -> MessageRow:
    return MessageRow(name, outcome, result, Basis.STATED, SPECIFICATION)


def _card_rows() -> Iterator[MessageRow]:
    for place in (*(f"D {place}" for place in _PLACES), *(f"d {s}" for s in _STATES.values())):
        yield _stated(place, Outcome.EVENT, "CardRead")
        yield _stated(f"{place} without card", Outcome.FAULT, "missed")


def _repeated_rows() -> Iterator[MessageRow]:
    reason = "never a card: one that was sent already, or a redeal"
    names = [f"R {place}{face}" for place in _PLACES for face in ("", " without card")]
    for name in ("R without card", *names):
        yield MessageRow(name, Outcome.COUNTED, reason, Basis.UNCONFIRMED, TWO_PROGRAMS)


def _error_rows() -> Iterator[MessageRow]:
    for number, fault in ERRORS.items():
        for mode in (0, 1):
            yield _stated(f"E {number} mode {mode}", Outcome.FAULT, fault)
        yield _stated(f"e {number}", Outcome.EVENT, "FaultEnded")


def _state_rows() -> Iterator[MessageRow]:
    yield _stated("S", Outcome.EVENT, "ShoeRestarted")
    yield _stated("P", Outcome.COUNTED, "the shoe is ready for a game: the table follows its own")
    yield _stated("C", Outcome.EVENT, "CutCardSeen")
    for bit in (0, 1):
        yield _stated(f"L {bit}", Outcome.COUNTED, "the shoe's own lock, for the technician")
    yield _stated("M", Outcome.COUNTED, "a setting of the shoe, for the technician")
    for winner, pairs in product(_WINNERS.values(), range(4)):
        yield _stated(f"G {winner} pairs {pairs}", Outcome.EVENT, "ShoeResult")


def _answer_rows() -> Iterator[MessageRow]:
    yield _stated("ACK", Outcome.COUNTED, "the command in flight is taken")
    for code in REFUSAL_CODES:
        yield _stated(f"NAK {code} octet", Outcome.COUNTED, "sent again, or given up")
        yield MessageRow(
            f"NAK {code}",
            Outcome.COUNTED,
            "sent again, or given up",
            Basis.UNCONFIRMED,
            WITH_DIGITS,
        )


ROWS: Final = (
    *_state_rows(),
    *_card_rows(),
    *_repeated_rows(),
    *_error_rows(),
    *_answer_rows(),
)
