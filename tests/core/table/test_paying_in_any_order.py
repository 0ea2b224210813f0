"""The next payment shown, in any order of paying."""

from itertools import permutations

from firmware.core.table.late_bets import RoundBets
from firmware.core.vocabulary.bets import Bet
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.rulings import BetSettled
from tests.kits.core.table_kit import place
from tests.kits.offenders import each

WON = [Bet(place(spot, on), Cents(500)) for spot, on in ((1, "player"), (2, "banker"), (2, "tie"))]


@each("paid", [order[:count] for order in permutations(WON) for count in range(len(WON) + 1)])
def test_first_unpaid_spot_is_shown(paid: tuple[Bet, ...]) -> None:
    bets = RoundBets(WON, locked_at=0)
    bets.settle([BetSettled(bet, "win", bet.cents, bet.cents) for bet in WON], is_whole=True)
    for bet in paid:
        bets.chips_moved((bet.place, None), bet.cents, Cents(1000), 1, supervised=False)
    shown = bets.next_payment and bets.next_payment.bet
    assert shown == next((bet for bet in WON if bet not in paid), None)
