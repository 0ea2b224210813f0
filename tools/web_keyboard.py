"""Write docs/reference/keyboard.md: a round by the keyboard alone, as a screen reader has it.

What is written is what the browser's accessibility tree says of the control that has the focus, and
what its live regions announce.
"""

import argparse
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import CDPSession, Page, expect

from tools.browser import chromium, serving
from tools.web_pictures import page_of

PAGE: Final = Path(__file__).parents[1] / "docs" / "reference" / "keyboard.md"
HEAD: Final = """# A round by the keyboard alone

Written by `python -m tools.web_keyboard`; don't edit. Each line is a key, the control that it
leads to as the accessibility tree of the browser has it, and what the page then announces.

| key | control | announced |
| --- | --- | --- |
"""
MOST: Final = 250
"""More presses of a key than anything on the page is away."""
IS_AT: Final = "selector => document.activeElement?.matches(selector) ?? false"
ANNOUNCEMENTS_SCRIPT: Final = """() => {
    const said = [];
    const regions = document.querySelectorAll('[role=status], [role=alert]');
    for (const one of regions) {
        const hear = () => one.checkVisibility() && one.textContent && said.push(one.textContent);
        new MutationObserver(hear)
            .observe(one, { childList: true, characterData: true, subtree: true });
    }
    window.said = () => [...new Set(said.splice(0))];
}"""
SETTLED_MS: Final = 900
"""After a key, until the page has announced what it has to."""
STATES: Final = ("pressed", "checked", "expanded", "disabled")
"""As the picker has them, from the top."""
CARDS: Final = ("4S", "KD", "2H", "8C")
"""The Bank's 8 over 6: it draws no third card, and neither does the Player."""


class Line(NamedTuple):
    """A key with its presses, the control that has the focus then, and the announcements."""

    key: str
    control: str
    announced: str


class Reader:
    """Presses keys, and notes what a screen reader has to say."""

    def __init__(self, page: Page) -> None:
        self.lines: list[Line] = []
        self._page = page
        self._tree: CDPSession = page.context.new_cdp_session(page)
        self._tree.send("Accessibility.enable")
        page.evaluate(ANNOUNCEMENTS_SCRIPT)

    def go(self, key: str, selector: str) -> None:
        """Press a key until the focus is there."""
        presses = 0
        while not self._page.evaluate(IS_AT, selector):
            self._page.keyboard.press(key)
            presses += 1
            if presses > MOST:
                raise AssertionError(f"{key} never leads to {selector}")
        if presses:
            self._note(f"{key} × {presses}" if presses > 1 else key)

    def press(self, key: str) -> None:
        """Press a key once, and listen."""
        self._page.keyboard.press(key)
        self._page.wait_for_timeout(SETTLED_MS)
        self._note(key)

    def _note(self, key: str) -> None:
        announced = " / ".join(self._page.evaluate("said()"))
        self.lines.append(Line(key, self._focused(), announced))

    def _focused(self) -> str:
        nodes = self._tree.send("Accessibility.getFullAXTree")["nodes"]
        focused = [
            node
            for node in nodes
            if _holds(node, "focused") and node["role"]["value"] != "RootWebArea"
        ]
        return _control_text(focused[-1]) if focused else ""


def _holds(node: dict[str, Any], name: str) -> bool:
    return any(
        ax_property["name"] == name and ax_property["value"].get("value")
        for ax_property in node.get("properties", ())
    )


def _control_text(node: dict[str, Any]) -> str:
    """Return role, name and states as a screen reader has them."""
    found = {
        ax_property["name"]: ax_property["value"].get("value")
        for ax_property in node.get("properties", ())
    }
    states = [name for name in STATES if str(found.get(name, "false")).lower() == "true"]
    value = str(node.get("value", {}).get("value", ""))
    return ", ".join(
        filter(None, (node["role"]["value"], node.get("name", {}).get("value", ""), value, *states))
    )


def play(page: Page, reader: Reader) -> None:
    """Bet fifty dollars on the Bank, close the bets, deal, pay and end the round."""
    prompt = page.locator("#prompt p.prompt")
    reader.go("Tab", '#prompt [data-answer="press-confirm"]')
    reader.press("Enter")
    expect(prompt).to_contain_text("Place your bets")
    reader.go("Tab", "#felt [data-place]")
    reader.go("ArrowUp", '[data-place="1:banker"]')
    reader.press("Enter")
    reader.press("Enter")
    reader.press("1")
    reader.go("Tab", '#shoe [data-act="pick"]')
    for card in CARDS:
        _deal(page, reader, card)
    reader.press("t")
    expect(prompt).to_have_text("Pay, take, then CONFIRM")
    reader.press("1")
    expect(prompt).to_contain_text("Place your bets")


def _deal(page: Page, reader: Reader, card: str) -> None:
    """Open the picker, choose a card in its suit's row, and draw it."""
    reader.press("Enter")
    reader.go("ArrowDown", f'[data-suit="{card[-1]}"] [data-choose]')
    page.keyboard.press("Home")
    reader.go("ArrowRight", f'#shoe [data-choose="{card}"]')
    reader.press("Enter")


def main() -> int:
    """Write the page. Return 0."""
    argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0]).parse_args()
    with (
        serving("--game", "baccarat", "--lang", "en", "--idle", "--seed", "1") as server,
        chromium() as browser,
    ):
        page = page_of(browser, server.address, "light")
        page.locator('#prompt [data-answer="press-confirm"]').wait_for()
        reader = Reader(page)
        play(page, reader)
    rows = [
        f"| {_cell(key)} | {_cell(control)} | {_cell(line)} |"
        for key, control, line in reader.lines
    ]
    PAGE.write_text(HEAD + "\n".join(rows) + "\n", encoding="utf-8")
    return 0


def _cell(words: str) -> str:
    return words.replace("|", "\\|").replace("\u00a0", " ")


if __name__ == "__main__":
    raise SystemExit(main())
