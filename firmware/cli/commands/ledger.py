"""The ledger, and what people look up in its database: what was set aside, what was altered."""

import json as json_module
from collections.abc import Iterable
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath, PositiveCount
from firmware.cli.commands.archive import open_archived_days, print_unread_days
from firmware.cli.commands.floor import SubjectToken, open_store, opened_store
from firmware.cli.commands.floor_engine import EngineOptions, log_writer
from firmware.cli.commands.journal_content import bundle_content, require_table_content
from firmware.cli.commands.pit import DayStart
from firmware.cli.commands.progress import RecordProgress
from firmware.cli.commands.roster import DatabaseUrl
from firmware.cli.commands.tournament_sheet import parse_day
from firmware.cli.commands.verify import EXIT_OF_VERDICT, EXITS_WORST_FIRST
from firmware.cli.commands.watched_process import WatchOptions, process_metrics, serve_watched
from firmware.core.vocabulary.panel import Text
from firmware.floor.gaming_day import USUAL_START, GamingCalendar
from firmware.shell.evidence.bundle import EvidenceBundle, NotABundle
from firmware.shell.trust.keys import read_private_key
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no database
    from firmware.floor.ledger.verify import VerifiedRecord

DEFAULT_STORE_MIB: Final = 512
"""Enough for one machine; docs/en/floor.md reckons what a house needs."""


def ledger(
    words: Words,
    *,
    house: SubjectToken,
    database: DatabaseUrl,
    people: FolderPath,
    name: SubjectToken = "ledger",
    replicas: PositiveCount = 1,
    store_mib: PositiveCount = DEFAULT_STORE_MIB,
    day_starts: DayStart = USUAL_START,
    watch: WatchOptions,
    engine: EngineOptions,
) -> int:
    """Store the messages of the floor's tables in a database, until stopped."""
    from firmware.floor.connection import EngineServers
    from firmware.floor.envelope import Sender
    from firmware.floor.ledger.ledger import Ledger
    from firmware.floor.ledger.ledger_process import LedgerProcess, run_ledger
    from firmware.floor.metrics.ledger_metrics import LedgerMetrics
    from firmware.floor.roster.enrolment import read_people
    from firmware.floor.roster.roster_store import RosterStore
    from firmware.floor.run_sender import RunSender

    sender = RunSender(Sender(name, read_private_key(engine.signing_key)))
    store = open_store(database)
    roster_store = RosterStore(store, read_people(people))
    metrics = process_metrics("ledger")
    write_log = metrics.counted_log(log_writer(words))
    process = LedgerProcess(
        Ledger(store, house, roster_store, GamingCalendar(day_starts)),
        roster_store,
        sender,
        write_log,
        metrics.progress,
        LedgerMetrics(metrics.registry),
    )
    servers = EngineServers(engine.server, engine.certificates)
    return serve_watched(
        run_ledger(process, servers, replicas, store_mib), metrics, watch, write_log
    )


def rejected(words: Words, *, database: DatabaseUrl, json: bool = False) -> int:
    """List the messages that were set aside, the newest first."""
    from firmware.floor.ledger.quarantine_store import QuarantineStore

    rows = QuarantineStore(open_store(database)).rejected_rows()
    for row in reversed(rows):
        print(_rejected_json(row) if json else words.render(_rejected_text(row)))
    if not rows and not json:
        print(words.render(Text("floor.rejected_none")))
    return 0


def verify_ledger(
    words: Words,
    *,
    database: DatabaseUrl,
    since: Annotated[
        date | None,
        Option(parse=parse_day, expected_key="command.wanted.day", value_key="command.value.day"),
    ] = None,
    archive: FolderPath | None = None,
) -> int:
    """Hold the stored journals against their chains; 1 if a row is not as it was stored, 4 if an
    archived day is not at hand.
    """
    from firmware.floor.ledger.verify import verify_journals

    records, findings = 0, list[Text]()
    reading = words.render(Text("floor.verify.reading"))
    with opened_store(database) as store, RecordProgress(reading) as progress:
        archived_days = open_archived_days(store, archive)
        for records, verified in enumerate(verify_journals(store, archived_days, since), 1):
            progress.record_read(records)
            findings += _finding_texts(verified)
    is_whole = not archived_days.not_at_hand
    sound_key = "floor.verify.sound" if is_whole else "floor.verify.sound_rest"
    for finding in findings or [Text(sound_key, {"records": records})]:
        print(words.render(finding))
    unread = print_unread_days(words, archived_days)
    return EXIT_FINDINGS if findings else unread


def audit_bundles(
    words: Words,
    bundle: tuple[Path, ...],
    *,
    database: DatabaseUrl,
    archive: FolderPath | None = None,
) -> int:
    """Hold the database against tables' bundles: 0 if it is what they recorded, 1 if a row is not,
    4 if the ledger lacks some of it, or an archived day is not at hand.
    """
    from firmware.floor.ledger.bundle_audit import audit_bundle
    from firmware.floor.pit.forms_audit import audit_sittings

    outcomes = set[int]()
    with opened_store(database) as store:
        archived_days = open_archived_days(store, archive)
        for bundle_file in bundle:
            with suppress(NotABundle):  # which the verdict says
                require_table_content(bundle_content(EvidenceBundle.open(bundle_file)))
            verdict = audit_bundle(store, bundle_file, archived_days)
            print(words.render(verdict.verdict_text))
            for audited in audit_sittings(store, EvidenceBundle.open(bundle_file)):
                print(words.render(audited.text))
            outcomes.add(EXIT_OF_VERDICT[verdict.outcome])
    outcomes.add(print_unread_days(words, archived_days))
    return next(code for code in EXITS_WORST_FIRST if code in outcomes)


def _finding_texts(verified: "VerifiedRecord") -> Iterable[Text]:
    from firmware.floor.ledger.journal_verifier import FINDING_KEYS

    if verified.finding:
        yield Text(
            "floor.verify.finding",
            {
                "table": verified.journal.place.name,
                "journal": verified.journal.identity[:8],
                "place": verified.place,
                "why": Text(FINDING_KEYS[verified.finding]),
            },
        )


def _rejected_text(row: Any) -> Text:  # noqa: ANN401 - a row of a library that is imported late
    from firmware.floor.quarantine import REASON_KEYS, UNREADABLE

    reason_key = REASON_KEYS.get(row["reason"], REASON_KEYS[UNREADABLE])
    return Text(
        "floor.rejected_row",
        {
            "time": row["received_at"],
            "subject": row["subject"],
            "sequence": row["sequence"],
            "sender": row["sender"] or "?",
            "why": Text(reason_key),
        },
    )


def _rejected_json(row: Any) -> str:  # noqa: ANN401
    return json_module.dumps({**row, "octets": row["octets"].hex()})
