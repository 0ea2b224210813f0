"""The facts about a table before it opens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.money import NOTHING, Cents
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import base_name
from firmware.shell.config.settings import Config
from firmware.shell.rules.rules import open_game
from sim.bench.wheels import symbols_of

BEHIND: Final = "B"
"""Someone who stands behind a player."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as its people know it. Denominations fall.

    `game` is its people's own: they ask it which bets are legal. `symbols` are those of the
    table's wheel, as often as it has them.
    """

    spots: int
    limits: Mapping[str, BetLimits]
    denominations: tuple[Cents, ...]
    game: Game
    amounts: Amounts = Amounts.READ
    symbols: Symbols = ()

    @property
    def bets(self) -> list[str]:
        """The bets that are laid before the close."""
        places = ((on, Place(1, on)) for on in self.game.BETS)
        return [on for on, at in places if self.game.refuses((at, None), NOTHING) is None]

    @property
    def limited(self) -> list[str]:
        """Those of them that the house sets limits for."""
        return [on for on in self.bets if base_name(on) in self.limits]

    def limits_of(self, on: str) -> BetLimits:
        """Return the least and the most that may be laid on a bet."""
        fixed = self.game.rules.stakes.get(base_name(on))
        return BetLimits(fixed.cents, fixed.cents) if fixed else self.limits[base_name(on)]

    def stands(self, laid: Mapping[str, Cents]) -> bool:
        """Return whether one player's bets are legal together."""
        return not self.game.unfit({(Place(1, on), None): cents for on, cents in laid.items()})


def layout_of(config: Config) -> Layout:
    """Return the layout of a configured table."""
    table = config.table
    return Layout(
        table.spots,
        config.limits,
        table.denominations,
        open_game(table.game, dict(config.game_options)),
        table.amounts,
        symbols_of(config.wiring.wheel),
    )
