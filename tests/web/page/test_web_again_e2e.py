"""After a reload, a power cut and going back, a page shows the table's state."""

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


def test_a_power_cut_hides_the_felt_and_brings_the_same_one_back(alone: Person) -> None:
    alone.deal_half_a_round()
    before, veil = alone.felt(), alone.page.locator("#veil")
    alone.page.locator('#controls [data-act="power"]').click()
    expect(alone.page.locator("html")).to_have_attribute("data-link", "off")
    expect(veil).to_contain_text("no power")
    expect(alone.page.locator("#felt")).to_have_attribute("inert", "")
    alone.page.locator('#veil [data-act="power-on"]').click()
    alone.expect_live()
    expect(veil).to_be_hidden()
    alone.expect_asked("Check the felt, then CONFIRM")
    alone.answer("press-confirm")
    alone.expect_asked("2nd card: Player")
    alone.expect_lights(_1="locked", _5="locked")
    assert alone.felt() == before


def test_going_back_opens_the_round_anew(alone: Person) -> None:
    alone.deal_half_a_round()
    alone.page.locator('#controls [data-act="back"]').click()
    alone.open()
    alone.expect_lights(_1="awaiting", _5="awaiting")
    for hand in ("player", "banker"):
        expect(alone.cards(hand)).to_have_count(0)
    expect(alone.page.locator("#shoe meter")).to_have_js_property("value", 416)
