"""A page is loaded again, and a round is gone back to: it shows what the table is in."""

from playwright.sync_api import expect

from tests.kits.web.browser import needs_chromium
from tests.kits.web.person import Person

pytestmark = needs_chromium


def test_a_page_that_is_loaded_anew_shows_the_same(alone: Person) -> None:
    alone.deal_half_a_round()
    before = alone.felt()
    alone.page.reload()
    alone.expect_live()
    alone.expect_hand("banker", "KD")
    assert alone.felt() == before


def test_going_back_opens_the_round_anew(alone: Person) -> None:
    alone.deal_half_a_round()
    alone.page.locator('#controls [data-act="back"]').click()
    alone.open()
    alone.expect_lights(_1="awaiting", _5="awaiting")
    for hand in ("player", "banker"):
        expect(alone.cards(hand)).to_have_count(0)
    expect(alone.page.locator("#shoe meter")).to_have_js_property("value", 416)
