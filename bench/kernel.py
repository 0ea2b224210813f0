"""The service at rest on a real kernel, with every part of examples/rfid.toml.

    python -m bench.kernel         as root, after `make campaign NAME=kernel`
    python -m bench.kernel 120     its resident memory, every five minutes for so many

Nobody is at the table: closed, then open without a bet. The guest's kernel counts; a host that is
busy with other work makes the guest's processor time longer.
"""

import json
import sys
import time
from collections import Counter
from contextlib import closing
from typing import Final, NamedTuple

from tests.kits.kernel.kernel_table import KernelTable
from tests.kits.kernel.made import newest

EXAMPLE: Final = "rfid"
SETTLES_S: Final = 20.0
LASTS_S: Final = 60.0
EVERY_MIN: Final = 5
COUNTS: Final = """
pid=$(systemctl show --value --property MainPID croupier)
systemctl show --value --property CPUUsageNSec croupier
cat /proc/$pid/task/*/status | awk '/^voluntary/ { n += $2 } END { print n }'
awk '/^VmRSS/ { print $2 }' /proc/$pid/status
"""


class Counts(NamedTuple):
    """What has been counted so far; `kibibytes` are resident now."""

    at_s: float
    spent_ns: int
    sleeps: int
    kibibytes: int
    octets: Counter[int]


def count(table: KernelTable) -> Counts:
    numbers = map(int, table.sh(COUNTS).split())
    return Counts(time.monotonic(), *numbers, Counter(table.bus.octets))


def at_rest(table: KernelTable, state: str) -> dict[str, object]:
    """Leave the table alone for a while; return the rates of its service."""
    time.sleep(SETTLES_S)
    before = count(table)
    time.sleep(LASTS_S)
    after = count(table)
    took = after.at_s - before.at_s
    octets = after.octets - before.octets
    return {
        "table": state,
        "percent": round((after.spent_ns - before.spent_ns) / took / 1e7, 2),
        "wakes_per_s": round((after.sleeps - before.sleeps) / took, 1),
        "resident_mb": round(after.kibibytes / 1024, 1),
        "i2c_octets_per_s": round(octets.total() / took, 1),
        "by_address": {f"0x{at:02X}": round(n / took, 1) for at, n in sorted(octets.items())},
    }


def print_both_states(table: KernelTable) -> None:
    print(json.dumps(at_rest(table, "closed"), indent=1), flush=True)
    table.open()
    print(json.dumps(at_rest(table, "open"), indent=1), flush=True)


def print_memory(table: KernelTable, minutes: int) -> None:
    for passed in range(0, minutes + 1, EVERY_MIN):
        print(f"{passed:4} min {count(table).kibibytes / 1024:7.2f} MB", flush=True)
        time.sleep(EVERY_MIN * 60 if passed < minutes else 0)


def main() -> None:
    """Print the figures of both states, or the memory over some minutes."""
    made = newest("bookworm")
    if made is None:
        sys.exit("there is no guest: make campaign NAME=kernel makes it")
    with closing(KernelTable(EXAMPLE, made)) as table:
        table.start()
        if minutes := list(map(int, sys.argv[1:])):
            print_memory(table, *minutes)
        else:
            print_both_states(table)


if __name__ == "__main__":
    main()
