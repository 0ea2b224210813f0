"""Rounds of blackjack21 5.0.0 a second: one player with one bet, who draws to 17."""

import json
import sys
import time

from blackjack21 import DEFAULT_SUITS, Deck, GameState, Table

deck = Deck(DEFAULT_SUITS, count=6)
table = Table([("one", 1000)], deck, hit_soft_17=True)
rounds, done, took = int(sys.argv[1]), 0, 0.0
while done < rounds:
    deck.reset()
    start = time.process_time()
    for _ in range(20):
        table.start_game()
        while table.state is GameState.PLAYERS_TURN:
            if table.current_hand.total < 17:
                table.hit()
            else:
                table.stand()
    took += time.process_time() - start
    done += 20
print(json.dumps({"rate": done / took}))
