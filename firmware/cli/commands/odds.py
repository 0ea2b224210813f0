"""`croupier odds`: how probable each profit of a bet is, its return, and the best decisions."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console

from firmware.cli.args.types import Game, Name
from firmware.cli.commands.odds_sheet import odds_sheet
from firmware.cli.sheets import print_sheet
from firmware.core.vocabulary.panel import Text, Values
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.core.vocabulary.rulings import base_name
from firmware.odds.figure import Figure
from firmware.odds.odds import figures
from firmware.odds.store import SHIPPED, Store, own_folder, written
from firmware.shell.config.config import load
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import game_kind, open_game
from firmware.shell.words.words import Words


def odds(
    words: Words,
    game: Game | None = None,
    *,
    config: Path | None = None,
    bet: Name | None = None,
    json: bool = False,
) -> int:
    """Print the odds of a game's bets: at a configured table, or by the usual options."""
    table = load(config) if config else None
    name = _game_of(game, table)
    opened = open_game(name, dict(table.game_options) if table else _usual(name))
    reckoning = words.say(Text("chances.reckoning"))
    with Console(stderr=True).status(reckoning) as status:

        def tell(done: int, parts: int) -> None:
            values: Values = {"said": reckoning, "done": done, "parts": parts}
            status.update(words.say(Text("chances.part", values)))

        found = list(figures(name, opened, Store(own_folder(), SHIPPED), tell))
    shown = [figure for figure in found if is_offered(figure, table) and _asked(figure, bet)]
    if bet is not None and not shown:
        names = ", ".join(_meant(bet, found))
        raise CannotBeDone(Text("chances.no_bet", {"given": bet, "names": names}))
    if json:
        _print_lines(name, opened.options, shown)
    else:
        print_sheet(odds_sheet(name, shown, words.at(name)))
    return 0


def _game_of(game: str | None, table: Config | None) -> str:
    if table and game not in (None, table.table.game):
        raise CannotBeDone(Text("sheet.other_game", {"game": table.table.game}))
    name = table.table.game if table else game
    if name is None:
        raise CannotBeDone(Text("chances.which_game"))
    return name


def _usual(name: str) -> dict[str, Any]:
    if required := game_kind(name).REQUIRED:
        raise CannotBeDone(Text("chances.needs_table", {"names": ", ".join(required)}))
    return every_bet(name)


def every_bet(name: str) -> dict[str, Any]:
    """Return the options of a table that shows every side bet."""
    kind = game_kind(name)
    hidden = kind.HIDDEN_SIDE_BETS
    return {"side_bets": [*kind.SIDE_BETS, *hidden]} if hidden else {}


def _asked(figure: Figure, bet: str | None) -> bool:
    return bet is None or bet in (figure.bet, base_name(figure.bet))


def _meant(bet: str, found: Collection[Figure]) -> Collection[str]:
    """Return the names that a bet which is not there may have meant: its places, or every bet."""
    places = [figure.bet for figure in found if base_name(figure.bet) == base_name(bet)]
    return dict.fromkeys(places or (base_name(figure.bet) for figure in found))


def is_offered(figure: Figure, table: Config | None) -> bool:
    """Return whether a table's limits allow the stake of a figure."""
    limits = table.limits.get(base_name(figure.bet)) if table else None
    return limits is None or not (
        figure.stake and not limits.min_cents <= figure.stake <= limits.max_cents
    )


def _print_lines(name: str, options: dict[str, Any], shown: Collection[Figure]) -> None:
    for figure in shown:
        line = {
            "game": name,
            "options": options,
            "bet": figure.bet,
            "stake": figure.stake,
            "play": figure.play,
            "per": figure.per,
            "ev": written(figure.ev),
            "variance": written(figure.variance),
        }
        if figure.bound:
            line["bound"] = figure.bound
        if figure.least is not None:
            line["least"] = written(figure.least)
        if figure.dealer:
            line["dealer"] = figure.dealer
        if figure.break_even is not None:
            line["break_even"] = figure.break_even
        print(msgspec.json.encode(line).decode())
