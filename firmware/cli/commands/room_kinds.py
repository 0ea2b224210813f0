"""What the commands of `croupier room` take: a hall, a player, his age, his chips, his money."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from firmware.cli.args.signature import How, apart
from firmware.cli.args.types import Folder, count
from firmware.shell.device.directories import own_directory
from firmware.tournament.name_entry import name

OLDEST: Final = 120
MOST_DIGITS: Final = 9
"""Of a number of chips."""
AMOUNT: Final = re.compile(r"\$?(\d{1,3}(?:[\s,]?\d{3})*)(?:[.,](\d\d))?\s?\$?")
"""As both languages write money: `1 234,50 $`, `$1,234.50`; or `50`."""


def money(text: str) -> int:
    """Return an amount of money in cents. Raises ValueError."""
    found = AMOUNT.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    return int(re.sub(r"\D", "", found[1])) * 100 + int(found[2] or 0)


class Chips(NamedTuple):
    """A player, and how many chips he has."""

    player: str
    number: int


def chips(text: str) -> Chips:
    """Read a player and his chips, as in `Anne=2500`. Raises ValueError."""
    player, _, number = text.rpartition("=")
    if not player or not number.isdecimal() or len(number) > MOST_DIGITS:
        raise ValueError(text)
    return Chips(name(player), int(number))


def age(text: str) -> int:
    """Return an age in years. Raises ValueError."""
    years = count(text)
    if years > OLDEST:
        raise ValueError(text)
    return years


Age = Annotated[int, How(read=age)]
Player = Annotated[str, How(read=name, value="name")]
Some = Annotated[tuple[Chips, ...], How(read=chips, value="chips")]


@dataclass(frozen=True, kw_only=True)
class At:
    """Which hall is meant."""

    state: Folder | None = None

    @property
    def folder(self) -> Path:
        return self.state or own_directory() / "room"


@apart("cents", "amount", one=True)
@dataclass(frozen=True, kw_only=True)
class Paid:
    """What a player pays: the seller says what he took."""

    cents: int | None = None
    amount: Annotated[int | None, How(read=money, value="amount")] = None

    @property
    def whole(self) -> int:
        return self.cents if self.cents is not None else self.amount or 0
