"""What is registered of a bank: its wire, its machines, its progressive lot; from a TOML file."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from drivers.sas.answers import DENOMINATIONS
from firmware.core.game.options import OptionRefused
from firmware.core.games.slot_bank import LEAST_RETURN, bank_of
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.words.decode_words import decode_reason

WHOLE: Final = 0
"""The number of no game, but of the machine as a whole."""


class Game(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is registered of a game: its return is in hundredths of a percent."""

    pay_table: str
    return_: int = msgspec.field(name="return")
    deviation: float | None = None
    """The standard deviation of what a play pays, in stakes, by the pay table."""


class Machine(Game, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is registered of a machine; its games have numbers from 1, unless there is only one."""

    denomination: int
    """Cents of a credit."""
    coins: int
    """The most credits of a play; all of them play for the lot."""
    odds: int | None = None
    """The lot is won once in so many plays."""
    games: dict[int, Game] = {}

    def game(self, number: int) -> Game | None:
        """Return what is registered of a game, of the machine as a whole under WHOLE."""
        return self if number == WHOLE else self.games.get(number)


class Progressive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive lot (91): its machines, its first amount in cents, its part of each coin."""

    machines: tuple[int, ...]
    base: int
    permille: int
    group: int = 1
    level: int = 1


class BankTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bank; with `shut_down` a machine that is not what is registered may not be played.

    `copies` are the folders of the journal, which belong on two disks; a relative one is in the
    state's.
    """

    name: str
    port: str
    machine: dict[int, Machine]
    progressive: Progressive | None = None
    shut_down: bool = False
    copies: tuple[str, str] = ("journal-1", "journal-2")

    @property
    def base(self) -> int:
        """The first amount of the lot in cents; 0 without one."""
        return self.progressive.base if self.progressive else 0

    def permille(self, address: int) -> int:
        """Return how much of each coin of a machine goes to the lot."""
        lot = self.progressive
        return lot.permille if lot and address in lot.machines else 0


def written(path: Path) -> BankTerms:
    """Return the bank of a file. Raises OSError, or CannotBeDone with what is wrong with it."""
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8"))
        terms = msgspec.convert(plain, BankTerms, strict=False)
    except msgspec.ValidationError as error:
        raise _wrong(path, decode_reason(error)) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise _wrong(path, Text("slots.config.no_toml")) from None
    try:
        bank_of(_options(terms))
    except OptionRefused as refused:
        raise _wrong(path, refused.why) from None
    for why in _flaws(terms):
        raise _wrong(path, why)
    return terms


def _options(terms: BankTerms) -> dict[str, object]:
    """Return the bank as the contract of `slot-machine` has it, which checks 92 and 93."""
    machines = {
        str(address): {
            "denomination": one.denomination,
            "return": one.return_,
            "coins": one.coins,
            "odds": one.odds,
        }
        for address, one in terms.machine.items()
    }
    lot = terms.progressive
    parts = {"machines": lot.machines, "base": lot.base, "permille": lot.permille} if lot else None
    return {"machines": machines, "progressive": parts}


def _flaws(terms: BankTerms) -> Iterator[Text]:
    for address, one in terms.machine.items():
        if one.denomination not in DENOMINATIONS.values() or not 0 < one.coins < 256:
            yield Text("slots.config.coins", {"machine": address})
        if any(game.return_ < LEAST_RETURN for game in one.games.values()):
            yield Text("bank.option.least_return", {"machine": address})
    lot = terms.progressive
    if lot and len({_stake(terms.machine[address]) for address in lot.machines}) > 1:
        yield Text("slots.config.unequal")
    if lot and not (0 < lot.group < 256 and 0 < lot.level <= 32):
        yield Text("slots.config.group")


def _stake(machine: Machine) -> tuple[object, ...]:
    """Return what must be the same for all machines of one lot, beside the contract's (92)."""
    return machine.denomination, machine.pay_table


def _wrong(path: Path, why: Text) -> CannotBeDone:
    return CannotBeDone(Text("slots.config.wrong", {"path": str(path), "why": why}))


def as_registered(machine: Machine, number: int) -> dict[str, object]:
    """Return what a machine should say of itself, or of one of its games (88, 89); nothing of a
    game that is not registered.
    """
    game = machine.game(number)
    if game is None:
        return {}
    both = {"denomination": machine.denomination, "coins": machine.coins}
    return {**both, "pay_table": game.pay_table, "base": game.return_}
