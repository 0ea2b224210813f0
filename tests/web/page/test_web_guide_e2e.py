"""The first minute, by keys alone: each step ends when the table has told that it happened."""

import pytest
from playwright.sync_api import expect

from tests.kits.web.browser import Pages, needs_chromium
from tests.kits.web.person import Person
from tests.kits.web.web_kit import Host

pytestmark = [needs_chromium, pytest.mark.live, pytest.mark.long]

MOST_KEYS = 40


def test_the_first_minute_leads_through_a_round_with_a_power_cut(
    pages: Pages, server: Host
) -> None:
    page = pages.open(server.address, visited=False)
    person = Person(page)
    person.expect_live()
    guide, keys = page.locator("#guide"), page.keyboard
    page.locator('#controls [data-act="speed"]').select_option("50")
    page.locator('[data-act="guide"]').press("Enter")

    def answer_until(step: str) -> None:
        """Give the lit answer by its digit until the guide goes on."""
        for _ in range(MOST_KEYS):
            if guide.get_attribute("data-step") == step:
                return
            asked = page.locator("#prompt p.prompt").inner_text()
            keys.press("1")
            expect(page.locator("#prompt p.prompt")).not_to_have_text(asked)
        raise AssertionError(guide.inner_text())

    expect(guide).to_have_attribute("data-step", "close")
    answer_until("deal")
    expect(page.locator("#announce")).to_contain_text("No more bets")
    answer_until("cut")
    before = person.felt()
    for step in ("on", "felt"):
        page.locator('[data-act="guide-find"]').press("Enter")
        keys.press("Enter")
        expect(guide).to_have_attribute("data-step", step)
    assert person.felt() == before
    answer_until("end")
    answer_until("over")
    page.locator('[data-act="guide-skip"]').press("Enter")
    expect(guide).to_be_hidden()
    page.reload()
    person.expect_live()
    expect(guide).to_be_hidden()
