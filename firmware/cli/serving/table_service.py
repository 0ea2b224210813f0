"""Serves one table: over its own journal, or locked if that can't be used."""

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from firmware.cli.serving.assembly import jackpot_inbox_of, ticket_desk
from firmware.cli.serving.self_checks import (
    FaultClearance,
    JournalScan,
    NightlyCheck,
    checks_of_trust,
    enrolled_device,
    journal_still_lost,
)
from firmware.cli.serving.service_assembly import ServiceAssembly
from firmware.cli.serving.wired_table import WiredTable
from firmware.core.vocabulary.events import Event, FaultRaised
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.shell.backup.unadopted import StickUnadopted, is_stick_in
from firmware.shell.device.inspection import DeviceCheck, FaultValues
from firmware.shell.evidence.pack_archive import archive_pack, read_archives
from firmware.shell.history.finding_text import finding_fault, finding_text
from firmware.shell.history.journal_entries import named_setting
from firmware.shell.history.locked_view import LockedView, last_sound_table
from firmware.shell.journal import (
    CopyForeign,
    Journal,
    JournalBegun,
    JournalDamaged,
    JournalError,
    JournalFormatUnknown,
    JournalLost,
    JournalReader,
    MemoryCopy,
    quarantine,
)
from firmware.shell.service.locked_reporter import LockedReporter
from firmware.shell.service.reporter import StatusReporter
from firmware.shell.trust.keys import DeviceKey, fingerprint
from firmware.shell.trust.trust_errors import TrustRefused
from firmware.shell.trust.versions import is_on_trial, require_own_round

JOURNAL_RETRY_S: Final = 5.0
"""The time between two tries to open a lost journal."""


SET_ASIDE_ON_CLEAR: Final = frozenset({"journal_damaged", "journal_format"})
"""The faults of a journal in whose place two persons have another begun."""


class LockedJournal(NamedTuple):
    """A journal that can't be used, and the table's status at its last sound record."""

    error: JournalLost | JournalDamaged | JournalFormatUnknown | StickUnadopted
    last_known: LockedView | None


def serve(wired_table: WiredTable, restart_reason: Text | None) -> Text | LockedJournal | None:
    """Serve until stopped; return the reason to serve again, locked or not, if there is one.

    `restart_reason` is that of this start, and is journaled. Raises JournalError if the journal is
    another table's; TrustRefused if a version on trial finds a round open, or can't read the
    journal: the next start runs the accepted version.
    """
    # the assembly outlives the error: a locked table shows its last status
    assemblies: list[ServiceAssembly] = []
    try:
        return _serve_journaled(wired_table, restart_reason, assemblies.append)
    except JournalFormatUnknown as error:
        if is_on_trial(wired_table.state_path):
            raise TrustRefused(Text("trust.other_format", {"why": error.why})) from None
        return LockedJournal(error, _last_known(wired_table))
    except StickUnadopted as error:
        return LockedJournal(error, None)
    except (JournalLost, JournalDamaged) as error:
        return LockedJournal(
            error, assemblies[0].last_known if assemblies else _last_known(wired_table)
        )


def _archive_rules(wired_table: WiredTable) -> None:
    """Keep the rule pack for whoever reads the journal later; a copy that is missing gets it at a
    later start.
    """
    for error in archive_pack(wired_table.config.rule_pack, wired_table.copy_directories):
        logging.getLogger(__name__).warning("rule pack: %s", error)


def _serve_journaled(
    wired_table: WiredTable,
    restart_reason: Text | None,
    on_assembled: Callable[[ServiceAssembly], None],
) -> Text | None:
    with ExitStack() as exit_stack:
        wired_table.require_adopted()
        device, device_checks = enrolled_device(wired_table), checks_of_trust(wired_table)
        read_archives(wired_table.copy_directories)
        journal = exit_stack.enter_context(closing(wired_table.open_journal()))
        _archive_rules(wired_table)
        start_faults = list(_start_faults(wired_table, device, device_checks, journal))
        round_version = _writing_version(journal)
        assembly = ServiceAssembly(
            exit_stack,
            wired_table,
            journal,
            ticket_desk(wired_table.config),
            _make_reporter(wired_table),
            start_faults,
            notes=list(map(finding_text, journal.findings)),
            jackpot_inbox=jackpot_inbox_of(wired_table.config, wired_table.table, journal.identity),
        )
        on_assembled(assembly)
        assembly.end_foreign_faults(start_faults)
        for start_note in _start_notes(device, restart_reason):
            assembly.service.record_and_show(start_note)
        if wired_table.table.state.phase is not Phase.CLOSED:
            require_own_round(wired_table.state_path, round_version)
        journal_scan = JournalScan(
            journal.archive, assembly.service, lambda: assembly.inspection.is_ending
        )
        # not at the start, as the other checks are: all segments may take minutes to read
        damage_check = DeviceCheck("journal", "journal_damaged", journal_scan)
        checks = [*device_checks, damage_check]
        assembly.make_inspection(
            checks, NightlyCheck(assembly.service), is_incomplete=lambda: journal.incomplete
        )
        return assembly.run(device)


