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
from firmware.cli.virtual_table import VirtualTable
from firmware.core.cards import parse_card
from firmware.core.events import Event, Key, Place
from firmware.core.money import Cents
from firmware.core.panel import Panel
from firmware.shell.config import load
from firmware.shell.words import Words
from hal.ports import Millis

Result = TypeVar("Result")

EXAMPLES = ("baccarat", "rfid", "odds-only", "budget")
LARGEST = "rfid"
CARDS = ("4S", "KD", "2H", "7C")
PAUSE_MS = 4000
"""Between two things that people do."""
TIGHTEST_MS = 5
"""Contacts are polled that often, so nothing may keep the loop longer."""

I2C_BYTES_S = 400_000 / 9
SERIAL_BYTES_S = {4800: 480, 9600: 960, 19200: 1920, 57600: 5760, 115200: 11520}
"""A byte is nine clocks on I2C and ten bits on a serial line."""


@dataclass
class Account:
    """What one part did: `spent_ns` of processor over `events` that it told or showed."""

    events: int = 0
    spent_ns: int = 0
    turns: list[int] = field(default_factory=list)


class Apart:
    """Processor time without what the far ends take."""

    def __init__(self) -> None:
        self._apart = 0

    def now(self) -> int:
        """Return the controller's own processor time so far, in nanoseconds."""
        return time.thread_time_ns() - self._apart

    def far(self, act: Callable[..., Result]) -> Callable[..., Result]:
        """Return `act` at no cost."""

        def free(*arguments: Any, **named: Any) -> Result:  # noqa: ANN401
            before = time.thread_time_ns()
            try:
                return act(*arguments, **named)
            finally:
                self._apart += time.thread_time_ns() - before

        return free


class Timed(Part):
    """A part whose turns are timed."""

    def __init__(self, part: Part, account: Account, clock: Apart) -> None:
        self._part, self._account, self._clock = part, account, clock
        self._shown: Panel | None = None

    def __getattribute__(self, name: str) -> Any:  # noqa: ANN401
        own = ("_part", "_account", "_clock", "_shown", "poll", "show")
        if name in own or name.startswith("__"):
            return object.__getattribute__(self, name)
        return getattr(object.__getattribute__(self, "_part"), name)

    def poll(self, now: Millis) -> Sequence[Event]:
        began = self._clock.now()
        events = self._part.poll(now)
        self._took(began, len(events))
        return events

    def show(self, panel: Panel, now: Millis) -> None:
        began = self._clock.now()
        self._part.show(panel, now)
        self._took(began, 1)

    def _took(self, began: int, events: int) -> None:
        took = self._clock.now() - began
        self._account.spent_ns += took
        self._account.events += events
        if events:
            self._account.turns.append(took)


class Measured:
    """An example in service, with every part and every turn of the loop timed."""

    def __init__(self, example: str) -> None:
        root = Path(__file__).parents[1]
        config = load(root / "examples" / f"{example}.toml")
        self.clock = Apart()
        self.table = VirtualTable(config, Words.load("fr"), lambda _event, _rulings: None)
        self.accounts: defaultdict[str, Account] = defaultdict(Account)
        self.turns: list[int] = []
        self._set_far_ends_apart()
        for bus in self.table.buses:
            for attached in bus.attached:
                attached.part = Timed(attached.part, self.accounts[attached.part.name], self.clock)
        self.table.power_on()
        self.table.hands.press(Key.CONFIRM)
        self.table.hands.wait(PAUSE_MS)

    def _set_far_ends_apart(self) -> None:
        far, bus = self.clock.far, self.table.sim.i2c
        for name in ("write", "read", "write_read"):
            setattr(bus, name, far(getattr(bus, name)))
        for end in self.table.sim.far_ends.values():
            for name in ("receive", "transmit"):
                setattr(end, name, far(getattr(end, name)))

    def bytes_moved(self) -> Counter[str]:
        """Return the bytes on the wire so far, part by part."""
        moved: Counter[str] = Counter()
        for name, meter in self.table.meters.items():
            kind = self.table.kinds[name]
            addresses = meter.transfers if kind.hangs_on == "i2c" else 0
            moved[name] = meter.bytes_out + meter.bytes_in + addresses
        return moved

    def round(self) -> None:
        """Three bets, the close, the cards, pay and take, at a dealer's pace."""
        hands = self.table.hands
        for spot in (1, 2, 3):
            hands.bet(Place(spot, "banker"), Cents(2500))
            hands.wait(PAUSE_MS)
        hands.press(Key.NO_MORE_BETS)
        for name in CARDS:
            hands.wait(PAUSE_MS // 2)
            hands.draw(parse_card(name))
        hands.wait(PAUSE_MS)
        hands.clear()
        hands.press(Key.CONFIRM)
        hands.wait(PAUSE_MS)


def measure(_folder: Path, rounds: int = 10) -> Sample:
    """Play every example, and tell the parts once for each kind."""
    lines: list[str] = []
    fields: dict[str, Any] = {}
    for example in EXAMPLES:
        measured = Measured(example)
        measured.round()
        measured.accounts.clear()
        before, began = measured.bytes_moved(), measured.table.now()
        for account in measured.accounts.values():
            account.events = account.spent_ns = 0
        for _ in range(rounds):
            measured.round()
        span_s = (measured.table.now() - began) / 1000
        moved = measured.bytes_moved()
        moved.subtract(before)
        for name, account in measured.accounts.items():
            told = _told(name, account, moved[name] / rounds)
            lines.append(f"{example}: {told}, in {span_s / rounds:.0f} s")
    return Sample("parts", [*lines, UNVERIFIED], fields)


def _told(name: str, account: Account, moved: float) -> str:
    each = account.spent_ns / max(account.events, 1) / 1000
    p90 = ninetieth([turn / 1000 for turn in account.turns]) if account.turns else 0
    return (
        f"{name}: {each:.0f} us an event of {account.events} (turns with one: median"
        f" {median(account.turns or [0]) / 1000:.0f}, p90 {p90:.0f}), {moved:,.0f} bytes a round"
    )
