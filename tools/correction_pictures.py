"""Photograph docs/pictures/corrections/.

A wrong card, a payment not seen and a wrong shown hand, put right: each at the page
of a live table, by its keys alone.
"""

import argparse
from io import BytesIO
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page

from tools.browser import chromium, serving
from tools.web_pictures import page_of

PICTURES: Final = Path(__file__).parents[1] / "docs" / "pictures" / "corrections"
ACTS: Final = 60
"""Of the simulated people until two hands are to be shown, at most."""
ACT_MS: Final = 2500
COLOURS: Final = 128
RANKS_TO_SEVEN: Final = 6
"""How often RANK is pressed from the ace, the first, to the seven."""

SETTLED: Final = """() => Promise.all(document.getAnimations()
    .filter((motion) => motion.effect.getTiming().iterations === 1)
    .map((motion) => motion.finished))"""
"""Waits until no card and no chip moves."""


def photograph_card(browser: Browser) -> None:
    """A king of clubs that was a seven: taken back, and entered by hand."""
    with serving("--game", "baccarat", "--lang", "fr", "--idle", "--seed", "5") as server:
        page = page_of(browser, server.address, "dark")
        _deal_baccarat(page)
        _turn_key(page)
        _press(page, "take_back")
        _await_prompt(page, "2e carte")
        _photograph(page, "card-taken-back")
        _press(page, "enter")
        for _ in range(RANKS_TO_SEVEN):
            _press(page, "rank")
        _await_prompt(page, "Carte à entrer")
        _photograph(page, "card-entered")


def photograph_payment(browser: Browser) -> None:
    """A winner over whose payment NEXT has passed."""
    with serving("--game", "baccarat", "--lang", "fr", "--idle", "--seed", "5") as server:
        page = page_of(browser, server.address, "dark")
        _deal_baccarat(page)
        _press(page, "next")
        _await_prompt(page, "non vu")
        _photograph(page, "payment-not-seen")


def photograph_hand(browser: Browser) -> None:
    """A hand that was shown for another: taken back before the pot is confirmed."""
    with serving("--game", "poker-room", "--lang", "fr", "--idle", "--seed", "6") as server:
        page = page_of(browser, server.address, "dark")
        _play_until(page, "dévoiler")
        for card in ("AS", "AH"):
            _draw(page, card)
            page.wait_for_timeout(ACT_MS)
        page.locator('#prompt [data-answer="press-show"]').click()
        _await_prompt(page, "Place 8 : dévoiler")
        _turn_key(page)
        _photograph(page, "hand-shown")
        _press(page, "take_back")
        _await_prompt(page, "Place 2 : dévoiler")
        _photograph(page, "hand-taken-back")


def _deal_baccarat(page: Page) -> None:
    """One bet on the player, who wins by nine to two."""
    page.locator('#prompt [data-answer="press-confirm"]').click()
    page.locator('[data-place="1:player"] .lands').click()
    _press(page, "no_more_bets")
    for card in ("9S", "2H", "TD", "KC"):
        before = page.locator("#shoe meter").evaluate("meter => meter.value")
        _draw(page, card)
        page.wait_for_function(
            "before => document.querySelector('#shoe meter').value < before", arg=before
        )


def _draw(page: Page, card: str) -> None:
    page.locator('#shoe [data-act="pick"]:visible').click()
    page.locator(f'#shoe [data-choose="{card}"]').click()


def _play_until(page: Page, words: str) -> None:
    """Have the people act, one act after the other, until the table asks for something."""
    awaited = page.locator("#prompt p.prompt", has_text=words)
    for _ in range(ACTS):
        if awaited.is_visible():
            return
        page.locator('#controls [data-act="step"]').click()
        page.wait_for_timeout(ACT_MS)  # an act may be several keys
    awaited.wait_for()


def _turn_key(page: Page) -> None:
    page.locator('#keys [data-act="turn"]').click()
    page.locator('#keys [data-act="turn"][aria-checked="true"]').wait_for()


def _press(page: Page, key: str) -> None:
    page.locator(f'[data-key="{key}"].lit').click()


def _await_prompt(page: Page, words: str) -> None:
    page.locator("#prompt p.prompt", has_text=words).wait_for()


def _photograph(page: Page, name: str) -> None:
    page.evaluate(SETTLED)
    photograph = Image.open(BytesIO(page.screenshot()))
    photograph.quantize(COLOURS).save(PICTURES / f"{name}.png", optimize=True)


def main() -> int:
    """Photograph. Return 0."""
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    PICTURES.mkdir(exist_ok=True)
    with chromium() as browser:
        photograph_card(browser)
        photograph_payment(browser)
        photograph_hand(browser)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
