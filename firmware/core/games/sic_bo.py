"""Sic bo, articles 95.18 to 95.24: three dice, shaken by the dealer or thrown by the players.

The table does not know who throws: `players_throw` is a permission that it displays (95.21).
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final

from firmware.core.game.conditions import Facts
from firmware.core.game.dice_facts import DICE_FACTS, dice_facts, every_throw
from firmware.core.game.instrument_game import InstrumentGame
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.instruments import Instrument, Symbols
from firmware.core.vocabulary.panel import Text

DIE_FACES: Final = ("1", "2", "3", "4", "5", "6")
SUM_BETS: Final = tuple(map(str, range(4, 18)))
"""The sums that may be bet on (95.24)."""
SMALL_TOTALS: Final = range(4, 11)
BIG_TOTALS: Final = range(11, 18)


class SicBo(InstrumentGame):
    """One table's Sic bo; `_is_winner` has the winning places."""

    BETS = (
        *("small", "big", "any_triple"),
        *(f"triple:{face}" for face in DIE_FACES),
        *(f"double:{face}" for face in DIE_FACES),
        *(f"sum:{dice_sum}" for dice_sum in SUM_BETS),
        *(f"duo:{low},{higher_face}" for low, higher_face in combinations(DIE_FACES, 2)),
        *(f"single:{face}" for face in DIE_FACES),
    )
    BETS_WITH_ODDS = ("triple", "double", "any_triple", "duo", "small", "big")
    PAY_TABLES: Mapping[str, Sequence[str]] = {"sum": SUM_BETS, "single": ("1", "2", "3")}
    OWN_OPTIONS: Mapping[str, Sequence[object]] = {"players_throw": (False, True)}
    FACTS = DICE_FACTS
    INSTRUMENT = Instrument("dice", 3, keyed_by_face=True, readings=2)
    THROW_CLOSES_BETS = True

    def canonical_name(self, bet_name: str) -> str:
        """A duo is the same in either order."""
        bare_name, _, faces = bet_name.partition(":")
        return (
            f"{bare_name}:{','.join(sorted(faces.split(',')))}" if bare_name == "duo" else bet_name
        )

    def facts(self, spot: int) -> Facts:  # noqa: ARG002
        """Return the facts of the throw."""
        return dice_facts(self.last_symbols)

    @classmethod
    def possible_facts(cls) -> Sequence[Facts]:
        """Return the facts of every throw."""
        return every_throw(3)

    def symbols_refusal(self, symbols: Symbols) -> Text | None:
        """Article 95.1: a die has six faces."""
        if len(symbols) == 3 and set(symbols) <= set(DIE_FACES):
            return None
        return Text("no_result.faces", {"result": "-".join(symbols)})

    def settle_bets(self, symbols: Symbols) -> None:
        """Articles 95.22 and 95.24."""
        for bet in self.laid_bets():
            bare_name, _, chosen_faces = bet.place.on.partition(":")
            if bare_name in self.PAY_TABLES:
                self._settle_by_table(bet, bare_name, chosen_faces, symbols)
            elif self._is_winner(bare_name, chosen_faces, symbols):
                self.pay(bet, bare_name)
            else:
                self.lose(bet, "95.22")

    def _settle_by_table(
        self, bet: Bet, bare_name: str, chosen_faces: str, dice_faces: Symbols
    ) -> None:
        """Pay a sum by its total, a single number by the count of dice that show it."""
        matching_count = str(dice_faces.count(chosen_faces))
        table_line = matching_count if bare_name == "single" else chosen_faces
        pay_table = self.rules.tables[bare_name]
        if (
            (table_line in pay_table.odds)
            if bare_name == "single"
            else dice_total(dice_faces) == int(chosen_faces)
        ):
            self.win(bet, pay_table.odds[table_line], pay_table.article)
        else:
            self.lose(bet, "95.22")

    def _is_winner(self, bare_name: str, chosen_faces: str, dice_faces: Symbols) -> bool:
        """Article 95.22; a double wins with three alike too."""
        is_triple = len(set(dice_faces)) == 1
        match bare_name:
            case "triple":
                return is_triple and chosen_faces in dice_faces
            case "double":
                return dice_faces.count(chosen_faces) >= 2
            case "any_triple":
                return is_triple
            case "duo":
                return set(chosen_faces.split(",")) <= set(dice_faces)
            case _:
                return (
                    dice_total(dice_faces) in (SMALL_TOTALS if bare_name == "small" else BIG_TOTALS)
                    and not is_triple
                )

    def result(self) -> Text:
        """Return the dice and their sum."""
        return Text(
            "result.dice",
            {"result": "-".join(self.last_symbols), "total": dice_total(self.last_symbols)},
        )


def dice_total(dice_faces: Symbols) -> int:
    """Return the sum of the faces."""
    return sum(map(int, dice_faces))


GAME = SicBo
