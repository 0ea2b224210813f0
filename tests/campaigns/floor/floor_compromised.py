"""Twenty tables at one floor, of which one is compromised for the whole run, with all its keys.

    python -m tests.campaigns.floor.floor_compromised --seconds 600 --attack-rate 300

The journals of the honest tables are replayed at a real floor's rate, each through its own account
of a real engine, to a ledger, a keeper and a pit that are processes of their own. First a while
without the compromised table, then with it: it floods, forges, repeats, and signs whatever is
absurd (`compromised_table`). At the end the database must have all that the honest tables have
recorded, octet for octet, and no alarm of theirs; the jackpot must have paid nothing; the pit must
look at its floor still. How late the facts were is reported for both.
"""

import argparse
import asyncio
import sys
import tempfile
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from sqlalchemy import Engine, func, select

from firmware.floor.connection import EngineServers, connected
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.ledger.ledger_alarms import stored_alarms
from firmware.floor.ledger.quarantine_store import REJECTED_TABLE
from firmware.floor.places import ANY_PLACE, place_subject
from firmware.floor.store import FACT_TABLE, RECORD_TABLE, select_rows
from firmware.floor.uplink.nats_engine import JetStreamEngine
from firmware.floor.wire import FactLine, RecordLine
from firmware.shell.trust.keys import create_key
from tests.campaigns.floor.floor_evening import program
from tests.campaigns.floor.floor_figures import Database, Used, database
from tests.campaigns.floor.floor_many import (
    CATCH_UP_S,
    Many,
    ledger_is_there,
    send,
    sender_of,
    table_names,
)
from tests.campaigns.floor.floor_replayed import Clock, Recording, journal_of, lanes, recorded
from tests.kits.floor_cluster import Floor
from tests.kits.floor_processes import Process, free_port
from tests.kits.waiting import until_awaited
from tools.floor.jackpot import LOT

ACCEPTED_DELAY_S: Final = 1.0
"""By how much later the honest tables' facts may be than without the compromised table."""


