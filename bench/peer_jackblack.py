"""Rounds of jackblack 0.8.0 a second: one player with one bet, who draws to 17; and what he wins by
three deals that he bets 100 on.
"""

import json
import sys
import time

from jackblack import Card, Deck, Player, Simple17, Simulation


class Insured(Simple17):
    """One who takes every insurance."""

    def decide(self, player: Player, choices: list[str], **other_arguments: object) -> str:
        insures = "insurance" in choices
        return "insurance" if insures else super().decide(player, choices, **other_arguments)


def won(strategy: Simple17, *ranks: str) -> float:
    deck = Deck()
    deck[:] = [Card(rank) for rank in reversed(ranks)]
    player = Player("one", chips=1000, strategy=strategy)
    Simulation([player], deck=deck, min_bet=100).run(1)
    return player.chips - 1000


def rate(rounds: int) -> float:
    deck, player = Deck(num_decks=6), Player("one", chips=10**9, strategy=Simple17())
    table = Simulation([player], deck=deck, min_bet=10)
    done, took = 0, 0.0
    while done < rounds:
        deck.reset()
        player.results.clear()
        start = time.process_time()
        table.run(20)
        took += time.process_time() - start
        done += 20
    return done / took


deals = {
    "Blackjack": won(Simple17(), "Ace", "10", "King", "9"),
    "Blackjack against Blackjack": won(Simple17(), "Ace", "Ace", "King", "King"),
    "insured against Blackjack": won(Insured(), "10", "Ace", "9", "King"),
}
print(json.dumps({"rate": rate(int(sys.argv[1])), "deals": deals}))
