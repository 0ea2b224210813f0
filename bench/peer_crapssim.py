"""Rolls of crapssim 0.4.1 a second, and what each player has won in cents.

The dice, the players and what each of them wants come on standard input. All is led once to see
which bets are added when, then timed on the same bets.
"""

import gc
import json
import sys
import time
from collections.abc import Sequence

from crapssim import Player, Table, bet
from crapssim.strategy.tools import Strategy

BASES = {
    "pass": bet.PassLine,
    "dont_pass": bet.DontPass,
    "come": bet.Come,
    "dont_come": bet.DontCome,
    "field": bet.Field,
    "any_7": bet.Any7,
    "eleven": bet.Yo,
    "any_craps": bet.AnyCraps,
    "craps:2": bet.Two,
    "craps:3": bet.Three,
    "craps:12": bet.Boxcars,
    "horn": bet.Horn,
    "world": bet.World,
}
NUMBERED = {"hard": bet.HardWay, "place": bet.Place, "buy": bet.Buy, "lay": bet.Lay}


def a_bet(name: str, dollars: float, player: Player, *, agreed: bool) -> bet.Bet | None:
    """Return the bet of this name; None for odds that have no number.

    Left to itself the peer takes odds on any number beside a don't come on another.
    """
    base, _, argument = name.partition(":")
    if name in BASES:
        return BASES[name](dollars)
    if base == "hop":
        low, high = map(int, argument.split(","))
        return bet.Hop((low, high), dollars)
    if base.endswith("_odds"):
        number = int(argument) if argument else player.table.point.number
        main = BASES[base.removesuffix("_odds")]
        alone = agreed and argument and not player.already_placed(main(dollars, number))
        return None if number is None or alone else bet.Odds(main, number, dollars)
    if base == "lay" and agreed:
        return bet.Lay(int(argument), dollars, always_working=True)
    return NUMBERED[base](int(argument), dollars)


class Wants(Strategy):
    """Lays again whatever is wanted and does not stand; notes what was laid before each roll."""

    def __init__(self, bet_amounts: dict[str, int], *, agreed: bool) -> None:
        self.bet_amounts, self.agreed = bet_amounts, agreed
        self.laid: list[list[bet.Bet]] = []

    def completed(self, player: Player) -> bool:  # noqa: ARG002
        return False

    def update_bets(self, player: Player) -> None:
        self.laid.append([])
        for name, cents in self.bet_amounts.items():
            found = a_bet(name, cents / 100, player, agreed=self.agreed)
            if found is not None and not player.already_placed(found):
                before = len(player.bets)
                player.add_bet(found)
                self.laid[-1] += [found] * (len(player.bets) - before)


class Repeats(Strategy):
    """Lays what was laid before."""

    def __init__(self, laid: Sequence[Sequence[bet.Bet]]) -> None:
        self.laid = iter(laid)

    def completed(self, player: Player) -> bool:  # noqa: ARG002
        return False

    def update_bets(self, player: Player) -> None:
        for laid_bet in next(self.laid):
            player.add_bet(laid_bet)


BANKROLL = 10**8


def seated(strategies: Sequence[Strategy], *, agreed: bool) -> Table:
    table = Table()
    if agreed:
        table.settings["vig_rounding"] = "none"
    for strategy in strategies:
        table.add_player(BANKROLL).strategy = strategy
    return table


def won(table: Table) -> list[int]:
    """Return what each has, or has standing, beyond what was brought; in cents."""
    return [round((player.total_player_cash - BANKROLL) * 100) for player in table.players]


request = json.load(sys.stdin)
dice, agreed = [tuple(roll) for roll in request["dice"]], request["agreed"]
players = [Wants(player_bets, agreed=agreed) for player_bets in request["players"]]
led = seated(players, agreed=agreed)
led.fixed_run(dice)
table = seated([Repeats(player.laid) for player in players], agreed=agreed)
gc.collect()
gc.freeze()
start = time.process_time()
table.fixed_run(dice)
took = time.process_time() - start
assert won(table) == won(led)
laid = sum(map(len, (laid for player in players for laid in player.laid)))
print(json.dumps({"rate": len(dice) / took, "won": won(table), "laid": laid}))