class Lateness(NamedTuple):
    """After how many seconds a fact was in the ledger."""

    median: float
    p99: float
    most: float

    @classmethod
    def of(cls, lags: Sequence[float]) -> "Lateness":
        late = sorted(lags)
        return cls(late[len(late) // 2], late[len(late) * 99 // 100], late[-1])

    def __str__(self) -> str:
        return f"median {self.median:.2f} s, p99 {self.p99:.2f} s, most {self.most:.2f} s"


class Outcome(NamedTuple):
    """What was found at the end of a run."""

    lateness: Lateness
    records: int
    findings: list[str]
    figures: list[str]


def run_floor(
    folder: Path, recording: Recording, asked: argparse.Namespace, *, is_attacked: bool
) -> Outcome:
    """Run a floor of honest tables, and the compromised one if it is attacked."""
    folder.mkdir()
    names = [*table_names(asked.tables - 1), "table-bad"]
    with database(folder, postgresql=asked.postgresql) as found:
        floor = Floor(folder, (), program(), database=found.url, certified=names)
        pit_port = free_port()
        pit = _pit(floor, found.url, pit_port)
        attacker = _attacker(floor, asked.attack_rate)
        processes = [*floor.servers, floor.ledger, floor.keeper, pit]
        attackers = [attacker] if is_attacked else []
        try:
            for process in processes:
                process.begin()
            attack = partial(_attack, attackers, found.store)
            many = asyncio.run(_replay(recording, floor, names[:-1], attack, asked))
            processes += attackers
            findings = [*_findings(found.store, floor, many), *_pit_findings(pit_port)]
            findings += [f"{process.name} has ended" for process in processes if process.has_ended]
            used = [Used.by(process) for process in processes if not process.has_ended]
        finally:
            for process in (attacker, pit):
                process.kill()
            floor.end()
        return Outcome(
            Lateness.of(many.lags), many.records, findings, [*_figures(found, folder, used)]
        )


async def _replay(
    recording: Recording,
    floor: Floor,
    names: Sequence[str],
    attack: Callable[[], Awaitable[None]],
    asked: argparse.Namespace,
) -> Many:
    """Send what each honest table has, by its own connection, and begin the compromised one; wait
    until the ledger has it.
    """
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(connected(_servers(floor, name), name, _ignore))
            for name in ("ledger", *names)
        ]
        await ledger_is_there(clients[0])
        many = Many(recording, len(names), asked.rate)
        await clients[0].subscribe(place_subject("kept", ANY_PLACE), cb=many.receive_watermark)
        sending = []
        for name, client in zip(names, clients[1:], strict=True):
            clock, engine = many.clocks[name], JetStreamEngine(client)
            many.lanes[name] = lanes(recording, sender_of(floor, name), clock)
            sending += [asyncio.create_task(send(engine, lane, clock)) for lane in many.lanes[name]]
        # a journal's identity is of chance, so that nobody can claim it before its own table
        await until_awaited("every journal in the ledger", many.all_known)
        await attack()
        await asyncio.sleep(asked.seconds)
        await _catch_up(many)
        for task in sending:
            task.cancel()
        await asyncio.gather(*sending, return_exceptions=True)
    return many


async def _attack(attackers: Sequence[Process], store: Engine) -> None:
    """Begin the compromised table, and wait until something of it is set aside."""

    async def is_begun() -> bool:
        with store.connect() as connection:
            return connection.scalar(select(func.count()).select_from(REJECTED_TABLE)) != 0

    for process in attackers:
        process.begin()
        await until_awaited("something set aside", is_begun)


async def _catch_up(many: Many) -> None:
    for clock in many.clocks.values():
        clock.last = clock.record
    with suppress(TimeoutError):
        async with asyncio.timeout(CATCH_UP_S):
            while many.behind():
                for lane in (lane for both in many.lanes.values() for lane in both):
                    lane.check_progress(time.monotonic())
                await asyncio.sleep(0.2)


def _servers(floor: Floor, name: str) -> EngineServers:
    assert floor.proofs is not None
    return EngineServers(floor.urls, floor.proofs.of(name))


def _ignore(_: object) -> None: ...


def _pit(floor: Floor, url: str, port: int) -> Process:
    key = floor.folder / "pit-chain.key"
    create_key(key)
    accounts = floor.folder / "accounts"
    accounts.mkdir()
    own = ("--ledger", url, "--pit-key", str(key), "--accounts", str(accounts))
    engine = [option for option in floor.reaching("pit") if option]
    return floor.croupier("pit", *own, "--port", str(port), *engine)


def _attacker(floor: Floor, rate: float) -> Process:
    module = "tests.campaigns.floor.compromised_table"
    names = ("table-bad", "table-0")
    words = [sys.executable, "-m", module, floor.urls[0], str(floor.folder), *names, str(rate)]
    return Process("compromised", words, floor.folder / "log")


def _findings(store: Engine, floor: Floor, many: Many) -> Iterator[str]:
    """Yield what the database has otherwise than the honest tables have recorded it."""
    if behind := many.behind():
        yield f"{behind} tables lack something"
    with store.connect() as connection:
        for name, clock in many.clocks.items():
            journal = journal_of(sender_of(floor, name))
            stored_facts = {
                (row["shoe"], row["number"]): row["body"]
                for row in select_rows(connection, FACT_TABLE, journal=journal)
            }
            stored_records = {
                row["number"]: row["payload"]
                for row in select_rows(connection, RECORD_TABLE, journal=journal)
            }
            if stored_facts != _recorded_facts(many.recording, clock):
                yield f"{name}: the facts are not those that it has recorded"
            if stored_records != _recorded_records(many.recording, clock):
                yield f"{name}: the records are not those that it has recorded"
        for row in stored_alarms(connection):
            if row["table_name"] in many.clocks:
                yield f"{row['table_name']}: an alarm, {row['kind']} {row['place']}"
    book = JackpotStore(store, LOT)
    if grants := book.stored_grants:
        yield f"the jackpot has paid {len(grants)} times"


def _recorded_facts(recording: Recording, clock: Clock) -> dict[tuple[int, int], str]:
    sent = [shown.follows.message_line for shown in recording.facts if shown.since <= clock.last]
    return {
        tuple(line.at): msgspec.json.encode(line.fact).decode()
        for line in sent
        if isinstance(line, FactLine)
    }


def _recorded_records(recording: Recording, clock: Clock) -> dict[int, bytes]:
    sent = [shown.follows.message_line for shown in recording.sent if shown.since <= clock.last]
    return {line.n: line.payload.encode() for line in sent if isinstance(line, RecordLine)}


def _pit_findings(port: int) -> Iterator[str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            if answer.status != 200:
                yield f"the pit: {answer.status}"
    except OSError as error:
        yield f"the pit does not look at its floor: {error}"


def _figures(found: Database, folder: Path, used: Sequence[Used]) -> Iterator[str]:
    with found.store.connect() as connection:
        statement = select(REJECTED_TABLE.c.reason, func.count()).group_by(REJECTED_TABLE.c.reason)
        reasons = ", ".join(f"{reason} {count}" for reason, count in connection.execute(statement))
        alarms = {(row["kind"], row["table_name"]) for row in stored_alarms(connection)}
    yield f"set aside: {reasons or 'nothing'}"
    yield f"alarms: {', '.join(sorted(f'{kind} of {name}' for kind, name in alarms)) or 'none'}"
    engine_octets = sum(f.stat().st_size for f in folder.glob("engine*/**/*") if f.is_file())
    yield f"engine {engine_octets / 2**20:.1f} MiB, database {found.octets / 2**20:.1f} MiB"
    yield from (f"{u.name}: {u.mib:.0f} MiB at most, {u.seconds:.1f} s of processor" for u in used)


def run(folder: Path, asked: argparse.Namespace) -> tuple[Outcome, Outcome]:
    """Run the campaign, print its figures, and return both outcomes."""
    rounds = 20 + round(asked.seconds * asked.rate / 10)
    recording = recorded(folder / "table", rounds)
    calm_time = argparse.Namespace(**{**vars(asked), "seconds": min(asked.seconds, 60)})
    calm = run_floor(folder / "calm", recording, calm_time, is_attacked=False)
    attacked = run_floor(folder / "attacked", recording, asked, is_attacked=True)
    for name, outcome in (("without", calm), ("with", attacked)):
        sys.stdout.write(f"{name} a compromised table: {outcome.records:,} records; ")
        sys.stdout.write(f"a fact is in the ledger after {outcome.lateness}\n")
        sys.stdout.writelines(f"  {line}\n" for line in (*outcome.figures, *outcome.findings))
    return calm, attacked


def main(arguments: Sequence[str]) -> int:
    """Return 1 if an honest table lost something, or was late by more than a second more."""
    parser = argparse.ArgumentParser(
        prog="make campaign NAME=floor-compromised", description=__doc__
    )
    parser.add_argument("--tables", type=int, default=20, help="one of them compromised")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--rate", type=float, default=0.5, help="records of a table in a second")
    parser.add_argument("--attack-rate", type=float, default=300, help="acts in a second")
    parser.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    parser.add_argument("--folder", type=Path, help="on the disk that is to be tried")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        calm, attacked = run(Path(folder), asked)
    delay_s = attacked.lateness.p99 - calm.lateness.p99
    sys.stdout.write(f"p99 is {delay_s:+.2f} s\n")
    return int(bool(calm.findings or attacked.findings) or delay_s > ACCEPTED_DELAY_S)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
