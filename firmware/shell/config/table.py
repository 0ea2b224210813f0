"""The `table` section: the game, its spots and its chips."""

from typing import Final, get_args

from firmware.core.game.limits import LateEntry
from firmware.core.game.options import ROUNDINGS
from firmware.core.table.amounts import Amounts
from firmware.core.table.meters import METER_MODULO
from firmware.core.table.rules import IMPLAUSIBLE_CENTS, PaymentRule
from firmware.core.vocabulary.money import MOST_CENTS, Cents
from firmware.shell.config.reader import SectionReader
from firmware.shell.config.settings import TableSetting
from firmware.shell.rules.rule_pack import RulePack

AMOUNT_SOURCES: Final = tuple(amounts.value for amounts in Amounts)
LATE_ENTRIES: Final[tuple[LateEntry, ...]] = get_args(LateEntry)
MAX_SEAT_NAME: Final = 6
"""Letters of a seat's name."""
PAYMENT_RULES: Final[tuple[PaymentRule, ...]] = get_args(PaymentRule)


def read_table(document: SectionReader, rule_pack: RulePack) -> TableSetting:
    with document.table("table") as table:
        denominations = _read_denominations(table)
        amounts = Amounts(table.choice("amounts", AMOUNT_SOURCES))
        key, game = table.text("name"), table.choice("game", rule_pack.served_games)
        rules = rule_pack.rules(game)
        spots = table.integer("spots", 1, rules.seats.most)
        return TableSetting(
            name=key,
            game=game,
            spots=spots,
            seats=_read_seats(table, spots),
            late_entry=_read_late_entry(table, deals_cards=rules.decks is not None),
            denominations=denominations,
            amounts=amounts,
            implausible=_read_implausible(table),
            payments=_read_payments(table, amounts),
            smallest_chip=_read_smallest_chip(table, denominations, amounts),
            rounding=_read_rounding(table),
        )


def _read_seats(table: SectionReader, spots: int) -> tuple[str, ...]:
    """Read the names of the spots, which the numbers from 1 are if it has none."""
    if not table.has("seats"):
        return ()
    given = table.option("seats")
    listed = given if isinstance(given, list) else []
    names = [str(name) for name in listed if _is_seat_name(name)]
    if not names or len({*map(str.casefold, names)}) < len(listed):
        table.add_fault("seats", "config.seat_names", most=MAX_SEAT_NAME)
    elif len(names) != spots:
        table.add_fault("seats", "config.seat_count", number=len(names), count=spots)
    return tuple(names)


def _is_seat_name(name: object) -> bool:
    """Return whether a name fits on every display and can stand in a list: a whole number, or
    letters and digits.
    """
    written = str(name)
    is_name = type(name) in (int, str) and written.isalnum()
    return is_name and len(written) <= MAX_SEAT_NAME


def _read_late_entry(table: SectionReader, *, deals_cards: bool) -> LateEntry:
    """Read the rule of article 10, which only a table that deals cards has."""
    if deals_cards:
        return table.choice("late_entry", LATE_ENTRIES)
    if table.has("late_entry"):
        table.add_fault("late_entry", "config.no_cards")
    return "allow"


def _read_implausible(table: SectionReader) -> Cents:
    key = "implausible_cents"
    return Cents(table.integer(key, 1, METER_MODULO - 1)) if table.has(key) else IMPLAUSIBLE_CENTS


def _read_payments(table: SectionReader, amounts: Amounts) -> PaymentRule:
    """Read whether each payment must be seen, which only a chip reader does."""
    if not table.has("payments"):
        return "noted"
    payment_rule = table.choice("payments", PAYMENT_RULES)
    if payment_rule == "seen" and not amounts.by_reader:
        table.add_fault("payments", "config.payments_unseen")
    return payment_rule


def _read_smallest_chip(
    table: SectionReader, denominations: tuple[Cents, ...], amounts: Amounts
) -> Cents | None:
    key = "smallest_chip_cents"
    if not table.has(key):
        return None
    chip_cents = table.amount(key)
    if not amounts.are_known:
        table.add_fault(key, "config.chip_unseen")
    elif table.are_sound(key, "denominations_cents") and (
        denominations[-1:] != (chip_cents,) or any(cents % chip_cents for cents in denominations)
    ):
        table.add_fault(key, "config.not_smallest")
    return chip_cents if table.are_sound(key) else None


def _read_rounding(table: SectionReader) -> str:
    key = "rounding"
    if not table.has(key):
        return ROUNDINGS[0]
    if not table.has("smallest_chip_cents"):
        table.add_fault(key, "config.rounds_to_chip")
    return table.choice(key, ROUNDINGS[1:])


def _read_denominations(table: SectionReader) -> tuple[Cents, ...]:
    key = "denominations_cents"
    chip_values = table.whole_numbers(key)
    if chip_values != sorted(
        {chip_cents for chip_cents in chip_values if 0 < chip_cents <= MOST_CENTS}, reverse=True
    ):
        table.add_fault(key, "config.falling")
    return tuple(map(Cents, chip_values))
