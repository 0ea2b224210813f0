"""Responses of machines as journal entries."""

from collections.abc import Iterator
from typing import Final

from drivers.sas import exceptions, polls, responses
from drivers.sas.polls import Poll
from firmware.slots.entries import (
    ExceptionReported,
    IdentityReported,
    JackpotWinReported,
    MachineEntry,
    MetersRead,
    ShutDownChanged,
)
from firmware.slots.terms import WHOLE_MACHINE
from hal.errors import BadReply

METER_POLLS: Final = (polls.BASIC_METERS, polls.EXTENDED_METERS)


def response_entries(
    poll: Poll, response: bytes, time_ms: int, elapsed_ms: int
) -> Iterator[MachineEntry]:
    """Yield the entries of a checked response; `elapsed_ms` is since the reading before. Raises
    BadReply.
    """
    address = poll.address
    match poll.command:
        case None if response[0] != exceptions.NO_EXCEPTION:
            meaning = exceptions.exception_meaning(response[0])
            yield ExceptionReported(address, time_ms, response[0], meaning)
        case polls.BASIC_METERS | polls.EXTENDED_METERS:
            game_number = polled_game(poll)
            _check_meter_game(response, game_number)
            yield MetersRead(
                address, time_ms, game_number, responses.decode_meters(response), elapsed_ms
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
