"""A bank of slot machines and its progressive jackpot (87 to 95), as their host counts them.

The machines decide their games; the host holds their registered returns against article 93, counts
the jackpot, and records a person's decision on a defective game (94, 95).
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
FULL_RETURN: Final = 10_000
"""100 %, likewise."""
PERMILLE_RANGE: Final = range(1, 1001)
THOUSANDTHS: Final = 1000
"""The jackpot is counted in thousandths of a cent."""


class Machine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The registration of a machine: its coin in cents, its return in hundredths of a percent."""

    denomination: int
    return_: int = msgspec.field(name="return")
    coins: int | None = None
    odds: int | None = None
    """The jackpot is won once in so many plays."""


class JackpotTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progressive jackpot: machines, first amount in cents, contribution of each play."""

    machines: tuple[int, ...]
    base: int
    permille: int


class SlotBankTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The options of a bank."""

    machines: dict[int, Machine]
    progressive: JackpotTerms | None = None


class Settled(Ruling, frozen=True):
    """A settled play, in cents; reported again if it turns out to be void."""

    machine: int
    stake: int
    outcome: Literal["win", "lose", "push"]
    returned: int
    paid: int
    article: str


class JackpotAmount(Ruling, frozen=True, tag="LotIs"):
    """The amount of the jackpot, in cents (91)."""

    cents: int


