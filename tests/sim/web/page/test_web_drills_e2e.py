"""A drill in a browser, by keys alone: the tab, a payment, its mark, the next question."""

import json
import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.kits.sim.web.browser import needs_chromium
from tests.kits.sim.web.person import Person
from tests.kits.sim.web.web_kit import Host

pytestmark = [needs_chromium, pytest.mark.live, pytest.mark.long]

QUESTIONS = 3
NEVER_DUE = "0.01"
"""No bet of these questions pays a cent."""
WRONG = re.compile("short|over")


def focused(page: Page, selector: str) -> None:
    expect(page.locator(selector)).to_be_focused()


def test_a_drill_is_done_by_keys(person: Person) -> None:
    page = person.page
    page.locator("#school-open").press("Enter")
    page.locator("#school-tab-exercises").press("ArrowRight")
    page.locator("#school-tab-exams").press("ArrowRight")
    expect(page.locator("#drills")).to_be_visible()
    page.locator('#drills form [name="drilled"]').select_option("roulette")
    page.locator("#drills form .next").first.press("Enter")
    drill = page.locator(".drill")
    for number in range(1, QUESTIONS + 1):
        expect(drill).to_have_attribute("data-state", "open")
        focused(page, "#drill-amount")
        expect(page.locator(".drill-mark")).to_be_hidden()
        page.keyboard.type(NEVER_DUE)
        page.keyboard.press("Enter")
        expect(drill).to_have_attribute("data-state", "marked")
        expect(page.locator(".drill-mark")).to_have_attribute("data-verdict", WRONG)
        expect(page.locator(".drill-mark .why-sentences li").first).to_be_visible()
        expect(page.locator(".drill .far")).to_contain_text(str(number))
        focused(page, '[data-act="drill-next"]')
        page.keyboard.press("Enter")
    focused(page, "#drill-amount")
    page.locator('[data-act="drill-end"]').press("Enter")
    expect(page.locator('#drills form [name="drilled"]')).to_be_visible()


def test_chips_make_the_amount(person: Person) -> None:
    page = person.page
    page.locator("#school-open").click()
    page.locator("#school-tab-drills").click()
    page.locator("#drills form .next").first.click()
    expect(page.locator(".drill")).to_have_attribute("data-state", "open")
    for cents in (10000, 2500, 25):
        page.locator(f'.drill-chips [data-cents="{cents}"]').click()
    assert page.locator("#drill-amount").input_value() == "125.25"
    page.locator('[data-act="drill-clear"]').click()
    assert page.locator("#drill-amount").input_value() == ""
    page.locator('[data-act="drill-end"]').click()


def test_no_message_gives_an_open_question_away(server: Host) -> None:
    with server.page() as page:
        page.until_served()

        def drill() -> dict[str, Any]:
            page.until(lambda: "school" in page.now)
            found: dict[str, Any] = page.now["school"]["drill"] or {}
            return found

        page.ask("drill", game="baccarat", timed=True)
        for number in range(1, QUESTIONS + 1):
            page.until(lambda: drill().get("state") == "open")
            opened = drill()
            assert opened["number"] == number
            assert opened["mark"] is opened["verdict"] is opened["family"] is None
            page.ask("paydrill", number=number, cents=1)
            page.until(lambda: drill().get("state") == "marked")
            assert "due_cents" not in json.dumps(opened)
            assert drill()["mark"]["due_cents"] != 1
            page.ask("nextdrill")
        page.ask("enddrill")
        page.until(lambda: not drill())


def test_axe_accepts_a_drill(person: Person) -> None:
    page = person.page
    page.locator("#school-open").click()
    page.locator("#school-tab-drills").click()
    serious = _serious(page)
    page.locator("#drills form .next").first.click()
    drill = page.locator(".drill")
    expect(drill).to_have_attribute("data-state", "open")
    serious += _serious(page)
    page.keyboard.type(NEVER_DUE)
    page.keyboard.press("Enter")
    expect(drill).to_have_attribute("data-state", "marked")
    page.locator(".drill-history summary").click()
    serious += _serious(page)
    page.locator('[data-act="drill-end"]').click()
    assert serious == []


def _serious(page: Page) -> list[str]:
    violations = Axe().run(page, "#school").response["violations"]
    return [found["id"] for found in violations if found["impact"] in ("serious", "critical")]
