"""Every message that a machine can send, by SAS 6.02, with the decision about each.

An exception answers a general poll as one octet, or any poll as a real-time event. A long poll is
answered, acknowledged, refused or put off. All other sound frames are unknown.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from drivers.message_log import Basis, MessageRow, Outcome
from drivers.sas import polls
from drivers.sas.crc_bcd import has_valid_crc
from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.exception_table import EXCEPTION_ROWS, ExceptionRow
from drivers.sas.exceptions import EXCEPTIONS
from drivers.sas.exchange import PollEnding, PollOutcome
from drivers.sas.polls import Poll
from drivers.sas.real_time import EVENT_CODE_AT

APPENDIX: Final = "SAS 6.02, appendix A"
REAL_TIME: Final = "SAS 6.02, 12.5"
RECORDED_IDLE: Final = "traces 01FF001CA5 and 01FF1F6A4D of public hosts"
CHIRP: Final = "chirp"
ROM_SIGNATURE: Final = "ROM signature"


class LongPoll(NamedTuple):
    """A long poll of the host."""

    command: int
    title: str
    section: str
    result: str
    """The entry that its answer becomes, or why it is counted only."""
    outcome: Outcome = Outcome.EVENT
    basis: Basis = Basis.STATED


LONG_POLLS: Final = (
    LongPoll(polls.SHUT_DOWN, "shutdown", "7.4.1", "ShutDownChanged"),
    LongPoll(polls.START_UP, "startup", "7.4.1", "ShutDownChanged"),
    LongPoll(polls.SOUND_ON, "sound on", "7.4", "put back", Outcome.COUNTED),
    LongPoll(polls.BILLS_ON, "enable bill acceptor", "7.4", "put back", Outcome.COUNTED),
    LongPoll(polls.LEAVE_MAINTENANCE, "exit maintenance", "7.4.2", "put back", Outcome.COUNTED),
    LongPoll(polls.REAL_TIME_EVENTS, "real-time events off", "12.1", "put back", Outcome.COUNTED),
    LongPoll(polls.BASIC_METERS, "meters 11 to 15", "7.2", "MetersRead"),
    LongPoll(polls.HAND_PAY, "handpay information", "7.8", "HandPayReported"),
    LongPoll(polls.MACHINE_IDENTITY, "machine ID", "7.10", "IdentityReported"),
    LongPoll(polls.GAME_COUNT, "number of games", "7.6.3", "polls their games", Outcome.COUNTED),
    LongPoll(polls.GAME_IDENTITY, "game N configuration", "7.6.5", "IdentityReported"),
    LongPoll(polls.SAS_VERSION, "SAS version and serial number", "7.15", "VersionReported"),
    LongPoll(polls.ENABLED_GAMES, "enabled games", "7.6.7", "SettingReported"),
    LongPoll(polls.EXTENDED_METERS, "extended meters", "7.21", "MetersRead"),
    LongPoll(polls.TRANSFER_LOCK, "AFT lock and status", "8.2", "SettingReported"),
    LongPoll(polls.VALIDATION_STATUS, "extended validation status", "15.2", "SettingReported"),
    LongPoll(polls.JACKPOT_WON, "progressive win", "10.4", "JackpotWinReported"),
    LongPoll(polls.HOST_JACKPOT_WON, "SAS progressive win", "10.4.2", "JackpotWinReported"),
    LongPoll(polls.FEATURES, "enabled features", "7.14", "decides what is polled", Outcome.COUNTED),
    LongPoll(
        polls.HAND_PAY_RESET_METHOD, "handpay reset method", "14.2", "put back", Outcome.COUNTED
    ),
    LongPoll(polls.AUTO_REBET, "auto rebet off", "7.20", "put back", Outcome.COUNTED),
)
_TITLES: Final = {long_poll.command: long_poll.title for long_poll in LONG_POLLS}
_ALARMS: Final = frozenset(
    {
        ExceptionMeaning.DOOR_OPENED,
        ExceptionMeaning.POWER_OFF,
        ExceptionMeaning.TILT,
        ExceptionMeaning.MEMORY_ERROR,
        ExceptionMeaning.HAND_PAY_PENDING,
        ExceptionMeaning.JACKPOT_TIMEOUT,
        ExceptionMeaning.QUEUE_OVERFLOW,
        ExceptionMeaning.METERS_RESET,
        ExceptionMeaning.OPENED_WITHOUT_POWER,
        ExceptionMeaning.ATTENTION,
        ExceptionMeaning.COMPONENTS_CHANGED,
    }
)
_REASONS: Final = {
    ExceptionMeaning.NO_ACTIVITY: "nothing has happened",
    ExceptionMeaning.PLAY: "a detail of a play: the meters are read",
}


def exception_row_name(exception_code: int) -> str:
    """Return the name of the row of an exception of the standard."""
    return f"exception {exception_code:02X} {EXCEPTIONS[exception_code].name}"


def event_row_name(exception_code: int) -> str:
    """Return the name of the row of an exception in the form of a real-time event."""
    return f"real-time {exception_code:02X} {EXCEPTIONS[exception_code].name}"


def poll_row_name(command: int, ending: PollEnding) -> str:
    """Return the name of the row of an answer to a long poll."""
    return f"long poll {command:02X} {_TITLES[command]} {ending}"


def outcome_row_name(poll: Poll, outcome: PollOutcome) -> str | None:
    """Return the row of an answer; None if it has none. Silence has no row."""
    match outcome.ending:
        case PollEnding.ROM_SIGNATURE:
            return ROM_SIGNATURE
        case PollEnding.EVENT:
            code = outcome.response[EVENT_CODE_AT]
            return event_row_name(code) if code in EXCEPTIONS else None
        case PollEnding.ANSWERED if poll.command is None:
            code = outcome.response[0]
            return exception_row_name(code) if code in EXCEPTIONS else None
        case PollEnding.ANSWERED | PollEnding.REFUSED | PollEnding.BUSY if poll.command is not None:
            return poll_row_name(poll.command, outcome.ending)
    return None


def is_unknown(outcome: PollOutcome) -> bool:
    """Return whether an outcome without a row is a message that nothing defines: noise is none."""
    if outcome.ending is PollEnding.DOUBTFUL:
        return len(outcome.response) > EVENT_CODE_AT and has_valid_crc(outcome.response)
    return outcome.ending in (PollEnding.ANSWERED, PollEnding.EVENT)


def _exception_rows() -> Iterator[MessageRow]:
    for row in EXCEPTION_ROWS:
        outcome, result = _decision(row)
        name = exception_row_name(row.code)
        yield MessageRow(name, outcome, result, Basis.STATED, APPENDIX)
        is_idle = row.meaning is ExceptionMeaning.NO_ACTIVITY
        yield MessageRow(
            event_row_name(row.code),
            outcome,
            result,
            Basis.RECORDED if is_idle else Basis.STATED,
            RECORDED_IDLE if is_idle else REAL_TIME,
        )


def _decision(row: ExceptionRow) -> tuple[Outcome, str]:
    if row.meaning in _REASONS:
        return Outcome.COUNTED, _REASONS[row.meaning]
    if row.meaning in _ALARMS:
        return Outcome.FAULT, row.meaning.value
    return Outcome.EVENT, "ExceptionReported"


def _poll_rows() -> Iterator[MessageRow]:
    for poll in LONG_POLLS:
        source = f"SAS 6.02, {poll.section}"
        for ending, outcome, result in (
            (PollEnding.ANSWERED, poll.outcome, poll.result),
            (PollEnding.REFUSED, Outcome.COUNTED, "the machine does not do that now"),
            (PollEnding.BUSY, Outcome.COUNTED, "polled again later"),
        ):
            yield MessageRow(
                poll_row_name(poll.command, ending), outcome, result, poll.basis, source
            )


ROWS: Final = (
    *_exception_rows(),
    *_poll_rows(),
    MessageRow(CHIRP, Outcome.EVENT, "LinkChanged", Basis.STATED, "SAS 6.02, 4.2"),
    MessageRow(
        ROM_SIGNATURE,
        Outcome.COUNTED,
        "another host has asked for it",
        Basis.STATED,
        "SAS 6.02, 6.2 and 12.7",
    ),
)