class BankAct(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report of a machine, or a decision of a person."""

    machine: int


class SlotPlay(BankAct, frozen=True, forbid_unknown_fields=True, tag="Play"):
    """A stake is played."""

    cents: int


class SlotResult(BankAct, frozen=True, forbid_unknown_fields=True, tag="Result"):
    """The result of the play: the jackpot, or an amount."""

    cents: int = 0
    jackpot: bool = False


class DefectDecided(BankAct, frozen=True, forbid_unknown_fields=True, tag="Defect"):
    """The machine was defective: by itself, or because the player disturbed it."""

    by: Literal["machine", "player"]


class LastPlay(msgspec.Struct, rename={"jackpot_thousandths_won": "lot_won"}):
    """The last play of a machine."""

    stake: int
    pending: bool = True
    jackpot_thousandths_won: int = 0
    """Thousandths of a cent that the jackpot paid for it."""


class SlotBank(msgspec.Struct, rename={"jackpot_thousandths": "lot"}):
    """The machines, their last plays, and the jackpot in thousandths of a cent."""

    terms: SlotBankTerms
    jackpot_thousandths: int = 0
    plays: dict[int, LastPlay] = {}

    def apply_act(self, bank_act: BankAct) -> tuple[Ruling, ...]:
        """Apply an act; return its rulings."""
        cents_before = self.jackpot_thousandths // THOUSANDTHS
        try:
            _demand_known(self, bank_act.machine)
            rulings = HANDLERS[type(bank_act)](self, bank_act)
        except Forbidden as forbidden:
            return (Refused(forbidden.why),)
        cents_after = self.jackpot_thousandths // THOUSANDTHS
        # the thousandths change with every coin; a ruling is only for whole cents
        return rulings if cents_after == cents_before else (*rulings, JackpotAmount(cents_after))

    @property
    def pending(self) -> bool:
        """Whether a play has no result yet."""
        return any(last_play.pending for last_play in self.plays.values())

    def contributes(self, machine: int) -> bool:
        """Return whether a machine contributes to the jackpot and can win it."""
        jackpot_terms = self.terms.progressive
        return jackpot_terms is not None and machine in jackpot_terms.machines


def bank_of(options: Mapping[str, Any]) -> SlotBank:
    """Return the bank with these options. Raises OptionRefused."""
    slot_bank_terms = _convert_terms(options)
    jackpot_terms = slot_bank_terms.progressive
    return SlotBank(slot_bank_terms, jackpot_terms.base * THOUSANDTHS if jackpot_terms else 0)


def _demand_known(slot_bank: SlotBank, machine: int) -> None:
    if machine not in slot_bank.terms.machines:
        raise Forbidden("bank.no_machine", machine=machine)


def _apply_play(slot_bank: SlotBank, bank_act: SlotPlay) -> tuple[Ruling, ...]:
    last_play, coin_cents = (
        slot_bank.plays.get(bank_act.machine),
        slot_bank.terms.machines[bank_act.machine].denomination,
    )
    if last_play is not None and last_play.pending:
        raise Forbidden("bank.play_on", machine=bank_act.machine)
    if bank_act.cents <= 0 or bank_act.cents % coin_cents:
        raise Forbidden("bank.coins", machine=bank_act.machine, coin_cents=coin_cents)
    # the play before it can no longer be declared defective: its money is the player's
    slot_bank.plays[bank_act.machine] = LastPlay(bank_act.cents)
    jackpot_terms = slot_bank.terms.progressive
    if jackpot_terms is not None and slot_bank.contributes(bank_act.machine):
        slot_bank.jackpot_thousandths += bank_act.cents * jackpot_terms.permille
    return ()


def _apply_result(slot_bank: SlotBank, bank_act: SlotResult) -> tuple[Ruling, ...]:
    last_play = slot_bank.plays.get(bank_act.machine)
    if last_play is None or not last_play.pending:
        raise Forbidden("bank.no_play", machine=bank_act.machine)
    if bank_act.cents < 0:
        raise Forbidden("bank.amount", machine=bank_act.machine)
    jackpot_terms = slot_bank.terms.progressive
    if bank_act.jackpot and (jackpot_terms is None or not slot_bank.contributes(bank_act.machine)):
        raise Forbidden("bank.no_lot", machine=bank_act.machine)
    if bank_act.jackpot:
        _demand_whole_play(slot_bank, bank_act.machine, last_play)
    last_play.pending = False
    paid_cents = bank_act.cents
    if bank_act.jackpot and jackpot_terms:
        paid_cents += _win_jackpot(slot_bank, last_play, jackpot_terms)
    article = "91" if bank_act.jackpot else "89"
    return (
        Settled(
            bank_act.machine,
            last_play.stake,
            "win" if paid_cents else "lose",
            0,
            paid_cents,
            article,
        ),
    )


def _demand_whole_play(slot_bank: SlotBank, address: int, last_play: LastPlay) -> None:
    """Article 92: all machines of a jackpot require the same number of coins to play for it."""
    machine = slot_bank.terms.machines[address]
    coins = machine.coins or 0
    if last_play.stake < coins * machine.denomination:
        raise Forbidden("bank.jackpot_coins", machine=address, coins=coins)


def _win_jackpot(slot_bank: SlotBank, last_play: LastPlay, jackpot_terms: JackpotTerms) -> int:
    """Return the jackpot in cents, and begin the next one; fractions of a cent stay in it."""
    jackpot_cents, remainder = divmod(slot_bank.jackpot_thousandths, THOUSANDTHS)
    first_jackpot = jackpot_terms.base * THOUSANDTHS + remainder
    last_play.jackpot_thousandths_won = slot_bank.jackpot_thousandths - first_jackpot
    slot_bank.jackpot_thousandths = first_jackpot
    return jackpot_cents


def _apply_defect(slot_bank: SlotBank, bank_act: DefectDecided) -> tuple[Ruling, ...]:
    """Void the last play (94, 95); a jackpot that it won is returned."""
    last_play = slot_bank.plays.pop(bank_act.machine, None)
    if last_play is None:
        raise Forbidden("bank.no_play", machine=bank_act.machine)
    # `+=`: the coins played since the win stay in the jackpot
    slot_bank.jackpot_thousandths += last_play.jackpot_thousandths_won
    if bank_act.by == "player":
        return (Settled(bank_act.machine, last_play.stake, "lose", 0, 0, "94"),)
    return (Settled(bank_act.machine, last_play.stake, "push", last_play.stake, 0, "95"),)


HANDLERS: Final[Mapping[type[BankAct], Callable[[SlotBank, Any], tuple[Ruling, ...]]]] = {
    SlotPlay: _apply_play,
    SlotResult: _apply_result,
    DefectDecided: _apply_defect,
}


def _convert_terms(options: Mapping[str, Any]) -> SlotBankTerms:
    for option_name in options:
        if option_name not in _OPTION_TYPES:
            raise OptionRefused(option_name, options[option_name])
    if "machines" not in options:
        raise OptionRefused("machines", "", Text("why.option_missing", {"name": "machines"}))
    converted = {}
    for option_name, option_value in options.items():
        try:
            converted[option_name] = msgspec.convert(
                # the keys of a TOML table are text; those of the machines are addresses
                option_value,
                _OPTION_TYPES[option_name],
                strict=option_name != "machines",
            )
        except msgspec.ValidationError:
            raise OptionRefused(option_name, option_value) from None
    slot_bank_terms = SlotBankTerms(**converted)
    for option_name, reason in _option_flaws(slot_bank_terms):
        raise OptionRefused(option_name, options[option_name], reason)
    return slot_bank_terms


_OPTION_TYPES: Final = {
    option_field.name: option_field.type for option_field in msgspec.structs.fields(SlotBankTerms)
}


def _option_flaws(slot_bank_terms: SlotBankTerms) -> Iterator[tuple[str, Text | None]]:
    """Yield the invalid options of a bank, with the reason if an article has one."""
    if not slot_bank_terms.machines:
        yield "machines", None
    for address, machine in slot_bank_terms.machines.items():
        if address not in ADDRESSES or machine.denomination <= 0:
            yield "machines", None
        if machine.return_ < LEAST_RETURN:
            yield "machines", Text("bank.option.least_return", {"machine": address})
        if machine.return_ > FULL_RETURN:
            yield "machines", Text("bank.option.full_return", {"machine": address})
    if slot_bank_terms.progressive is not None:
        yield from _jackpot_flaws(slot_bank_terms.machines, slot_bank_terms.progressive)


def _jackpot_flaws(
    machines: Mapping[int, Machine], jackpot_terms: JackpotTerms
) -> Iterator[tuple[str, Text | None]]:
    is_known = bool(jackpot_terms.machines) and machines.keys() >= set(jackpot_terms.machines)
    if not is_known or jackpot_terms.base < 0:
        yield "progressive", None
    elif jackpot_terms.permille not in PERMILLE_RANGE:
        yield "progressive", Text("bank.option.permille")
    elif not _are_equal([machines[address] for address in jackpot_terms.machines]):
        yield "progressive", Text("bank.option.equal_machines")


def _are_equal(machines: list[Machine]) -> bool:
    """Return whether all machines have the same coins, of the same value, and the same odds of the
    jackpot (92).
    """
    machine_conditions = {
        (machine.coins, machine.odds, machine.denomination) for machine in machines
    }
    return len(machine_conditions) == 1 and not any(
        None in conditions for conditions in machine_conditions
    )
