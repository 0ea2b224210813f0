"""Hours of a SlingShot wheel with every fault of it and of its wire.

python -m tests.campaigns.slingshot --hours 200 --seed 1

A simulated wheel plays game after game in its recorded times, half of them with a fault: one of
those below, some with a bad wire besides. It counts reported numbers that did not fall, or fell in
a void game (`wrong`), numbers that fell and were neither reported nor followed by an event with the
reason (`missed`), games without any fault that weren't reported (`clean untold`), and wheels that
the table's own acts did not open or set to its mode (`not put into service`). All must be 0.
"""

# ruff: noqa: T201
import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from random import Random

from drivers.slingshot import SlingShotWheel
from firmware.core.vocabulary.events import Event, FaultEnded, FaultRaised, NoResultSeen, ResultSeen
from firmware.core.vocabulary.panel import Panel, WheelOrder
from firmware.core.vocabulary.wheel_acts import WheelAct
from firmware.shell.parts.attached_part import AttachedPart
from hal.ports import Millis
from sim.machines.slingshot import SimSlingShot
from sim.wires.memory_port import MemoryPort

STEP_MS = 50
"""How often the host looks: a slow one."""
SETTLED_MS = 3000
LOST = FaultRaised("wheel", "lost")
BACK = FaultEnded("wheel", "lost")


class BadWire:
    """Damages one byte in `one_in`; runs one line in forty into the next."""

    def __init__(self, chance: Random, one_in: int) -> None:
        self._chance = chance
        self._one_in = one_in

    def __call__(self, line: bytes) -> bytes:
        if self._chance.randrange(40) == 0:
            line = line[: self._chance.randrange(len(line))]
        return b"".join(self._befall(byte) for byte in line)

    def _befall(self, byte: int) -> bytes:
        if self._chance.randrange(self._one_in):
            return bytes([byte])
        flipped = bytes([byte ^ 1 << self._chance.randrange(8)])
        return self._chance.choice([b"", bytes([byte] * 2), flipped, flipped])


