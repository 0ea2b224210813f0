"""The facts about a table before it opens."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from firmware.core.game.game import Game
from firmware.core.game.limits import BetLimits
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.bets import base_bet_name, place_values
from firmware.core.vocabulary.instruments import Symbols
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from firmware.shell.config.settings import Config
from sim.bench.wheels import symbols_of

BACK_BETTOR: Final = "B"
"""The bettor behind a seated player, as chips and bets name him."""


@dataclass(frozen=True, slots=True)
class TableLayout:
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
    def opening_bets(self) -> list[str]:
        """The bets that the house offers, and that are laid before the close."""
        return [
            bet_name
            for bet_name in self.game.BETS
            if base_bet_name(bet_name) in (*self.limits, *self.game.rules.stakes)
            and self.game.chips_refusal((Place(1, bet_name), None), NO_CENTS) is None
        ]

    @property
    def limited_bets(self) -> list[str]:
        """Those of them that the house sets limits for."""
        return [
            bet_name for bet_name in self.opening_bets if base_bet_name(bet_name) in self.limits
        ]

    def limits_of(self, bet_name: str) -> BetLimits:
        """Return the least and the most that may be laid on a bet."""
        fixed_stake = self.game.rules.stakes.get(base_bet_name(bet_name))
        return (
            BetLimits(fixed_stake.cents, fixed_stake.cents)
            if fixed_stake
            else self.limits[base_bet_name(bet_name)]
        )

    def is_legal(self, laid_amounts: Mapping[str, Cents]) -> bool:
        """Return whether one player's bets are legal together."""
        return not self.game.illegal_together(
            {(Place(1, bet_name), None): cents for bet_name, cents in laid_amounts.items()}
        )


def layout_of(config: Config) -> TableLayout:
    """Return the layout of a configured table."""
    table = config.table
    return TableLayout(
        table.spots,
        config.limits,
        table.denominations,
        config.open_game(),
        table.amounts,
        symbols_of(config.wiring.wheel),
    )


def missing_place_reason(game: Game, spot: int, written_bet: str) -> Text:
    """Return why nothing can be bet there: no place for it, or no such bet in the game."""
    place = Place(spot, game.canonical_name(written_bet))
    if place.on in game.BETS:
        return Text("why.no_bet_place", place_values(place))
    return Text("why.no_such_bet", {"on": written_bet})