def _writing_version(journal: Journal) -> str:
    """Return the version that wrote the journal before this start, "" if it names none."""
    settings = filter(None, map(named_setting, journal.live_records()))
    return next((last.version for last in deque(settings, maxlen=1)), "")


def _start_faults(
    wired_table: WiredTable,
    device: DeviceKey,
    device_checks: Iterable[DeviceCheck],
    journal: Journal,
) -> Iterator[Event]:
    """Yield what is wrong with the device and with the journal at this start."""
    for event in map(DeviceCheck.run_event, device_checks):
        if isinstance(event, FaultRaised):
            yield event
    if device.is_new and JournalBegun() not in journal.findings:
        yield FaultRaised("configuration", "device_changed")
    for finding in journal.findings:
        if isinstance(finding, CopyForeign) and wired_table.is_own_former(Path(finding.copy)):
            yield FaultRaised("journal", "journal_former", {"slot": str(finding.slot)})
        elif fault := finding_fault(finding):
            yield fault


def _start_notes(device: DeviceKey, restart_reason: Text | None) -> Iterator[Text]:
    if restart_reason:
        yield restart_reason
    if device.is_new:
        yield Text("trust.enrolled", {"fingerprint": fingerprint(device.public_key)})


def serve_locked(wired_table: WiredTable, locked_journal: LockedJournal) -> Text | None:
    """Serve a locked table, which only shows why; return why it may play again, None if stopped.

    A lost journal is tried every JOURNAL_RETRY_S, and so is a stick of another card, which may be
    taken out; a damaged one, or one of another program's
    format, is set aside once a technician and the supervisor have cleared it.
    """
    error, last_known = locked_journal
    fault_code = _fault_code(error)
    clearance = FaultClearance(fault_code)
    with ExitStack() as exit_stack:
        # a journal in memory: the service runs unchanged, and nothing touches the disks
        journal = Journal.open((MemoryCopy("a"), MemoryCopy("b")), wired_table.journal_stamp)
        table_config = wired_table.config.table
        assembly = ServiceAssembly(
            exit_stack,
            wired_table,
            journal,
            None,
            LockedReporter(table_config.name, table_config.game, wired_table.words, last_known),
            [FaultRaised("journal", fault_code, _fault_values(error))],
            [clearance],
            [Text("journal.refused", {"why": error.why})],
        )
        clearance.on_cleared = partial(assembly.service.end_in_order, Text("journal.found_again"))
        # a journal that was taken away while the table played is not replaced by an empty one
        still_lost = partial(journal_still_lost, wired_table, may_begin=last_known is None)
        still_in = partial(_unadopted_values, wired_table, error)
        find_fault = {"journal_lost": still_lost, "journal_unadopted": still_in}.get(fault_code)
        assembly.make_inspection(
            [DeviceCheck("journal", fault_code, find_fault)] if find_fault else [],
            lambda: True,
            interval_s=JOURNAL_RETRY_S,
        )
        restart_reason = assembly.run(wired_table.device)
    if clearance.is_cleared and fault_code in SET_ASIDE_ON_CLEAR:
        return Text(
            "journal.set_aside", {"where": ", ".join(quarantine(wired_table.copy_directories))}
        )
    return restart_reason


def _fault_code(error: JournalError) -> str:
    match error:
        case JournalLost():
            return "journal_lost"
        case JournalFormatUnknown():
            return "journal_format"
        case StickUnadopted():
            return "journal_unadopted"
    return "journal_damaged"


def _fault_values(error: JournalError) -> dict[str, str]:
    return {"table": error.table} if isinstance(error, StickUnadopted) else {}


def _unadopted_values(wired_table: WiredTable, error: JournalError) -> FaultValues:
    """Return the values of the fault while the stick of another card is in."""
    return _fault_values(error) if is_stick_in(wired_table.copy_directories) else None


def _make_reporter(wired_table: WiredTable) -> StatusReporter:
    return StatusReporter(
        wired_table.config.table.name, wired_table.config.table.game, wired_table.words
    )


def _last_known(wired_table: WiredTable) -> LockedView | None:
    """Return the table's status at the last sound record of a journal that does not open."""
    sound_record = last_sound_table(JournalReader(wired_table.copy_directories))
    if sound_record is None:
        return None
    (last_table, last_opening), reporter = sound_record, _make_reporter(wired_table)
    return LockedView(
        reporter.table_status(last_table, reporter.table_panel(last_table), ()), last_opening
    )
