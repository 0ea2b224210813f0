"""Photograph and film docs/pictures/school/: exercises paid blind, a payout drill, a class."""

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Page

from tools.browser import chromium, serving
from tools.web_film import Film
from tools.web_pictures import PATIENCE_MS, SIZE, page_of

ROOT: Final = Path(__file__).parents[1]
PICTURES: Final = ROOT / "docs" / "pictures" / "school"
CLASS_FILE: Final = ROOT / "examples" / "school" / "class.toml"
BESIDE_MS: Final = 700
"""Between two acts of a film."""
AT_WORK: Final = """() => {
    const acts = [...document.querySelectorAll('[data-state="served"] .act')];
    const scores = [...document.querySelectorAll('.score')].filter((score) => score.innerText);
    return acts.filter((act) => act.innerText.includes('·')).length > 8 && scores.length > 8;
}"""
"""Two thirds of the trainees are asked for an act, and have something on their sheets."""


def picture(name: str) -> Path:
    return PICTURES / f"{name}.png"


def film_exercise(browser: Browser) -> None:
    """Film the commission of the Banker at Baccara: paid blind, short of a dollar, and marked."""
    with serving("--game", "baccarat", "--lang", "en", "--idle", "--seed", "3") as server:
        page = page_of(browser, server.address, "light")
        _begin_exercise(page, "baccarat.commission")
        film = Film(page.context.new_cdp_session(page))
        page.wait_for_timeout(BESIDE_MS)
        for cents in (2500, 100, 100, 100, 100):
            page.locator(f'[role="radio"][data-cents="{cents}"]').click()
            page.locator('[data-place="3:banker"] .lands').click()
            page.wait_for_timeout(BESIDE_MS)
        page.locator('#lesson [name="commission"]').fill("1.50")
        page.locator('#lesson [data-call="commission"]').click()
        page.wait_for_timeout(BESIDE_MS)
        page.locator("#prompt .answer", has_text="CONFIRM").click()
        page.wait_for_selector("#lesson .sums :first-child")
        page.wait_for_timeout(BESIDE_MS)
        page.screenshot(path=picture("exercise"))
        film.save(picture("exercise").with_suffix(".webp"))


def _begin_exercise(page: Page, exercise: str) -> None:
    page.locator("#school-open").click()
    page.locator(f'[data-exercise="{exercise}"]').click()
    page.wait_for_selector('#lesson[data-lesson="begun"]')


def photograph_poker(browser: Browser) -> None:
    """Photograph a side pot at a poker table: pushed blind to one of two winners, and marked."""
    with serving("--game", "poker-room", "--lang", "en", "--idle", "--seed", "3") as server:
        page = page_of(browser, server.address, "light")
        _begin_exercise(page, "poker-room.side-pot")
        page.wait_for_selector('#lesson[data-dark="true"]')
        for spot in (1, 3):
            page.locator(f'#lesson [data-call="winner"][data-spot="{spot}"]').click()
        for amount, place in (("10", "0:drop"), ("156", "3:pot"), ("100", "1:pot")):
            page.locator("#felt-amount").fill(amount)
            page.locator(f'[data-place="{place}"] .lands').click()
            page.wait_for_timeout(BESIDE_MS)
        page.locator("#prompt .answer", has_text="CONFIRM").click()
        page.wait_for_selector("#lesson .sums :first-child")
        page.wait_for_timeout(BESIDE_MS)
        page.screenshot(path=picture("poker"))


def photograph_drill(browser: Browser) -> None:
    """Photograph a payout drill of Roulette when a payment is marked."""
    with serving("--game", "roulette", "--lang", "en", "--idle", "--seed", "11") as server:
        page = page_of(browser, server.address, "light")
        page.locator("#school-open").click()
        page.locator("#school-tab-drills").click()
        page.locator('#drills form [name="drilled"]').select_option("roulette")
        page.locator("#drills form .next").first.click()
        page.wait_for_selector('.drill[data-state="open"]')
        page.locator("#drill-amount").fill("100")
        page.keyboard.press("Enter")
        page.wait_for_selector('.drill[data-state="marked"]')
        page.screenshot(path=picture("drill"))


def photograph_class(browser: Browser) -> None:
    """Photograph the trainer's page over twelve simulated trainees at work."""
    with _served_class() as address:
        page = browser.new_page(viewport=SIZE, locale="en")  # type: ignore[arg-type]
        page.set_default_timeout(PATIENCE_MS)
        page.goto(address)
        page.wait_for_function(AT_WORK)
        page.screenshot(path=picture("class"))


@contextmanager
def _served_class() -> Iterator[str]:
    """Serve the example's class; yield the address of its trainer's page."""
    command = [sys.executable, "-m", "firmware.cli.main", "school", "serve", str(CLASS_FILE)]
    with (
        TemporaryDirectory() as state,
        subprocess.Popen(  # noqa: S603
            [*command, "--simulated", "--lang", "en"], stdout=subprocess.PIPE, text=True,
            env={**os.environ, "XDG_STATE_HOME": state},
        ) as process,
    ):  # fmt: skip
        try:
            assert process.stdout is not None  # noqa: S101
            addresses = (re.search(r"http://[^\s;]+", line) for line in process.stdout)
            yield next(found[0] for found in addresses if found)
        finally:
            process.terminate()


def main() -> int:
    """Photograph and film. Return 0."""
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    PICTURES.mkdir(exist_ok=True)
    with chromium() as browser:
        film_exercise(browser)
        photograph_poker(browser)
        photograph_drill(browser)
        photograph_class(browser)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
