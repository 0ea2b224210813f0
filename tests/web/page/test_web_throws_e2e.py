"""Wheel, dice and balls by clicks alone, reckoned here by hand from the regulation."""

from playwright.sync_api import expect

from tests.kits.web.browser import needs_chromium
from tests.kits.web.person import Person, money

pytestmark = needs_chromium


def test_roulette_pays_the_split_before_the_straight(alone: Person) -> None:
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


def test_craps_pays_the_pass_line_and_its_odds(alone: Person) -> None:
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


def test_a_ticket_of_keno_sees_its_balls_drawn(alone: Person) -> None:
    alone.seat("keno")
    alone.quicken("50")
    alone.sell(1, "2", "1 4 7 2 3")
    expect(alone.page.locator("#felt")).to_contain_text("1 ticket in play")
    balls = "1 4 7 10 13 16 19 22 25 28 31 34 37 40 43 46 49 52 55 58"
    alone.draw_balls(balls)
    expect(alone.page.locator("#felt")).to_contain_text("20 balls drawn")
    expect(alone.page.locator("#round")).to_have_text("Round 2")
