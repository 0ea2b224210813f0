"""(e) Each part: its driver's own time an event, its bytes a round beside the least; (f) the loop.

A round of the examples is played at a dealer's pace on virtual time, through the real loop and
drivers; the far ends' time is taken off. The bytes are those on the wire, I2C addresses included.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, TypeVar

from bench.sample import UNVERIFIED, Sample, ninetieth
from drivers.part import Part
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import Event
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.panel import Panel
from firmware.core.vocabulary.places import Place
from firmware.shell.config.config import load_config
from firmware.shell.words.words import Words
from hal.ports import Millis
from sim.play.virtual_table import VirtualTable

Result = TypeVar("Result")

EXAMPLES = ("baccarat", "rfid", "odds-only", "budget")
LARGEST = "rfid"
CARDS = ("4S", "KD", "2H", "7C")
PAUSE_MS = 4000
"""Between two things that people do."""
TIGHTEST_MS = 5
"""Contacts are polled that often, so nothing may keep the loop longer."""

LEAST = {
    "angel-eye": 8,
    "bee-tek": 17,
    "pn532-hsu": 11 + 6 + 23,
    "pn532-i2c": 1 + 11 + 2 + 6 + 2 + 23,
    "rr3036": 7 + 6 + 6 + 15,
    "mcp23017": 5,
    "mpr121": 5,
    "pca9685": 6,
    "is31fl3741": 3 + 3 + 3,
    "ssd1306": 1 + 12 + 1 + 128,
    "sh1106": 1 + 6 + 1 + 128,
    "hd44780": 1 + 4 + 4 * 20,
    "ht16k33": 18,
}
"""Bytes on the wire, addresses included, for one event."""


@dataclass
class PartTimes:
    """What one part did: `spent_ns` of processor over `events` that it told or showed."""

    events: int = 0
    spent_ns: int = 0
    turn_times_ns: list[int] = field(default_factory=list)

    def took(self, spent_ns: int, events: int) -> None:
        """Account for a turn."""
        self.spent_ns += spent_ns
        self.events += events
        if events:
            self.turn_times_ns.append(spent_ns)

    def forget(self) -> None:
        """Begin anew."""
        self.events = self.spent_ns = 0
        self.turn_times_ns.clear()


class OwnTime:
    """Time, the processor's if no other, without what the far ends take."""

    def __init__(self, clock: Callable[[], int] = time.thread_time_ns) -> None:
        self._clock = clock
        self._far_ns = 0

    def now(self) -> int:
        """Return the controller's own time so far, in nanoseconds."""
        return self._clock() - self._far_ns

    def far(self, act: Callable[..., Result]) -> Callable[..., Result]:
        """Return `act` at no cost."""

        def free(*arguments: Any, **named: Any) -> Result:  # noqa: ANN401
            before = self._clock()
            try:
                return act(*arguments, **named)
            finally:
                self._far_ns += self._clock() - before

        return free


def time_part(part: Part, account: PartTimes, clock: OwnTime) -> None:
    """Have the part's turns accounted for."""
    poll, show = part.poll, part.show

    def timed_poll(now: Millis) -> Sequence[Event]:
        began = clock.now()
        events = poll(now)
        account.took(clock.now() - began, len(events))
        return events

    def timed_show(panel: Panel, now: Millis) -> None:
        began = clock.now()
        show(panel, now)
        account.took(clock.now() - began, 1)

    part.poll = timed_poll  # type: ignore[method-assign]
    if type(part).show is not Part.show:
        part.show = timed_show  # type: ignore[method-assign]


