"""Faults injected and cured at the page; what it shows after a reload, a cut and going back."""

import pytest
from playwright.sync_api import expect

from sim.web.bench.table_dir import Seating
from tests.kits.paths import EXAMPLES
from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.paged_table import PagedTable
from tests.kits.sim.web.person import Person

pytestmark = [needs_chromium, pytest.mark.long]

RFID = EXAMPLES / "rfid.toml"
STOPS = (
    ("unplug", "lost", "lights presence shoe chips"),
    ("noise", "lost", "keys chips"),
    ("stuck", "stuck", "i2c"),
)
"""What befalls parts, all at once, as which fault the table tells each, and stops."""


def test_cut_off_parts_stop_the_table(alone: Person) -> None:
    alone.seat("baccarat")
    alone.turn_to("break")
    for how, code, parts in STOPS:
        for part in parts.split():
            alone.breaks(part, how)
        for part in parts.split():
            alone.expect_fault(part, code)
        for part in parts.split():
            alone.cures(part, how)
        alone.expect_no_fault()
        alone.confirm_felt()


def test_prompt_plugs_the_part_in(alone: Person) -> None:
    alone.seat("baccarat")
    alone.turn_to("break")
    alone.breaks("lights", "unplug")
    alone.expect_fault("lights", "lost")
    alone.page.locator('#prompt [data-answer="mend-lights-unplug"]').click()
    alone.expect_no_fault()
    alone.confirm_felt()


def test_open_door_shut_from_the_prompt(alone: Person) -> None:
    alone.seat("baccarat")
    alone.turn_to("break")
    alone.breaks("logic", "door")
    alone.expect_fault("doors", "door_open")
    alone.answers("shut-logic").click()
    expect(alone.answers("shut-logic")).to_have_count(0)
    alone.clear()
    alone.expect_no_fault()
    alone.confirm_felt()


def test_door_stops_dark_figures_do_not(alone: Person) -> None:
    alone.seat("baccarat")
    alone.turn_to("break")
    alone.breaks("logic", "door")
    alone.expect_fault("doors", "door_open")
    alone.cures("logic", "door")
    alone.clear()
    alone.expect_no_fault()
    alone.confirm_felt()
    alone.breaks("figures", "unplug")
    alone.expect_fault("figures", "dark")
    alone.expect_asked("Place your bets")
    alone.cures("figures", "unplug")
    alone.expect_no_fault()


def test_impossible_chips_are_shown(alone: Person) -> None:
    alone.seat("baccarat")
    alone.lay(1, "banker", 25_00)
    alone.turn_to("break")
    for how, code in (
        ("unknown_chip", "unknown_chip"),
        ("chip_twice", "chip_twice"),
        ("too_many", "chips_unread"),
    ):
        alone.breaks("chips", how)
        alone.expect_fault("chips", code)
        alone.cures("chips", how)
        alone.expect_no_fault()
    alone.answer("press-no_more_bets")
    alone.expect_lights(_1="locked")


def test_foreign_card_is_removed(alone: Person, paged: PagedTable) -> None:
    paged.seat(Seating(config=RFID, language="en"))
    alone.expect_live()
    alone.open()
    alone.lay(1, "banker", 25_00)
    alone.key("no_more_bets")
    alone.expect_lights(_1="locked")
    alone.turn_to("break")
    alone.breaks("shoe", "wrong_tag")
    alone.answer("draw")
    alone.expect_fault("shoe", "unknown_tag")
    alone.expect_over("shoe", "wrong_tag")
    alone.clear()
    alone.answer("press-confirm")
    alone.expect_asked("card: Player")
    alone.breaks("shuffler", "jam")
    alone.expect_fault("shuffler", "shuffler_fault")
    alone.cures("shuffler", "jam")
    alone.clear()
    alone.answer("press-confirm")
    alone.expect_asked("card: Player")


# what the page explains and keeps


def test_help_explains_every_mark(alone: Person) -> None:
    alone.seat_only("blackjack")
    alone.page.locator("#help-open").click()
    legend = alone.page.locator("#help .legend")
    legend.locator("summary").click()
    marks = ("≡ $50", "No more bets"), ("Bettor behind", "article 16"), ("Pr", "Progressive")
    for mark, reported in marks:
        line = legend.locator("div", has=alone.page.get_by_text(mark, exact=True))
        expect(line.locator("dd")).to_contain_text(reported)
    alone.page.keyboard.press("Escape")


def test_reloaded_page_shows_the_same(alone: Person) -> None:
    alone.deal_half_a_round()
    before = alone.felt()
    alone.page.reload()
    alone.expect_live()
    alone.expect_hand("banker", "KD")
    assert alone.felt() == before


def test_power_cut_restores_the_felt(alone: Person) -> None:
    alone.deal_half_a_round()
    before, veil = alone.felt(), alone.page.locator("#veil")
    alone.page.locator("#power").click()
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


def test_going_back_reopens_the_round(alone: Person) -> None:
    alone.deal_half_a_round()
    alone.page.locator('#controls [data-act="back"]').click()
    alone.open()
    alone.expect_lights(_1="awaiting", _5="awaiting")
    for hand in ("player", "banker"):
        expect(alone.cards(hand)).to_have_count(0)
    expect(alone.page.locator("#shoe meter")).to_have_js_property("value", 416)
