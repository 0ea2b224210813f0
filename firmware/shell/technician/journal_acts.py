"""The acts on the journal: its last entries, a signed bundle, the log."""

import re
import threading
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.shell.device.log_ring import LogRing
from firmware.shell.evidence.bundle import EvidenceBundle, NotABundle
from firmware.shell.evidence.content import RoundRange
from firmware.shell.evidence.export import export_bundle
from firmware.shell.evidence.verify import bundle_problems
from firmware.shell.history.journal_entries import Carried, decode
from firmware.shell.journal import DirectoryCopy, JournalReader
from firmware.shell.recall.tail import last_items
from firmware.shell.technician.answers import (
    AnyAnswer,
    ExportedBundle,
    JournalEntries,
    LogLines,
    Refusal,
    VerifiedBundle,
)
from firmware.shell.technician.handlers import RequestHandlers
from firmware.shell.technician.refusals import with_refusals
from firmware.shell.technician.requests import ExportBundle, JournalTail, LogRequest, VerifyBundle
from firmware.shell.trust.keys import DeviceKey
from hal.gauges import Gauges

EXPORT_DIRECTORY: Final = "exports"
OWNER_ONLY: Final = 0o700
MIN_FREE_OCTETS: Final = 64 << 20
"""Octets that must be free on the disk after an export."""
MAX_ROUNDS: Final = 1 << 32
"""More rounds than a table ever plays."""
BUNDLE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def journal_acts(
    copies: Sequence[Path],
    state_directory: Path,
    device: DeviceKey,
    log_ring: LogRing,
    gauges: Gauges,
) -> RequestHandlers:
    """Return the acts on the journal in `copies`; `device` signs, `state_directory` holds bundles
    and crashes.

    Nothing that is written here is ever removed or written over by itself.
    """
    handlers = _JournalActs(copies, state_directory, device, log_ring, gauges)
    return {
        JournalTail: with_refusals(handlers.tail),
        ExportBundle: with_refusals(handlers.export),
        VerifyBundle: with_refusals(handlers.verify),
        LogRequest: handlers.logs,
    }


class _JournalActs:
    def __init__(
        self,
        copies: Sequence[Path],
        state_directory: Path,
        device: DeviceKey,
        log_ring: LogRing,
        gauges: Gauges,
    ) -> None:
        self._copies = tuple(copies)
        self._reader = JournalReader(copies)
        self._state_directory = state_directory
        self._device = device
        self._log_ring = log_ring
        self._gauges = gauges
        self._export_lock = threading.Lock()
        """One bundle is written at a time: each needs the space that the other has counted on."""

    @property
    def _export_directory(self) -> Path:
        return self._state_directory / EXPORT_DIRECTORY

    def tail(self, request: JournalTail) -> AnyAnswer:
        return JournalEntries(last_items(self._reader, request.count))

    def export(self, request: ExportBundle) -> AnyAnswer:
        round_range = RoundRange(request.first, request.last)
        if not 0 <= (round_range.first or 0) <= (round_range.last or MAX_ROUNDS) <= MAX_ROUNDS:
            return Refusal(Text("technician.no_range"))
        if not self._export_lock.acquire(blocking=False):
            return Refusal(Text("technician.exporting"))
        try:
            return self._write_bundle(round_range)
        finally:
            self._export_lock.release()

    def _write_bundle(self, round_range: RoundRange) -> AnyAnswer:
        self._export_directory.mkdir(OWNER_ONLY, exist_ok=True)
        disk, needed_octets = (
            self._gauges.disk(self._export_directory),
            self._needed_octets(round_range) + MIN_FREE_OCTETS,
        )
        if disk is not None and disk.free_octets < needed_octets:
            values = {"free": disk.free_octets >> 20, "needed": -(-needed_octets >> 20)}
            return Refusal(Text("technician.no_space", dict(values)))
        made_at = datetime.now(UTC)
        output_path = self._export_directory / _bundle_name(made_at, round_range)
        copies = [DirectoryCopy(path) for path in self._copies]
        statement = export_bundle(
            copies, output_path, self._device, made_at.isoformat(timespec="seconds"), round_range
        )
        return ExportedBundle(str(output_path), output_path.stat().st_size, statement)

    def _needed_octets(self, round_range: RoundRange) -> int:
        """Return how many octets a bundle takes at most while it is put together: twice its own."""
        segment_sizes: dict[int, int] = {}
        for path in self._copies:
            for number, octets in DirectoryCopy(path).segments().items():
                segment_sizes[number] = max(octets, segment_sizes.get(number, 0))
        first_segment = self._first_segment(round_range.first)
        # the links and digests are spooled before they are written: both lie on the disk at once
        return 2 * sum(
            octets for number, octets in segment_sizes.items() if number >= first_segment
        )

    def _first_segment(self, first_round: int | None) -> int:
        """Return the first segment of a bundle from that round on."""
        for number in reversed(self._reader.segments()) if first_round is not None else ():
            record = next(self._reader.segment_records(number), None)
            entry = decode(record.payload) if record else None
            if isinstance(entry, Carried) and entry.table.real.round < (first_round or 0):
                return number
        return 0

    def verify(self, request: VerifyBundle) -> AnyAnswer:
        path = self._export_directory / request.bundle
        if not BUNDLE_NAME.fullmatch(request.bundle) or path.is_symlink() or not path.is_file():
            return Refusal(Text("technician.no_bundle", {"path": str(self._export_directory)}))
        try:
            bundle = EvidenceBundle.open(path)
        except NotABundle:
            return VerifiedBundle((Text("evidence.not_bundle", {"path": str(path)}),))
        return VerifiedBundle(
            tuple(bundle_problems(bundle)),
            bundle.valid_statement.end_text if bundle.is_signed else None,
        )

    def logs(self, request: LogRequest) -> AnyAnswer:
        return LogLines(
            self._log_ring.last_lines(request.count),
            tuple(map(str, _crash_files(self._state_directory))),
        )


def _bundle_name(made_at: datetime, round_range: RoundRange) -> str:
    round_suffix = ""
    if round_range.first is not None or round_range.last is not None:
        round_suffix = f"-rounds-{round_range.first or 'first'}-{round_range.last or 'last'}"
    return f"croupier-{made_at:%Y%m%d-%H%M%S}{round_suffix}.evidence"


def _crash_files(state_directory: Path) -> list[Path]:
    """Return the crash files, the newest first; they are numbered as they come."""
    numbered = {
        path: path.stem.removeprefix("crash-") for path in state_directory.glob("crash-*.txt")
    }
    crash_paths = [path for path, number in numbered.items() if number.isdecimal()]
    return sorted(crash_paths, key=lambda path: int(numbered[path]), reverse=True)
