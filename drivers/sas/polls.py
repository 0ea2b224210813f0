"""Messages of the host: general polls and long polls.

- A general poll is one octet, 80 OR address (A). No machine responds to address 0; it lets machines
  that are out of step with the polls synchronize (B).
- A long poll of type R is address and command; types S and M add data and CRC; type G is one of
  type S to address 00, without a response. Addresses are 1 to 127 (A).
- `80` broadcasts the jackpot of one level, 5 octets BCD in cents (A); `01` shuts a machine down,
  `02` starts it up again (A).
- `0E 00`, `AA 00` and `A8 00` switch off real-time events, automatic rebets and the reset of a hand
  pay to the credit meter; `04`, `06` and `0B` switch the sound and the bill acceptor on and leave
  the maintenance mode (7.4, 7.20, 12.1, 14.2).
- `74` asks for the lock of funds transfers: FF reads it, 80 gives it up (8.2). `7B` with a mask of
  zeros reads the validation of tickets (15.2).
- A game's number is 2 octets BCD; 0 is the whole machine (A). The meter codes in `6F` have 2
  octets, low octet first (A).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from drivers.sas.crc_bcd import encode_bcd, with_crc

ALL_MACHINES: Final = 0
GENERAL_POLL_BIT: Final = 0x80
MAX_METERS_PER_POLL: Final = 10
MAX_JACKPOT_LEVELS: Final = 32
"""The jackpots of a group have levels from 1 on."""
AMOUNT_SIZE: Final = 5
MAX_JACKPOT_CENTS: Final = 10 ** (2 * AMOUNT_SIZE) - 1
"""The largest amount that fits `80`."""
GAME_NUMBER_SIZE: Final = 2

SHUT_DOWN: Final = 0x01
START_UP: Final = 0x02
SOUND_ON: Final = 0x04
BILLS_ON: Final = 0x06
LEAVE_MAINTENANCE: Final = 0x0B
REAL_TIME_EVENTS: Final = 0x0E
BASIC_METERS: Final = 0x19
HAND_PAY: Final = 0x1B
MACHINE_IDENTITY: Final = 0x1F
GAME_COUNT: Final = 0x51
GAME_IDENTITY: Final = 0x53
SAS_VERSION: Final = 0x54
ENABLED_GAMES: Final = 0x56
EXTENDED_METERS: Final = 0x6F
TRANSFER_LOCK: Final = 0x74
VALIDATION_STATUS: Final = 0x7B
JACKPOT_AMOUNT: Final = 0x80
JACKPOT_WON: Final = 0x84
HOST_JACKPOT_WON: Final = 0x85
FEATURES: Final = 0xA0
HAND_PAY_RESET_METHOD: Final = 0xA8
AUTO_REBET: Final = 0xAA

READ_LOCK: Final = 0xFF
CANCEL_LOCK: Final = 0x80


class Poll(NamedTuple):
    """A message of the host; `command` is None in a general poll."""

    address: int
    command: int | None
    octets: bytes

    @property
    def is_answered(self) -> bool:
        """Whether a machine responds."""
        return self.address != ALL_MACHINES


def general_poll(address: int) -> Poll:
    """Return the poll for a machine's next exception."""
    return Poll(address, None, bytes([GENERAL_POLL_BIT | address]))


SYNCHRONIZATION_POLL: Final = general_poll(ALL_MACHINES)
"""Synchronizes the machines; none responds."""


def read_poll(address: int, command: int) -> Poll:
    """Return a long poll of type R: a read without data."""
    return Poll(address, command, bytes([address, command]))


def command_poll(address: int, command: int) -> Poll:
    """Return a long poll of type S without data: a command."""
    return _poll_with_crc(address, command, b"")


def switch_off_poll(address: int, command: int) -> Poll:
    """Return a long poll of type S that switches a setting off: one octet 00."""
    return _poll_with_crc(address, command, bytes(1))


def transfer_lock_poll(address: int, lock_code: int) -> Poll:
    """Return the poll for the lock of funds transfers, READ_LOCK or CANCEL_LOCK (`74`)."""
    return _poll_with_crc(address, TRANSFER_LOCK, bytes([lock_code, 0, 0, 0]))


def validation_status_poll(address: int) -> Poll:
    """Return the poll that reads how tickets are validated, and changes nothing (`7B`)."""
    return _poll_with_crc(address, VALIDATION_STATUS, bytes([8]) + bytes(8))


def game_poll(address: int, command: int, game_number: int) -> Poll:
    """Return a long poll of type M: a read about one game."""
    return _poll_with_crc(address, command, encode_bcd(game_number, GAME_NUMBER_SIZE))


def extended_meters_poll(address: int, game_number: int, meter_codes: Sequence[int]) -> Poll:
    """Return the poll for meters with their sizes, 10 at most (`6F`)."""
    if not 0 < len(meter_codes) <= MAX_METERS_PER_POLL:
        raise ValueError(f"{len(meter_codes)} meters, not 1 to {MAX_METERS_PER_POLL}")
    encoded_codes = b"".join(meter_code.to_bytes(2, "little") for meter_code in meter_codes)
    payload = encode_bcd(game_number, GAME_NUMBER_SIZE) + encoded_codes
    return _poll_with_crc(address, EXTENDED_METERS, bytes([len(payload)]) + payload)


def jackpot_broadcast(group: int, level: int, amount_cents: int) -> Poll:
    """Return the broadcast of a jackpot's amount to all machines of its group (91)."""
    return _poll_with_crc(
        ALL_MACHINES, JACKPOT_AMOUNT, bytes([group, level]) + encode_bcd(amount_cents, AMOUNT_SIZE)
    )


def _poll_with_crc(address: int, command: int, payload: bytes) -> Poll:
    return Poll(address, command, with_crc(bytes([address, command]) + payload))
