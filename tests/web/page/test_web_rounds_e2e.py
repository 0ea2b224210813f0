"""Whole rounds dealt at the page by clicks alone, reckoned here by hand from the regulation."""

from collections import deque

import pytest

from tests.kits.web.browser import needs_chromium
from tests.kits.web.person import CONFIRM, Person, money

pytestmark = [needs_chromium, pytest.mark.long]

PAI_GOW_HANDS = (
    "AS 2D 3C 4H 5S KD QD",
    "2S 3S 4S 6S 7S 8S TS",
    "JS QS 2H 3H 5H 6H 7H",
    "8H TH JH KH 3D 4D 5D",
    "6D 7D 8D 9D 2C 4C 5C",
    "6C 7C 8C 9C TC QC KC",
    "KS QH JC TD 9S JD 9H",
)
"""Of each spot, and of the dealer."""


def test_a_round_of_baccarat_with_its_commission(alone: Person) -> None:
    """Banker's natural 8 over 6. Five per cent of the 30.00 won are 1.50 (article 35)."""
    alone.seat("baccarat")
    alone.lay(1, "banker", 30_00)
    alone.lay(2, "player", 100_00)
    alone.lay(4, "tie", 5_00)
    alone.expect_lights(_1="placed", _2="placed", _3="awaiting", _4="placed")
    alone.key("no_more_bets")
    alone.expect_lights(_1="locked", _2="locked", _3="none", _4="locked")
    alone.deal("4S KD 2H 8C")
    alone.expect_hand("player", "4S 2H")
    alone.expect_hand("banker", "KD 8C")
    alone.expect_lights(_1="win", _2="lose", _3="none", _4="lose")
    alone.expect_place(1, "banker", "wins $30.00")
    alone.expect_place(2, "player", "loses")
    alone.expect_place(4, "tie", "loses")
    alone.take_lost(2, "player", money(100_00))
    alone.take_lost(4, "tie", money(5_00))
    alone.expect_paid("Spot 1, Banker", f"pays {money(30_00)}", f"Commission {money(1_50)}")
    alone.clear_felt()
    alone.end_round()


def test_blackjack_with_split_and_insurance(alone: Person) -> None:
    """Two eights against an ace: insured for half, then split, and each hand is for itself.

    Dealer A♦ 8♦, 19: the insurance of 10.00 is lost (25), 8 3 10 wins 20.00 (21), 8 10 loses
    20.00 (18). A♠ K♦ at spot 2 is a Blackjack: 25.00 pay 3 to 2, 37.50 (21).
    """
    alone.seat("blackjack")
    alone.lay(1, "main", 20_00)
    alone.lay(2, "main", 25_00)
    alone.key("no_more_bets")
    alone.deal("8S AS AD 8H KD")
    alone.expect_hand("1", "8S 8H")
    alone.expect_hand("dealer", "AD")
    alone.decide(1, "insurance")
    alone.expect_place(1, "insurance", money(10_00))
    alone.decide(2, "no_insurance")
    alone.decide(1, "split")
    alone.deal("3C")
    alone.expect_hand("1.1", "8S 3C")
    alone.expect_hand("1.2", "8H")
    alone.decide(1, "hit", 1)
    alone.deal("TD TH")
    alone.decide(1, "stand", 2)
    alone.deal("8D")
    alone.expect_hand("dealer", "AD 8D")
    alone.expect_lights(_1="lose", _2="win")
    alone.expect_place(1, "insurance", "loses")
    alone.expect_place(2, "main", "wins $37.50")
    alone.take_lost(1, "insurance", money(10_00))
    alone.take_lost(1, "main", f"{money(20_00)}, leave {money(20_00)}", leave=20_00)
    alone.expect_paid("Spot 1, Main bet", f"Bet {money(20_00)}, pays {money(20_00)}")
    alone.pay(1, "main", 20_00)
    alone.expect_paid("Spot 2, Main bet", f"Bet {money(25_00)}, pays {money(37_50)}")
    alone.clear_felt()
    alone.end_round()


def test_three_card_poker_keeps_cards_face_down(alone: Person) -> None:
    """A straight flush against king high: the ante of 20.00, the raise of 20.00 and the bonus.

    The dealer qualifies; ante and raise pay 1 to 1 (67.30), the straight flush 5 to 1 on the
    ante (67.31).
    """
    alone.seat("three-card-poker")
    alone.lay(1, "ante", 20_00)
    alone.key("no_more_bets")
    alone.deal("9S TS JS KD 9D 8H")
    alone.expect_hand("dealer", "back back back")
    alone.decide(1, "raise")
    alone.expect_hand("1", "9S TS JS")
    alone.expect_hand("dealer", "KD 9D 8H")
    alone.expect_lights(_1="win")
    alone.expect_place(1, "raise", "wins $20.00")
    alone.expect_paid("Spot 1, Ante", f"Bet {money(20_00)}, pays {money(20_00)}")
    alone.clear_felt()
    alone.end_round()


def test_pai_gow_poker_with_the_low_hand_clicked(alone: Person) -> None:
    """A straight to five, the second highest, and K Q against the dealer's to king, and J 9.

    Both hands are higher: 20.00 pay 20.00, of which five per cent, 1.00, are collected (47).
    The number that the table has drawn says who is dealt to first (48.1),
    and the pack is shuffled for every round.
    """
    alone.seat("pai-gow-poker")
    alone.lay(1, "main", 20_00)
    alone.key("no_more_bets")
    hands = deque(PAI_GOW_HANDS)
    hands.rotate(1 - alone.dealt_first(dealer=len(hands)))
    for hand in hands:
        alone.deal_aside(hand)
    alone.pick("KD QD")
    alone.decide(1, "set")
    alone.expect_asked("Bank: set the hands?")
    alone.pick("JD 9H")
    alone.decide(0, "set")
    alone.expect_lights(_1="win")
    alone.expect_paid("Spot 1, Main bet", f"pays {money(20_00)}", f"Commission {money(1_00)}")
    alone.clear_felt()
    alone.answer(CONFIRM)
    alone.expect_asked("Shuffle, load the shoe, then SHUFFLED")
    alone.answer("shuffle")
    alone.expect_asked("Place your bets")
