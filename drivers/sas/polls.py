"""The host's messages.

- A general poll is one octet, 80 OR address (A); of address 0 nobody answers it, and it lets
  machines that have lost their place among the polls find it again (B).
- A long poll of type R is address and command; types S and M add data and CRC; type G is one of
  type S to address 00, which nobody answers. Addresses are 1 to 127 (A).
- `80` says what a lot of one level is, 5 octets BCD in cents (A); `01` shuts a machine down, `02`
  starts it up again (A).
- A game's number is 2 octets BCD; 0 is the whole machine (A). The codes of the meters that `6F`
  asks for have 2 octets, low octet first (A).
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from drivers.sas.octets import sealed, to_bcd

ALL: Final = 0
GENERAL: Final = 0x80
MOST_METERS: Final = 10
MOST_LEVELS: Final = 32
"""A group's lots have levels from 1 on."""
AMOUNT_SIZE: Final = 5
MOST_CENTS: Final = 10 ** (2 * AMOUNT_SIZE) - 1
"""The largest lot that `80` can say."""
GAME_SIZE: Final = 2

SHUT_DOWN: Final = 0x01
START_UP: Final = 0x02
METERS: Final = 0x19
IDENTITY: Final = 0x1F
GAMES: Final = 0x51
GAME: Final = 0x53
VERSION: Final = 0x54
EXTENDED_METERS: Final = 0x6F
LOT: Final = 0x80
LOT_WON: Final = 0x84
HOST_LOT_WON: Final = 0x85


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


def extended_meters(address: int, game: int, codes: Sequence[int]) -> Poll:
    """Ask for meters that come with their sizes, 10 at most (`6F`)."""
    if not 0 < len(codes) <= MOST_METERS:
        raise ValueError(f"{len(codes)} meters, not 1 to {MOST_METERS}")
    asked = b"".join(code.to_bytes(2, "little") for code in codes)
    data = to_bcd(game, GAME_SIZE) + asked
    return _sealed(address, EXTENDED_METERS, bytes([len(data)]) + data)


def lot(group: int, level: int, cents: int) -> Poll:
    """Tell all machines of a group what their lot is (91)."""
    return _sealed(ALL, LOT, bytes([group, level]) + to_bcd(cents, AMOUNT_SIZE))


def _sealed(address: int, command: int, data: bytes) -> Poll:
    return Poll(address, command, sealed(bytes([address, command]) + data))
