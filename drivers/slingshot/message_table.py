"""The table of a SlingShot 2's protocol: each status, answer and bare line, and its outcome.

Sources: Cammegh, SS2 Developers Information V2.07 and V2.10 (states, warning flags and their sums,
modes, commands, error codes of the self-test); recordings of a wheel with firmware V2.50 in the
public repository ikigai-kevin-k/studio-sdp-mirror (62,900 status lines; `tests/roulette_params.log`
for the answers to `*T`, `*S` and `*V`). The papers were read by others: no section is cited.
"""

from itertools import product
from typing import Final

from drivers.message_log import Basis, MessageRow, Outcome
from drivers.slingshot.commands import BUSY_ANSWER, OK_ANSWER
from drivers.slingshot.lines import SlingshotState, WheelAnswer, WheelWarnings
from drivers.slingshot.settings import read_mode, read_pockets
from drivers.slingshot.spins import PLAY_STATES
from drivers.slingshot.wheel_faults import status_faults

GUIDE: Final = "SS2 Developers Information V2.07 and V2.10"
RECORDING: Final = "recording of firmware V2.50 (studio-sdp-mirror)"

LAUNCH_WARNED: Final = (SlingshotState.PLACE_BETS, WheelWarnings.LAUNCH_FAILED)
"""The one status with a warning of which it is known in which state it was recorded."""
SELF_TEST_CODES: Final = (*range(9), 11, 12, 13, 21, 22, 23, 100)
BONUS_TYPES: Final = range(1, 7)

_FOLLOWS_SPIN: Final = {
    SlingshotState.BEFORE_GAME: "no game yet",
    SlingshotState.PLACE_BETS: "the ball is not thrown yet",
    SlingshotState.BALL_IN_RIM: "bets are open until state 4",
}
"""Why a status without a warning changes nothing."""


def status_row_name(state: SlingshotState, warnings: WheelWarnings) -> str:
    return f"state {state:d} warnings {int(warnings):X}"


def number_row_name(state: SlingshotState | None) -> str:
    """Return the row of a bare number that comes in this state."""
    is_due = state in (SlingshotState.NO_MORE_BETS, SlingshotState.WINNING_NUMBER)
    return "number in states 4 and 5" if is_due else "number in another state"


def answer_row_name(answer: WheelAnswer, *, is_expected: bool) -> str | None:
    """Return the row of an answer; None if the guides don't define it.

    `is_expected` is whether a mode or a number of pockets is the table's.
    """
    letter, text = answer
    if text == BUSY_ANSWER and letter in "OoFTPuR":
        return f"{letter} BUSY"
    match letter:
        case "O":
            return f"O {_whose(is_expected=is_expected)} mode" if read_mode(text) else None
        case "T":
            return (
                f"T {_whose(is_expected=is_expected)} pockets"
                if read_pockets(text)
                else "T setting"
            )
        case "o" | "V" | "S" | "A" | "v" | "K" | "q":
            return f"{letter} text" if text else None
        case "P" | "u" | "R":
            return f"{letter} {OK_ANSWER}" if text == OK_ANSWER else f"{letter} refused"
        case "F" if text in map(str, SELF_TEST_CODES):
            return f"F {text}"
        case "Y" if text[1:2].isdigit() and int(text[1]) in BONUS_TYPES and text[:1] == ";":
            return f"Y {text[1]}"
    return None


def _whose(*, is_expected: bool) -> str:
    return "the table's" if is_expected else "other"


def _status_row(state: SlingshotState, warnings: WheelWarnings) -> MessageRow:
    name = status_row_name(state, warnings)
    is_recorded = not warnings or (state, warnings) == LAUNCH_WARNED
    basis, source = (Basis.RECORDED, RECORDING) if is_recorded else (Basis.STATED, GUIDE)
    return MessageRow(name, *_status_outcome(state, warnings), basis, f"{source}, status line")


def _status_outcome(state: SlingshotState, warnings: WheelWarnings) -> tuple[Outcome, str]:
    """Return what a status does that lasts; a spin's end comes before its faults."""
    if state in PLAY_STATES and warnings & WheelWarnings.SAME_DIRECTION:
        return Outcome.EVENT, "NoResultSeen"
    faults = status_faults(state, warnings)
    if faults:
        return Outcome.FAULT, faults[0]
    if state is SlingshotState.BALL_IN_RIM and warnings & WheelWarnings.LAUNCH_FAILED:
        return Outcome.EVENT, "NoResultSeen"
    if state is SlingshotState.NO_MORE_BETS:
        return Outcome.EVENT, "NoMoreBetsSeen"
    if state is SlingshotState.WINNING_NUMBER:
        return Outcome.EVENT, "ResultSeen"
    return Outcome.COUNTED, _FOLLOWS_SPIN[state]


def _counted(name: str, reason: str, source: str = GUIDE) -> MessageRow:
    basis = Basis.RECORDED if source == RECORDING else Basis.STATED
    return MessageRow(name, Outcome.COUNTED, reason, basis, source)


ROWS: Final[tuple[MessageRow, ...]] = (
    *(_status_row(*at) for at in product(SlingshotState, map(WheelWarnings, range(16)))),
    _counted("number in states 4 and 5", "confirms the winner in state 5", RECORDING),
    _counted("number in another state", "belongs to no spin"),
    # answers to the driver's own commands
    _counted("V text", "names the unit", RECORDING),
    _counted("O the table's mode", "as it should be"),
    MessageRow("O other mode", Outcome.FAULT, "wheel_mode", Basis.STATED, GUIDE),
    _counted("O BUSY", "asked again after 5 s"),
    _counted("T the table's pockets", "as it should be", RECORDING),
    MessageRow("T other pockets", Outcome.FAULT, "wheel_pockets", Basis.STATED, GUIDE),
    _counted("T setting", "no such setting is asked", RECORDING),
    _counted("T BUSY", "asked again after 5 s"),
    _counted("o text", "the mode is read back"),
    _counted("o BUSY", "set again after 5 s, while closed", RECORDING),
    _counted("P OK", "the state shows it", RECORDING),
    MessageRow("P refused", Outcome.EVENT, "WheelRefused", Basis.RECORDED, RECORDING),
    _counted("P BUSY", "sent again after 5 s"),
    _counted("u OK", "the state shows it", RECORDING),
    _counted("u refused", "the start has failed"),
    _counted("u BUSY", "the start has failed"),
    _counted("R OK", "the wheel goes to state 1, and spins again from 2"),
    _counted("R refused", "the spin has no result all the same"),
    _counted("R BUSY", "the spin has no result all the same"),
    # answers to another host, and what is sent unasked in other modes
    _counted("S text", "the driver asks `*V`", RECORDING),
    _counted("A text", "the driver never asks it"),
    _counted("v text", "the driver never asks it"),
    _counted("K text", "the driver never asks it"),
    _counted("q text", "the driver never asks it"),
    _counted("F BUSY", "the driver starts no self-test"),
    *(_counted(f"F {code}", "the warnings say it") for code in SELF_TEST_CODES),
    *(_counted(f"Y {kind}", "no bonus is played") for kind in BONUS_TYPES),
)
