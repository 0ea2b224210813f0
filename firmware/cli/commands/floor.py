"""`croupier uplink`, `croupier ledger` and `croupier floor check`."""

import asyncio
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Final

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.exits import EXIT_FINDINGS
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath, PositiveCount
from firmware.cli.commands.floor_engine import EngineOptions, log_writer
from firmware.cli.commands.journal_sources import JournalSources
from firmware.cli.commands.status import CONFIG_FILE
from firmware.cli.commands.watched_process import serve_fed
from firmware.core.poker_room.engine.terms import HOLDEM_TOURNAMENT
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.config.config import load_config
from firmware.shell.config.floor import SUBJECT_TOKEN
from firmware.shell.service.process_watch import STALE_AFTER_S
from firmware.shell.service.progress import LoopProgress
from firmware.shell.words.words import Words

REQUIRED_LIBRARIES: Final = ("alembic", "nats", "psycopg", "sqlalchemy")


def parse_token(typed_text: str) -> str:
    """Parse a name that is safe in a subject and in a file name. Raises ValueError."""
    if not SUBJECT_TOKEN.fullmatch(typed_text):
        raise ValueError(typed_text)
    return typed_text


def parse_host(typed_text: str) -> str:
    """Parse a host name or an IP address. Raises ValueError."""
    if not re.fullmatch(r"[A-Za-z0-9.:-]{1,253}", typed_text):
        raise ValueError(typed_text)
    return typed_text


SubjectToken = Annotated[
    str,
    Option(parse=parse_token, expected_key="command.wanted.token", value_key="command.value.name"),
]
HostName = Annotated[
    str,
    Option(parse=parse_host, expected_key="command.wanted.host", value_key="command.value.host"),
]


def uplink(words: Words, *, config: Path = CONFIG_FILE) -> int:
    """Send the journal of a configured table to its floor, until stopped."""
    table_config = load_config(config)
    if table_config.floor is None:
        raise RequestFailed(Text("floor.no_section", {"file": str(config)}))
    from firmware.floor.uplink.uplink_process import UplinkTable, run_uplink

    journal_sources = JournalSources(config=config)
    jackpot_name = table_config.jackpot.name if table_config.jackpot else None
    is_tournament = table_config.table.game == HOLDEM_TOURNAMENT
    tournament_table = (
        table_config.tournament.table if table_config.tournament and is_tournament else None
    )
    uplink_table = UplinkTable(
        table_config.floor,
        journal_sources.copy_directories(),
        journal_sources.control_socket(),
        jackpot_name,
        tournament_table,
    )
    progress = LoopProgress(STALE_AFTER_S)
    return serve_fed(run_uplink(uplink_table, log_writer(words), progress), progress)


def floor_check(words: Words, *, replicas: PositiveCount = 3, engine: EngineOptions) -> int:
    """Print what of the engine's configuration would lose records, or let one table reach another;
    return 1 if anything does.
    """
    from firmware.floor.connection import EngineServers
    from firmware.floor.engine_check import find_engine_faults

    found_faults = asyncio.run(
        find_engine_faults(EngineServers(engine.server, engine.certificates), replicas)
    )
    for engine_fault in found_faults or [Text("floor.sound", {"replicas": replicas})]:
        print(words.render(engine_fault))
    return EXIT_FINDINGS if found_faults else 0


def floor_keys(
    words: Words,
    folder: FolderPath,
    name: tuple[SubjectToken, ...],
    *,
    host: tuple[HostName, ...] = (),
    days: PositiveCount = 730,
) -> int:
    """Make a key and a certificate for each name, and the authority if there is none. Returns 1 if
    a name has one already.
    """
    from firmware.floor.certificates import CertificateAuthority

    valid_until, has_known_key = datetime.now(UTC) + timedelta(days=days), False
    authority = CertificateAuthority(folder)
    for certificate_name in name:
        text_values = {
            "name": certificate_name,
            "folder": str(folder),
            "until": f"{valid_until:%Y-%m-%d}",
        }
        try:
            authority.issue_certificate(certificate_name, host, valid_until)
        except FileExistsError:
            has_known_key = True
            print(words.render(Text("floor.known_key", dict(text_values))))
        else:
            print(words.render(Text("floor.key_made", dict(text_values))))
    return EXIT_FINDINGS if has_known_key else 0


def open_unmigrated(database_url: str) -> Any:  # noqa: ANN401 - of a library that is imported here alone
    """Open the ledger's database as it is. Raises CannotServe."""
    try:
        from sqlalchemy.exc import ArgumentError

        from firmware.floor.store import open_database
    except ModuleNotFoundError:
        raise CannotServe(Text("floor.no_such_database")) from None
    try:
        return open_database(database_url)
    except (ArgumentError, ModuleNotFoundError):
        raise CannotServe(Text("floor.no_such_database")) from None


def open_store(database_url: str) -> Any:  # noqa: ANN401
    """Open the ledger's database and migrate it. Raises CannotServe; SchemaTooNew."""
    database = open_unmigrated(database_url)
    from sqlalchemy.exc import SQLAlchemyError

    from firmware.floor.schema import migrate_database

    try:
        migrate_database(database)
    except SQLAlchemyError:
        raise CannotServe(Text("floor.no_such_database")) from None
    return database


@contextmanager
def opened_store(database_url: str) -> Iterator[Any]:
    """Give the ledger's database, migrated. Raises CannotServe, also if it fails meanwhile;
    SchemaTooNew.
    """
    database = open_store(database_url)
    from sqlalchemy.exc import SQLAlchemyError

    try:
        yield database
    except SQLAlchemyError as error:
        why = " ".join(str(getattr(error, "orig", error)).split()).rstrip(".")  # of several lines
        raise CannotServe(Text("linked.store_fails", {"why": why})) from None
    finally:
        database.dispose()
