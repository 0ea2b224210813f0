"""What a table may choose that changes the return of a declared bet: its pay table, the decks, the
numbers of the wheel.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules

Options = Mapping[str, Any]
COUNTED_OPTIONS: Final = ("numbers",)
"""The options of a game that change how probable a result is."""


def table_choices(game_class: type[Game], rules: GameRules) -> Iterator[Options]:
    """Yield options with which each bet has each of its pay tables at each kind of table; the usual
    ones first.
    """
    for table, pay_tables in product(_tables(game_class, rules), _pay_tables(rules)):
        yield {**table, **({"pay_tables": pay_tables} if pay_tables else {})}


def choice_text(options: Options, on: str) -> str:
    """Return options as a configuration has them, of the pay tables that of one bet."""
    values = {**options, "pay_tables": options.get("pay_tables", {}).get(on)}
    return ", ".join(f"{name} = {value}" for name, value in values.items() if value is not None)


def _tables(game_class: type[Game], rules: GameRules) -> Iterator[Options]:
    values = {name: game_class.OWN_OPTIONS.get(name) for name in COUNTED_OPTIONS}
    choices = {name: allowed for name, allowed in values.items() if allowed}
    if rules.decks is not None:
        decks = rules.decks
        choices["decks"] = sorted(decks.allowed, key=lambda number: number != decks.usual)
    for chosen in product(*choices.values()):
        yield dict(zip(choices, chosen, strict=True))


def _pay_tables(rules: GameRules) -> Iterator[Mapping[str, str]]:
    """Yield choices of which each takes the next pay table of every bet that has one."""
    names = {on: list(bet.pay_tables) for on, bet in rules.bets.items() if bet.pay_tables}
    for nth in range(max(map(len, names.values()), default=1)):
        yield {on: tables[min(nth, len(tables) - 1)] for on, tables in names.items()}
