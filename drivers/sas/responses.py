"""Responses of a machine: lengths, checks, contents.

- A general poll has a response of one octet, an exception; 00 is none (A). It has no CRC.
- A long poll has a response of address, command, data and CRC (A); of `address 00` if the machine
  is busy (B). One of type S without data is acknowledged by the address alone, or refused by 80 OR
  address (B).
- `19` has 24 octets in all: coin in, coin out, drop, jackpot, games played, 4 octets each (A).
- `1F` has 24, the same as `53` after its game's number: game (2 ASCII), additional (3 ASCII),
  denomination (code), most credits of a play, progressive group, options (2), pay table (6 ASCII),
  base percentage (4 ASCII, in hundredths) (A). The codes of denominations (B).
- `84` and `85` have 11: group, level, amount in 5 octets BCD, in cents (B).
- Any of them may be replaced by an event or a ROM's signature (`real_time`).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from drivers.sas import polls
from drivers.sas.crc_bcd import CRC_SIZE, decode_bcd, has_valid_crc
from drivers.sas.polls import Poll
from drivers.sas.real_time import unasked_size
from hal.errors import BadReply

BUSY_ANSWER: Final = 0x00
HEADER_SIZE: Final = 2
"""Octets of address and command."""
DENOMINATIONS: Final = {
    0x01: 1, 0x02: 5, 0x03: 10, 0x04: 25, 0x05: 50, 0x06: 100, 0x07: 500, 0x08: 1000,
    0x09: 2000, 0x0A: 10_000, 0x0B: 20, 0x0C: 200, 0x0D: 250, 0x0E: 2500, 0x0F: 5000,
    0x17: 2, 0x18: 3, 0x19: 15, 0x1A: 40,
}  # fmt: skip
"""Cents of a credit by its code (B)."""

COIN_IN_METER: Final = 0x00
COIN_OUT_METER: Final = 0x01
JACKPOT_METER: Final = 0x02
GAMES_PLAYED_METER: Final = 0x05
DROP_METER: Final = 0x24
"""Meter codes of `6F` (A)."""

MOST_REPORTED_COINS: Final = 255
"""What a machine reports that takes as many credits a play, or more."""
MOST_REPORTED_RETURN: Final = 9999
"""In hundredths of a percent: the field has four digits."""

_BASIC_METER_ORDER: Final = (
    COIN_IN_METER,
    COIN_OUT_METER,
    DROP_METER,
    JACKPOT_METER,
    GAMES_PLAYED_METER,
)
_BASIC_METER_SIZE: Final = 4
_RESPONSE_SIZES: Final = {
    polls.BASIC_METERS: 24,
    polls.MACHINE_IDENTITY: 24,
    polls.GAME_COUNT: 6,
    polls.GAME_IDENTITY: 26,
    polls.JACKPOT_WON: 11,
    polls.HOST_JACKPOT_WON: 11,
    polls.HAND_PAY: 24,
    polls.FEATURES: 12,
    polls.HAND_PAY_RESET_METHOD: 5,
    polls.SHUT_DOWN: 1,
    polls.START_UP: 1,
    polls.SOUND_ON: 1,
    polls.BILLS_ON: 1,
    polls.LEAVE_MAINTENANCE: 1,
    polls.REAL_TIME_EVENTS: 1,
    polls.AUTO_REBET: 1,
}
SHORT_HAND_PAY_SIZE: Final = 14
"""A machine may leave out the ten reserved octets of `1B`."""
_LONGEST_RESPONSE: Final = 1 << 8


class MeterReading(NamedTuple):
    """A meter's value, and its number of digits: it rolls over after 10^digits - 1."""

    value: int
    digits: int


class MachineIdentity(NamedTuple):
    """A machine's description of a game, or of itself."""

    denomination: int | None
    """Cents of a credit; None for an unknown code."""
    coins: int
    """The most credits of a play; MOST_REPORTED_COINS also means more."""
    group: int
    pay_table: str
    base_return: int | None
    """The theoretical return in hundredths of a percent; None if the field has no number."""


class JackpotWin(NamedTuple):
    """A jackpot win; group 0: there is none."""

    group: int
    level: int
    amount_cents: int


def response_size(poll: Poll, received: bytes) -> int:
    """Return the size of a response in octets, as soon as its first octets determine it."""
    if received[0] == poll.address and (size := unasked_size(received)) is not None:
        return size
    if is_one_octet(poll, received):
        # an octet that is the address may be the beginning of an event
        return HEADER_SIZE if received[0] == poll.address else 1
    if received[1:HEADER_SIZE] == bytes([BUSY_ANSWER]):
        return HEADER_SIZE
    if poll.command in _RESPONSE_SIZES:
        return _RESPONSE_SIZES[poll.command]
    return (
        HEADER_SIZE + 1 + received[HEADER_SIZE] + CRC_SIZE
        if len(received) > HEADER_SIZE
        else _LONGEST_RESPONSE
    )


