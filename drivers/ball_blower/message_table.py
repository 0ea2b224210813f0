"""The table of a ball blower's lines: our own protocol, `docs/en/parts/ball-blower.md`."""

from typing import Final

from drivers.ball_blower.draw import NUMBERS
from drivers.ball_blower.lines import (
    BALLS_DRAWN,
    BallDrawn,
    BlowerFault,
    BlowerMessage,
    BlowerRests,
    DrawBegun,
    DrawEnded,
)
from drivers.message_log import Basis, MessageRow, Outcome

PROTOCOL: Final = "docs/en/parts/ball-blower.md, Protocol"
MISSING_BALL: Final = 1
OWN_FAULTS: Final = range(2, 10)
BLOCKING_STATES: Final = {
    10: "the lid is open",
    11: "balls are jammed",
    12: "the draw was stopped",
    13: "maintenance",
    14: "a test draw",
    15: "a ball too many",
}
IMPOSSIBLE_BALL: Final = "B of no such ball"
IMPOSSIBLE_END: Final = "E of no such balls"


def fault_code(code: int) -> str:
    """Return the fault of a blower's code, 1 to 15."""
    if code == MISSING_BALL:
        return "ball_missing"
    return "draw_blocked" if code in BLOCKING_STATES else "wheel_fault"


def row_name(message: BlowerMessage) -> str:
    """Return the name of a line's row."""
    match message:
        case BlowerRests():
            return "R"
        case DrawBegun():
            return "D"
        case BallDrawn(_, ball_position, ball):
            is_possible = ball_position in range(1, BALLS_DRAWN + 1) and ball in NUMBERS
            return "B" if is_possible else IMPOSSIBLE_BALL
        case DrawEnded(_, balls):
            is_possible = len(set(balls)) == len(balls) and NUMBERS.issuperset(balls)
            return "E" if is_possible else IMPOSSIBLE_END
        case BlowerFault(code):
            return f"F {code:02}"


def _row(name: str, outcome: Outcome, result: str) -> MessageRow:
    return MessageRow(name, outcome, result, Basis.UNCONFIRMED, PROTOCOL)


ROWS: Final = (
    _row("R", Outcome.COUNTED, "at rest; a draw that was begun is unknown"),
    _row("D", Outcome.COUNTED, "a draw has begun"),
    _row("B", Outcome.COUNTED, "the end line must agree with it"),
    _row(IMPOSSIBLE_BALL, Outcome.FAULT, "spin_unknown"),
    _row("E", Outcome.EVENT, "ResultSeen"),
    _row(IMPOSSIBLE_END, Outcome.FAULT, "spin_unknown"),
    *(
        _row(f"F {code:02}", Outcome.FAULT, fault_code(code))
        for code in (MISSING_BALL, *OWN_FAULTS, *BLOCKING_STATES)
    ),
)
