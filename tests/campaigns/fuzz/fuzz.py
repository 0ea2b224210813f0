"""A million damaged frames, and a million inputs to the console (`console_fuzz`): campaign `fuzz`.

Every driver that reads a byte stream is fed by its far end over a wire that damages its bytes. It
counts events of cards and chips that were never sent, exceptions outside the tree of `hal.errors`,
and memory growth after the first tenth.
"""

import argparse
import gc
import sys
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from random import Random
from typing import NamedTuple

from firmware.core.vocabulary.events import Event, FaultRaised
from firmware.core.vocabulary.faults import FAULT_KINDS
from hal.errors import HardwareError
from hal.ports import Millis
from tests.campaigns.fuzz.console_fuzz import (
    CONSOLE_TARGETS,
    ConsoleFound,
    console_campaign,
    console_judged,
    console_line,
)
from tests.campaigns.fuzz.fuzz_targets import TARGETS, Target

DAMAGED = 0.35
"""How often a portion that the wire carries is damaged."""
REPEATED = 64
"""Bytes that a wire may give once more: less than a whole lap of any protocol's numbers."""
HELD_BACK = 0.1
"""How often what is damaged is only late."""
MOST_GROWN = 64 * 1024
"""Bytes that a driver and its far end may hold more of; logs and caches of the interpreter."""
SUPERVISOR_MS = 1000
"""The least that passes before a supervisor has cleared a fault and the deal goes on."""
SHARE = 20
"""The memory is watched over one frame in so many, since watching is slow,"""
WEIGHED = 500
"""and over so many at least."""


class Damaging:
    """A wire that flips, drops, doubles, swaps, cuts, glues, adds noise and holds back."""

    def __init__(self, chance: Random) -> None:
        self.damaged = 0
        self._chance = chance
        self._before = b""
        self._held = b""

    def carry(self, sent: bytes) -> bytes:
        sent, self._held = self._held + sent, b""
        if not sent:
            return b""
        before, self._before = self._before, sent[-REPEATED:]
        if self._chance.random() >= DAMAGED:
            return sent
        self.damaged += 1
        return self._befall(bytearray(sent), before)

    def forget(self) -> None:
        self._held = b""

    def _befall(self, sent: bytearray, before: bytes) -> bytes:
        at = self._chance.randrange(len(sent))
        if self._chance.random() < HELD_BACK:
            self._held = bytes(sent[at:])
            return bytes(sent[:at])
        self._chance.choice(HARMS)(self._chance, sent, at, before)
        return bytes(sent)


def _flip(chance: Random, sent: bytearray, _at: int, _before: bytes) -> None:
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        sent[chance.randrange(len(sent))] ^= 1 << chance.randrange(8)


def _drop(_chance: Random, sent: bytearray, at: int, _before: bytes) -> None:
    del sent[at]


def _double(_chance: Random, sent: bytearray, at: int, _before: bytes) -> None:
    sent.insert(at, sent[at])


def _swap(_chance: Random, sent: bytearray, at: int, _before: bytes) -> None:
    sent[at : at + 2] = sent[at : at + 2][::-1]


def _cut(_chance: Random, sent: bytearray, at: int, _before: bytes) -> None:
    del sent[at:]


def _glue(chance: Random, sent: bytearray, at: int, before: bytes) -> None:
    sent[at:] = before[chance.randrange(len(before) + 1) :]


def _noise(chance: Random, sent: bytearray, at: int, _before: bytes) -> None:
    sent[at:at] = chance.randbytes(chance.randint(1, 12))


def _repeat(_chance: Random, sent: bytearray, _at: int, before: bytes) -> None:
    sent += before


HARMS = (_flip, _flip, _flip, _drop, _double, _swap, _cut, _glue, _noise, _repeat)


class Found(NamedTuple):
    """What a campaign came to."""

    name: str
    frames: int
    event_count: int
    lies: int
    in_doubt: int
    """Never sent, reported behind a fault that stops the deal: no card of the round."""
    outside: int
    grown: int
    lost: int
    """How often the driver gave its part up and was started again."""
    seconds: float
    first: str
    """The first thing that should not have been."""