def is_one_octet(poll: Poll, received: bytes) -> bool:
    """Return whether the response may be one octet: exception, acknowledgement or refusal."""
    return (
        poll.command is None or _RESPONSE_SIZES.get(poll.command) == 1 or is_refusal(poll, received)
    )


def is_busy_response(poll: Poll, response: bytes) -> bool:
    """Return whether the machine is busy and will respond later."""
    return poll.command is not None and response == bytes([poll.address, BUSY_ANSWER])


def is_refusal(poll: Poll, response: bytes) -> bool:
    """Return whether the machine refuses a long poll."""
    return poll.command is not None and response[:1] == bytes(
        [polls.GENERAL_POLL_BIT | poll.address]
    )


def check_response(poll: Poll, response: bytes) -> None:
    """Raise BadReply unless this complete response belongs to the poll and has a valid CRC."""
    if poll.command is None and len(response) == 1:
        return
    if response[0] != poll.address:
        raise BadReply(f"{response[0]:02X} answers for {poll.address:02X}")
    if len(response) == 1:
        return
    if poll.command is None:
        raise BadReply(f"neither an exception nor an event: {response.hex()}")
    if response[1] != poll.command:
        raise BadReply(f"an answer to {response[1]:02X}, not to {poll.command:02X}")
    if not has_valid_crc(response):
        raise BadReply(f"a wrong CRC: {response.hex()}")
    if len(response) < _least_size(poll, response):
        raise BadReply(f"too short: {response.hex()}")


def _least_size(poll: Poll, response: bytes) -> int:
    return SHORT_HAND_PAY_SIZE if poll.command == polls.HAND_PAY else response_size(poll, response)


def decode_meters(response: bytes) -> dict[int, MeterReading]:
    """Return the meters of a checked response by code. Raises BadReply."""
    if response[1] == polls.BASIC_METERS:
        return dict(
            zip(
                _BASIC_METER_ORDER,
                _decode_basic_meters(response[HEADER_SIZE:-CRC_SIZE]),
                strict=True,
            )
        )
    return dict(_decode_extended_meters(response[HEADER_SIZE + 1 : -CRC_SIZE]))


def decode_meter_game(response: bytes) -> int:
    """Return the game number in a response to `6F`. Raises BadReply."""
    return decode_bcd(response[HEADER_SIZE + 1 : HEADER_SIZE + 1 + polls.GAME_NUMBER_SIZE])


def decode_game_count(response: bytes) -> int:
    """Return the number of games (`51`). Raises BadReply."""
    return decode_bcd(response[HEADER_SIZE:-CRC_SIZE])


def decode_identity(response: bytes) -> MachineIdentity:
    """Return the description in `1F` or `53`. Raises BadReply."""
    description = (
        response[HEADER_SIZE:-CRC_SIZE]
        if response[1] == polls.MACHINE_IDENTITY
        else response[4:-CRC_SIZE]
    )
    pay_table, return_digits = _decode_ascii(description[10:16]), _decode_ascii(description[16:20])
    return_hundredths = int(return_digits) if return_digits.isdecimal() else None
    return MachineIdentity(
        DENOMINATIONS.get(description[5]),
        description[6],
        description[7],
        pay_table,
        return_hundredths,
    )


def decode_version(response: bytes) -> tuple[str, str]:
    """Return the version of SAS, such as `602`, and the serial number (`54`). Raises BadReply."""
    version_text = _decode_ascii(response[HEADER_SIZE + 1 : -CRC_SIZE])
    return version_text[:3], version_text[3:]


def decode_jackpot_win(response: bytes) -> JackpotWin:
    """Return the jackpot win (`84`, `85`). Raises BadReply."""
    return JackpotWin(response[2], response[3], decode_bcd(response[4:-CRC_SIZE]))


def _decode_basic_meters(meter_octets: bytes) -> Iterator[MeterReading]:
    for offset in range(0, len(meter_octets), _BASIC_METER_SIZE):
        yield _decode_reading(meter_octets[offset : offset + _BASIC_METER_SIZE])


def _decode_extended_meters(meter_octets: bytes) -> Iterator[tuple[int, MeterReading]]:
    offset = polls.GAME_NUMBER_SIZE
    while offset < len(meter_octets):
        meter_code, value_size = (
            int.from_bytes(meter_octets[offset : offset + 2], "little"),
            meter_octets[offset + 2 : offset + 3],
        )
        value_start = offset + 3
        offset = value_start + (value_size[0] if value_size else 0)
        if not value_size or offset > len(meter_octets):
            raise BadReply(f"meters that end too soon: {meter_octets.hex()}")
        if value_start < offset:  # a meter that the machine does not have has no octets
            yield meter_code, _decode_reading(meter_octets[value_start:offset])


def _decode_reading(octets: bytes) -> MeterReading:
    return MeterReading(decode_bcd(octets), 2 * len(octets))


def _decode_ascii(octets: bytes) -> str:
    try:
        return octets.decode("ascii").strip(" \0")
    except UnicodeDecodeError:
        raise BadReply(f"{octets.hex()} is no text") from None
