"""(i) From the last byte of the line by which a SlingShot 2's number counts to the lit result.

A table of roulette in one thread on virtual time: the wheel's driver, the loop, the core, the
lights' driver and its bus, and whatever else is due in that turn. The clock is the wall's; what the
far ends take is taken off. Threads, the disk and the transfer on the I2C bus are not in it.
"""

import time
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from bench.parts import OwnTime
from bench.sample import UNVERIFIED, Sample, ninetieth
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents
from firmware.core.vocabulary.phase import Phase
from firmware.core.vocabulary.places import Place
from firmware.shell.config.defaults import default_table
from firmware.shell.script import TableScript
from firmware.shell.words.words import Words
from hal.ports import I2CBus
from sim.play.script_table import configure_table
from sim.play.virtual_table import VirtualTable
from sim.wires.far_end import FarEnd

BAUD, BITS = 9600, 10
STAKE = Cents(25_00)
BETS = (
    (1, "red"), (2, "black"), (3, "straight:17"), (4, "dozen:2"), (5, "column:1"), (6, "even"),
    (7, "six_line:13,14,15,16,17,18"),
)  # fmt: skip
LONGEST_MS = 60_000
SETTLED_MS = 2000


class Line:
    """Listens in on the wheel's line: its last line, and when the last byte of that was read."""

    def __init__(self, wheel: FarEnd, clock: OwnTime) -> None:
        self.last = b""
        self.ended = 0
        self._transmitted = b""
        transmit = clock.far(wheel.transmit)

        def receive() -> bytes:
            received: bytes = transmit()
            *lines, self._transmitted = (self._transmitted + received).split(b"\n")
            if lines:
                self.last, self.ended = lines[-1], clock.now()
            return received

        wheel.transmit = receive  # type: ignore[method-assign]


class Lights:
    """Looks at the I2C bus: when a light was last written to, and anything at all."""

    def __init__(self, bus: I2CBus, addresses: frozenset[int], clock: OwnTime) -> None:
        self.lit = self.shown = 0
        write = clock.far(bus.write)

        def seen(address: int, data: bytes) -> None:
            write(address, data)
            self.shown = clock.now()
            if address in addresses:
                self.lit = self.shown

        bus.write = seen  # type: ignore[method-assign]


class Spun:
    """A table of seven players, and each spin of its wheel."""

    def __init__(self) -> None:
        steps = [{"bet": {"spot": spot, "on": on, "cents": STAKE}} for spot, on in BETS]
        script = msgspec.convert({"game": "roulette", "steps": steps}, TableScript)
        config = configure_table(default_table("roulette"), script)
        self.table = VirtualTable(config, Words.load("fr"), lambda _event, _rulings: None)
        clock, sim = OwnTime(time.perf_counter_ns), self.table.sim_table
        self.line = Line(sim.far_ends["wheel"], clock)
        self.lights = Lights(sim.i2c, frozenset(config.wiring.lights.addresses), clock)
        self.table.power_on()
        self.table.hands.press_key(Key.CONFIRM)
        self.table.hands.wait(SETTLED_MS)

    def spin(self, number: int) -> tuple[int, int]:
        """Play a round; return nanoseconds to the last light that it changes, and to all shown."""
        for spot, on in BETS:
            self.table.hands.lay_chip(Place(spot, on), STAKE)
        wheel = self.table.sim_table.wheel
        assert wheel is not None
        wheel.prepare()
        self.table.hands.wait(SETTLED_MS)
        self.table.hands.press_key(Key.START_SPIN)
        wheel.spin(str(number), None)
        self.table.wait_for(lambda: self.table.core_table.state.game.finished, LONGEST_MS)
        self.table.hands.wait(0)  # the result is shown before the time goes on
        assert self.line.last.startswith(b"*X;5;"), self.line.last
        assert self.line.ended < self.lights.lit <= self.lights.shown
        found = self.lights.lit - self.line.ended, self.lights.shown - self.line.ended
        self._pay()
        return found

    def _pay(self) -> None:
        for spot, on in BETS:
            self.table.hands.sweep_chips(Place(spot, on), None)
        self.table.hands.wait(SETTLED_MS)
        self.table.hands.press_key(Key.CONFIRM)
        self.table.hands.wait(SETTLED_MS)
        assert self.table.core_table.state.running_phase is Phase.OPEN


def measure(_folder: Path, spins: int = 60) -> Sample:
    """Spin every number in turn, each spin a round of seven bets."""
    spun = Spun()
    taken = [spun.spin(spin * 7 % 37) for spin in range(spins)]
    lit, shown = ([each / 1000 for each in every] for every in zip(*taken, strict=True))
    line_us = len(spun.line.last) * BITS * 1e6 / BAUD
    fields: dict[str, Any] = {
        "spins": spins,
        "light_us_median": median(lit),
        "light_us_p90": ninetieth(lit),
        "all_us_median": median(shown),
        "line_ms": line_us / 1000,
        "ratio_median": median(lit) / line_us,
        "ratio_p90": ninetieth(lit) / line_us,
    }
    lines = [
        f"{fields['light_us_median']:,.0f} us to the lit result in the median of {spins} spins,"
        f" p90 {fields['light_us_p90']:,.0f}; {fields['all_us_median']:,.0f} to the last display;",
        f"beside a line of {fields['line_ms']:.1f} ms: {fields['ratio_median']:.1%},"
        f" p90 {fields['ratio_p90']:.1%}. {UNVERIFIED}",
    ]
    return Sample("wheel", lines, fields)
