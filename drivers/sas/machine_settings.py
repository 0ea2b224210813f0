"""Settings that a former host may have left on, as a machine reports them.

- `A0` has 12 octets in all: game (2), features 1 to 4, two reserved. Bit 4 of the first is
  validation; bits 3 and 6 of the second are the extended meters and funds transfers (7.14, A).
- `74` has a length of 35: asset number (4), lock (00 locked, 40 pending, FF none), transfers,
  cashout to the host (bit 1: on), status (bit 3: registered), the rest amounts (8.2, A).
- `7B` has a length of 10: asset number (4), status bits (2, low first), expirations. Bits 0 to 5
  are the tickets and hand pays that are validated with a host (15.2, A).
- `56` has a length, a number of games, and their numbers (2 each) (7.6.7, A).
"""

from typing import Final, NamedTuple

from drivers.sas.crc_bcd import CRC_SIZE, decode_bcd
from drivers.sas.polls import GAME_NUMBER_SIZE
from hal.errors import BadReply

NOT_LOCKED: Final = 0xFF
_VALIDATION: Final = 1 << 4
_FUNDS_TRANSFERS: Final = 1 << 6
_CASHOUT_TO_HOST: Final = 1 << 1
_REGISTERED: Final = 1 << 3
_TICKET_BITS: Final = 0x3F
_LENGTH_AT: Final = 2
_LEAST_LOCK_LENGTH: Final = 8
_LEAST_VALIDATION_LENGTH: Final = 6


class MachineFeatures(NamedTuple):
    """The functions of a machine that this host reads."""

    validates_tickets: bool
    transfers_funds: bool


class TransferLock(NamedTuple):
    """The state of funds transfers."""

    is_locked: bool
    is_registered: bool
    cashes_out_to_host: bool


def decode_features(response: bytes) -> MachineFeatures:
    """Return the features in a checked response to `A0`."""
    return MachineFeatures(bool(response[4] & _VALIDATION), bool(response[5] & _FUNDS_TRANSFERS))


def decode_transfer_lock(response: bytes) -> TransferLock:
    """Return the state in a checked response to `74`. Raises BadReply."""
    _check_length(response, _LEAST_LOCK_LENGTH)
    return TransferLock(
        response[7] != NOT_LOCKED,
        bool(response[10] & _REGISTERED),
        bool(response[9] & _CASHOUT_TO_HOST),
    )


def decode_tickets(response: bytes) -> bool:
    """Return whether a checked response to `7B` has tickets or hand pays validated. Raises
    BadReply.
    """
    _check_length(response, _LEAST_VALIDATION_LENGTH)
    return bool(response[7] & _TICKET_BITS)


def decode_enabled_games(response: bytes) -> tuple[int, ...]:
    """Return the games in a checked response to `56`. Raises BadReply."""
    _check_length(response, 1)
    numbers = response[4:-CRC_SIZE]
    if len(numbers) != GAME_NUMBER_SIZE * response[3]:
        raise BadReply(f"another number of games: {response.hex()}")
    return tuple(
        decode_bcd(numbers[offset : offset + GAME_NUMBER_SIZE])
        for offset in range(0, len(numbers), GAME_NUMBER_SIZE)
    )


def _check_length(response: bytes, least: int) -> None:
    if response[_LENGTH_AT] < least:
        raise BadReply(f"too short: {response.hex()}")
