"""The acts on the journal: its last entries, a signed bundle, the log."""

import re
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.device.log_ring import LogRing
from firmware.shell.evidence.bundle import Bundle, NoBundle
from firmware.shell.evidence.content import Wanted
from firmware.shell.evidence.export import export
from firmware.shell.evidence.verify import findings
from firmware.shell.history.records import Carried, decode
from firmware.shell.journal import JournalReader, OsCopy
from firmware.shell.recall.tail import tail
from firmware.shell.technician.acts import Acts
from firmware.shell.technician.answers import (
    AnyAnswer,
    Entries,
    Exported,
    Logged,
    Refusal,
    Verified,
)
from firmware.shell.technician.refusing import refusing
from firmware.shell.technician.requests import Export, Logs, Tail, Verify
from firmware.shell.trust.keys import Device
from hal.gauges import Gauges

EXPORTS: Final = "exports"
OWN: Final = 0o700
LEAST_LEFT: Final = 64 << 20
"""Octets that must be free on the disk after an export."""
MOST: Final = 1 << 32
"""More rounds than a table ever plays."""
NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def journal_acts(
    copies: Sequence[Path], state: Path, device: Device, log: LogRing, gauges: Gauges
) -> Acts:
    """Return the acts on the journal in `copies`; `device` signs, `state` holds bundles and
    crashes.

    Nothing that is written here is ever removed or written over by itself.
    """
    acts = _Acts(copies, state, device, log, gauges)
    return {
        Tail: refusing(acts.tail),
        Export: refusing(acts.export),
        Verify: refusing(acts.verify),
        Logs: acts.logs,
    }


class _Acts:
    def __init__(
        self, copies: Sequence[Path], state: Path, device: Device, log: LogRing, gauges: Gauges
    ) -> None:
        self._copies = tuple(copies)
        self._reader = JournalReader(copies)
        self._state = state
        self._device = device
        self._log = log
        self._gauges = gauges
        self._alone = threading.Lock()
        """One bundle is written at a time: each needs the space that the other has counted on."""

    @property
    def _exports(self) -> Path:
        return self._state / EXPORTS

    def tail(self, request: Tail) -> AnyAnswer:
        return Entries(tail(self._reader, request.count))

    def export(self, request: Export) -> AnyAnswer:
        wanted = Wanted(request.first, request.last)
        if not 0 <= (wanted.first or 0) <= (wanted.last or MOST) <= MOST:
            return Refusal(Text("technician.no_range"))
        if not self._alone.acquire(blocking=False):
            return Refusal(Text("technician.exporting"))
        try:
            return self._export(wanted)
        finally:
            self._alone.release()

    def _export(self, wanted: Wanted) -> AnyAnswer:
        self._exports.mkdir(OWN, exist_ok=True)
        disk, needed = self._gauges.disk(self._exports), self._needed(wanted) + LEAST_LEFT
        if disk is not None and disk.free < needed:
            values = {"free": disk.free >> 20, "needed": -(-needed >> 20)}
            return Refusal(Text("technician.no_space", dict(values)))
        made = datetime.now(UTC)
        out = self._exports / _named(made, wanted)
        copies = [OsCopy(path) for path in self._copies]
        stated = export(copies, out, self._device, made.isoformat(timespec="seconds"), wanted)
        return Exported(str(out), out.stat().st_size, stated)

    def _needed(self, wanted: Wanted) -> int:
        """Return how many octets a bundle takes at most while it is put together: twice its own."""
        sizes: dict[int, int] = {}
        for path in self._copies:
            for number, octets in OsCopy(path).segments().items():
                sizes[number] = max(octets, sizes.get(number, 0))
        begins = self._beginning(wanted.first)
        return 2 * sum(octets for number, octets in sizes.items() if number >= begins)

    def _beginning(self, first: int | None) -> int:
        """Return the first segment of a bundle from that round on."""
        for number in reversed(self._reader.segments()) if first is not None else ():
            record = next(self._reader.segment_records(number), None)
            entry = decode(record.payload) if record else None
            if isinstance(entry, Carried) and entry.table.real.round < (first or 0):
                return number
        return 0

    def verify(self, request: Verify) -> AnyAnswer:
        path = self._exports / request.bundle
        if not NAME.fullmatch(request.bundle) or path.is_symlink() or not path.is_file():
            return Refusal(Text("technician.no_bundle", {"path": str(self._exports)}))
        try:
            bundle = Bundle.open(path)
        except NoBundle:
            return Verified((Text("evidence.not_bundle", {"path": str(path)}),))
        return Verified(tuple(findings(bundle)), bundle.stated.end if bundle.signed else None)

    def logs(self, request: Logs) -> AnyAnswer:
        return Logged(self._log.last(request.count), tuple(map(str, _crashes(self._state))))


def _named(made: datetime, wanted: Wanted) -> str:
    rounds = ""
    if wanted.first is not None or wanted.last is not None:
        rounds = f"-rounds-{wanted.first or 'first'}-{wanted.last or 'last'}"
    return f"croupier-{made:%Y%m%d-%H%M%S}{rounds}.evidence"


def _crashes(state: Path) -> list[Path]:
    """Return the crash files, the newest first; they are numbered as they come."""
    numbered = {path: path.stem.removeprefix("crash-") for path in state.glob("crash-*.txt")}
    found = [path for path, number in numbered.items() if number.isdecimal()]
    return sorted(found, key=lambda path: int(numbered[path]), reverse=True)
