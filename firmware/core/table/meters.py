"""The meters: totals of this table since its setup. Money is in whole cents.

The meters are part of the table's state and of its checkpoint: exact after a crash, and reverted by
an undo. Money is counted when a settled round ends, if the table knows amounts; the other meters
count on every table.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, Literal

import msgspec

from firmware.core.table.late_bets import RoundBets
from firmware.core.vocabulary.bets import Bet, bet_class, bet_words
from firmware.core.vocabulary.meters import (
    METER_DIGITS,
    METER_MODULO,
    SQUARES_MODULO,
    BetMeters,
    Meters,
)
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import (
    CardEntered,
    LateBet,
    LateResolved,
    PaymentUnseen,
    RoundCorrected,
    RoundVoided,
    Ruling,
)

__all__ = [
    "COUNT_METERS",
    "METER_DIGITS",
    "METER_MODULO",
    "MONEY_METERS",
    "BetMeters",
    "CountMeter",
    "Meters",
    "is_balanced",
    "meter_rows",
    "with_correction",
    "with_count",
    "with_ruling",
    "with_settled_round",
    "with_withdrawn_bet",
]

CountMeter = Literal["rounds", "late_bets", "voids", "overrides", "unseen_payments"]


def with_count(meters: Meters, name: CountMeter, times: int = 1) -> Meters:
    """Return the meters with one of them advanced."""
    return msgspec.structs.replace(meters, **{name: (getattr(meters, name) + times) % METER_MODULO})


def with_ruling(meters: Meters, ruling: Ruling) -> Meters:
    """Return the meters after a ruling that counts at once."""
    name = _RULING_METERS.get(type(ruling))
    return meters if name is None else with_count(meters, name)


_RULING_METERS: Final[Mapping[type[Ruling], CountMeter]] = {
    LateBet: "late_bets",
    RoundVoided: "voids",
    LateResolved: "overrides",
    RoundCorrected: "overrides",
    CardEntered: "overrides",
    PaymentUnseen: "unseen_payments",
}


def with_settled_round(meters: Meters, bets: RoundBets, *, banked: bool) -> Meters:
    """Return the meters with the money of a settled round; `banked` if a player was the bank.

    `held` is computed as the locked amount less the amount owed to each bettor, not from the lines,
    so that it can reveal a contradiction.
    """
    class_names = {line.bet.stack: line.name for line in bets.lines}
    money = {name: dict.fromkeys(METER_MODULI, 0) for name in class_names.values()}
    for line in bets.lines:
        bet_sums = money[line.name]
        bet_sums["handle"] += line.bet.cents
        bet_sums["returned"] += line.returned
        bet_sums["paid"] += line.paid
        bet_sums["commission"] += line.commission
        bet_sums["held"] += line.commission
    for stack, house_gain in bets.house_gains.items():
        money[class_names[stack]]["held"] += house_gain
    for stack, name in class_names.items():
        stake = sum(line.bet.cents for line in bets.stack_lines(stack))
        money[name]["bets"] += stake > 0
        money[name]["squares"] += stake**2
    return _with_banked_round(meters, money) if banked else _with_money(meters, money)


def _with_banked_round(meters: Meters, money: Mapping[str, Mapping[str, int]]) -> Meters:
    """Return the meters with the bank's money on its own, and the house's commissions."""
    commissions_owed = {name: sums["commission"] for name, sums in money.items()}
    house_sums = {
        name: Counter(commission=cents, held=cents) for name, cents in commissions_owed.items()
    }
    bank_sums: dict[str, int] = dict.fromkeys(METER_MODULI, 0)
    bank_sums |= {meter: sum(sums[meter] for sums in money.values()) for meter in MONEY_METERS}
    bank_sums |= {"commission": 0, "held": bank_sums["held"] - bank_sums["commission"]}
    advanced_meters = _with_money(meters, house_sums)
    return msgspec.structs.replace(
        advanced_meters, banked=_with_sums(advanced_meters.banked, bank_sums)
    )


def with_withdrawn_bet(meters: Meters, bet: Bet, commission: Cents) -> Meters:
    """Return the meters with the house's gain on a bet that is taken down."""
    if not commission:
        return meters
    money = Counter(commission=commission, held=commission)
    return _with_money(meters, {bet_class(bet.place.on): money})


