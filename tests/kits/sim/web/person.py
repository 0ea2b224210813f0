"""A person at the page: clicks and reads. Nothing here speaks to the server."""

import re
from collections.abc import Sequence
from contextlib import suppress

from playwright.sync_api import Error, Locator, Page, expect

NO_BREAK = "\u00a0"
CHIPS = (500000, 100000, 50000, 10000, 2500, 500, 100, 50)
"""The denominations of the usual tables, in cents."""


OPEN = ("Place your bets", "Sell tickets")
"""The first words of a table's prompt when it takes bets."""
CONFIRM = "press-confirm"
TRIES = 20
HEARD_MS = 5000
"""How long a table may take over a key before somebody presses it again."""

DEALT = """async (shoe, cards) => {
  const meter = shoe.querySelector("meter");
  for (const card of cards) {
    const left = meter.value;
    shoe.querySelector(`[data-choose="${card}"]`).click();
    while (meter.value === left) await new Promise(requestAnimationFrame);
  }
}"""
"""Chooses cards by clicks that look at nothing else, and waits until each has left the shoe."""
MOUNTED = "html[data-theme]"
"""There once the page's program has come, and all of it is mounted."""
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until the last message has been drawn."""


class Person:
    """Leads a table by its page, in English."""

    def __init__(self, page: Page) -> None:
        page.wait_for_selector(MOUNTED)
        self.page = page

    # what is seen

    def place(self, spot: int, on: str) -> Locator:
        """Return a place of the felt; on a layout that all share its spot is 0."""
        return self.page.locator(f'[data-place="{spot}:{on}"]')

    def lands(self, spot: int, on: str) -> Locator:
        """Return where chips are let go at a place."""
        return self.place(spot, on).locator(".lands")

    def light(self, spot: int) -> Locator:
        return self.page.locator(f'[data-spot="{spot}"]')

    def cards(self, hand: str) -> Locator:
        return self.page.locator(f'[data-hand="{hand}"] [data-card]')

    def answers(self, which: str) -> Locator:
        """Return the button of an answer that is now possible."""
        return self.page.locator(f'#prompt [data-answer="{which}"]')

    def expect_live(self) -> None:
        """Expect that the page is up to date."""
        expect(self.page.locator("html")).to_have_attribute("data-link", "live")

    def expect_asked(self, words: str) -> None:
        """Expect the first prompt of the dealer's display."""
        expect(self.page.locator("#prompt p.prompt")).to_contain_text(words)

    def expect_said(self, words: str) -> None:
        """Wait until the page shows this as the last announcement."""
        expect(self.page.locator("#announce")).to_contain_text(words)

    def expect_besides(self, words: str) -> None:
        """Expect the other lines of the dealer's display."""
        expect(self.page.locator("#prompt .besides")).to_contain_text(words)

    def expect_paid(self, *words: str) -> None:
        """Expect these words on the payout display."""
        display = self.page.locator("#payout-display canvas")
        for said in words:
            expect(display).to_have_attribute("aria-label", re.compile(re.escape(said)))

    def expect_place(self, spot: int, on: str, *words: str) -> None:
        """Expect that a place is said to have these words, as amounts or an outcome."""
        for said in words:
            pattern = re.compile(re.escape(said).replace("\\ ", f"[ {NO_BREAK}]"))
            expect(self.place(spot, on)).to_have_attribute("aria-label", pattern)

    def expect_empty(self, spot: int, on: str) -> None:
        """Expect that no chips lie at a place."""
        expect(self.place(spot, on)).not_to_have_attribute("data-taken", "")

    def dealt_first(self, dealer: int) -> int:
        """Return the spot that the prompt has the first card go to, or `dealer`."""
        asked = self.page.locator("#prompt p.prompt")
        expect(asked).to_have_text(re.compile(r"^1st card: (Spot \d|Dealer)"))
        spot = re.search(r"Spot (\d)", asked.inner_text())
        return int(spot[1]) if spot else dealer

    def expect_lights(self, **lights: str) -> None:
        """Expect the lights of spots, `_1="win"`."""
        for spot, light in lights.items():
            expect(self.light(int(spot[1:]))).to_have_attribute("data-light", light)

    def expect_hand(self, hand: str, cards: str) -> None:
        """Expect the cards of a hand; a face-down card is `back`."""
        shown, names = self.cards(hand), cards.split()
        expect(shown).to_have_count(len(names))
        for nth, card in enumerate(names):
            expect(shown.nth(nth)).to_have_attribute("data-card", card)

    # what is done

    def seat(self, game: str) -> None:
        """Seat the usual table of a game, and open it."""
        self.seat_only(game)
        self.open()

    def seat_only(self, game: str) -> None:
        """Seat the usual table of a game: it waits to be opened."""
        html = self.page.locator("html")
        self.expect_live()
        before = int(html.get_attribute("data-seat") or 0)
        self.page.locator("#seat-open").click()
        self.page.locator(f'#seat [data-game="{game}"]').click()
        expect(html).to_have_attribute("data-seat", str(before + 1))
        self.expect_live()

    def open(self) -> None:
        """Confirm the prompts of a table that has just started, until it takes bets."""
        asked = self.page.locator("#prompt p.prompt")
        for _ in range(TRIES):
            expect(asked).not_to_have_text("")
            words = asked.inner_text()
            if words.startswith(OPEN):
                return
            with suppress(AssertionError, Error):
                self.answers(CONFIRM).click(timeout=HEARD_MS)
                expect(asked).not_to_have_text(words, timeout=HEARD_MS)
        raise AssertionError(f"the table can't be opened: {asked.inner_text()}")

    def lay(self, spot: int, on: str, cents: int, *, place: int | None = None) -> None:
        """Lay chips for a spot, on its own place or on `place`'s; wait until they are there."""
        self._go_on()
        at = self.place(spot if place is None else place, on)
        if place is not None:
            self.light(spot).click()
        laid = 0
        for value, chips in in_chips(cents):
            self.page.locator(f'.rack [data-cents="{value}"]').click()
            for _ in range(chips):
                at.locator(".lands").click()
                laid += value
                expect(at).to_have_attribute("aria-label", re.compile(re.escape(money(laid))))
        expect(self.light(spot)).to_have_attribute("data-light", "placed")
        expect(at.locator(".held")).to_have_count(0)

    def key(self, name: str) -> None:
        self.page.locator(f'[data-key="{name}"]').click()

    def answer(self, which: str) -> None:
        """Click an answer to the table's prompt, once the previous one has been executed."""
        if which != CONFIRM:
            self._go_on()
        expect(self.answers(which)).to_be_visible()
        expect(self.page.locator("#prompt .answers")).not_to_have_attribute("aria-busy", "true")
        self.answers(which).click()

    def _go_on(self) -> None:
        """Confirm the felt where a busy machine has had a part answer too late."""
        self.expect_no_fault()
        check = self.page.locator("#prompt p.prompt", has_text="Check the felt")
        if check.is_visible():
            self.answers(CONFIRM).click()
            expect(check).to_be_hidden()

    def decide(self, spot: int, do: str, hand: int | None = None) -> None:
        self.answer(f"decide-{spot}-{hand or ''}--{do}")

    def deal(self, cards: str) -> None:
        """Draw cards that are chosen; each has left the shoe before the next is drawn."""
        left = self.page.locator("#shoe meter")
        for card in cards.split():
            self._go_on()
            self._open_picker()
            before = int(left.evaluate("meter => meter.value"))
            self.page.locator(f'#shoe [data-choose="{card}"]').click()
            expect(left).to_have_js_property("value", before - 1)

    def show(self, cards: str) -> None:
        """Read cards of a hand, which are out of the pack; each is named before the next one."""
        named = self.page.locator("#prompt .besides")
        for card in cards.split():
            self._go_on()
            self._open_picker()
            before = named.inner_text()
            self.page.locator(f'#shoe [data-choose="{card}"]').click()
            expect(named).not_to_have_text(before)

    def _open_picker(self) -> None:
        opener = self.page.locator('#shoe [data-act="pick"]:visible')
        if opener.get_attribute("aria-expanded") != "true":
            opener.click()

    def deal_aside(self, cards: str) -> None:
        """Draw cards that nobody looks at: for hands that nobody plays."""
        self.page.locator("#shoe").evaluate(DEALT, cards.split())

    def deal_half_a_round(self) -> None:
        """Seat a table of Baccara; two have bet, and two cards are dealt."""
        self.seat("baccarat")
        self.lay(1, "banker", 30_00)
        self.lay(5, "player", 100_00)
        self.key("no_more_bets")
        self.expect_lights(_1="locked", _5="locked")
        self.deal("4S KD")
        self.expect_hand("banker", "KD")

    def pick(self, cards: str) -> None:
        """Choose the cards of a low hand among those that are held."""
        for card in cards.split():
            self.page.locator(f'.pick [data-pick="{card}"]').first.click()

    def throw(self, *symbols: str) -> None:
        """Have a wheel or dice fall as they are chosen to."""
        self._open_picker()
        rows = self.page.locator("#shoe .outcomes")
        for nth, symbol in enumerate(symbols):
            rows.nth(nth).locator(f'[data-symbol="{symbol}"]').click()

    def quicken(self, times: str) -> None:
        """Have people, wheels and balls go so many times faster."""
        self.page.locator('#controls [data-act="speed"]').select_option(times)

    def sell(self, spot: int, dollars: str, numbers: str) -> None:
        """Sell a ticket of Keno at the desk."""
        desk = self.page.locator("#shoe form")
        desk.locator("select").select_option(str(spot))
        desk.get_by_label("Stake, in CAD").fill(dollars)
        desk.get_by_label("Numbers, 1 to 80").fill(numbers)
        desk.locator('[data-act="sell"]').click()

    def draw_balls(self, numbers: str) -> None:
        """Have these balls drawn."""
        self._open_picker()
        self.page.get_by_label("These balls (empty: by chance)").fill(numbers)
        self.page.locator('#shoe [data-act="draw-balls"]').click()

    def tidy(self) -> None:
        """Let the hands move chips once, as prompted."""
        self.answer("tidy")

    def take_lost(self, spot: int, on: str, take: str, leave: int = 0) -> None:
        """Take a lost bet by hand, as the prompt asks, and lay again what stays of it."""
        asked = self.page.locator("#prompt p.prompt", has_text=f"take {take}")
        expect(asked).to_be_visible()
        self.page.locator('.rack [data-act="take"]').click()
        self.lands(spot, on).click()
        if leave:
            self.expect_empty(spot, on)
            self.pay(spot, on, leave)
        expect(asked).to_be_hidden()

    def pay(self, spot: int, on: str, cents: int) -> None:
        """Lay chips on a settled bet by hand."""
        for value, chips in in_chips(cents):
            self.page.locator(f'.rack [data-cents="{value}"]').click()
            for _ in range(chips):
                self.lands(spot, on).click()

    def clear_felt(self) -> None:
        """Have hands pay and take, until no chip is left."""
        lying = self.page.locator("#felt [data-taken]")
        for _ in range(TRIES):
            self.tidy()
            expect(self.page.locator("#prompt .answers")).not_to_have_attribute("aria-busy", "true")
            self.page.evaluate(DRAWN)
            if lying.count() == 0:
                return
        expect(lying).to_have_count(0)

    def end_round(self) -> None:
        """Confirm that all is paid and taken: bets are taken again."""
        expect(self.answers(CONFIRM)).to_be_visible()
        self.open()

    # what goes wrong

    def turn_to(self, panel: str) -> None:
        """Turn to a panel beside the felt: table, break, inside."""
        self.page.locator(f"#tab-{panel}").click()

    def breaks(self, part: str, how: str) -> None:
        """Inject a fault that lasts until it is ended."""
        self._switch(part, how, on=True)

    def cures(self, part: str, how: str) -> None:
        self._switch(part, how, on=False)

    def expect_over(self, part: str, how: str) -> None:
        """Expect that an injected fault has ended by itself."""
        self._is_switched(part, how, on=False)

    def expect_fault(self, part: str, code: str) -> None:
        """Expect that the table shows a fault and its remedy."""
        fault = self.page.locator(f'#break [data-fault="{part}.{code}"]')
        expect(fault).to_have_count(1)
        expect(fault.locator(".remedy")).not_to_be_empty()

    def expect_no_fault(self) -> None:
        expect(self.page.locator("#break [data-fault]")).to_have_count(0)

    def clear(self) -> None:
        """Let the supervisor turn his key, clear the ended faults, and take his key away."""
        self.turn_to("table")
        key = self.page.locator('#keys [data-act="turn"]')
        for on in ("true", "false"):
            key.click()
            expect(key).to_have_attribute("aria-checked", on)
            if on == "true":
                expect(self.page.locator('[data-key="clear"]')).to_have_class(
                    re.compile(r"\blit\b")
                )
                self.key("clear")
        self.turn_to("break")

    def _switch(self, part: str, how: str, *, on: bool) -> None:
        switch = self._is_switched(part, how, on=not on)
        switch.click()
        self._is_switched(part, how, on=on)

    def _is_switched(self, part: str, how: str, *, on: bool) -> Locator:
        switch = self.page.locator(f'#break [data-part="{part}"][data-how="{how}"]')
        expect(switch).to_have_attribute("aria-checked", str(on).lower())
        return switch

    def confirm_felt(self) -> None:
        """Confirm that the felt is as the table has it, where bets are taken."""
        self.expect_asked("Check the felt, then CONFIRM")
        self.answer(CONFIRM)
        self.expect_asked("Place your bets")

    # how it all looks

    def felt(self) -> list[str]:
        """Return everything that lies on the felt, and the lights, as they are read out."""
        said = self.page.locator("#felt").locator("[data-place], [data-hand], [data-spot]")
        return said.evaluate_all("nodes => nodes.map((node) => node.getAttribute('aria-label'))")


def money(cents: int) -> str:
    """Return an amount as the page writes it in English."""
    return f"${cents // 100:,}.{cents % 100:02}"


def in_chips(cents: int) -> Sequence[tuple[int, int]]:
    """Return an amount in the fewest chips: how many of each."""
    found = []
    for value in CHIPS:
        chips, cents = divmod(cents, value)
        if chips:
            found.append((value, chips))
    assert cents == 0
    return found
