"""Film docs/pictures/virtual-table/round.webp: a round of Baccara, its power cut in mid-deal."""

import argparse
import base64
import io
from pathlib import Path
from typing import Any, Final

from PIL import Image
from playwright.sync_api import CDPSession, Page

from tools.browser import chromium, serving
from tools.web_pictures import PICTURES, page_of

FILM: Final = PICTURES / "round.webp"
SHOWN: Final = (960, 540)
SHORTEST_MS: Final = 80
"""Between two pictures of the film."""
LONGEST_MS: Final = 1600
"""How long one picture is shown at most, whatever the table took."""
LAST_MS: Final = 3000
QUALITY: Final = 55
BETS: Final = (("1:player", 3), ("3:banker", 4), ("5:tie", 1))
"""By place: how many chips."""
BEFORE_THE_CUT: Final = 3
ANSWER: Final = "#prompt .answer.next"
PAYS: Final = 8
"""More answers than the payments of such a round need."""


class Film:
    """The pictures that a browser has drawn of a page, each with its instant in seconds."""

    def __init__(self, wire: CDPSession) -> None:
        self.pictures: list[tuple[float, bytes]] = []
        self._wire = wire
        wire.on("Page.screencastFrame", self._drawn)
        wire.send("Page.startScreencast", {"format": "png", "everyNthFrame": 1})

    def save(self, path: Path) -> None:
        """Write an animated WebP that loops."""
        self._wire.remove_listener("Page.screencastFrame", self._drawn)
        self._wire.send("Page.stopScreencast")
        distinct_frames, lengths = self._distinct_frames()
        images = [_shown(picture) for picture in distinct_frames]
        images[0].save(
            path, save_all=True, append_images=images[1:], duration=lengths, loop=0,
            quality=QUALITY, method=4, minimize_size=True,
        )  # fmt: skip

    def _drawn(self, frame: dict[str, Any]) -> None:
        self.pictures.append((frame["metadata"]["timestamp"], base64.b64decode(frame["data"])))
        self._wire.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def _distinct_frames(self) -> tuple[list[bytes], list[int]]:
        """Return the pictures that are not too close to the next, and how long each is shown."""
        ends = [at for at, _ in self.pictures[1:]] + [self.pictures[-1][0] + LAST_MS / 1000]
        distinct_frames: list[bytes] = []
        lengths: list[int] = []
        spent = 0.0
        for (at, picture), end in zip(self.pictures, ends, strict=True):
            spent += (end - at) * 1000
            if spent >= SHORTEST_MS:
                distinct_frames.append(picture)
                lengths.append(round(min(spent, LONGEST_MS)))
                spent = 0.0
        return distinct_frames, lengths


def _shown(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)


def _play(page: Page) -> None:
    """Bet, close, deal, pull the plug, switch on, deal on, pay."""
    for place, chips in BETS:
        for _ in range(chips):
            page.locator(f'[data-place="{place}"] .lands').click()
            page.wait_for_timeout(250)
    _answer(page, "NO MORE BETS")
    for _ in range(BEFORE_THE_CUT):
        _answer(page, "Draw")
    page.wait_for_timeout(700)
    page.locator("#power").click()
    page.wait_for_timeout(1500)
    page.locator('[data-act="power-on"]').click()
    page.wait_for_selector('html[data-link="live"]')
    page.wait_for_timeout(900)
    for _ in range(PAYS):
        if "Place your bets" in page.locator("#prompt p.prompt").inner_text():
            break
        _answer(page, "")
    page.wait_for_timeout(600)


def _answer(page: Page, words: str) -> None:
    """Give the lit answer, and wait until the table asks for something else."""
    prompt = page.locator("#prompt p.prompt").inner_text()
    page.locator(ANSWER, has_text=words).click()
    page.wait_for_function(
        "was => document.querySelector('#prompt p.prompt').textContent !== was", arg=prompt
    )
    page.wait_for_timeout(600)


def main() -> int:
    """Film. Return 0."""
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    with (
        serving("--game", "baccarat", "--lang", "en", "--idle", "--seed", "3") as server,
        chromium() as browser,
    ):
        page = page_of(browser, server.address, "dark")
        page.locator(ANSWER).click()
        page.locator("#prompt p.prompt", has_text="Place your bets").wait_for()
        page.wait_for_timeout(1000)
        film = Film(page.context.new_cdp_session(page))
        page.wait_for_timeout(500)
        _play(page)
        film.save(FILM)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
