"""The host's messages.

- A general poll is one octet, 80 OR address (A); of address 0 nobody answers it, and it lets
  machines that have lost their place among the polls find it again (B).
- A long poll of type R is address and command; types S and M add data and CRC; type G is one of
  type S to address 00, which nobody answers. Addresses are 1 to 127 (A).
- `80` and `86` say what a lot is, 5 octets BCD in cents (A); `01` shuts a machine down, `02` starts
  it up again (A).
- A game's number is 2 octets BCD; 0 is the whole machine (A). The codes of the meters that `6F`
  asks for have 2 octets, low octet first, those of `2F` one (A).
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from drivers.sas.octets import sealed, to_bcd

ALL: Final = 0
GENERAL: Final = 0x80
MOST_METERS: Final = 10
MOST_LEVELS: Final = 32
AMOUNT_SIZE: Final = 5
MOST_CENTS: Final = 10 ** (2 * AMOUNT_SIZE) - 1
"""The largest lot that `80` and `86` can say."""
GAME_SIZE: Final = 2

SHUT_DOWN: Final = 0x01
START_UP: Final = 0x02
METERS: Final = 0x19
MORE_METERS: Final = 0x1C
IDENTITY: Final = 0x1F
SELECTED_METERS: Final = 0x2F
GAMES: Final = 0x51
GAME: Final = 0x53
VERSION: Final = 0x54
EXTENDED_METERS: Final = 0x6F
LOT: Final = 0x80
LOT_WON: Final = 0x84
HOST_LOT_WON: Final = 0x85
LOTS: Final = 0x86


class Poll(NamedTuple):
    """A message of the host's; `command` is None in a general poll."""

    address: int
    command: int | None
    octets: bytes

    @property
    def is_answered(self) -> bool:
        """Whether a machine answers it."""
        return self.address != ALL


def general(address: int) -> Poll:
    """Ask a machine for its next exception."""
    return Poll(address, None, bytes([GENERAL | address]))


IN_STEP: Final = general(ALL)
"""Lets machines find their place among the polls."""


def ask(address: int, command: int) -> Poll:
    """Ask a machine for the answer to a command of type R."""
    return Poll(address, command, bytes([address, command]))


def tell(address: int, command: int) -> Poll:
    """Have a machine obey a command of type S without data."""
    return _sealed(address, command, b"")


def ask_game(address: int, command: int, game: int) -> Poll:
    """Ask a machine for the answer to a command of type M about one of its games."""
    return _sealed(address, command, to_bcd(game, GAME_SIZE))


def selected_meters(address: int, game: int, codes: Sequence[int]) -> Poll:
    """Ask for meters of fixed sizes, 10 at most (`2F`)."""
    return _meters(address, SELECTED_METERS, game, codes, 1)


def extended_meters(address: int, game: int, codes: Sequence[int]) -> Poll:
    """Ask for meters that come with their sizes, 10 at most (`6F`)."""
    return _meters(address, EXTENDED_METERS, game, codes, 2)


def lots(group: int, cents: Mapping[int, int]) -> Poll:
    """Tell all machines of a group what its lots are, by level (91)."""
    levels = [bytes([level]) + to_bcd(amount, AMOUNT_SIZE) for level, amount in cents.items()]
    if not 0 < len(levels) <= MOST_LEVELS:
        raise ValueError(f"{len(levels)} levels, not 1 to {MOST_LEVELS}")
    data = bytes([group]) + b"".join(levels)
    if len(levels) == 1:
        return _sealed(ALL, LOT, data)
    return _sealed(ALL, LOTS, bytes([len(data)]) + data)


def _meters(address: int, command: int, game: int, codes: Sequence[int], size: int) -> Poll:
    if not 0 < len(codes) <= MOST_METERS:
        raise ValueError(f"{len(codes)} meters, not 1 to {MOST_METERS}")
    asked = b"".join(code.to_bytes(size, "little") for code in codes)
    data = to_bcd(game, GAME_SIZE) + asked
    return _sealed(address, command, bytes([len(data)]) + data)


def _sealed(address: int, command: int, data: bytes) -> Poll:
    return Poll(address, command, sealed(bytes([address, command]) + data))
