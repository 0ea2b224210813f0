"""Hands of pybaccarat 0.18 a second, and what its Bank does in each cell of article 37's table."""

import json
import sys
import time

from pybaccarat.baccarat import Game, Hand
from pybaccarat.playingcards import Card, Shoe


def hand(*ranks: int) -> Hand:
    made = Hand()
    for rank in ranks:
        made.add(Card(rank, "s"))
    return made


def bank_draws(bank: int, third: int) -> bool:
    return hand(10, bank or 10).need_hit(hand(10, 10, third or 10))


def rate(hands: int) -> float:
    shoe, player, bank = Shoe(8), Hand(), Hand()
    game = Game(shoe, player, bank)
    done, took = 0, 0.0
    while done < hands:
        shoe.reset()
        shoe.shuffle()
        start = time.process_time()
        for _ in range(60):
            player.empty()
            bank.empty()
            game.play_hand()
        took += time.process_time() - start
        done += 60
    return done / took


draws = [[bank, third, bank_draws(bank, third)] for bank in range(8) for third in range(10)]
print(json.dumps({"rate": rate(int(sys.argv[1])), "draws": draws}))
