"""A service in a process of its own, beside which phases take turns."""

import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median
from typing import Final

import msgspec

from bench.flood import PATIENCE_S

SERVICE: Final = (sys.executable, "-m", "bench.console_service")
"""The service; the first argument is the file for its figures."""
MEASURED: Final = ("turns", "own", "late")

Figures = dict[str, dict[str, list[float]]]
"""The measured milliseconds of each phase, by the name of the measurement."""
Phases = Mapping[str, Callable[[], AbstractContextManager[object]]]


def alternate_phases(
    service: subprocess.Popen[bytes],
    phases: Phases,
    repetitions: int,
    seconds: float,
    settle_s: float,
) -> None:
    """Time each phase so many times, once it has gone on for `settle_s`; then end the service."""
    for _ in range(repetitions):
        for name, begin in phases.items():
            with begin():
                time.sleep(settle_s)
                _announce_phase(service, name)
                time.sleep(seconds)
                _announce_phase(service, "")
    assert service.stdin is not None
    service.stdin.close()
    service.wait(PATIENCE_S)


def figures_of(file: Path) -> Figures:
    return msgspec.json.decode(file.read_bytes(), type=Figures)


def summed_up(found: Figures, name: str) -> dict[str, float]:
    """Return the count, the median, 99 % and the worst of a phase."""
    summed: dict[str, float] = {}
    for kind in MEASURED:
        values = sorted(found[kind][name])
        summed |= {
            f"{kind}_count": len(values),
            f"{kind}_median": median(values),
            f"{kind}_p99": values[len(values) * 99 // 100],
            f"{kind}_worst": values[-1],
        }
    return summed


def _announce_phase(service: subprocess.Popen[bytes], name: str) -> None:
    assert service.stdin is not None
    service.stdin.write(f"{name}\n".encode())
    service.stdin.flush()
