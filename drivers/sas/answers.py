"""A machine's answers: their lengths, their checks and their contents.

- A general poll is answered by one octet, an exception; 00 is none (A). It has no CRC.
- A long poll is answered by address, command, data and CRC (A); by `address 00` if the machine is
  busy (B). One of type S without data is answered by the address alone, or by 80 OR address if the
  machine refuses it (B).
- `19` has 24 octets in all: coin in, coin out, drop, jackpot, games played, 4 octets each (A).
- `1F` has 24, the same as `53` after its game's number: game (2 ASCII), additional (3 ASCII),
  denomination (code), most credits of a play, progressive group, options (2), pay table (6 ASCII),
  base percentage (4 ASCII, in hundredths) (A). The codes of denominations (B).
- `84` and `85` have 11: group, level, amount in 5 octets BCD, in cents (B).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from drivers.sas import polls
from drivers.sas.octets import CRC_SIZE, from_bcd, is_sound
from drivers.sas.polls import Poll
from hal.errors import BadReply

BUSY: Final = 0x00
HEAD: Final = 2
"""Octets of address and command."""
DENOMINATIONS: Final = {
    0x01: 1, 0x02: 5, 0x03: 10, 0x04: 25, 0x05: 50, 0x06: 100, 0x07: 500, 0x08: 1000,
    0x09: 2000, 0x0A: 10_000, 0x0B: 20, 0x0C: 200, 0x0D: 250, 0x0E: 2500, 0x0F: 5000,
    0x17: 2, 0x18: 3, 0x19: 15, 0x1A: 40,
}  # fmt: skip
"""Cents of a credit by its code (B)."""

COIN_IN: Final = 0x00
COIN_OUT: Final = 0x01
JACKPOT: Final = 0x02
PLAYED: Final = 0x05
DROP: Final = 0x24
"""The meters by their codes in `6F` (A)."""

_FIVE: Final = (COIN_IN, COIN_OUT, DROP, JACKPOT, PLAYED)
_METER_SIZE: Final = 4
_SIZES: Final = {
    polls.METERS: 24,
    polls.IDENTITY: 24,
    polls.GAMES: 6,
    polls.GAME: 26,
    polls.LOT_WON: 11,
    polls.HOST_LOT_WON: 11,
    polls.SHUT_DOWN: 1,
    polls.START_UP: 1,
}
_LONGEST: Final = 1 << 8


class Reading(NamedTuple):
    """A meter as it was read, and after how many digits it begins again."""

    value: int
    digits: int


class Identity(NamedTuple):
    """A machine's description of a game, or of itself."""

    denomination: int | None
    """Cents of a credit; None for a code that is not known."""
    coins: int
    """The most credits of a play; 255 also if there are more."""
    group: int
    pay_table: str
    base: int | None
    """The theoretical return in hundredths of a percent; None if it is no number."""


class Win(NamedTuple):
    """A lot that was won; group 0 if none was."""

    group: int
    level: int
    cents: int


def size_of(poll: Poll, heard: bytes) -> int:
    """Return the size of an answer in octets, as far as the first ones give it."""
    if poll.command is None or is_refusal(poll, heard):
        return 1
    if heard[1:HEAD] == bytes([BUSY]):
        return HEAD
    if poll.command in _SIZES:
        return _SIZES[poll.command]
    return HEAD + 1 + heard[HEAD] + CRC_SIZE if len(heard) > HEAD else _LONGEST


def is_busy(poll: Poll, answer: bytes) -> bool:
    """Return whether a machine will answer later."""
    return poll.command is not None and answer == bytes([poll.address, BUSY])


def is_refusal(poll: Poll, answer: bytes) -> bool:
    """Return whether a machine refuses a long poll."""
    return poll.command is not None and answer[:1] == bytes([polls.GENERAL | poll.address])


def check(poll: Poll, answer: bytes) -> None:
    """Raise BadReply unless this whole answer is sound and one to the poll."""
    if poll.command is None:
        return
    if answer[0] != poll.address:
        raise BadReply(f"{answer[0]:02X} answers for {poll.address:02X}")
    if len(answer) == 1:
        return
    if answer[1] != poll.command:
        raise BadReply(f"an answer to {answer[1]:02X}, not to {poll.command:02X}")
    if not is_sound(answer):
        raise BadReply(f"a wrong CRC: {answer.hex()}")


def meters(answer: bytes) -> dict[int, Reading]:
    """Return the meters of a checked answer by code. Raises BadReply."""
    if answer[1] == polls.METERS:
        return dict(zip(_FIVE, _fixed(answer[HEAD:-CRC_SIZE]), strict=True))
    return dict(_extended(answer[HEAD + 1 : -CRC_SIZE]))


def game_of(answer: bytes) -> int:
    """Return the game that the meters of `6F` are of. Raises BadReply."""
    return from_bcd(answer[HEAD + 1 : HEAD + 1 + polls.GAME_SIZE])


def games(answer: bytes) -> int:
    """Return how many games a machine has (`51`). Raises BadReply."""
    return from_bcd(answer[HEAD:-CRC_SIZE])


def identity(answer: bytes) -> Identity:
    """Return the description in `1F` or `53`. Raises BadReply."""
    data = answer[HEAD:-CRC_SIZE] if answer[1] == polls.IDENTITY else answer[4:-CRC_SIZE]
    pay_table, base = _ascii(data[10:16]), _ascii(data[16:20])
    percent = int(base) if base.isdecimal() else None
    return Identity(DENOMINATIONS.get(data[5]), data[6], data[7], pay_table, percent)


def version(answer: bytes) -> tuple[str, str]:
    """Return the version of SAS, such as `602`, and the serial number (`54`). Raises BadReply."""
    said = _ascii(answer[HEAD + 1 : -CRC_SIZE])
    return said[:3], said[3:]


def win(answer: bytes) -> Win:
    """Return the win of a lot (`84`, `85`). Raises BadReply."""
    return Win(answer[2], answer[3], from_bcd(answer[4:-CRC_SIZE]))


def _fixed(data: bytes) -> Iterator[Reading]:
    for at in range(0, len(data), _METER_SIZE):
        yield _reading(data[at : at + _METER_SIZE])


def _extended(data: bytes) -> Iterator[tuple[int, Reading]]:
    at = polls.GAME_SIZE
    while at < len(data):
        code, size = int.from_bytes(data[at : at + 2], "little"), data[at + 2 : at + 3]
        begin = at + 3
        at = begin + (size[0] if size else 0)
        if not size or at > len(data):
            raise BadReply(f"meters that end too soon: {data.hex()}")
        if begin < at:  # a meter that the machine does not have has no octets
            yield code, _reading(data[begin:at])


def _reading(octets: bytes) -> Reading:
    return Reading(from_bcd(octets), 2 * len(octets))


def _ascii(octets: bytes) -> str:
    try:
        return octets.decode("ascii").strip(" \0")
    except UnicodeDecodeError:
        raise BadReply(f"{octets.hex()} is no text") from None