def with_correction(meters: Meters, correction: RoundCorrected) -> Meters:
    """Return the meters after a bet's money was corrected; `paid` and `held` may run back."""
    money = Counter(paid=correction.cents, held=-correction.cents)
    if correction.is_banked:
        return msgspec.structs.replace(meters, banked=_with_sums(meters.banked, money))
    return _with_money(meters, {bet_class(correction.place.on, correction.picks): money})


def _with_money(meters: Meters, money: Mapping[str, Mapping[str, int]]) -> Meters:
    bets = dict(meters.bets)
    for name, meter_increments in money.items():
        bets[name] = _with_sums(bets.get(name, BetMeters()), meter_increments)
    return msgspec.structs.replace(meters, bets=bets)


def _with_sums(bet: BetMeters, meter_increments: Mapping[str, int]) -> BetMeters:
    # Python's modulo is never negative: a loss of the house turns `held` back over zero
    sums = {
        meter: (getattr(bet, meter) + meter_increments[meter]) % meter_modulo
        for meter, meter_modulo in METER_MODULI.items()
    }
    return BetMeters(**sums)


def is_balanced(meters: Meters) -> bool:
    """Return whether handle and commission equal returned, paid and held for every bet."""
    return not any(
        (bet.handle + bet.commission - bet.returned - bet.paid - bet.held) % METER_MODULO
        for bet in (*meters.bets.values(), meters.banked)
    )


COUNT_METERS: Final = ("rounds", "late_bets", "voids", "overrides", "unseen_payments")
METER_MODULI: Final = {
    meter: SQUARES_MODULO if meter == "squares" else METER_MODULO
    for meter in BetMeters.__struct_fields__
}
"""The meters of a class of bets, and where each turns over."""
MONEY_METERS: Final = ("handle", "returned", "paid", "commission", "held")
BANKED_METERS: Final = ("handle", "returned", "paid", "held")
"""The meters of rounds in which a player is the bank: he takes no commission."""

METER_WORDS: Final[Mapping[str, str]] = {
    "rounds": "meter.rounds",
    "late_bets": "meter.late_bets",
    "voids": "meter.voids",
    "overrides": "meter.overrides",
    "unseen_payments": "meter.unseen_payments",
    "handle": "meter.handle",
    "returned": "meter.returned",
    "paid": "meter.paid",
    "commission": "meter.commission",
    "held": "meter.held",
}
"""The message key of each meter."""


def meter_rows(meters: Meters) -> Iterator[tuple[Text, str]]:
    """Yield the name and the ten digits of each meter: counts, sums of money, then bet by bet."""
    for name in COUNT_METERS:
        yield Text(METER_WORDS[name]), _ten_digits(getattr(meters, name))
    for name in MONEY_METERS:
        yield (
            Text(METER_WORDS[name]),
            _ten_digits(sum(getattr(bet, name) for bet in meters.bets.values())),
        )
    if meters.banked != BetMeters():
        for name in BANKED_METERS:
            meter_key = "meter.bank_held" if name == "held" else METER_WORDS[name]
            words = Text("meter.of_bank", {"meter": Text(meter_key)})
            yield words, _ten_digits(getattr(meters.banked, name))
    for bet_name, bet in meters.bets.items():
        for name in MONEY_METERS:
            words = Text(
                "meter.of_bet", {"on": _class_words(bet_name), "meter": Text(METER_WORDS[name])}
            )
            yield words, _ten_digits(getattr(bet, name))


def _class_words(name: str) -> Text:
    base, _, picks = name.partition(":")
    return (
        Text("meter.tickets", {"picks": picks}) if base == "ticket" and picks else bet_words(name)
    )


def _ten_digits(value: int) -> str:
    return f"{value % METER_MODULO:0{METER_DIGITS}}"
