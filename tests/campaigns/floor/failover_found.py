"""A jackpot's lines at a database server, in the stream, and as the tables' bundles prove them."""

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import nats
from nats.js.errors import NotFoundError
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from firmware.core.vocabulary.jackpot import JackpotGrant
from firmware.core.vocabulary.panel import Text
from firmware.floor.envelope import sealed_payload
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.signed_line import decode_line
from firmware.floor.places import jackpot_subject
from firmware.floor.store import FACT_TABLE, open_database
from firmware.floor.streams import LINE_STREAM
from firmware.shell.words.words import Words
from tests.kits.postgres_pair import HOUSE, USER, PostgresServer
from tools.floor.jackpot import LOT
from tools.floor.local_floor import Floor

LEDGER_LACKS = 4
"""The exit code of an audit whose ledger lacks what the table has released."""
VALUES = ("name", "count")
"""The places in the messages of a keeper and a ledger that are looked for."""
PLACE_MARK = "…"


class Lines(NamedTuple):
    """The lines and grants at one server, as stored."""

    lines: tuple[bytes, ...] = ()
    grants: tuple[JackpotGrant, ...] = ()

    @property
    def version(self) -> int:
        return len(self.lines)

    def differences_from(self, before: "Lines") -> Iterator[str]:
        for version, (now, then) in enumerate(zip(self.lines, before.lines, strict=False), 1):
            if now != then:
                yield f"line {version} is another one than before"
        for now, then in zip(self.grants, before.grants, strict=False):
            if now != then:
                yield f"grant {then.order} was {then}, and is {now}"
        if len(self.lines) < len(before.lines) or len(self.grants) < len(before.grants):
            yield f"{self}, and before {before}"

    def __str__(self) -> str:
        return f"{self.version} lines, {len(self.grants)} hits"


def lines_at(server: PostgresServer) -> Lines:
    """Return the lines of a server, standby or primary; none while it does not answer."""
    database = open_database(_reading_url(server))
    try:
        store = JackpotStore(database, LOT)
        lines = tuple(stored.octets for stored in store.lines_after(0))
        return Lines(lines, tuple(store.stored_grants))
    except SQLAlchemyError:
        return Lines()
    finally:
        database.dispose()


def facts_at(server: PostgresServer) -> dict[str, int]:
    """Return how many facts a server has of each journal; none while it does not answer."""
    facts = FACT_TABLE.c
    statement = select(facts.journal, func.count()).group_by(facts.journal)
    database = open_database(_reading_url(server))
    try:
        with database.connect() as connection:
            return dict(connection.execute(statement).all())
    except SQLAlchemyError:
        return {}
    finally:
        database.dispose()


def _reading_url(server: PostgresServer) -> str:
    return f"postgresql+psycopg://{USER}@/{HOUSE}?host={server.host}"


def has_said(floor: Floor, process: str, key: str) -> bool:
    """Return whether the log of a process has a message, whatever is in its places."""
    words = Words.load("fr").render(Text(key, dict.fromkeys(VALUES, PLACE_MARK)))
    log = floor.running.log(process).read_text(encoding="utf-8")
    return all(part in log for part in words.split(PLACE_MARK))


def doubled_lines(floor: Floor) -> list[str]:
    """Return the versions that the stream has more than once."""
    counts = Counter(asyncio.run(_streamed_versions(floor.server)))
    return [f"line {version} is in the stream {n} times" for version, n in counts.items() if n > 1]


async def _streamed_versions(address: str) -> list[int]:
    client = await nats.connect(address)
    stream, subject, sequence = client.jetstream(), jackpot_subject(LOT, "line"), 0
    versions: list[int] = []
    try:
        while True:
            message = await stream.get_msg(
                LINE_STREAM, sequence + 1, subject=subject, direct=False, next=True
            )
            sequence = message.seq or 0
            octets = sealed_payload(message.data or b"")
            versions += [] if octets is None else [decode_line(octets).line.version]
    except NotFoundError:
        return versions
    finally:
        await client.close()


def audits(
    floor: Floor, server: PostgresServer, until: Callable[[str, Callable[[], object]], None]
) -> Iterator[str]:
    """Export the tables' bundles, and yield each audit of the database that finds something."""
    bundles = [_exported(table.config) for table in floor.tables]
    of_floor = ("floor", "audit", *bundles, "--database", server.url)
    until("the ledger has all", lambda: _croupier(*of_floor).returncode != LEDGER_LACKS)
    for arguments in (
        of_floor,
        ("floor", "verify", "--database", server.url),
        ("jackpot", "audit", LOT, *bundles, "--store", server.url),
    ):
        done = _croupier(*arguments)
        print(" ".join(arguments[:2]), done.returncode, done.stdout.strip(), done.stderr.strip())  # noqa: T201
        if done.returncode:
            yield f"croupier {' '.join(arguments[:2])} ends with {done.returncode}"


def _exported(config: Path) -> str:
    bundle = config.with_suffix(".evidence")
    done = _croupier("export", "--config", str(config), "-o", str(bundle))
    if done.returncode:
        raise SystemExit(f"{config}: {done.stderr}")
    return str(bundle)


def _croupier(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "firmware.cli.main", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)