class Measured:
    """An example in service, with every part and every turn of the loop timed."""

    def __init__(self, example: str) -> None:
        root = Path(__file__).parents[1]
        config = load_config(root / "examples" / f"{example}.toml")
        self.clock = OwnTime()
        self.table = VirtualTable(config, Words.load("fr"), lambda _event, _rulings: None)
        self.accounts: defaultdict[str, PartTimes] = defaultdict(PartTimes)
        self.loop_times_ns: list[int] = []
        self._set_far_ends_apart()
        for bus in self.table.buses:
            for attached in bus.attached:
                time_part(attached.part, self.accounts[attached.part.name], self.clock)
        self.table.power_on()
        self.table.hands.press_key(Key.CONFIRM)
        self.table.hands.wait(PAUSE_MS)

    def _set_far_ends_apart(self) -> None:
        far, bus = self.clock.far, self.table.sim_table.i2c
        for name in ("write", "read", "write_read"):
            setattr(bus, name, far(getattr(bus, name)))
        for end in self.table.sim_table.far_ends.values():
            for name in ("receive", "transmit"):
                setattr(end, name, far(getattr(end, name)))

    def time_loop(self) -> None:
        """Note from now on what each turn of the loop takes, of whichever buses are due."""
        inline = self.table.inline_table
        loop_turn, clock = inline._poll_due, self.clock  # noqa: SLF001

        def timed(now: Millis, *, time_up: bool) -> bool:
            began = clock.now()
            try:
                return loop_turn(now, time_up=time_up)
            finally:
                self.loop_times_ns.append(clock.now() - began)

        inline._poll_due = timed  # type: ignore[method-assign]  # noqa: SLF001

    def least(self, name: str, events: float) -> float:
        """Return the bytes that the protocol needs for so many events a round; 0 if it has none.

        A contact's change is one read; an Angel Eye card one copy of three; a Bee-Tek card one word
        of two; an RFID card one look that finds it; a stack one selection and one inventory; lights
        and displays one transfer of what differs, taken as one channel or one page.
        """
        return LEAST.get(self.table.kind_by_section[name].word, 0) * events

    def bytes_moved(self) -> Counter[str]:
        """Return the bytes on the wire so far, part by part."""
        moved: Counter[str] = Counter()
        for name, meter in self.table.meter_by_part.items():
            kind = self.table.kind_by_section[name]
            addresses = meter.transfers if kind.bus_type == "i2c" else 0
            moved[name] = meter.bytes_out + meter.bytes_in + addresses
        return moved

    def round(self) -> None:
        """Three bets, the close, the cards, pay and take, at a dealer's pace."""
        hands = self.table.hands
        for spot in (1, 2, 3):
            hands.lay_chip(Place(spot, "banker"), Cents(2500))
            hands.wait(PAUSE_MS)
        hands.press_key(Key.NO_MORE_BETS)
        for name in CARDS:
            hands.wait(PAUSE_MS // 2)
            hands.draw_card(parse_card(name))
        hands.wait(PAUSE_MS)
        hands.clear_stacks()
        hands.press_key(Key.CONFIRM)
        hands.wait(PAUSE_MS)


def measure(_folder: Path, rounds: int = 10) -> Sample:
    """Play every example, and tell each part of it."""
    lines: list[str] = []
    fields: dict[str, Any] = {}
    for example in EXAMPLES:
        measured = Measured(example)
        measured.round()
        for account in measured.accounts.values():
            account.forget()
        before, began = measured.bytes_moved(), measured.table.now()
        for _ in range(rounds):
            measured.round()
        span_s = (measured.table.now() - began) / 1000 / rounds
        moved = measured.bytes_moved()
        lines.append(f"{example}, a round of {span_s:.0f} s:")
        for name, account in measured.accounts.items():
            found = _found(measured, name, account, (moved[name] - before[name]) / rounds, rounds)
            lines.append(_result_line(name, found))
            fields[f"{example} {name}"] = found
    worst = _loop_times(rounds)
    fields["loop"] = worst
    lines += [
        f"the loop with all parts of {LARGEST}: median turn {worst['median_us']:.0f} us, worst"
        f" {worst['worst_us']:.0f} us of processor,",
        f"{worst['share']:.1%} of the {TIGHTEST_MS} ms in which contacts want to be polled again.",
        UNVERIFIED,
    ]
    return Sample("parts", lines, fields)


def _found(
    measured: Measured, name: str, account: PartTimes, moved: float, rounds: int
) -> dict[str, float]:
    each = [spent_ns / 1000 for spent_ns in account.turn_times_ns]
    return {
        "events_a_round": account.events / rounds,
        "own_us_median": median(each) if each else 0.0,
        "own_us_p90": ninetieth(each) if each else 0.0,
        "bytes_a_round": moved,
        "least_bytes": measured.least(name, account.events / rounds),
    }


def _result_line(name: str, found: dict[str, float]) -> str:
    least = found["least_bytes"]
    times = f", {found['bytes_a_round'] / least:.1f} times the least" if least else ""
    return (
        f"  {name}: {found['events_a_round']:.0f} events, {found['own_us_median']:.0f} us each"
        f" (p90 {found['own_us_p90']:.0f}), {found['bytes_a_round']:,.0f} bytes{times}"
    )


def _loop_times(rounds: int) -> dict[str, float]:
    """Return the loop's turns of the largest example, all parts polled and shown in them."""
    measured = Measured(LARGEST)
    measured.round()
    measured.time_loop()
    for _ in range(rounds):
        measured.round()
    loop_times_us = [spent_ns / 1000 for spent_ns in measured.loop_times_ns]
    return {
        "turns": len(loop_times_us),
        "median_us": median(loop_times_us),
        "worst_us": max(loop_times_us),
        "share": max(loop_times_us) / 1000 / TIGHTEST_MS,
    }
