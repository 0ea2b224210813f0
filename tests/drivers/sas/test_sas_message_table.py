"""The table of what a machine can say: each message has its row, and every other one is unknown."""

from collections import Counter

from drivers.message_log import MessageLog, Outcome
from drivers.sas import polls
from drivers.sas.crc_bcd import with_crc
from drivers.sas.exceptions import EXCEPTIONS
from drivers.sas.exchange import PollEnding, PollOutcome
from drivers.sas.message_table import (
    CHIRP,
    LONG_POLLS,
    ROM_SIGNATURE,
    ROWS,
    is_unknown,
    outcome_row_name,
)
from drivers.sas.polls import Poll
from hal.errors import BadReply
from tests.kits.offenders import each

GENERAL = polls.general_poll(1)
ROW_NAMES = {row.name for row in ROWS}
ANSWERS = (PollEnding.ANSWERED, PollEnding.REFUSED, PollEnding.BUSY)
LONG_POLL_COMMANDS = {
    value
    for name, value in vars(polls).items()
    if name.isupper()
    and isinstance(value, int)
    and not name.startswith(("MAX_", "ALL_", "GAME_NUMBER"))
} - {
    polls.GENERAL_POLL_BIT,
    polls.AMOUNT_SIZE,
    polls.READ_LOCK,
    polls.CANCEL_LOCK,
    polls.JACKPOT_AMOUNT,
}


def single(code: int) -> PollOutcome:
    return PollOutcome(PollEnding.ANSWERED, 1, bytes([code]))


def event(code: int) -> PollOutcome:
    return PollOutcome(PollEnding.EVENT, 1, with_crc(bytes([1, 0xFF, code])))


def test_each_row_is_said_by_some_message() -> None:
    messages = [(GENERAL, single(code)) for code in range(256)]
    messages += [(GENERAL, event(code)) for code in range(256)]
    messages += [
        (Poll(1, long_poll.command, b""), PollOutcome(ending, 1))
        for long_poll in LONG_POLLS
        for ending in ANSWERS
    ]
    messages += [(GENERAL, PollOutcome(PollEnding.ROM_SIGNATURE, 1))]
    found = [outcome_row_name(*message) for message in messages]
    assert {*found, CHIRP} - {None} == ROW_NAMES
    assert len(ROW_NAMES) == len(ROWS)


@each("code", range(256))
def test_undefined_exception_is_unknown_in_each_form(code: int) -> None:
    for outcome in (single(code), event(code)):
        assert (outcome_row_name(GENERAL, outcome) is None) is (code not in EXCEPTIONS)
        assert is_unknown(outcome), "if it has no row"


def test_every_poll_of_the_host_is_in_the_table() -> None:
    assert {long_poll.command for long_poll in LONG_POLLS} == LONG_POLL_COMMANDS


def test_sound_foreign_answer_is_unknown_and_noise_is_not() -> None:
    foreign, noise = with_crc(b"\x01\x2f\x02\x00\x00"), b"\x01\x19\x00\x00\x00"
    for octets, unknown in ((foreign, True), (noise, False), (b"", False)):
        outcome = PollOutcome(PollEnding.DOUBTFUL, 1, octets, BadReply("doubtful"))
        assert outcome_row_name(GENERAL, outcome) is None
        assert is_unknown(outcome) is unknown


def test_each_row_names_its_source_and_decision() -> None:
    assert all(row.source and row.result for row in ROWS)
    assert {row.outcome for row in ROWS} == {*Outcome}
    log = MessageLog(ROWS, Counter())
    assert log.note(ROM_SIGNATURE).outcome is Outcome.COUNTED
