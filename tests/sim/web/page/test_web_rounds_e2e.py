"""Whole rounds played at the page by clicks or keys alone, reckoned by hand from the regulation."""

from collections import deque

import pytest
from playwright.sync_api import Page, expect

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.person import CONFIRM, Person, money

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


def test_baccarat_with_commission(alone: Person) -> None:
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


def test_blackjack_split_and_insurance(alone: Person) -> None:
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


def test_three_card_poker_hides_cards(alone: Person) -> None:
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


def test_pai_gow_low_hand_by_clicks(alone: Person) -> None:
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


# wheel, dice and balls


def test_roulette_pays_split_first(alone: Person) -> None:
    """17: the split pays 17 to 1, 170.00 on 10.00; the number 35 to 1, 175.00 on 5.00 (72)."""
    alone.seat("roulette")
    alone.quicken("50")
    alone.lay(1, "straight:17", 5_00, place=0)
    alone.lay(2, "split:17,20", 10_00, place=0)
    alone.throw("17")
    alone.expect_lights(_1="win", _2="win", _3="none")
    alone.expect_place(0, "straight:17", "wins $175.00")
    alone.expect_place(0, "split:17,20", "wins $170.00")
    alone.expect_paid("Spot 2, Split 17,20", f"Bet {money(10_00)}, pays {money(170_00)}")
    alone.clear_felt()
    alone.end_round()


def test_craps_pays_pass_line_and_odds(alone: Person) -> None:
    """Point 6, made: 10.00 on pass pay 10.00 (95.14), 10.00 of odds 6 to 5, 12.00 (95.16)."""
    alone.seat("craps")
    alone.lay(1, "pass", 10_00, place=0)
    alone.throw("4", "2")
    alone.expect_besides("Point: 6")
    alone.lay(1, "pass_odds", 10_00, place=0)
    alone.throw("3", "3")
    alone.expect_lights(_1="win")
    alone.expect_place(0, "pass", "wins $10.00")
    alone.expect_place(0, "pass_odds", "wins $12.00")
    alone.expect_paid("Spot 1, Pass", f"pays {money(10_00)}")
    alone.clear_felt()
    alone.end_round()


def test_keno_ticket_sees_its_balls(alone: Person) -> None:
    alone.seat("keno")
    alone.quicken("50")
    alone.sell(1, "2", "1 4 7 2 3")
    expect(alone.page.locator("#felt")).to_contain_text("1 ticket in play")
    balls = "1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58"
    alone.draw_balls(balls)
    expect(alone.page.locator("#felt")).to_contain_text("20 balls drawn")
    expect(alone.page.locator("#round")).to_have_text("Round 2")


# the keyboard

MOST = 250
"""More presses of a key than anything on the page is away."""
IS_AT = "selector => document.activeElement?.matches(selector) ?? false"


def press_until(page: Page, key: str, selector: str) -> None:
    """Press a key until the focus is there."""
    for _press in range(MOST):
        if page.evaluate(IS_AT, selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never comes to {selector}")


def deal(page: Page, cards: str) -> None:
    """Choose cards, a suit a row, with the arrow keys; the focus is back at what opens them."""
    left = page.locator("#shoe meter")
    for card in cards.split():
        before = int(left.evaluate("meter => meter.value"))
        page.keyboard.press("Enter")
        press_until(page, "Tab", f'#shoe [data-suit="{card[-1]}"] [data-choose]')
        page.keyboard.press("Home")
        press_until(page, "ArrowRight", f'#shoe [data-choose="{card}"]')
        page.keyboard.press("Enter")
        expect(left).to_have_js_property("value", before - 1)


def test_baccarat_by_keyboard_only(alone: Person) -> None:
    """Banker's 8 over 6: 50.00 pay 50.00, five per cent of it are 2.50 (article 35)."""
    page = alone.page
    page.reload()  # nobody has chosen a chip
    alone.seat_only("baccarat")
    press_until(page, "Tab", '#prompt [data-answer="press-confirm"]')
    page.keyboard.press("Enter")
    alone.expect_asked("Place your bets")

    press_until(page, "Tab", "#felt [data-place]")
    press_until(page, "ArrowUp", '[data-place="1:banker"]')
    for laid in (25_00, 50_00):
        page.keyboard.press("Enter")
        alone.expect_place(1, "banker", money(laid))
    alone.expect_lights(_1="placed")

    expect(page.locator('[data-answer="press-no_more_bets"]')).to_be_visible()
    page.keyboard.press("1")
    alone.expect_lights(_1="locked")
    press_until(page, "Tab", '#shoe [data-act="pick"]')
    deal(page, "4S KD 2H 8C")
    alone.expect_hand("banker", "KD 8C")
    alone.expect_place(1, "banker", "wins $50.00")
    alone.expect_paid(f"pays {money(50_00)}", f"Commission {money(2_50)}")

    page.keyboard.press("t")
    alone.expect_asked("Pay, take, then CONFIRM")
    expect(page.locator("#prompt .answers")).not_to_have_attribute("aria-busy", "true")
    page.keyboard.press("1")
    alone.expect_asked("Place your bets")
