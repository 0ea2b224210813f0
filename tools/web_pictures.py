"""Photograph docs/pictures/virtual-table/: live tables, a broken one, and the board."""

import argparse
import re
from contextlib import suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, Page
from playwright.sync_api import TimeoutError as TookTooLong

from tools.browser import chromium, serving

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures" / "virtual-table"
SIZE: Final = {"width": 1366, "height": 768}
PATIENCE_MS: Final = 240_000
ROUNDS: Final = 25
STEPS: Final = 90
STEP_MS: Final = 1500
AT_REST: Final = """() => Promise.all(document.getAnimations()
    .filter((one) => one.effect.getTiming().iterations === 1).map((one) => one.finished))"""
"""Waits until nothing is under way on the felt."""
PAYING: Final = re.compile(r"\b(payer|pay)\b")
"""On the dealer's display when a bet is to be paid: cards lie open, lights tell who won."""


SIDE_POTS: Final = """() => document.querySelector('[data-room="pot-2"]')
    && document.querySelector('#prompt p.prompt')?.textContent.startsWith('Distribuer face visible')
"""
"""A third pot lies there, and no bet: the next card is asked for."""


def photograph(browser: Browser, language: str, name: str) -> None:
    """Photograph a table of Blackjack when the first bet is to be paid."""
    with serving("--game", "blackjack", "--lang", language, "--idle", "--seed", "11") as server:
        page = page_of(browser, server.address, "dark")
        _step_to_payment(page)
        page.screenshot(path=PICTURES / f"{name}.png")


def photograph_poker(browser: Browser, name: str) -> None:
    """Photograph a poker table whose pot has two side pots, when a card is to be dealt."""
    people = ("--game", "poker-room", "--lang", "fr", "--speed", "200", "--seed", "12")
    with serving(*people) as server:
        page = page_of(browser, server.address, "dark")
        page.wait_for_function(SIDE_POTS)
        page.screenshot(path=PICTURES / f"{name}.png")


def photograph_broken(browser: Browser, name: str) -> None:
    """Photograph a table of Baccara whose shoe was unplugged in the middle of a deal."""
    with serving("--lang", "fr", "--speed", "1", "--seed", "2") as server:
        page = page_of(browser, server.address, "light")
        page.locator("#tab-break").click()
        page.wait_for_selector("[data-card]")
        page.locator('[data-part="shoe"][data-how="unplug"]').click()
        page.wait_for_selector("#alarms:not([hidden]), .faults li")
        page.screenshot(path=PICTURES / f"{name}.png")


def photograph_cloth(browser: Browser, name: str) -> None:
    """Photograph a table of Craps when the first bet is to be paid."""
    with serving("--game", "craps", "--lang", "fr", "--idle", "--seed", "4") as server:
        page = page_of(browser, server.address, "light")
        _step_to_payment(page)
        page.screenshot(path=PICTURES / f"{name}.png")


def photograph_board(browser: Browser, name: str) -> None:
    """Photograph the board of Baccara after some rounds of a shoe."""
    with serving("--lang", "fr", "--speed", "50", "--seed", "2") as server:
        page = page_of(browser, f"{server.address}board", "dark")
        page.locator(".road.bead .cell").nth(ROUNDS).wait_for()
        page.screenshot(path=PICTURES / f"{name}.png")


def photograph_rules(browser: Browser, name: str) -> None:
    """Photograph the rules of a table of Baccara on its board."""
    with serving("--lang", "fr", "--idle", "--seed", "11") as server:
        page = browser.new_page(viewport=SIZE)
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{server.address}board#rules")
        page.wait_for_selector("#rules section.book")
        page.screenshot(path=PICTURES / f"{name}.png")


def _step_to_payment(page: Page) -> None:
    """Have the next act done, and the next, until a bet is to be paid."""
    paying = page.locator("#prompt p.prompt", has_text=PAYING)
    for _ in range(STEPS):
        page.locator('#controls [data-act="step"]').click()
        with suppress(TookTooLong):
            paying.wait_for(timeout=STEP_MS)
            break
    paying.wait_for()
    page.evaluate(AT_REST)


def page_of(browser: Browser, address: str, theme: str) -> Page:
    context = browser.new_context(viewport=SIZE, color_scheme=theme)  # type: ignore[arg-type]
    context.add_init_script("localStorage.setItem('croupier.guide', 'seen')")
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    return page


def main() -> int:
    """Photograph. Return 0."""
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    PICTURES.mkdir(exist_ok=True)
    with chromium() as browser:
        photograph(browser, "fr", "table")
        photograph(browser, "en", "table-en")
        photograph_broken(browser, "break")
        photograph_poker(browser, "poker")
        photograph_cloth(browser, "craps")
        photograph_board(browser, "board")
        photograph_rules(browser, "rules")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
