"""The meters: totals of this table since its setup. Money is in whole cents.

The meters are part of the table's state and of its checkpoint: exact after a crash, and reverted by
an undo. Money is counted when a settled round ends, if the table knows amounts; the other meters
count on every table.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

from firmware.core.table.bets import Bets
from firmware.core.vocabulary.counters import DIGITS, MODULO, SQUARES_MODULO, BetMeters, Meters
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    Bet,
    CardEntered,
    LateBet,
    LateResolved,
    RoundVoided,
    Ruling,
    bet_class,
    bet_name,
)

__all__ = [
    "COUNTS",
    "DIGITS",
    "MODULO",
    "MONEY",
    "BetMeters",
    "Count",
    "Meters",
    "balanced",
    "counted",
    "kept_of",
    "rows",
    "ruled",
    "settled",
]

Count = Literal["rounds", "late_bets", "voids", "overrides"]


def counted(meters: Meters, name: Count, times: int = 1) -> Meters:
    """Return the meters with one of them advanced."""
    return msgspec.structs.replace(meters, **{name: (getattr(meters, name) + times) % MODULO})


def ruled(meters: Meters, ruling: Ruling) -> Meters:
    """Return the meters after a ruling that counts at once."""
    name = _COUNTED.get(type(ruling))
    return meters if name is None else counted(meters, name)


_COUNTED: Final[Mapping[type[Ruling], Count]] = {
    LateBet: "late_bets",
    RoundVoided: "voids",
    LateResolved: "overrides",
    CardEntered: "overrides",
}


def settled(meters: Meters, bets: Bets, *, banked: bool) -> Meters:
    """Return the meters with the money of a settled round; `banked` if a player was the bank.

    `held` is computed as the locked amount less the amount owed to each bettor, not from the lines,
    so that it can reveal a contradiction.
    """
    names = {line.bet.stack: line.name for line in bets.lines}
    money = {name: dict.fromkeys(EVERY, 0) for name in names.values()}
    for line in bets.lines:
        of_bet = money[line.name]
        of_bet["handle"] += line.bet.cents
        of_bet["returned"] += line.returned
        of_bet["paid"] += line.paid
        of_bet["commission"] += line.commission
        of_bet["held"] += line.commission
    for stack, gained in bets.gained.items():
        money[names[stack]]["held"] += gained
    for stack, name in names.items():
        stake = sum(line.bet.cents for line in bets.lines_of(stack))
        money[name]["bets"] += stake > 0
        money[name]["squares"] += stake**2
    return _apart(meters, money) if banked else _advanced(meters, money)


def _apart(meters: Meters, money: Mapping[str, Mapping[str, int]]) -> Meters:
    """Return the meters with the bank's money on its own, and the house's commissions."""
    owed = {name: sums["commission"] for name, sums in money.items()}
    house = {name: Counter(commission=cents, held=cents) for name, cents in owed.items()}
    his: dict[str, int] = dict.fromkeys(EVERY, 0)
    his |= {meter: sum(sums[meter] for sums in money.values()) for meter in MONEY}
    his |= {"commission": 0, "held": his["held"] - his["commission"]}
    after = _advanced(meters, house)
    return msgspec.structs.replace(after, banked=_more(after.banked, his))


def kept_of(meters: Meters, bet: Bet, commission: Cents) -> Meters:
    """Return the meters with the house's gain on a bet that is taken down."""
    if not commission:
        return meters
    money = Counter(commission=commission, held=commission)
    return _advanced(meters, {bet_class(bet.place.on): money})


def _advanced(meters: Meters, money: Mapping[str, Mapping[str, int]]) -> Meters:
    bets = dict(meters.bets)
    for name, more in money.items():
        bets[name] = _more(bets.get(name, BetMeters()), more)
    return msgspec.structs.replace(meters, bets=bets)


def _more(bet: BetMeters, more: Mapping[str, int]) -> BetMeters:
    sums = {meter: (getattr(bet, meter) + more[meter]) % modulo for meter, modulo in EVERY.items()}
    return BetMeters(**sums)


def balanced(meters: Meters) -> bool:
    """Return whether handle and commission equal returned, paid and held for every bet."""
    return not any(
        (bet.handle + bet.commission - bet.returned - bet.paid - bet.held) % MODULO
        for bet in (*meters.bets.values(), meters.banked)
    )


COUNTS: Final = ("rounds", "late_bets", "voids", "overrides")
EVERY: Final = {
    meter: SQUARES_MODULO if meter == "squares" else MODULO for meter in BetMeters.__struct_fields__
}
"""The meters of a class of bets, and where each turns over."""
MONEY: Final = ("handle", "returned", "paid", "commission", "held")
BANKED: Final = ("handle", "returned", "paid", "held")
"""The meters of rounds in which a player is the bank: he takes no commission."""


def rows(meters: Meters) -> Iterator[tuple[Text, str]]:
    """Yield the name and the ten digits of each meter: counts, sums of money, then bet by bet."""
    for name in COUNTS:
        yield Text(f"meter.{name}"), _digits(getattr(meters, name))
    for name in MONEY:
        yield Text(f"meter.{name}"), _digits(sum(getattr(b, name) for b in meters.bets.values()))
    if meters.banked != BetMeters():
        for name in BANKED:
            name_of = "bank_held" if name == "held" else name
            words = Text("meter.of_bank", {"meter": Text(f"meter.{name_of}")})
            yield words, _digits(getattr(meters.banked, name))
    for on, bet in meters.bets.items():
        for name in MONEY:
            words = Text("meter.of_bet", {"on": _class_name(on), "meter": Text(f"meter.{name}")})
            yield words, _digits(getattr(bet, name))


def _class_name(name: str) -> Text:
    base, _, picks = name.partition(":")
    return Text("meter.tickets", {"picks": picks}) if base == "ticket" and picks else bet_name(name)


def _digits(value: int) -> str:
    return f"{value % MODULO:0{DIGITS}}"
