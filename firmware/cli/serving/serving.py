"""Serves one table: over its own journal, or locked if that can't be used."""

from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import partial
from typing import Final, NamedTuple

from firmware.cli.serving.assembly import desk_of, mail_of
from firmware.cli.serving.self_checks import Nightly, Released, Scan, enrolled, trusted, unusable
from firmware.cli.serving.serving_table import ServingTable
from firmware.cli.serving.wired_table import Opened
from firmware.core.vocabulary.events import FaultRaised
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.phase import Phase
from firmware.shell.device.inspection import Check
from firmware.shell.history.findings import fault_of, words_of
from firmware.shell.history.locked_view import Known, last_sound
from firmware.shell.journal import (
    Journal,
    JournalBegun,
    JournalDamaged,
    JournalLost,
    JournalReader,
    MemoryCopy,
    set_aside,
)
from firmware.shell.service.locked import LockedReporter
from firmware.shell.service.reporter import Reporter
from firmware.shell.trust.errors import TrustError
from firmware.shell.trust.keys import fingerprint
from firmware.shell.trust.versions import on_trial

RETRY_S: Final = 5.0
"""How often it is tried whether a lost journal can be written again."""


class Locked(NamedTuple):
    """A journal that can't be used, and how the table was at its last sound record."""

    error: JournalLost | JournalDamaged
    known: Known | None


def serve(opened: Opened, news: Text | None) -> Text | Locked | None:
    """Serve until stopped; return the reason to serve again, locked or not, if there is one.

    `news` is journaled: the reason for serving this time. Raises JournalError if the journal is not
    this table's; TrustError if a version on trial finds a round open: the next start runs the
    accepted version.
    """
    serving: list[ServingTable] = []
    try:
        return _serve(opened, news, serving.append)
    except (JournalLost, JournalDamaged) as error:
        return Locked(error, serving[0].known if serving else _known(opened))


def _serve(opened: Opened, news: Text | None, begun: Callable[[ServingTable], None]) -> Text | None:
    with ExitStack() as stack:
        device, signed = enrolled(opened), trusted(opened)
        journal = stack.enter_context(closing(opened.open_journal()))
        found = [event for event in map(Check.event, signed) if isinstance(event, FaultRaised)]
        if device.new and JournalBegun() not in journal.findings:
            found.append(FaultRaised("configuration", "device_changed"))
        found += filter(None, map(fault_of, journal.findings))
        notes = list(map(words_of, journal.findings))
        serving = ServingTable(
            stack,
            opened,
            journal,
            desk_of(opened.config),
            _reporter(opened),
            found,
            notes=notes,
            mail=mail_of(opened.config, opened.table, journal.identity),
        )
        begun(serving)
        serving.end_foreign(found)
        if news:
            serving.service.keep(news)
        if device.new:
            known_by = {"fingerprint": fingerprint(device.public)}
            serving.service.keep(Text("trust.enrolled", dict(known_by)))
        if on_trial(opened.state) and opened.table.state.phase is not Phase.CLOSED:
            raise TrustError(Text("trust.table_open"))
        scan = Scan(journal.archive, serving.service, lambda: serving.inspection.ending)
        damaged = Check("journal", "journal_damaged", scan)
        checks = [*signed, damaged]
        serving.inspect(checks, Nightly(serving.service), lacking=lambda: journal.incomplete)
        return serving.run(device)


def serve_locked(opened: Opened, locked: Locked) -> Text | None:
    """Serve a table that can't play, and shows why; return why it may play again, None if stopped.

    A lost journal is tried again and again; a damaged one is set aside once a technician and the
    supervisor have cleared it.
    """
    error, known = locked
    code = "journal_lost" if isinstance(error, JournalLost) else "journal_damaged"
    released = Released(code)
    with ExitStack() as stack:
        journal = Journal.open((MemoryCopy("a"), MemoryCopy("b")), opened.stamp)
        raised, why = FaultRaised("journal", code), Text("journal.refused", {"why": error.why})
        config = opened.config.table
        reporter = LockedReporter(config.name, config.game, opened.words, known)
        serving = ServingTable(stack, opened, journal, None, reporter, [raised], [released], [why])
        released.then = partial(serving.service.end, Text("journal.found_again"))
        lost = [Check("journal", code, partial(unusable, opened))]
        serving.inspect(lost if code == "journal_lost" else [], lambda: True, every_s=RETRY_S)
        then = serving.run(opened.device)
    if released.heard and code == "journal_damaged":
        return Text("journal.set_aside", {"where": ", ".join(set_aside(opened.journal))})
    return then


def _reporter(opened: Opened) -> Reporter:
    return Reporter(opened.config.table.name, opened.config.table.game, opened.words)


def _known(opened: Opened) -> Known | None:
    """Read how the table was at the last sound record of a journal that does not open."""
    found = last_sound(JournalReader(opened.journal))
    if found is None:
        return None
    (table, opening), reporter = found, _reporter(opened)
    return Known(reporter.status(table, reporter.panel(table), ()), opening)
