"""What is printed on a cloth before the dealer: the game's name, below it odds and options."""

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from firmware.core.game.game import Game
from firmware.core.vocabulary.money import EVEN, Odds
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import bet_name
from sim.web.felt.plan_parts import Said, Say, TitlePlan

BELOW: Final = 79
"""How far the middle of the name is below what lies before the dealer."""
BETWEEN: Final = " · "
NATURAL: Final = "blackjack"
"""The hand of the main bet whose odds are printed."""


def title(game: Game, bets: Collection[str], say: Say, lower: float) -> TitlePlan:
    """Print the name below an edge; the line says what does not pay even money, and the options."""
    texts = (*_paid(game, bets), *_options(game))
    return TitlePlan(lower + BELOW, _joined([said for text in texts if (said := say(text))]))


def _paid(game: Game, bets: Collection[str]) -> Iterator[Text]:
    main = game.rules.tables.get("main")
    if main and NATURAL in main.odds:
        yield _odds(Text(f"line.{NATURAL}"), main.odds[NATURAL])
    for bet, pays in game.rules.pays.items():
        if bet in (*bets, *game.IN_PLAY) and pays.odds != EVEN:
            yield _odds(bet_name(bet), pays.odds)


def _odds(on: Text, odds: Odds) -> Text:
    return Text("web.printed.odds", {"on": on, "odds": str(odds)})


def _options(game: Game) -> Iterator[Text]:
    for name in game.OPTIONS:
        if isinstance(value := game.options[name], bool):
            yield Text(f"web.printed.{name}.{'yes' if value else 'no'}")


def _joined(lines: Sequence[Said]) -> Said:
    languages = {language for said in lines for language in said}
    return {one: BETWEEN.join(said[one] for said in lines) for one in languages}
