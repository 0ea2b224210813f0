"""A game without its table: what is bet stands until a result settles it."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.places import Place, Stack
from firmware.core.vocabulary.rulings import BetSettled
from tests.kits.games.bare_table import as_line
from tests.kits.games.naive.table import Line
from tests.kits.quebec import game_class, game_rules

STAKE = Cents(60)
"""Each of 1 to 6 divides it, as the parts of every split bet do."""


class GameAlone:
    """One game, result after result."""

    def __init__(self, name: str, options: dict[str, Any] | None = None) -> None:
        self.game = game_class(name)(game_rules(name), options or {})
        self.game.open()

    def settled(self, fresh: Iterable[Stack], symbols: Symbols) -> list[BetSettled]:
        """Bet on these too, show a result, and return what it settles; no cent is lost by it."""
        game = self.game
        laid = {**game.carried, **dict.fromkeys(fresh, STAKE)}
        game.close(Bet(place, cents, bettor) for (place, bettor), cents in laid.items())
        game.take_result(ResultSeen(symbols))
        lines = game.lines
        staked = Counter({Bet(place, cents, who): 1 for (place, who), cents in laid.items()})
        came_from = {to: origin for origin, to in game.bet_moves.items()}
        game.open()
        for stack, cents in game.carried.items():
            place, bettor = came_from.get(stack, stack)
            staked[Bet(place, cents, bettor)] -= 1
        staked.subtract(line.bet for line in lines)
        assert not any(staked.values())
        return lines

    def shown(self, fresh: Iterable[Stack], *symbols: str) -> list[Line]:
        return by_bet(map(as_line, self.settled(fresh, symbols)))


def all_on(places: Iterable[str], bettor: str | None = None) -> list[Stack]:
    return [(Place(1, on), bettor) for on in places]


def by_bet(lines: Iterable[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: str(line["on"]))
