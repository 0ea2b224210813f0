"""A million absurd messages to each process of the floor, with good ones among them.

    python -m tests.campaigns.fuzz.floor.campaign --receiver pit --messages 1000000 --seed 1

None may end the process or keep it from the next message, and every good one must be taken.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final, NamedTuple

from tests.campaigns.fuzz.floor.keeper import open_keeper
from tests.campaigns.fuzz.floor.ledger import open_fed_ledger
from tests.campaigns.fuzz.floor.pit import open_pit
from tests.campaigns.fuzz.floor.receiver import OpenReceiver, Receiver
from tests.campaigns.fuzz.floor.slots import open_slots
from tests.campaigns.fuzz.floor.tournament import open_tournament
from tests.campaigns.fuzz.floor.uplink import open_uplink

RECEIVERS: Final[dict[str, OpenReceiver]] = {
    "ledger": open_fed_ledger,
    "keeper": open_keeper,
    "pit": open_pit,
    "tournament": open_tournament,
    "slots": open_slots,
    "uplink": open_uplink,
}
SHARED_MEMORY: Final = Path("/dev/shm")  # noqa: S108 - its content is not needed afterwards
MAX_FAULT_LENGTH: Final = 500


class Found(NamedTuple):
    """What a receiver has made of the messages; faults in words."""

    messages: int = 0
    good: int = 0
    reasons: Mapping[str, int] = MappingProxyType({})
    deaths: tuple[str, ...] = ()
    stalls: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def faults(self) -> tuple[str, ...]:
        return (*self.deaths, *self.stalls, *self.differences)

    def joined(self, other: "Found") -> "Found":
        """Return both together."""
        return Found(
            self.messages + other.messages,
            self.good + other.good,
            Counter(self.reasons) + Counter(other.reasons),
            self.deaths + other.deaths,
            self.stalls + other.stalls,
            self.differences + other.differences,
            self.seconds + other.seconds,
        )

    def text(self, name: str) -> str:
        reasons = ", ".join(f"{reason} {n:,}" for reason, n in Counter(self.reasons).most_common())
        lines = [
            f"{name}: {self.messages:,} messages in {self.seconds:.0f} s; deaths"
            f" {len(self.deaths)}, stalls {len(self.stalls)}; good ones {self.good:,}, of which"
            f" differ {len(self.differences)}; {reasons}",
            *(f"  FAULT: {fault}" for fault in self.faults[:20]),
        ]
        return "\n".join(lines) + "\n"


def fuzz(open_receiver: OpenReceiver, messages: int, seed: int) -> Found:
    """Feed so many absurd messages to a receiver, some thousands to each run of it."""
    found, run = Found(), 0
    while found.messages < messages:
        chance, run = Random(f"{seed} {run}"), run + 1
        parent = SHARED_MEMORY if SHARED_MEMORY.is_dir() else None
        began_s = time.monotonic()
        with (
            TemporaryDirectory(dir=parent) as folder,
            open_receiver(chance, Path(folder)) as receiver,
        ):
            share = min(receiver.MESSAGES_A_RUN, messages - found.messages)
            one_run = _run(receiver, chance, share)
        found = found.joined(one_run._replace(seconds=time.monotonic() - began_s))
    return found


def _run(receiver: Receiver, chance: Random, share: int) -> Found:
    hostile, good_count, messages = receiver.hostile(), 0, 0
    deaths, stalls = list[str](), list[str]()
    while messages < share:
        good = receiver.good()
        batch = [next(hostile) for _ in range(min(receiver.BATCH, share - messages))]
        messages, good_count = messages + len(batch), good_count + len(good)
        try:
            receiver.feed(_mixed(chance, batch, good))
        except Exception as error:  # noqa: BLE001 - whatever escapes is counted: that is the point
            deaths.append(f"death: {type(error).__name__}: {error}"[:MAX_FAULT_LENGTH])
        stalls += [f"stall: {fault}"[:MAX_FAULT_LENGTH] for fault in receiver.untaken()]
    return Found(
        messages,
        good_count,
        Counter(receiver.reasons()),
        tuple(deaths),
        tuple(stalls),
        tuple(f"difference: {fault}"[:MAX_FAULT_LENGTH] for fault in receiver.differences()),
    )


def _mixed(chance: Random, batch: Sequence[object], good: Sequence[object]) -> list[object]:
    """Return both, the good ones in their order."""
    places = set(chance.sample(range(len(batch) + len(good)), len(good)))
    absurd_ones, good_ones = iter(batch), iter(good)
    return [
        next(good_ones if place in places else absurd_ones)
        for place in range(len(batch) + len(good))
    ]


def fuzz_named(name: str, messages: int, seed: int) -> Found:
    return fuzz(RECEIVERS[name], messages, seed)


def main(arguments: Sequence[str]) -> int:
    """Run the campaign and print its figures; 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--receiver", choices=(*RECEIVERS, "all"), default="all")
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args(arguments)
    shares = [options.messages // options.processes] * options.processes
    seeds = [options.seed * 1000 + number for number in range(options.processes)]
    is_faulty = False
    for name in RECEIVERS if options.receiver == "all" else (options.receiver,):
        with ProcessPoolExecutor(options.processes) as pool:
            found = reduce(Found.joined, pool.map(fuzz_named, [name] * len(shares), shares, seeds))
        sys.stdout.write(found.text(name))
        sys.stdout.flush()
        is_faulty |= bool(found.faults)
    return int(is_faulty)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
