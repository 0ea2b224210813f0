"""Whole rounds dealt at the page by clicks alone, reckoned here by hand from the regulation."""

import pytest

from tests.kits.web.browser import needs_chromium
from tests.kits.web.person import Person, money

pytestmark = [needs_chromium, pytest.mark.live]


def test_a_round_of_baccarat_with_its_commission(person: Person) -> None:
    """Banker's natural 8 over 6. Five per cent of the 30.00 won are 1.50 (article 35)."""
    person.seat("baccarat")
    person.lay(1, "banker", 30_00)
    person.lay(2, "player", 100_00)
    person.lay(4, "tie", 5_00)
    person.expect_lights(_1="placed", _2="placed", _3="awaiting", _4="placed")
    person.key("no_more_bets")
    person.expect_lights(_1="locked", _2="locked", _3="none", _4="locked")
    person.deal("4S KD 2H 8C")
    person.expect_hand("player", "4S 2H")
    person.expect_hand("banker", "KD 8C")
    person.expect_lights(_1="win", _2="lose", _3="none", _4="lose")
    person.expect_place(1, "banker", "wins $30.00")
    person.expect_place(2, "player", "loses")
    person.expect_place(4, "tie", "loses")
    person.expect_paid("Spot 1, Banker", f"pays {money(30_00)}", f"Commission {money(1_50)}")
    person.clear_felt()
    person.end_round()


def test_blackjack_with_split_and_insurance(person: Person) -> None:
    """Two eights against an ace: insured for half, then split, and each hand is for itself.

    Dealer A♦ 8♦, 19: the insurance of 10.00 is lost (25), 8 3 10 wins 20.00 (21), 8 10 loses
    20.00 (18). A♠ K♦ at spot 2 is a Blackjack: 25.00 pay 3 to 2, 37.50 (21).
    """
    person.seat("blackjack")
    person.lay(1, "main", 20_00)
    person.lay(2, "main", 25_00)
    person.key("no_more_bets")
    person.deal("8S AS AD 8H KD")
    person.expect_hand("1", "8S 8H")
    person.expect_hand("dealer", "AD")
    person.decide(1, "insurance")
    person.expect_place(1, "insurance", money(10_00))
    person.decide(2, "no_insurance")
    person.decide(1, "split")
    person.deal("3C")
    person.expect_hand("1.1", "8S 3C")
    person.expect_hand("1.2", "8H")
    person.decide(1, "hit", 1)
    person.deal("TD TH")
    person.decide(1, "stand", 2)
    person.deal("8D")
    person.expect_hand("dealer", "AD 8D")
    person.expect_lights(_1="lose", _2="win")
    person.expect_place(1, "insurance", "loses")
    person.expect_place(2, "main", "wins $37.50")
    person.expect_paid("Spot 1, Main bet", f"Bet {money(20_00)}, pays {money(20_00)}")
    person.tidy()
    person.answer("press-next")
    person.expect_paid("Spot 2, Main bet", f"Bet {money(25_00)}, pays {money(37_50)}")
    person.clear_felt()
    person.end_round()


def test_three_card_poker_keeps_cards_face_down(person: Person) -> None:
    """A straight flush against king high: the ante of 20.00, the raise of 20.00 and the bonus.

    The dealer qualifies; ante and raise pay 1 to 1 (67.30), the straight flush 5 to 1 on the
    ante (67.31).
    """
    person.seat("three-card-poker")
    person.lay(1, "ante", 20_00)
    person.key("no_more_bets")
    person.deal("9S TS JS KD 9D 8H")
    person.expect_hand("dealer", "back back back")
    person.decide(1, "raise")
    person.expect_hand("1", "9S TS JS")
    person.expect_hand("dealer", "KD 9D 8H")
    person.expect_lights(_1="win")
    person.expect_place(1, "raise", "wins $20.00")
    person.expect_paid("Spot 1, Ante", f"Bet {money(20_00)}, pays {money(20_00)}")
    person.clear_felt()
    person.end_round()


def test_pai_gow_poker_with_the_low_hand_clicked(person: Person) -> None:
    """A straight to five, the second highest, and K Q against the dealer's to king, and J 9.

    Both hands are higher: 20.00 pay 20.00, of which five per cent, 1.00, are collected (47).
    """
    person.seat("pai-gow-poker")
    person.lay(1, "main", 20_00)
    person.key("no_more_bets")
    person.deal("AS 2D 3C 4H 5S KD QD")
    person.deal("2S 2H 2C 3S 3H 3D 4S 4D 4C 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C 8S 8H 8D 8C 9D 9C")
    person.deal("TS TH TC JS JH QS QC KH KC")
    person.deal("KS QH JC TD 9S JD 9H")
    person.pick("KD QD")
    person.decide(1, "set")
    person.expect_asked("Bank: set the hands?")
    person.pick("JD 9H")
    person.decide(0, "set")
    person.expect_lights(_1="win")
    person.expect_paid("Spot 1, Main bet", f"pays {money(20_00)}", f"Commission {money(1_00)}")
    person.clear_felt()
    person.end_round()
