"""What seldom happens at a poker table, for random evenings: in order, or refused."""

from collections.abc import Mapping, Sequence
from random import Random

from tests.kits.games.poker_room.game import DECK, Game
from tests.kits.games.poker_room.table import Step, Table

Held = Mapping[int, Sequence[str]]
"""The cards that lie face down before each player."""


def seldom(table: Table, held: Held, chance: Random) -> Step:
    """Return a wrong deal, a reading, an exposed card, a hand shown early, a level, time."""
    game = table.game
    if game is None:
        return chance.choice([_level(chance), {"wait": 1750}, {"wait": 4000}, _take(table, chance)])
    if game.down_due and chance.random() < 0.5:
        return {"deal": game.down_due + chance.choice((-1, 1))}
    spot = chance.choice(sorted(game.dealt_in))
    cards = [*held.get(spot, ["AS", "AH"])]
    return chance.choice(
        [
            _read(spot, cards, chance),
            _read(spot, cards, chance),
            {"show": {"spot": spot, "cards": cards}},
            _exposed(game, spot, cards, chance),
            {"press": "clock"},
            {"wait": 700},
            {"enter": {"card": chance.choice(sorted(DECK))}},
            _level(chance),
        ]
    )


def can_expose(game: Game) -> bool:
    """Say whether a card may be seen: before all are dealt, or while they lie there."""
    return game.phase in ("deal", "bets", "cards")


def _read(spot: int, cards: Sequence[str], chance: Random) -> Step:
    seen = [*cards, "AS"] if chance.random() < 0.1 else cards
    return {"hole": {"spot": spot, "cards": chance.sample(seen, chance.randint(1, len(seen)))}}


def _exposed(game: Game, spot: int, cards: Sequence[str], chance: Random) -> Step:
    card = chance.choice(cards)
    if card in game.exposed or not can_expose(game):
        return {"wait": 7}
    return {"expose": {"card": card, **({"spot": spot} if chance.random() < 0.7 else {})}}


def _level(chance: Random) -> Step:
    small = chance.choice((100, 200, 300, 150))
    return {"level": {"blinds": [small, 2 * small], "ante": chance.choice((0, 100))}}


def _take(table: Table, chance: Random) -> Step:
    return {"take": {"spot": chance.choice([*sorted(table.stacks), 9]), "cents": 300}}
