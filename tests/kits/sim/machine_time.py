"""The machine's time, which passes for a simulated world when a test says so."""

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import pytest

from hal.ports import Millis
from sim.wires import far_end_clock

MS = 1_000_000


class Machine:
    """Stands for CLOCK_MONOTONIC."""

    def __init__(self) -> None:
        self.nanos = 1_000 * MS

    def pass_time(self, millis: int) -> None:
        self.nanos += millis * MS

    def now(self) -> Millis:
        return Millis(self.nanos // MS)


@contextmanager
def machine_time() -> Iterator[Machine]:
    """Give every far end's own time this machine's clock."""
    machine = Machine()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(far_end_clock, "time", SimpleNamespace(monotonic_ns=lambda: machine.nanos))
        yield machine
