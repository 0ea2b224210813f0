"""`croupier pit`: one screen for the floor of a ledger, in a browser."""

import signal
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import time as clock_time
from functools import partial
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, get_args

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from firmware.cli.args.errors import CannotServe
from firmware.cli.args.page_port import LOOPBACK, PagePort, listening_at
from firmware.cli.args.signature import Option
from firmware.cli.args.types import FolderPath
from firmware.cli.commands.console import accounts_folder
from firmware.cli.commands.floor import HostName, open_store
from firmware.cli.commands.floor_engine import EngineOptions, log_writer
from firmware.cli.commands.watched_process import WatchOptions, process_metrics, shown_metrics
from firmware.cli.rule_packs import RulesFile, pack_of_file
from firmware.console.access.accounts import Accounts
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.gaming_day import USUAL_START, GamingCalendar, parse_day_start
from firmware.floor.log import WriteLog
from firmware.floor.pit.house_proxy import GroupRole
from firmware.shell.rules.pack_files import default_pack
from firmware.shell.service.watchdog import SystemdNotifier
from firmware.shell.technician.requests import Role
from firmware.shell.trust.keys import read_private_key
from firmware.shell.words.os_words import os_failure
from firmware.shell.words.words import Words

if TYPE_CHECKING:  # a table's release has no engine
    from sqlalchemy import Engine

    from firmware.floor.connection import EngineServers
    from firmware.floor.day.day_pages import DayPages
    from firmware.floor.metrics.process_metrics import ProcessMetrics
    from firmware.floor.pit.pit_process import PitOptions, PitParts

REQUIRED_LIBRARIES: Final = ("alembic", "nats", "sqlalchemy", "starlette", "uvicorn")
DEFAULT_PORT: Final = 8070
USUAL_SHIFTS: Final = (6, 14, 22)
ROLES: Final[tuple[Role, ...]] = get_args(Role)


def parse_hour(typed_text: str) -> int:
    """Parse an hour of the day. Raises ValueError."""
    hour_number = int(typed_text)
    if not 0 <= hour_number <= 23:
        raise ValueError(typed_text)
    return hour_number


def parse_address(typed_text: str) -> str:
    """Parse an IP address. Raises ValueError."""
    return str(ip_address(typed_text))


def parse_group(typed_text: str) -> GroupRole:
    """Parse a role and the group of the house that has it. Raises ValueError."""
    role_word, equals_sign, group = typed_text.partition("=")
    for role in ROLES:
        if role == role_word and equals_sign and group.strip():
            return GroupRole(group.strip(), role)
    raise ValueError(typed_text)


DayStart = Annotated[
    clock_time,
    Option(
        parse=parse_day_start, expected_key="command.wanted.time", value_key="command.value.time"
    ),
]
HourOfDay = Annotated[int, Option(parse=parse_hour, expected_key="command.wanted.hour")]
KeyFile = Annotated[Path, Option(value_key="command.value.key")]
IpAddress = Annotated[
    str,
    Option(
        parse=parse_address,
        expected_key="command.wanted.ip_address",
        value_key="command.value.address",
    ),
]
RoleOfGroup = Annotated[
    GroupRole,
    Option(parse=parse_group, expected_key="command.wanted.group", value_key="command.value.group"),
]


@dataclass(frozen=True, kw_only=True)
class HouseHours:
    """When the house's shifts begin, and its gaming day."""

    shifts: tuple[HourOfDay, ...] = USUAL_SHIFTS
    day_starts: DayStart = USUAL_START


@dataclass(frozen=True, kw_only=True)
class StationOptions:
    """How browsers reach the pit: its DNS names, the house's proxy in front of it, the roles of the
    house's groups there, and the addresses of the cage.
    """

    name: tuple[HostName, ...] = ()
    trusted_proxy: tuple[IpAddress, ...] = ()
    group: tuple[RoleOfGroup, ...] = ()
    cage: tuple[IpAddress, ...] = ()

    def check(self) -> None:
        """Raise RequestFailed if there are groups, and no proxy that names them."""
        if self.group and not self.trusted_proxy:
            raise RequestFailed(Text("pit.group_without_proxy"))

    @property
    def believed(self) -> tuple[tuple[str, ...], tuple[GroupRole, ...], tuple[str, ...]]:
        """The proxies, the groups' roles and the cage's addresses."""
        return self.trusted_proxy, self.group, self.cage


