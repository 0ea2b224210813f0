"""(a) From the last byte of the frame that makes a card to the last byte of the light it changes.

The service as `croupier run` starts it: a thread a bus, pyserial on real pseudo-terminals, the
journal in two real files with real fdatasync. The bench is the croupier; the far ends of the I2C
bus run inside the bus's thread, and their time is taken off. A transaction itself costs nothing
here: the kernel's part of it on a Pi is not measured.
"""

from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from bench.dealer import Change, Dealer
from bench.rig import Rig
from bench.sample import Sample, ninetieth, verdict

AIM = 0.01
PATH = ("shoe", "loop", "i2c")
"""The threads that a card goes through."""


def measure(folder: Path, rounds: int = 25, seed: int = 1) -> Sample:
    """Play rounds; each has two cards that change a light, the first and the last."""
    changes: list[Change] = []
    with ExitStack() as stack:
        dealer = Dealer(Rig(folder, stack), seed)
        dealer.open()
        for _ in range(rounds):
            dealer.bet()
            changes += dealer.deal()
            dealer.pay()
    return _sample(changes)


def _sample(changes: list[Change]) -> Sample:
    own = [change.own_ns / 1000 for change in changes]
    ratios = [change.own_ns / change.wire_ns for change in changes]
    fields: dict[str, Any] = {
        "cards": len(changes),
        "own_us_median": median(own),
        "own_us_p90": ninetieth(own),
        "wire_ms_median": median(change.wire_ns for change in changes) / 1e6,
        "wall_ms_median": median(change.wall_ns for change in changes) / 1e6,
        "ratio_median": median(ratios),
        "ratio_p90": ninetieth(ratios),
        "by_thread_us": {
            name: median(change.spent[name] for change in changes) / 1000
            for name in changes[0].spent
        },
    }
    path = [sum(change.spent[name] for name in PATH) / 1000 for change in changes]
    disk = [change.disk_ns / 1000 for change in changes]
    fields |= {
        "path_us_median": median(path),
        "disk_us_median": median(disk),
        "ratio_without_disk_median": median(
            (change.own_ns - change.disk_ns) / change.wire_ns for change in changes
        ),
    }
    lines = [
        f"{fields['own_us_median']:,.0f} us of processor in the median of {len(changes)} cards,",
        f"{fields['path_us_median']:,.0f} of them in the card's own threads and of these"
        f" {fields['disk_us_median']:,.0f} in the kernel,",
        f"to sync the journal; beside a wire of {fields['wire_ms_median']:.1f} ms:"
        f" {fields['ratio_median']:.1%}, p90 {fields['ratio_p90']:.1%},",
        f"{fields['ratio_without_disk_median']:.1%} without the kernel's sync;"
        f" wall {fields['wall_ms_median']:.1f} ms.",
        verdict(met=fields["ratio_median"] <= AIM, aim="at most 1 % in the median"),
    ]
    return Sample("card", lines, fields)
