"""`croupier run` with a clock at its loop and at the contacts' bus, for `bench.console`.

    python -m bench.console_service FIGURES ARGUMENT…

A name on a line of standard input begins a phase; its end ends the service, which leaves the
figures in a file. Nothing of the program is changed: two methods are timed from outside.
"""

import json
import os
import signal
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from firmware.cli.main import main as croupier
from firmware.core.vocabulary.events import Event
from firmware.shell.journal import DirectoryCopy
from firmware.shell.parts.bus import PartBus
from firmware.shell.service.inbox import ServiceInbox
from firmware.shell.service.service import TableService
from hal.ports import Millis

KEYS = "i2c"
"""The bus of the contacts, whose interrupt line is looked at every 5 ms."""
LOOK_S = 0.01


class Phases:
    """What was timed, by the phase in which it was: milliseconds."""

    def __init__(self) -> None:
        self.name = ""
        self._began = self._own = self._synced = 0.0
        self.turns: dict[str, list[float]] = defaultdict(list)
        """Of the loop, from the end of its wait, without what the disk took to sync: the loop waits
        for one copy after the other, whose threads do it."""
        self.syncs: dict[str, list[float]] = defaultdict(list)
        self.own: dict[str, list[float]] = defaultdict(list)
        """The loop's own processor time in them."""
        self.late: dict[str, list[float]] = defaultdict(list)
        """How much later than it was due each poll of the contacts was, by the bus's own clock."""

    def turned(self, took_s: float, synced_s: float) -> None:
        """Keep what a turn took, and of it the disk."""
        self.turns[self.name].append((took_s - synced_s) * 1000)
        if synced_s:
            self.syncs[self.name].append(synced_s * 1000)

    def time_loop(self) -> None:
        """Time every turn of the loop from the end of its wait."""
        wait, service_turn, sync = (
            ServiceInbox.wait_events,
            TableService._run_cycle,  # noqa: SLF001
            DirectoryCopy.sync,
        )

        def timed_wait(inbox: ServiceInbox, wait_ms: int) -> list[Event]:
            news = wait(inbox, wait_ms)
            self._began, self._own, self._synced = time.perf_counter(), time.thread_time(), 0.0
            return news

        def timed_turn(service: TableService, *given: object) -> None:
            service_turn(service, *given)  # type: ignore[arg-type]
            self.turned(time.perf_counter() - self._began, self._synced)
            self.own[self.name].append((time.thread_time() - self._own) * 1000)

        def timed_sync(copy: DirectoryCopy, segment: int) -> None:
            before = time.perf_counter()
            sync(copy, segment)
            self._synced += time.perf_counter() - before

        DirectoryCopy.sync = timed_sync  # type: ignore[method-assign]
        ServiceInbox.wait_events = timed_wait  # type: ignore[method-assign]
        TableService._run_cycle = timed_turn  # type: ignore[method-assign]  # noqa: SLF001

    def time_keys(self) -> None:
        """Time how late every poll of the contacts is."""
        poll = PartBus.poll

        def timed_poll(bus: PartBus, now: Millis, *, wire_active: bool = False) -> object:
            if bus.name == KEYS and now >= bus.due_at():
                self.late[self.name].append(now - bus.due_at())
            return poll(bus, now, wire_active=wire_active)

        PartBus.poll = timed_poll  # type: ignore[method-assign]

    def read_phases(self) -> None:
        """Begin the phases that are named; at the end end the service."""
        for line in sys.stdin:
            while self.name and not self._timed_all():
                time.sleep(LOOK_S)
            self.name = line.strip()
        os.kill(os.getpid(), signal.SIGTERM)

    def _timed_all(self) -> bool:
        """Return whether there is a figure of each kind; on a full machine they may come late."""
        return all(self.name in kind for kind in (self.turns, self.own, self.late))


def main(arguments: Sequence[str]) -> int:
    """Serve, then write down what was timed."""
    figures, *rest = arguments
    phases = Phases()
    phases.time_loop()
    phases.time_keys()
    threading.Thread(target=phases.read_phases, daemon=True).start()
    status = croupier(rest)
    kinds = ("turns", "own", "syncs", "late")
    found = {kind: getattr(phases, kind) for kind in kinds}
    Path(figures).write_text(json.dumps(found))
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
