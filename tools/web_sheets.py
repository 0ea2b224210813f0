"""Photograph the page of every game in play and at a payment, at four sizes, in two themes.

    python -m tools.web_sheets FOLDER [GAME…] [--language LANGUAGE] [--sizes WIDTH…]

It writes FOLDER/GAME-LANGUAGE-MOMENT-WIDTH-THEME.png, and to FOLDER/wrong.txt what no page should
have: a page wider than its window, cut words, targets that are too small, words over words.
"""

import argparse
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TookTooLong

from firmware.shell.rules.pack_files import default_pack
from tools.browser import chromium, serving
from tools.web_pictures import AT_REST, PAYING, page_of

SIZES: Final = {1920: 1080, 1366: 768, 1024: 768, 390: 844}
"""Heights by width."""
THEMES: Final = ("light", "dark")
STEPS: Final = 240
STEP_MS: Final = 700
DRAWN_MS: Final = 150
"""After another size or theme, until the page is drawn."""
ROOM: Final = "poker-room"
PLAYED: Final = """() => document.querySelectorAll('#felt [data-card]').length > 4
    || document.querySelector('#felt .rolls, #felt [data-fell]') !== null"""
SURE: Final = {
    "roulette": ("red", "black", "straight:0"),
    "wheel-of-fortune": ("on:1", "on:2", "on:5", "on:10", "on:20"),
}
"""Bets of which one wins, at games that may pay nobody for long."""
CHANGED: Final = "was => document.querySelector('#prompt p.prompt').textContent !== was"
SEEN: Final = (Path(__file__).parent / "web_sheets.js").read_text(encoding="utf-8")


def photograph(page: Page, name: str, folder: Path, widths: list[int]) -> Iterator[str]:
    """Photograph a page as it is now, at these sizes; yield what is wrong with it."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": SIZES[width]})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_timeout(DRAWN_MS)
            page.evaluate(AT_REST)
            page.screenshot(path=folder / f"{name}-{width}-{theme}.png")
        for wrong in page.evaluate(SEEN):
            yield f"{name}-{width}: {wrong}"


def moments(page: Page, game: str) -> Iterator[str]:
    """Lead a table on; yield when a round is under way, then when a bet is to be paid."""
    if game == ROOM:
        page.wait_for_function(PLAYED)
        page.locator('[data-act="leave"]').click()
        yield "play"
        return
    played = False
    for bet in SURE.get(game, ()):
        page.locator(f'[data-place="0:{bet}"] .lands').click()
    for _ in range(STEPS):
        _step(page)
        if not played and page.evaluate(PLAYED):
            played = True
            yield "play"
        if PAYING.search(page.locator("#prompt p.prompt").inner_text()):
            break
    yield "pay"


def _step(page: Page) -> None:
    before = page.locator("#prompt p.prompt").inner_text()
    page.locator('#controls [data-act="step"]').click()
    with suppress(TookTooLong):
        page.wait_for_function(CHANGED, arg=before, timeout=STEP_MS)


def photograph_game(game: str, language: str, folder: Path, widths: list[int]) -> Iterator[str]:
    """Seat a game, and photograph its page at each of its moments."""
    people = ("--speed", "30", *(() if game == ROOM else ("--idle",)))
    with (
        serving("--game", game, "--lang", language, "--seed", "11", *people) as server,
        chromium() as browser,
    ):
        page = page_of(browser, server.address, "light")
        page.wait_for_selector('html[data-link="live"]')
        for moment in moments(page, game):
            yield from photograph(page, f"{game}-{language}-{moment}", folder, widths)
            page.set_viewport_size({"width": 1366, "height": SIZES[1366]})


def main() -> int:
    """Photograph. Return 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", default=default_pack().served_games)
    parser.add_argument("--language", default="fr")
    parser.add_argument("--sizes", type=int, nargs="*", choices=SIZES, default=list(SIZES))
    options = parser.parse_args()
    options.folder.mkdir(exist_ok=True, parents=True)
    with (options.folder / "wrong.txt").open("a", encoding="utf-8") as wrongs:
        for game in options.games:
            for wrong in photograph_game(game, options.language, options.folder, options.sizes):
                wrongs.write(f"{wrong}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