def pit(
    words: Words,
    *,
    ledger: Annotated[str, Option(value_key="command.value.url")],
    pit_key: KeyFile,
    people: FolderPath,
    host: Annotated[str, Option(value_key="command.value.address")] = LOOPBACK,
    port: PagePort = DEFAULT_PORT,
    accounts: FolderPath | None = None,
    hours: HouseHours,
    rules: RulesFile | None = None,
    watch: WatchOptions,
    stations: StationOptions,
    engine: EngineOptions,
) -> int:
    """Serve the pit's page until stopped, in the words and the currency of a rule pack."""
    _require_libraries()
    stations.check()
    words.load_all()
    from firmware.floor.pit.pit_process import serve_pit

    account_folder = accounts or accounts_folder()
    engine_servers, private_key = _engine_servers(engine), read_private_key(pit_key)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with closing(SystemdNotifier()) as notifier:
        database = open_store(ledger)
        parts, day_pages = _pit_parts(database, private_key, account_folder, hours, notifier)
        options = _pit_options((host, port), stations, rules, day_pages)
        metrics, known_accounts = _floor_metrics(parts), _known_accounts(account_folder, words)
        write_log = metrics.counted_log(log_writer(words))
        subscribe = _subscriber(database, people, parts, engine_servers, write_log)
        with shown_metrics(metrics, watch, write_log), listening_at(host, port):
            serve_pit(parts, known_accounts, options, partial(_on_serving, words, subscribe))
    return 0


def _on_serving(words: Words, subscribe: Callable[[], None], address: str) -> None:
    _print_text(words, Text("pit.at", {"address": address}))
    subscribe()


def _pit_parts(
    database: "Engine",
    private_key: Ed25519PrivateKey,
    folder: Path,
    hours: HouseHours,
    notifier: SystemdNotifier,
) -> "tuple[PitParts, DayPages]":
    """Return the pit's parts, and the pages of its days. Raises RequestFailed if no day can begin
    at that time here.
    """
    from firmware.floor.day.day_desk import DayBook, DayDesk
    from firmware.floor.day.day_pages import DayPages
    from firmware.floor.day.day_watch import DayWatch
    from firmware.floor.pit.pit_process import pit_parts

    calendar = GamingCalendar(hours.day_starts)
    calendar.check_full_hour(time.time_ns() // 1_000_000)
    alarm_source = DayWatch(DayBook(database, calendar)).alarms
    parts = pit_parts(database, private_key, folder, hours.shifts, notifier, alarm_source)
    book = DayBook(database, calendar, parts.monitor.heartbeats.nothing_waits)
    desk = DayDesk(book, parts.chain, private_key, folder)
    return parts, DayPages(desk, parts.chain, hours.shifts)


def _pit_options(
    bind_address: tuple[str, int],
    stations: StationOptions,
    rules: Path | None,
    day_pages: "DayPages",
) -> "PitOptions":
    from firmware.floor.pit.pit_process import PitOptions

    house = (pack_of_file(rules) or default_pack()).words
    host_names = (bind_address[0], *stations.name)
    served = (day_pages.calendar, day_pages.routes)
    return PitOptions(bind_address, host_names, *stations.believed, house, *served)


def _floor_metrics(parts: "PitParts") -> "ProcessMetrics":
    """Return the figures of the pit, and those of the tables whose heartbeats it has."""
    from firmware.floor.pit.floor_metrics import FloorCollector

    metrics = process_metrics("pit", parts.watch.progress)
    metrics.registry.register(
        FloorCollector(parts.monitor.heartbeats, lambda: parts.monitor.screen)
    )
    return metrics


def _require_libraries() -> None:
    """Raise CannotServe if a library of the pit is not installed."""
    if missing_libraries := [
        library for library in REQUIRED_LIBRARIES if find_spec(library) is None
    ]:
        raise CannotServe(Text("pit.lacking", {"names": ", ".join(missing_libraries)}))


def _known_accounts(account_folder: Path, words: Words) -> Accounts:
    """Return the accounts; say so if there are none."""
    known_accounts = Accounts(account_folder)
    if known_accounts.is_empty:
        _print_text(words, Text("pit.nobody", {"folder": str(account_folder)}))
    return known_accounts


def _subscriber(
    database: "Engine",
    people: Path,
    parts: "PitParts",
    engine_servers: "EngineServers",
    write_log: WriteLog,
) -> Callable[[], None]:
    """Return the start of the thread that receives heartbeats from the senders of the roster."""
    from firmware.floor.ledger.quarantine_store import QuarantineStore
    from firmware.floor.pit.seen_programs import start_noting
    from firmware.floor.pit.subscribe import start_subscriber
    from firmware.floor.quarantine import FirstQuarantine
    from firmware.floor.roster.enrolment import read_people
    from firmware.floor.roster.roster_store import RosterStore

    roster_store = RosterStore(database, read_people(people))
    quarantine = FirstQuarantine(QuarantineStore(database).set_aside)
    start_noting(database, parts.monitor.heartbeats)
    return partial(
        start_subscriber,
        parts.monitor.heartbeats,
        roster_store,
        quarantine,
        engine_servers,
        write_log,
    )


def _engine_servers(engine: EngineOptions) -> "EngineServers":
    """Return the servers. Raises CannotServe if the certificates can't be read."""
    from firmware.floor.connection import EngineServers, tls_context

    try:
        tls_context(engine.certificates)
    except OSError as error:
        raise CannotServe(os_failure(error, error.filename or "")) from None
    return EngineServers(engine.server, engine.certificates)


def _print_text(words: Words, text: Text) -> None:
    print(words.render(text), flush=True)
