"""A million unusual messages to each driver, and a million damaged ones: campaign `driver-fuzz`.

    python -m tests.campaigns.fuzz.drivers.campaign --unit slingshot --messages 1000000 --seed 1

Unusual messages are sound, of a grammar of the unit's protocol; damaged ones are the same over a
wire that harms them. The driver may invent no card, chip or number, may raise nothing but
`hal.errors.HardwareError`, and may not call a unit silent whose sound octets have just come.
"""

import argparse
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from itertools import product
from random import Random
from typing import Final, NamedTuple

from drivers.part import Part
from firmware.core.vocabulary.events import Event, FaultRaised
from firmware.core.vocabulary.faults import FAULT_KINDS
from hal.errors import HardwareError, WrongAnswers
from hal.ports import Millis
from tests.campaigns.fuzz.drivers.units import UNITS
from tests.campaigns.fuzz.drivers.unusual_unit import OpenUnit
from tests.campaigns.fuzz.drivers.wire import MeteredWire

JUST_MS: Final = 1000
"""A unit whose octets came within so long is not silent."""
STOPPED_MS: Final = 1000
"""The least that a fault stops the deal: a card behind it is refused, and is none of the round."""
MAX_FAULTS: Final = 20


class Found(NamedTuple):
    """What a driver has made of the messages; faults in words."""

    messages: int = 0
    damaged: int = 0
    events: int = 0
    unknown: int = 0
    restarts: int = 0
    """How often the driver gave its unit up, and was started again."""
    invented_behind_stop: int = 0
    faults: tuple[str, ...] = ()
    seconds: float = 0.0

    def joined(self, other: "Found") -> "Found":
        return Found(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))

    def text(self, name: str, *, is_damaging: bool) -> str:
        kind = f"damaged ({self.damaged:,} portions)" if is_damaging else "unusual"
        lines = [
            f"{name}: {self.messages:,} {kind} messages in {self.seconds:.0f} s of processes;"
            f" {self.events:,} events, {self.unknown:,} unknown, {self.restarts:,} restarts,"
            f" {self.invented_behind_stop:,} invented behind a stop, {len(self.faults)} faults",
            *(f"  FAULT: {fault}" for fault in self.faults[:MAX_FAULTS]),
        ]
        return "\n".join(lines) + "\n"


class FuzzRun:
    """One unit, its wire and the time between them."""

    def __init__(self, open_unit: OpenUnit, seed: int, *, is_damaging: bool) -> None:
        chance = Random(f"{seed} {is_damaging}")
        self._wire = MeteredWire(chance, is_damaging=is_damaging)
        self._unit = open_unit(chance, self._wire)
        self._is_damaging = is_damaging
        self._stopped_until = 0
        self._counts, self._faults = Counter[str](), list[str]()

    def feed(self, messages: int) -> Found:
        """Poll the driver until so many messages were sent."""
        began_s = time.monotonic()
        self._start()
        while self._unit.sent_messages < messages:
            self._unit.speak()
            self._run_for(self._unit.SPAN_MS)
        return Found(
            self._unit.sent_messages,
            self._wire.damaged_portions,
            self._counts["events"],
            self._part.health.get("unknown", 0),
            self._counts["restarts"],
            self._counts["invented"],
            tuple(self._faults),
            time.monotonic() - began_s,
        )

    @property
    def _part(self) -> Part:
        return self._unit.part

    def _run_for(self, span_ms: int) -> None:
        end_ms = self._wire.now_ms + span_ms
        while self._wire.now_ms < end_ms:
            now_ms = max(self._wire.now_ms + 1, min(self._part.due, end_ms))
            self._wire.now_ms = now_ms
            self._poll(Millis(now_ms))

    def _poll(self, now: Millis) -> None:
        try:
            events = self._part.poll(now)
        except HardwareError as error:
            self._judge_loss(error)
            self._start()
        except Exception as error:  # noqa: BLE001 - whatever comes is a fault: that is the point
            self._faults.append(f"at {now} ms: {type(error).__name__}: {error}")
            self._start()
        else:
            self._judge_events(events, now)

    def _judge_loss(self, error: HardwareError) -> None:
        # a unit that refuses everything is reported as that, and not as silent
        if isinstance(error, WrongAnswers):
            return
        last_ms = self._wire.last_arrival_ms
        # damaged octets may be no sign of life
        if not self._is_damaging and last_ms and self._wire.now_ms - last_ms < JUST_MS:
            self._faults.append(f"at {self._wire.now_ms} ms: lost while octets come: {error}")

    def _judge_events(self, events: Sequence[Event], now: Millis) -> None:
        for event in events:
            self._counts["events"] += 1
            if isinstance(event, FaultRaised) and FAULT_KINDS[event.code].stops_deal:
                self._stopped_until = now + STOPPED_MS
            if not self._unit.is_invented(event):
                continue
            if now < self._stopped_until:
                self._counts["invented"] += 1
            else:
                self._faults.append(f"at {now} ms: never sent: {event}")

    def _start(self) -> None:
        self._counts["restarts"] += 1
        try:
            self._part.start(Millis(self._wire.now_ms))
        except HardwareError:
            return


def fuzz(name: str, messages: int, seed: int, *, is_damaging: bool) -> Found:
    return FuzzRun(UNITS[name], seed, is_damaging=is_damaging).feed(messages)


def _fuzz_share(share: tuple[str, int, int, bool]) -> Found:
    name, messages, seed, is_damaging = share
    return fuzz(name, messages, seed, is_damaging=is_damaging)


def _campaigns(options: argparse.Namespace) -> Iterator[tuple[str, bool, Found]]:
    share = options.messages // options.processes
    names = [*UNITS] if options.unit == "all" else [options.unit]
    with ProcessPoolExecutor(
        options.processes, initializer=logging.disable, initargs=(logging.CRITICAL,)
    ) as pool:
        for name, is_damaging in product(names, (False, True)):
            seeds = [options.seed * 1000 + number for number in range(options.processes)]
            shares = [(name, share, seed, is_damaging) for seed in seeds]
            yield name, is_damaging, reduce(Found.joined, pool.map(_fuzz_share, shares))


def main(arguments: Sequence[str]) -> int:
    """Run the campaign and print its figures; 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--unit", choices=(*UNITS, "all"), default="all")
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    is_faulty = False
    for name, is_damaging, found in _campaigns(parser.parse_args(arguments)):
        sys.stdout.write(found.text(name, is_damaging=is_damaging))
        sys.stdout.flush()
        is_faulty |= bool(found.faults)
    return int(is_faulty)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