class Evening:
    """A wheel, its wire and the driver; one game after another."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.now = Millis(0)
        self.counts: Counter[str] = Counter()
        self.host_started = bool(seed % 2)
        self.sim = SimSlingShot(lambda: self.now, host_started=self.host_started)
        self.port = MemoryPort(self.sim)
        self.wheel = SlingShotWheel(self.port, numbers=37, host_started=self.host_started)
        self.bus = AttachedPart(self.wheel)
        self.presses = 0
        self.order = WheelOrder()
        self.lost = False
        self.raised: set[str] = set()
        """The faults that stand."""
        self.first = ""
        self.run(15_000)

    def run(self, millis: int) -> list[Event]:
        events: list[Event] = []
        until = self.now + millis
        while self.now < until:
            events += self.bus.poll(self.now)
            self.bus.show(Panel({}, spin=self.presses, wheel_order=self.order), self.now)
            self.now = Millis(self.now + STEP_MS)
        for event in events:
            self.lost = event == LOST or (self.lost and event != BACK)
            if isinstance(event, FaultRaised):
                self.raised.add(event.code)
            elif isinstance(event, FaultEnded):
                self.raised.discard(event.code)
        return events

    # a game

    def play(self) -> None:
        """Play one game; half of them with a mishap at a random moment."""
        mishap = self.chance.choice(list(MISHAPS)) if self.chance.random() < 0.5 else "none"
        noise = self.chance.choice((30, 100, 1000)) if self.chance.random() < 0.25 else 0
        before, was_lost, carried = (
            len(self.sim.slingshot_games.fallen_numbers),
            self.lost,
            self.carried,
        )
        self.none = self.carried = False
        self.sim.damage = BadWire(self.chance, noise) if noise else None
        self.presses += self.host_started
        self.sim.spin(str(self.chance.randrange(37)))
        events: list[Event] = []
        if mishap != "none":
            events += self.run(self.chance.randrange(42_000))
            self.carried = not self.sim.about_to_throw
            events += MISHAPS[mishap](self)
        elif self.host_started:
            events += self.run(5000)
        events += self._finish()
        self.sim.damage = None
        events += self.mend()
        clean = mishap == "none" and not noise and not carried
        self.judge(
            events, self.sim.slingshot_games.fallen_numbers[before:], clean=clean, excused=was_lost
        )
        self.counts[f"with {mishap}"] += 1

    none = False
    """Whether the mishap made the game none whatever number falls."""
    carried = False
    """Whether the mishap came so late that it may befall the next game."""

    def _finish(self) -> list[Event]:
        events = self.run(1000)
        for _ in range(120):
            if self.sim.is_at_rest:
                break
            events += self.run(1000)
        return events + self.run(SETTLED_MS)

    def mend(self) -> list[Event]:
        """Put everything right, as people would."""
        self.sim.is_silent = False
        self.port.plug()
        self.sim.repair_motor()
        self.sim.return_ball()
        self.sim.set_rotor_speed(160)
        self.sim.free_launcher()
        self.sim.show_state(None)
        self.sim.firmware.is_busy = False
        events = self.run(12_000)
        events += self._put_into_service()
        if self.sim.state != 2:
            self.sim.place_bets()
        events += self.run(4000)
        self.counts["not put into service"] += bool(self.raised & {"wheel_closed", "wheel_mode"})
        return events

    def _put_into_service(self) -> list[Event]:
        """Open it, or set its mode, by the table's own acts, as the faults say."""
        events: list[Event] = []
        for code, act in (("wheel_mode", WheelAct.SET_MODE), ("wheel_closed", WheelAct.OPEN)):
            if code in self.raised:
                self.order = WheelOrder(self.order.number + 1, act)
                events += self.run(12_000)
        return events

    def judge(self, events: list[Event], fallen: list[str], *, clean: bool, excused: bool) -> None:
        """Hold what was reported to what fell."""
        found = numbers_of(events)
        why = excused or any(isinstance(event, FaultRaised | NoResultSeen) for event in events)
        self.counts["spins"] += 1
        self.counts["fallen"] += len(fallen)
        self.counts["told"] += bool(found)
        self.counts["not told, with a reason"] += bool(fallen) and not found and why
        wrong = {
            "wrong": bool(found) and (found != fallen or self.none),
            "missed": bool(fallen) and not found and not why,
            "clean untold": clean and found != fallen,
        }
        for what, is_so in wrong.items():
            self.counts[what] += is_so
            if is_so and not self.first:
                self.first = f"{what} by {self.now} ms: {fallen} fell, {events}"
        for event in events:
            if isinstance(event, NoResultSeen):
                self.counts[f"no result: {event.reason}"] += 1
            elif isinstance(event, FaultRaised):
                self.counts[f"fault: {event.code}"] += 1


def numbers_of(events: list[Event]) -> list[str]:
    return [event.symbols[0] for event in events if isinstance(event, ResultSeen)]


# mishaps: each returns what was reported while it lasted


def _pulled(evening: Evening) -> list[Event]:
    evening.port.unplug()
    events = evening.run(evening.chance.choice((50, 500, 3000, 20_000, 60_000)))
    evening.port.plug()
    return events


def _silent(evening: Evening) -> list[Event]:
    evening.sim.is_silent = True
    events = evening.run(evening.chance.choice((400, 1600, 4000, 8000, 40_000)))
    evening.sim.is_silent = False
    return events


def _off_and_on(evening: Evening) -> list[Event]:
    evening.sim.pace.boot_ms = evening.chance.choice((1000, 3000, 8000))
    evening.sim.power_cycle()
    return []


def _ball(evening: Evening) -> list[Event]:
    evening.sim.remove_ball()
    events = evening.run(evening.chance.choice((1000, 4000, 20_000, 90_000)))
    evening.sim.return_ball()
    return events


def _motor(evening: Evening) -> list[Event]:
    evening.sim.motor_fault()
    return []


def _speed(evening: Evening) -> list[Event]:
    evening.none = evening.sim.state in (3, 4)
    evening.sim.set_rotor_speed(evening.chance.choice((20, 420, 900)))
    events = evening.run(2000)
    evening.none &= evening.sim.state in (3, 4)
    return events