def campaign(name: str, frames: int, seed: int, weighed: int = WEIGHED) -> Found:
    """Feed one driver so many damaged frames; watch its memory over `weighed` others or more."""
    began = time.monotonic()
    count, first = _run(name, frames, seed)
    tracemalloc.start()
    try:
        grown = _run(name, max(frames // SHARE, weighed), seed + 1)[0]["grown"]
    finally:
        tracemalloc.stop()
    took = time.monotonic() - began
    counts = (count[what] for what in ("frames", "told", "lies", "in_doubt", "outside"))
    return Found(name, *counts, grown, count["lost"], took, first)


def _run(name: str, frames: int, seed: int) -> tuple[Counter[str], str]:
    chance = Random(f"{name} {seed}")
    wire = Damaging(chance)
    target = TARGETS[name][0](chance, wire)
    now, count, first, held = 0, Counter[str](), "", 0
    _start(target, now, count)
    while wire.damaged < frames:
        target.act()
        end = now + target.span_ms
        while now < end:
            now = max(now + 1, min(target.part.due, end))
            first = _poll(target, now, count) or first
        if not held and wire.damaged * 10 >= frames:
            held = _held()
    count["frames"], count["grown"] = wire.damaged, _held() - held
    return count, first


def _poll(target: Target, now: int, count: Counter[str]) -> str:
    """Poll once; return what should not have been."""
    try:
        events = target.part.poll(Millis(now))
    except HardwareError:
        count["lost"] += 1
        _start(target, now, count)
        return ""
    except Exception as error:  # noqa: BLE001  # whatever comes is counted, and that is the point
        count["outside"] += 1
        _start(target, now, count)
        return f"{type(error).__name__}: {error}"
    count["told"] += len(events)
    first = ""
    for event in events:
        if _stops(event):
            count["stopped_until"] = now + SUPERVISOR_MS
        if not target.lies(event):
            continue
        in_doubt = now < count["stopped_until"]
        count["in_doubt" if in_doubt else "lies"] += 1
        if not in_doubt:
            first = first or f"told at {now} ms, never sent: {event}"
    return first


def _stops(event: Event) -> bool:
    """Say whether the deal stops here, so that later reports are refused and laid aside."""
    return isinstance(event, FaultRaised) and FAULT_KINDS[event.code].stops_deal


def _start(target: Target, now: int, count: Counter[str]) -> None:
    try:
        target.part.start(Millis(now))
    except HardwareError:
        count["lost"] += 1


def _held() -> int:
    if not tracemalloc.is_tracing():
        return 0
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def judged(found: Found) -> list[str]:
    """Return what is wrong with a campaign."""
    allowed = TARGETS[found.name][1] * found.frames
    wrong = []
    if found.lies > allowed:
        wrong.append(f"{found.lies} cards or chips that were never sent, {found.first}")
    if found.outside:
        wrong.append(f"{found.outside} exceptions outside the tree, {found.first}")
    if found.grown > MOST_GROWN:
        wrong.append(f"{found.grown} bytes of memory grown")
    return wrong


def main() -> int:
    """Run every campaign and say what it came to; 1 if one found something."""
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", default=[*TARGETS, *CONSOLE_TARGETS])
    parser.add_argument("--frames", type=int, default=1_000_000, help="damaged frames in all")
    parser.add_argument("--inputs", type=int, default=1_050_000, help="to the whole console")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    wrong = 0
    with ProcessPoolExecutor(options.processes, max_tasks_per_child=1) as pool:
        for run, again in _runs(pool, options):
            found = run.result()
            console = isinstance(found, ConsoleFound)
            print(console_line(found) if console else _line(found), flush=True)  # noqa: T201
            for fault in console_judged(found) if console else judged(found):
                wrong += 1
                print(f"  WRONG: {fault}; again: fuzz.py {again}", flush=True)  # noqa: T201
    return 1 if wrong else 0


def _runs(pool: ProcessPoolExecutor, options: argparse.Namespace) -> Iterator[tuple[Future, str]]:
    """Begin every campaign; yield each with what repeats it."""
    frames = options.frames // (len(TARGETS.keys() & options.names) or 1) + 1
    runs = []
    for name in options.names:
        again = f"{name} --frames {frames} --seed {options.seed}"
        if name in TARGETS:
            runs.append((pool.submit(campaign, name, frames, options.seed), again))
            continue
        again = f"{name} --inputs {options.inputs} --seed {options.seed}"
        share = round(options.inputs * CONSOLE_TARGETS[name][1])
        runs.append((pool.submit(console_campaign, name, share, options.seed), again))
    yield from runs


def _line(found: Found) -> str:
    return (
        f"{found.name:>11}: {found.frames:,} damaged frames, {found.event_count:,} events,"
        f" never sent {found.lies} (and {found.in_doubt} behind a stop),"
        f" outside the tree {found.outside}, grown {found.grown:,} bytes,"
        f" lost and started again {found.lost:,} times,"
        f" {found.seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
