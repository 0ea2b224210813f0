"""The table of a wheel of fortune's edges and rests: our own wiring, and no protocol."""

from itertools import product
from typing import Final

from drivers.message_log import Basis, MessageRow, Outcome

WIRING: Final = "docs/en/parts/fortune-wheel.md, What counts as a result"
PEG: Final = "peg"
PEG_TOO_SOON: Final = "peg too soon"
PEG_TOO_LATE: Final = "peg too late"
SURPLUS_PEG: Final = "peg beyond the last part"
WHOLE_TURN: Final = "whole turn"
WRONG_TURN: Final = "turn of too few or too many pegs"
PEGS_STUCK: Final = "turns without a peg"
INDEX_STUCK: Final = "turns without an index"
REST_IN_PART: Final = "rest in a part"
REST_ON_PEG: Final = "rest on a peg"
REST_IN_DOUBT: Final = "rest in doubt"
REST_AFTER_MOVE: Final = "rest after less than a turn"

_PLACES: Final = {False: "free", True: "at a peg", None: "with a peg's edge"}
"""Whether the peg's sensor is covered; None if both edges came within one poll."""


def index_name(began: bool | None, ended: bool | None) -> str:  # noqa: FBT001
    """Return the name of an index signal by the peg's sensor at its beginning and its end."""
    return f"index begins {_PLACES[began]}, ends {_PLACES[ended]}"


def _index_row(began: bool | None, ended: bool | None) -> MessageRow:  # noqa: FBT001
    outcome, result = Outcome.COUNTED, "its direction is not known"
    if (began, ended) == (False, True):
        outcome, result = Outcome.COUNTED, "forwards: the parts are counted from here"
    elif (began, ended) == (True, False):
        outcome, result = Outcome.EVENT, "NoResultSeen"
    return _row(index_name(began, ended), outcome, result)


def _row(name: str, outcome: Outcome, result: str) -> MessageRow:
    return MessageRow(name, outcome, result, Basis.UNCONFIRMED, WIRING)


ROWS: Final = (
    _row(PEG, Outcome.COUNTED, "the next part"),
    _row(PEG_TOO_SOON, Outcome.COUNTED, "a push: the last turn is in doubt"),
    _row(PEG_TOO_LATE, Outcome.COUNTED, "a peg was missed: the last turn is in doubt"),
    _row(SURPLUS_PEG, Outcome.FAULT, "spin_unknown"),
    *(_index_row(began, ended) for began, ended in product(_PLACES, _PLACES)),
    _row(WHOLE_TURN, Outcome.COUNTED, "as many pegs as parts"),
    _row(WRONG_TURN, Outcome.FAULT, "spin_unknown"),
    _row(PEGS_STUCK, Outcome.FAULT, "sensor_stuck"),
    _row(INDEX_STUCK, Outcome.FAULT, "sensor_stuck"),
    _row(REST_IN_PART, Outcome.EVENT, "ResultSeen"),
    _row(REST_ON_PEG, Outcome.EVENT, "NoResultSeen"),
    _row(REST_IN_DOUBT, Outcome.FAULT, "spin_unknown"),
    _row(REST_AFTER_MOVE, Outcome.COUNTED, "no spin"),
)
