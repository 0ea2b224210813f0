"""A bank of slot machines and its progressive lot (87 to 95), as their host counts them.

The machines decide their plays; the host holds their registered returns against article 93, keeps
the lot, and writes down what a person decides of a play on a defective machine (94, 95).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, Ruling

GAME: Final = "slot-machine"
ADDRESSES: Final = range(1, 128)
LEAST_RETURN: Final = 8300
"""Hundredths of a percent (93)."""
THOUSANDTHS: Final = 1000
"""The lot grows by thousandths of a cent."""


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is registered of a machine: its coin in cents, its return in hundredths of a percent."""

    denomination: int
    return_: int = msgspec.field(name="return")
    coins: int | None = None
    odds: int | None = None
    """The lot is won once in so many plays."""


class Lot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive lot: its machines, its first amount in cents, its part of each play."""

    machines: tuple[int, ...]
    base: int
    permille: int


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a bank."""

    machines: dict[int, Machine]
    progressive: Lot | None = None


class Settled(Ruling, frozen=True):
    """A play and what it gives, in cents; reported again if it turns out to be void."""

    machine: int
    stake: int
    outcome: Literal["win", "lose", "push"]
    returned: int
    paid: int
    article: str


class LotIs(Ruling, frozen=True):
    """The amount of the lot, in cents (91)."""

    cents: int


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a machine reports, or a person decides."""

    machine: int


class Play(Act, frozen=True, forbid_unknown_fields=True):
    """A stake is played."""

    cents: int


class Result(Act, frozen=True, forbid_unknown_fields=True):
    """What the play gives; the lot, or an amount."""

    cents: int = 0
    jackpot: bool = False


class Defect(Act, frozen=True, forbid_unknown_fields=True):
    """The machine was defective: of itself, or because the player disturbed it."""

    by: Literal["machine", "player"]


class LastPlay(msgspec.Struct):
    """The last play of a machine."""

    stake: int
    pending: bool = True
    lot_won: int = 0
    """Thousandths of a cent that the lot lost by it."""


class Bank(msgspec.Struct):
    """The machines, their last plays, and the lot in thousandths of a cent."""

    terms: Terms
    lot: int = 0
    plays: dict[int, LastPlay] = {}

    def handle(self, act: Act) -> tuple[Ruling, ...]:
        """Take what happened, and return what follows from it."""
        shown = self.lot // THOUSANDTHS
        try:
            _demand_known(self, act.machine)
            rulings = HANDLERS[type(act)](self, act)
        except Forbidden as forbidden:
            return (Refused(forbidden.why),)
        now = self.lot // THOUSANDTHS
        return rulings if now == shown else (*rulings, LotIs(now))

    @property
    def pending(self) -> bool:
        """Whether a play has no result yet."""
        return any(play.pending for play in self.plays.values())

    def feeds(self, machine: int) -> bool:
        """Return whether a machine feeds the lot and can win it."""
        lot = self.terms.progressive
        return lot is not None and machine in lot.machines


def bank_of(options: Mapping[str, Any]) -> Bank:
    """Return the bank with these options. Raises OptionRefused."""
    terms = _terms(options)
    lot = terms.progressive
    return Bank(terms, lot.base * THOUSANDTHS if lot else 0)


def _demand_known(bank: Bank, machine: int) -> None:
    if machine not in bank.terms.machines:
        raise Forbidden("bank.no_machine", machine=machine)


def _play(bank: Bank, act: Play) -> tuple[Ruling, ...]:
    before, coin = bank.plays.get(act.machine), bank.terms.machines[act.machine].denomination
    if before is not None and before.pending:
        raise Forbidden("bank.play_on", machine=act.machine)
    if act.cents <= 0 or act.cents % coin:
        raise Forbidden("bank.coins", machine=act.machine, coin_cents=coin)
    bank.plays[act.machine] = LastPlay(act.cents)
    lot = bank.terms.progressive
    if lot is not None and bank.feeds(act.machine):
        bank.lot += act.cents * lot.permille
    return ()


def _result(bank: Bank, act: Result) -> tuple[Ruling, ...]:
    play = bank.plays.get(act.machine)
    if play is None or not play.pending:
        raise Forbidden("bank.no_play", machine=act.machine)
    if act.cents < 0:
        raise Forbidden("bank.amount", machine=act.machine)
    lot = bank.terms.progressive
    if act.jackpot and (lot is None or not bank.feeds(act.machine)):
        raise Forbidden("bank.no_lot", machine=act.machine)
    play.pending = False
    paid = act.cents + (_win_lot(bank, play, lot) if act.jackpot and lot else 0)
    article = "91" if act.jackpot else "89"
    return (Settled(act.machine, play.stake, "win" if paid else "lose", 0, paid, article),)


def _win_lot(bank: Bank, play: LastPlay, lot: Lot) -> int:
    """Return the lot in cents, and begin the next; what is less than a cent stays in it."""
    cents, rest = divmod(bank.lot, THOUSANDTHS)
    begins = lot.base * THOUSANDTHS + rest
    play.lot_won = bank.lot - begins
    bank.lot = begins
    return cents


def _defect(bank: Bank, act: Defect) -> tuple[Ruling, ...]:
    """Void the last play (94, 95); a lot that it won was not won."""
    play = bank.plays.pop(act.machine, None)
    if play is None:
        raise Forbidden("bank.no_play", machine=act.machine)
    bank.lot += play.lot_won
    if act.by == "player":
        return (Settled(act.machine, play.stake, "lose", 0, 0, "94"),)
    return (Settled(act.machine, play.stake, "push", play.stake, 0, "95"),)


HANDLERS: Final[Mapping[type[Act], Callable[[Bank, Any], tuple[Ruling, ...]]]] = {
    Play: _play,
    Result: _result,
    Defect: _defect,
}


def _terms(options: Mapping[str, Any]) -> Terms:
    for name in options:
        if name not in _TYPES:
            raise OptionRefused(name, options[name])
    if "machines" not in options:
        raise OptionRefused("machines", "", Text("why.option_missing", {"name": "machines"}))
    found = {}
    for name, value in options.items():
        try:
            found[name] = msgspec.convert(value, _TYPES[name], strict=name != "machines")
        except msgspec.ValidationError:
            raise OptionRefused(name, value) from None
    terms = Terms(**found)
    for name, why in _flaws(terms):
        raise OptionRefused(name, options[name], why)
    return terms


_TYPES: Final = {field.name: field.type for field in msgspec.structs.fields(Terms)}


def _flaws(terms: Terms) -> Iterator[tuple[str, Text | None]]:
    """Yield the options that a bank may not have, and why if an article says so."""
    for address, machine in terms.machines.items():
        if address not in ADDRESSES or machine.denomination <= 0:
            yield "machines", None
        if machine.return_ < LEAST_RETURN:
            yield "machines", Text("bank.option.least_return", {"machine": address})
    lot = terms.progressive
    if not terms.machines:
        yield "machines", None
    elif lot is not None:
        known = bool(lot.machines) and terms.machines.keys() >= set(lot.machines)
        if not known or lot.base < 0 or lot.permille <= 0:
            yield "progressive", None
        elif not _are_equal([terms.machines[address] for address in lot.machines]):
            yield "progressive", Text("bank.option.equal_machines")


def _are_equal(machines: list[Machine]) -> bool:
    """Return whether all ask for as many coins, at the same odds of the lot (92)."""
    asked = {(machine.coins, machine.odds) for machine in machines}
    return len(asked) == 1 and not any(None in one for one in asked)