def _jam(evening: Evening) -> list[Event]:
    """The launcher is freed after some time; if it lasts the wheel closes before that."""
    evening.sim.jam_launcher()
    events = evening.run(evening.chance.choice((5000, 20_000, 100_000)))
    evening.sim.free_launcher()
    return events


def _newer(evening: Evening) -> list[Event]:
    evening.sim.show_state(evening.chance.choice("0789A"))
    events = evening.run(evening.chance.choice((300, 3000, 20_000)))
    evening.sim.show_state(None)
    return events


def _other_mode(evening: Evening) -> list[Event]:
    """Somebody sets another mode at a terminal, in the middle of the evening."""
    evening.sim.use_mode(evening.chance.choice((1157, 1159, 128, 0)))
    return evening.run(70_000)


def _busy(evening: Evening) -> list[Event]:
    evening.sim.firmware.is_busy = True
    return evening.run(30_000)


def _warned(evening: Evening) -> list[Event]:
    """A sum of warnings in whatever state; a spin during which it stands may be void."""
    evening.sim.warn_of(evening.chance.choice((3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15)))
    events = evening.run(evening.chance.choice((2000, 8000)))
    evening.sim.warn_of(0)
    return events


def _act(name: str) -> Callable[[Evening], list[Event]]:
    def act(evening: Evening) -> list[Event]:
        getattr(evening.sim, name)()
        return []

    return act


def _say(text: Callable[[Random], str]) -> Callable[[Evening], list[Event]]:
    def say(evening: Evening) -> list[Event]:
        evening.sim.send_unsolicited(text(evening.chance))
        return []

    return say


def _blank(evening: Evening) -> list[Event]:
    evening.sim.damage = lambda line: line[:9] + b"  " + line[11:] if line[3:4] == b"5" else line
    return []


MISHAPS: dict[str, Callable[[Evening], list[Event]]] = {
    "cable": _pulled,
    "silence": _silent,
    "power": _off_and_on,
    "ball": _ball,
    "motor": _motor,
    "speed": _speed,
    "blank winner": _blank,
    "same direction": _act("same_direction"),
    "failed launch": _act("fail_launch"),
    "rotor not turned": _act("fail_reversal"),
    "void": _act("void_game"),
    "closed": _act("close_table"),
    "launcher jammed": _jam,
    "unknown state": _newer,
    "other mode": _other_mode,
    "busy": _busy,
    "sum of warnings": _warned,
    "stray number": _say(lambda chance: f"{chance.randrange(37):>2}"),
    "old line": _say(lambda chance: f"*X;5;{chance.randrange(1, 257):03};17;0;160;0"),
}


def evening(hours: float, seed: int) -> Evening:
    """Play so many hours of the wheel's time."""
    played = Evening(seed)
    while played.now < hours * 3_600_000:
        played.play()
    return played


def judged(counts: Counter[str]) -> list[str]:
    """Return what is wrong with a campaign."""
    return [
        f"{counts[what]} {what}"
        for what in ("wrong", "missed", "clean untold", "not put into service")
        if counts[what]
    ]


def main() -> int:
    """Play the evenings, in turn with a wheel that starts itself and one that is started."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--hours", type=float, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began, total, first = time.monotonic(), Counter[str](), ""
    for at in range(10):
        played = evening(asked.hours / 10, asked.seed + at)
        total += played.counts
        first = first or (played.first and f"seed {asked.seed + at}, {played.first}")
    print(f"{asked.hours} hours of wheel in {time.monotonic() - began:.0f} s, seed {asked.seed}")
    for name in ("spins", "fallen", "told", "not told, with a reason", "wrong", "missed"):
        print(f"  {name}: {total[name]:,}")
    print("  " + ", ".join(f"{name} {n:,}" for name, n in sorted(total.items()) if ":" in name))
    print("  " + ", ".join(f"{name} {n:,}" for name, n in sorted(total.items()) if "with " in name))
    wrong = judged(total)
    for fault in wrong:
        print(f"  WRONG: {fault}; first: {first}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
