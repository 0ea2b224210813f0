"""A whole round by the keyboard alone, reckoned by hand from the regulation."""

from playwright.sync_api import Page, expect

from tests.kits.web.browser import needs_chromium
from tests.kits.web.person import Person, money

pytestmark = needs_chromium

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
    """Choose cards by suit and rank with the arrow keys, and draw each."""
    left = page.locator("#shoe meter")
    for card in cards.split():
        before = int(left.evaluate("meter => meter.value"))
        press_until(page, "Shift+Tab", "#shoe [data-suit]")
        page.keyboard.press("Home")
        press_until(page, "ArrowRight", f'#shoe [data-suit="{card[-1]}"]')
        page.keyboard.press("Enter")
        press_until(page, "Tab", "#shoe [data-choose]")
        page.keyboard.press("Home")
        press_until(page, "ArrowRight", f'#shoe [data-choose="{card}"]')
        page.keyboard.press("Enter")
        expect(left).to_have_js_property("value", before - 1)


def test_a_round_of_baccarat_by_the_keyboard_alone(alone: Person) -> None:
    """Banker's 8 over 6: 50.00 pay 50.00, five per cent of it are 2.50 (article 35)."""
    page = alone.page
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
    press_until(page, "Tab", "#shoe details.choose > summary")
    if page.locator("#shoe details.choose[open]").count() == 0:
        page.keyboard.press("Enter")
    press_until(page, "Tab", "#shoe [data-choose]")
    deal(page, "4S KD 2H 8C")
    alone.expect_hand("banker", "KD 8C")
    alone.expect_place(1, "banker", "wins $50.00")
    alone.expect_paid(f"pays {money(50_00)}", f"Commission {money(2_50)}")

    page.keyboard.press("t")
    alone.expect_asked("Pay, take, then CONFIRM")
    expect(page.locator("#prompt .answers")).not_to_have_attribute("aria-busy", "true")
    page.keyboard.press("1")
    alone.expect_asked("Place your bets")
