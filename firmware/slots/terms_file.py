"""A bank as a TOML file registers it. A mistake is told with its place and what may be there."""

import tomllib
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from drivers.sas import polls
from drivers.sas.answers import DENOMINATIONS
from firmware.core.games.slot_bank import ADDRESSES, LEAST_RETURN
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.config.faults import ConfigError, Faults
from firmware.shell.config.floor import read_floor
from firmware.shell.config.reader import Reader
from firmware.shell.config.settings import FloorSetting
from firmware.shell.words.decode_words import decode_reason
from firmware.slots.returns import WHOLE_RETURN
from firmware.slots.terms import BankTerms, Game, Machine, Progressive

T = TypeVar("T")

FLOOR: Final = "floor"
"""The section that is the uplink's alone: the journal keeps nothing of it."""

MOST: Final = 64
"""Machines of a wire: were all silent, each would still be polled within 5 s."""
COINS: Final = range(1, 256)
GROUPS: Final = range(1, 256)
LEVELS: Final = range(1, polls.MOST_LEVELS + 1)
PERMILLES: Final = range(1, 1001)
RETURNS: Final = range(LEAST_RETURN, WHOLE_RETURN + 1)
GAMES: Final = range(1, 10**4)
LETTERS: Final = range(1, 7)
"""How many letters a pay table's name may have; they are ASCII."""


def written(path: Path) -> BankTerms:
    """Return the bank of a file. Raises OSError, or CannotBeDone with what is wrong with it."""
    plain = _plain(path)
    try:
        return _bank({name: plain[name] for name in plain if name != FLOOR})
    except CannotBeDone as refused:
        raise _wrong(path, refused.why) from None


def written_floor(path: Path) -> FloorSetting | None:
    """Return the floor of a bank's file, None if it has none. Raises OSError, CannotBeDone;
    ConfigError with every mistake in that section.
    """
    faults, plain = Faults(), _plain(path)
    with Reader({name: plain[name] for name in plain if name == FLOOR}, "", faults) as top:
        found = read_floor(top)
    if faults.found:
        raise ConfigError(faults.found, path)
    return found


def _plain(path: Path) -> dict[str, Any]:
    """Return a file's tables and values. Raises OSError, CannotBeDone."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise _wrong(path, Text("slots.config.no_toml")) from None


def _bank(plain: dict[str, Any]) -> BankTerms:
    """Raises CannotBeDone."""
    machines = {
        number: _machine(f"machine.{number}", one)
        for number, one in _numbered("machine", plain.get("machine"), ADDRESSES)
    }
    terms = _converted("", BankTerms, {**plain, "machine": machines})
    for why in (*_machines(terms), *_lot(terms)):
        raise CannotBeDone(why)
    return terms


def _machine(place: str, plain: dict[str, Any]) -> Machine:
    """Raises CannotBeDone."""
    games = {
        number: _converted(f"{place}.games.{number}", Game, one)
        for number, one in _numbered(f"{place}.games", plain.get("games", {}), GAMES)
    }
    return _converted(place, Machine, {**plain, "games": games})


def _numbered(place: str, tables: object, numbers: range) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield tables by their number. Raises CannotBeDone."""
    for name, one in tables.items() if isinstance(tables, dict) else [("", None)]:
        if not isinstance(one, dict) or name not in map(str, numbers):
            why = Text("slots.config.numbers", {"most": numbers[-1]})
            raise CannotBeDone(_at(f"{place}.{name}".rstrip("."), why))
        yield int(name), one


def _converted(place: str, kind: type[T], plain: dict[str, Any]) -> T:
    """Return a table of the file. Raises CannotBeDone."""
    if "return" in plain and plain["return"] not in RETURNS:
        raise CannotBeDone(_at(f"{place}.return", Text("slots.config.return")))
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise CannotBeDone(_at(place, decode_reason(error))) from None


def _machines(terms: BankTerms) -> Iterator[Text]:
    if not 0 < len(terms.machine) <= MOST:
        yield Text("slots.config.many", {"most": MOST})
    for address, one in terms.machine.items():
        place = f"machine.{address}"
        if one.denomination not in DENOMINATIONS.values() or one.coins not in COINS:
            yield _at(place, Text("slots.config.coins"))
        if one.odds is not None and one.odds < 1:
            yield _at(f"{place}.odds", Text("slots.config.odds"))
        for game in (one, *one.games.values()):
            yield from _game(place, game)


def _game(place: str, game: Game) -> Iterator[Text]:
    if not game.pay_table.isascii() or len(game.pay_table) not in LETTERS:
        yield _at(f"{place}.pay_table", Text("slots.config.pay_table", {"most": LETTERS[-1]}))
    if game.deviation is not None and not (isfinite(game.deviation) and game.deviation > 0):
        yield _at(f"{place}.deviation", Text("slots.config.deviation"))


def _lot(terms: BankTerms) -> Iterator[Text]:
    lot = terms.progressive
    if lot is None:
        return
    unknown = [address for address in lot.machines if address not in terms.machine]
    if unknown:
        yield _at("progressive.machines", Text("bank.no_machine", {"machine": unknown[0]}))
    elif len({*lot.machines}) < max(1, len(lot.machines)):
        yield _at("progressive.machines", Text("slots.config.once"))
    elif not _are_equal([terms.machine[address] for address in lot.machines]):
        yield _at("progressive.machines", Text("slots.config.unequal"))
    yield from _amounts(lot)


def _amounts(lot: Progressive) -> Iterator[Text]:
    if not 0 <= lot.base <= polls.MOST_CENTS:
        most = {"most": polls.MOST_CENTS, "most_cents": Cents(polls.MOST_CENTS)}
        yield _at("progressive.base", Text("slots.config.base", most))
    if lot.permille not in PERMILLES:
        yield _at("progressive.permille", Text("slots.config.permille"))
    if lot.group not in GROUPS or lot.level not in LEVELS:
        yield _at("progressive", Text("slots.config.group"))


def _are_equal(machines: list[Machine]) -> bool:
    """Return whether machines may play for one lot (92)."""
    asked = {(one.coins, one.odds, one.denomination, one.pay_table) for one in machines}
    return len(asked) == 1 and machines[0].odds is not None


def _at(place: str, why: Text) -> Text:
    return Text("decode.at", {"where": place, "what": why}) if place else why


def _wrong(path: Path, why: Text) -> CannotBeDone:
    return CannotBeDone(Text("slots.config.wrong", {"path": str(path), "why": why}))
