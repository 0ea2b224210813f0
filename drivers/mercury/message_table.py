"""The table of a Mercury's protocols: every status, with each sum of its flags, and every word."""

from itertools import product
from typing import Final

from drivers.mercury.messages import (
    BareNumber,
    KnownMessage,
    MercuryFlags,
    MercuryState,
    MercuryStatus,
    NoMoreBets,
    Started,
)
from drivers.message_log import Basis, MessageRow, Outcome

GUIDE: Final = "Cammegh, Mercury 360 Integration Guide 1051-INT-02-L"
BARE_NUMBER: Final = "bare number"
OWN_FLAGS: Final = "Extended flags set"

_NAMED_SUMS: Final = frozenset({0x0, 0x1, 0x2, 0x4, 0x8, 0xA, 0xC})
"""The guide names these; the other sums follow from the flags being bits."""
_IN_PLAY: Final = frozenset({MercuryState.ROLLING, MercuryState.FALLING, MercuryState.RESULT})
_STATE_OUTCOMES: Final = {
    MercuryState.BEFORE: (Outcome.COUNTED, "no ball is in play"),
    MercuryState.PLACE_BETS: (Outcome.COUNTED, "no ball is in play"),
    MercuryState.ROLLING: (Outcome.COUNTED, "the ball rolls, bets are open"),
    MercuryState.FALLING: (Outcome.EVENT, "NoMoreBetsSeen"),
    MercuryState.RESULT: (Outcome.EVENT, "ResultSeen"),
    MercuryState.CLOSED: (Outcome.FAULT, "wheel_resting"),
    MercuryState.LOCKED: (Outcome.FAULT, "wheel_locked"),
}


def status_name(state: MercuryState, flags: MercuryFlags) -> str:
    """Return the name of a status."""
    return f"state {state.value} flags {flags.value:X}"


def row_name(message: KnownMessage) -> str:
    """Return the name of a message's row."""
    match message:
        case MercuryStatus():
            return status_name(message.state, message.flags)
        case BareNumber():
            return BARE_NUMBER
        case Started():
            return "*S"
        case NoMoreBets():
            return "*N"
    return "*W"


def _status_row(state: MercuryState, flags: MercuryFlags) -> MessageRow:
    outcome, result = _STATE_OUTCOMES[state]
    if flags & MercuryFlags.RIM_SENSOR:
        outcome, result = Outcome.FAULT, "wheel_fault"
    elif flags & (MercuryFlags.SAME_DIRECTION | MercuryFlags.VOID) and state in _IN_PLAY:
        outcome, result = Outcome.EVENT, "NoResultSeen"
    basis = Basis.STATED if flags.value in _NAMED_SUMS else Basis.UNCONFIRMED
    return MessageRow(status_name(state, flags), outcome, result, basis, f"{GUIDE}, Advanced")


ROWS: Final = (
    *(_status_row(state, MercuryFlags(bits)) for state, bits in product(MercuryState, range(16))),
    MessageRow(
        BARE_NUMBER,
        Outcome.COUNTED,
        "it must agree with the status of state 5",
        Basis.STATED,
        f"{GUIDE}, Advanced",
    ),
    MessageRow(
        OWN_FLAGS,
        Outcome.COUNTED,
        "their meaning is not published",
        Basis.UNCONFIRMED,
        f"{GUIDE}, Extended",
    ),
    MessageRow("*S", Outcome.COUNTED, "no ball is in play", Basis.STATED, f"{GUIDE}, Basic"),
    MessageRow("*N", Outcome.EVENT, "NoMoreBetsSeen", Basis.STATED, f"{GUIDE}, Basic"),
    MessageRow("*W", Outcome.EVENT, "ResultSeen", Basis.STATED, f"{GUIDE}, Basic"),
)
