"""Sic bo, articles 95.18 to 95.24: three dice, shaken by the dealer or thrown by the players.

The table does not know who throws: `players_throw` is a permission that it shows (95.21).
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Bet

FACES: Final = ("1", "2", "3", "4", "5", "6")
TOTALS: Final = tuple(map(str, range(4, 18)))
"""The sums that may be bet on (95.24)."""
SMALL: Final = range(4, 11)
BIG: Final = range(11, 18)


class SicBo(InstrumentGame):
    """One table's Sic bo; `_wins` has the winning places."""

    BETS = (
        *("small", "big", "any_triple"),
        *(f"triple:{face}" for face in FACES),
        *(f"double:{face}" for face in FACES),
        *(f"sum:{total}" for total in TOTALS),
        *(f"duo:{low},{high}" for low, high in combinations(FACES, 2)),
        *(f"single:{face}" for face in FACES),
    )
    PAYS = ("triple", "double", "any_triple", "duo", "small", "big")
    TABLES: Mapping[str, Sequence[str]] = {"sum": TOTALS, "single": ("1", "2", "3")}
    OPTIONS: Mapping[str, Sequence[object]] = {"players_throw": (False, True)}
    INSTRUMENT = Instrument("dice", 3, faces=True, readings=2)
    THROWN = True

    def canonical(self, on: str) -> str:
        """A duo is the same in either order."""
        name, _, faces = on.partition(":")
        return f"{name}:{','.join(sorted(faces.split(',')))}" if name == "duo" else on

    def unknown(self, symbols: Symbols) -> Text | None:
        """Article 95.1: a die has six faces."""
        if len(symbols) == 3 and set(symbols) <= set(FACES):
            return None
        return Text("no_result.faces", {"result": "-".join(symbols)})

    def settle(self, symbols: Symbols) -> None:
        """Articles 95.22 and 95.24."""
        for bet in self.laid_bets():
            name, _, chosen = bet.place.on.partition(":")
            if name in self.TABLES:
                self._settle_by_table(bet, name, chosen, symbols)
            elif self._wins(name, chosen, symbols):
                self.pay(bet, name)
            else:
                self.lose(bet, "95.22")

    def _settle_by_table(self, bet: Bet, name: str, chosen: str, dice: Symbols) -> None:
        """Pay a sum by its total, a single number by the count of dice that show it."""
        alike = str(dice.count(chosen))
        line = alike if name == "single" else chosen
        table = self.rules.tables[name]
        if (line in table.odds) if name == "single" else total(dice) == int(chosen):
            self.win(bet, table.odds[line], table.article)
        else:
            self.lose(bet, "95.22")

    def _wins(self, name: str, chosen: str, dice: Symbols) -> bool:
        """Article 95.22; a double wins with three alike too."""
        triple = len(set(dice)) == 1
        match name:
            case "triple":
                return triple and chosen in dice
            case "double":
                return dice.count(chosen) >= 2
            case "any_triple":
                return triple
            case "duo":
                return set(chosen.split(",")) <= set(dice)
            case _:
                return total(dice) in (SMALL if name == "small" else BIG) and not triple

    def result(self) -> Text:
        """Return the dice and their sum."""
        return Text("result.dice", {"result": "-".join(self.shown), "total": total(self.shown)})


def total(dice: Symbols) -> int:
    """Return the sum of the faces."""
    return sum(map(int, dice))


GAME = SicBo
