"""Responses of machines as journal entries."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from drivers.sas import exceptions, machine_settings, polls, responses
from drivers.sas.exception_meaning import ExceptionMeaning
from drivers.sas.hand_pay import decode_hand_pay
from drivers.sas.polls import Poll
from drivers.sas.real_time import EVENT_CODE_AT
from firmware.slots.entries import (
    ExceptionReported,
    HandPayReported,
    IdentityReported,
    JackpotWinReported,
    MachineEntry,
    MetersRead,
    SettingReported,
    ShutDownChanged,
    VersionReported,
)
from firmware.slots.machine_state import MachineSetting
from firmware.slots.terms import WHOLE_MACHINE
from hal.errors import BadReply

METER_POLLS: Final = (polls.BASIC_METERS, polls.EXTENDED_METERS)
COUNTED_ONLY: Final = frozenset({ExceptionMeaning.NO_ACTIVITY, ExceptionMeaning.PLAY})
"""Exceptions that come many times in a play, or all the time: they are no entries."""


class AnswerContext(NamedTuple):
    """The values of an entry that are not in the machine's answer."""

    time_ms: int
    elapsed_ms: int
    """Since the reading of these meters before."""
    credit_cents: int
    registered_games: frozenset[int]
    is_resumed: bool
    """Whether the hand pay may have been polled by an earlier run."""


def event_entries(address: int, event: bytes, time_ms: int) -> Iterator[MachineEntry]:
    """Yield the entries of a real-time event."""
    yield SettingReported(address, time_ms, "real_time", is_on=True)
    yield from exception_entries(address, event[EVENT_CODE_AT], time_ms)


def exception_entries(address: int, code: int, time_ms: int) -> Iterator[MachineEntry]:
    """Yield the entry of an exception, if it is one."""
    meaning = exceptions.exception_meaning(code)
    if meaning not in COUNTED_ONLY:
        yield ExceptionReported(address, time_ms, code, meaning)


def response_entries(poll: Poll, response: bytes, context: AnswerContext) -> Iterator[MachineEntry]:
    """Yield the entries of a checked response. Raises BadReply."""
    address, time_ms = poll.address, context.time_ms
    match poll.command:
        case None:
            # a machine that sends events has no answer of one octet
            yield SettingReported(address, time_ms, "real_time", is_on=False)
            yield from exception_entries(address, response[0], time_ms)
        case polls.BASIC_METERS | polls.EXTENDED_METERS:
            game_number = polled_game(poll)
            _check_meter_game(response, game_number)
            yield MetersRead(
                address, time_ms, game_number, responses.decode_meters(response), context.elapsed_ms
            )
        case polls.MACHINE_IDENTITY | polls.GAME_IDENTITY:
            yield IdentityReported(
                address, time_ms, polled_game(poll), responses.decode_identity(response)
            )
        case polls.JACKPOT_WON | polls.HOST_JACKPOT_WON:
            # group 0 means that there is no win
            jackpot_win = responses.decode_jackpot_win(response)
            yield JackpotWinReported(
                address, time_ms, poll.command, jackpot_win.amount_cents if jackpot_win.group else 0
            )
        case polls.SHUT_DOWN | polls.START_UP:
            yield ShutDownChanged(address, time_ms, poll.command == polls.SHUT_DOWN)
        case polls.HAND_PAY:
            yield HandPayReported(
                address,
                time_ms,
                decode_hand_pay(response),
                context.credit_cents,
                context.is_resumed,
            )
        case polls.SAS_VERSION:
            yield VersionReported(address, time_ms, *responses.decode_version(response))
        case _:
            yield from _setting_entries(poll, response, context)


def _setting_entries(
    poll: Poll, response: bytes, context: AnswerContext
) -> Iterator[SettingReported]:
    found: dict[MachineSetting, bool] = {}
    match poll.command:
        case polls.TRANSFER_LOCK:
            lock = machine_settings.decode_transfer_lock(response)
            found = {
                "transfer_lock": lock.is_locked,
                "registered": lock.is_registered,
                "host_cashout": lock.cashes_out_to_host,
            }
        case polls.VALIDATION_STATUS:
            found = {"tickets": machine_settings.decode_tickets(response)}
        case polls.ENABLED_GAMES:
            enabled = {*machine_settings.decode_enabled_games(response)}
            found = {"games_off": not context.registered_games <= enabled}
    for setting, is_on in found.items():
        yield SettingReported(poll.address, context.time_ms, setting, is_on)


def polled_game(poll: Poll) -> int:
    """Return the game number of a poll; WHOLE_MACHINE if it names none."""
    match poll.command:
        case polls.EXTENDED_METERS:
            return responses.decode_meter_game(poll.octets)
        case polls.GAME_IDENTITY:
            return int(poll.octets[2:4].hex())
    return WHOLE_MACHINE


def _check_meter_game(response: bytes, game_number: int) -> None:
    if (
        response[1] == polls.EXTENDED_METERS
        and responses.decode_meter_game(response) != game_number
    ):
        raise BadReply(f"the meters of another game than {game_number}: {response.hex()}")
