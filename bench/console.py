"""(j) The service's loop with and without somebody who floods the console and its sockets.

A real service plays in a process of its own, and the phases take turns in it: nobody else; a
console on a pseudo-terminal that is sent noise at 115200 baud; sixteen clients on each socket who
ask and send garbage as fast as they are answered; somebody who hashes passphrases; all three; and,
to know what a full machine does by itself, two processes that only count. Beside it what a hashing
costs.
"""

from pathlib import Path
from typing import Any

from bench import hashing
from bench.flood import Flood, process, wait_until
from bench.phases import SERVICE, Figures, alternate_phases, figures_of, summed_up
from bench.sample import Sample
from firmware.shell.technician.client import TECHNICIAN_SOCKET

RUN = ("run", "--plain", "--speed", "5", "--lang", "en")
SETTLE_S = 0.5
"""After a phase has begun, before it is timed."""
WORST_AIM_MS = 50.0


def measure(
    folder: Path,
    repetitions: int = 3,
    seconds: float = 5.0,
    settle_s: float = SETTLE_S,
    hashes: int = 9,
) -> Sample:
    """Have the phases take turns; then hash."""
    flood = Flood(folder)
    found = _phases(flood, folder, repetitions, seconds, settle_s)
    fields: dict[str, Any] = {name: summed_up(found, name) for name in found["turns"] if name}
    fields["noise"]["octets"], fields["hostile"]["answered"] = flood.octets, flood.answered
    quiet = fields["nobody"]
    for phase in fields.values():
        for statistic in ("median", "worst"):
            phase[f"turns_{statistic}_ratio"] = (
                phase[f"turns_{statistic}"] / quiet[f"turns_{statistic}"]
            )
    hashed = hashing.measure(hashes)
    return Sample(
        "console", [*_result_lines(fields), *hashing.result_lines(hashed)], fields | hashed
    )


def _phases(
    flood: Flood, folder: Path, repetitions: int, seconds: float, settle_s: float
) -> Figures:
    figures = folder / "figures.json"
    phases = {
        "nobody": flood.idle,
        "noise": flood.noise,
        "hostile": flood.hostile,
        "hashing": flood.hashing,
        "all three": flood.all_three,
        "counting": flood.counting,
    }
    with process(*SERVICE, str(figures), *RUN, folder=folder) as service:
        wait_until(lambda: (folder / TECHNICIAN_SOCKET).exists())
        alternate_phases(service, phases, repetitions, seconds, settle_s)
    return figures_of(figures)


def _result_lines(fields: dict[str, Any]) -> list[str]:
    lines = [
        "phase: the loop's turn without the disk, median, 99 % and worst in ms (ratio to nobody);"
    ]
    lines.append(
        "its own processor time, worst; how late the contacts' bus is polled, by its own clock"
    )
    for name, phase in fields.items():
        lines.append(
            f"{name:>10}: {phase['turns_median']:.2f} ({phase['turns_median_ratio']:.1f}),"
            f" {phase['turns_p99']:.1f},"
            f" {phase['turns_worst']:.1f} ({phase['turns_worst_ratio']:.1f});"
            f" {phase['own_worst']:.1f}; {phase['late_median']:.1f}, {phase['late_p99']:.1f},"
            f" {phase['late_worst']:.1f}"
        )
    lines.append(
        f"{fields['noise']['octets']:,} octets of noise were typed, hostile clients answered"
        f" {fields['hostile']['answered']:,} times, both with all three too."
    )
    worst = max(phase["turns_worst"] for name, phase in fields.items() if name != "counting")
    met = "met" if worst <= WORST_AIM_MS else "MISSED"
    return [*lines, f"Aim: no turn over {WORST_AIM_MS:.0f} ms: {met}. Unverified on a Pi."]
