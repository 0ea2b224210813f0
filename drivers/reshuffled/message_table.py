"""The table of a ReShuffled's replies: each to each word that it can answer, and those to none."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from drivers.message_log import Basis, MessageRow, Outcome
from drivers.reshuffled.messages import (
    BOARD_TEXTS,
    ERROR_CODES,
    BoardText,
    CardCount,
    CommandRefused,
    OkReply,
    ShufflerCommand,
    ShufflerReply,
    ShufflerState,
    ShufflerStatus,
)

PROTOCOL: Final = "ReShuffled, README: Protokoll, Requests"
BOARD_PROGRAM: Final = "ReShuffled, ReShuffled_MainBoard/src/app.c"
OUR_WORDS: Final = "our own words: docs/en/parts/reshuffled.md"
STRAY: Final = "stray"

_ORDERS: Final = (ShufflerCommand.MAKE_READY, ShufflerCommand.SHUFFLE)
_REPORTED_STATES: Final = tuple(state for state in ShufflerState if state.value)


def row_name(command: ShufflerCommand | None, reply: ShufflerReply) -> str:
    """Return the row of a reply to `command`; None if it answers none."""
    if isinstance(reply, BoardText):
        return reply.text
    word = command.value.decode() if command else STRAY
    return f"{word} → {_reply_name(reply)}"


def _reply_name(reply: ShufflerReply) -> str:
    match reply:
        case CommandRefused(code):
            return code
        case ShufflerStatus(state):
            return f"S{state.value}"
        case CardCount():
            return "C"
    return "OK"


def _row(
    command: ShufflerCommand | None, reply: ShufflerReply, outcome: Outcome, result: str
) -> MessageRow:
    is_published = command in _ORDERS and isinstance(reply, OkReply | CommandRefused)
    basis = Basis.STATED if is_published else Basis.UNCONFIRMED
    source = PROTOCOL if is_published else OUR_WORDS
    return MessageRow(row_name(command, reply), outcome, result, basis, source)


def _refused_rows() -> Iterator[MessageRow]:
    for command, code in product(ShufflerCommand, ERROR_CODES):
        yield _row(command, CommandRefused(code), Outcome.FAULT, "shuffler_fault")


def _taken_rows() -> Iterator[MessageRow]:
    reasons = {
        ShufflerCommand.MAKE_READY: "it may be given orders",
        ShufflerCommand.SHUFFLE: "the end of a shuffle is awaited",
        ShufflerCommand.ACKNOWLEDGE_END: "the end is noted by the unit",
        ShufflerCommand.STATE: "as published, it reports no state",
    }
    for command, reason in reasons.items():
        yield _row(command, OkReply(), Outcome.COUNTED, reason)
    yield _row(ShufflerCommand.COUNT, CardCount(0, 0), Outcome.EVENT, "ShuffleEnded")


def _state_rows() -> Iterator[MessageRow]:
    faults = {
        ShufflerState.DOOR_OPEN: "shuffler_door",
        ShufflerState.JAMMED: "shuffler_fault",
    }
    reasons = {
        ShufflerState.READY: "it is at rest",
        ShufflerState.SHUFFLING: "its end is awaited",
        ShufflerState.DONE: "its count is asked for",
    }
    for state in _REPORTED_STATES:
        outcome = Outcome.FAULT if state in faults else Outcome.COUNTED
        result = faults.get(state) or reasons[state]
        yield _row(ShufflerCommand.STATE, ShufflerStatus(state), outcome, result)


def _stray_rows() -> Iterator[MessageRow]:
    replies: tuple[ShufflerReply, ...] = (
        OkReply(),
        CardCount(0, 0),
        *map(CommandRefused, ERROR_CODES),
        *map(ShufflerStatus, _REPORTED_STATES),
    )
    for reply in replies:
        yield _row(None, reply, Outcome.COUNTED, "it answers no word in flight")


def _board_rows() -> Iterator[MessageRow]:
    for text, reason in BOARD_TEXTS.items():
        yield MessageRow(text, Outcome.COUNTED, reason, Basis.STATED, BOARD_PROGRAM)


ROWS: Final = (
    *_refused_rows(),
    *_taken_rows(),
    *_state_rows(),
    *_stray_rows(),
    *_board_rows(),
)
