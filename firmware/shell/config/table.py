"""The `table` section: the game, its spots and its chips."""

from typing import Final, get_args

from firmware.core.game.limits import LateEntry
from firmware.core.table.amounts import Amounts
from firmware.core.table.meters import MODULO
from firmware.core.table.rules import IMPLAUSIBLE
from firmware.core.vocabulary.money import Cents
from firmware.shell.config.limits import MOST_CENTS
from firmware.shell.config.reader import Reader
from firmware.shell.config.settings import TableSetting
from firmware.shell.rules.rules import game_rules, served_games

AMOUNTS: Final = tuple(amounts.value for amounts in Amounts)
LATE_ENTRIES: Final[tuple[LateEntry, ...]] = get_args(LateEntry)


def read_table(top: Reader) -> TableSetting:
    with top.table("table") as table:
        denominations = _denominations(table)
        amounts = Amounts(table.choice("amounts", AMOUNTS))
        name, game = table.text("name"), table.choice("game", served_games())
        seats = game_rules(game).seats
        return TableSetting(
            name=name,
            game=game,
            spots=table.integer("spots", 1, seats.most),
            late_entry=_late_entry(table, dealt=game_rules(game).decks is not None),
            denominations=denominations,
            amounts=amounts,
            implausible=_implausible(table),
            smallest_chip=_smallest_chip(table, denominations, amounts),
        )


def _late_entry(table: Reader, *, dealt: bool) -> LateEntry:
    """Read the rule of article 10, which only a table that deals cards has."""
    if dealt:
        return table.choice("late_entry", LATE_ENTRIES)
    if table.has("late_entry"):
        table.fault("late_entry", "no_cards")
    return "allow"


def _implausible(table: Reader) -> Cents:
    name = "implausible_cents"
    return Cents(table.integer(name, 1, MODULO - 1)) if table.has(name) else IMPLAUSIBLE


def _smallest_chip(
    table: Reader, denominations: tuple[Cents, ...], amounts: Amounts
) -> Cents | None:
    name = "smallest_chip_cents"
    if not table.has(name):
        return None
    chip = Cents(table.integer(name, 1, MOST_CENTS))
    if not amounts.known:
        table.fault(name, "chip_unseen")
    elif table.sound(name, "denominations_cents") and (
        denominations[-1:] != (chip,) or any(cents % chip for cents in denominations)
    ):
        table.fault(name, "not_smallest")
    return chip if table.sound(name) else None


def _denominations(table: Reader) -> tuple[Cents, ...]:
    name = "denominations_cents"
    chips = table.wholes(name)
    if chips != sorted({chip for chip in chips if 0 < chip <= MOST_CENTS}, reverse=True):
        table.fault(name, "falling")
    return tuple(map(Cents, chips))
