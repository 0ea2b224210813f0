"""Rounds of pybaccarat 0.18 a second: bare hands, and whole shoes with their scoreboards, printed
to nowhere; and what its Bank does in each cell of article 37's table.
"""

import json
import sys
import time
from pathlib import Path

from pybaccarat.baccarat import Game, Hand
from pybaccarat.playingcards import Card, Shoe


def hand(*ranks: int) -> Hand:
    made = Hand()
    for rank in ranks:
        made.add(Card(rank, "s"))
    return made


def bank_draws(bank: int, third: int) -> bool:
    return hand(10, bank or 10).need_hit(hand(10, 10, third or 10))


def bare(hands: int) -> float:
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


def whole(hands: int) -> float:
    out, done, took = sys.stdout, 0, 0.0
    with Path("/dev/null").open("w") as sys.stdout:
        while done < hands:
            start = time.process_time()
            Game(Shoe(8)).play()
            took += time.process_time() - start
            done += 80
    sys.stdout = out
    return done / took


draws = [[bank, third, bank_draws(bank, third)] for bank in range(8) for third in range(10)]
rounds = int(sys.argv[1])
print(json.dumps({"rate": whole(rounds), "bare": bare(rounds), "draws": draws}))
