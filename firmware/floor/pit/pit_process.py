"""The pit's process: a thread follows the ledger, and the page is served until a signal."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import Engine
from starlette.types import ASGIApp

from firmware import __version__
from firmware.floor.gaming_day import USUAL_CALENDAR, GamingCalendar
from firmware.floor.pit.access import BrowserSessions, KnownAccounts
from firmware.floor.pit.act_desk import ActDesk
from firmware.floor.pit.alarm_sources import AlarmSource
from firmware.floor.pit.chain_entries import PitStarted
from firmware.floor.pit.chain_store import PitChain
from firmware.floor.pit.chain_watch import ChainWatch
from firmware.floor.pit.form_store import unsigned_numbers
from firmware.floor.pit.house_proxy import GroupRole
from firmware.floor.pit.monitor import FloorMonitor, wall_clock_ms
from firmware.floor.pit.server import MorePages, PitDesks, PitServer
from firmware.floor.pit.sign_in import PeopleDesk
from firmware.floor.pit.watch import FloorWatch
from firmware.pages.connection_limits import ConnectionLimits
from firmware.pages.origin_guard import OriginGuard
from firmware.pages.page_server import PageServer
from firmware.pages.trusted_proxy import TrustedProxy
from firmware.shell.service.watchdog import SystemdNotifier
from firmware.shell.words.house_words import NO_HOUSE, HouseWords

MAX_CONNECTIONS: Final = 800
MAX_CONNECTIONS_OF_CLIENT: Final = 64
"""The most of one address that is no proxy's: a browser has six at most."""


class PitOptions(NamedTuple):
    """Where the page is served, whom it believes, and in whose words it is."""

    bind_address: tuple[str, int]
    host_names: Sequence[str] = ()
    proxy_addresses: Sequence[str] = ()
    group_roles: Sequence[GroupRole] = ()
    cage_addresses: Sequence[str] = ()
    house: HouseWords = NO_HOUSE
    """The words and the currency of its tables."""
    calendar: GamingCalendar = USUAL_CALENDAR
    more_pages: MorePages | None = None


class PitParts(NamedTuple):
    """The readers of the floor, and the chain of people's acts."""

    monitor: FloorMonitor
    chain: PitChain
    watch: FloorWatch


def pit_parts(
    database: Engine,
    pit_key: Ed25519PrivateKey,
    folder: Path,
    shift_starts: tuple[int, ...],
    notifier: SystemdNotifier,
    alarm_source: AlarmSource | None = None,
) -> PitParts:
    """Enter the start in the pit's chain, whose head is noted in the folder. Raises OSError,
    SQLAlchemyError.
    """
    chain = PitChain(database, pit_key, folder, wall_clock_ms)
    with chain.transaction() as transaction:
        unsigned_forms = max(unsigned_numbers(transaction.connection), default=0)
        transaction.append(PitStarted(wall_clock_ms(), __version__, unsigned_forms))
    monitor = FloorMonitor(
        database,
        shift_starts,
        chain_watch=ChainWatch(database, chain),
        alarm_source=alarm_source,
    )
    return PitParts(monitor, chain, FloorWatch(monitor, notifier))


def pit_app(parts: PitParts, accounts: KnownAccounts, options: PitOptions) -> ASGIApp:
    """Return the page. The headers of a proxy are settled first, then its own name is checked, then
    the person.
    """
    people_desk = PeopleDesk(accounts, parts.chain, BrowserSessions(), options.group_roles)
    desks = PitDesks(people_desk, ActDesk(parts.monitor, parts.chain))
    server = PitServer(
        parts.watch,
        parts.monitor,
        desks,
        cage_addresses=options.cage_addresses,
        house=options.house,
        calendar=options.calendar,
        more_pages=options.more_pages,
    )
    return TrustedProxy(OriginGuard(server.app, options.host_names), options.proxy_addresses)


def serve_pit(
    parts: PitParts,
    accounts: KnownAccounts,
    options: PitOptions,
    on_ready: Callable[[str], None],
) -> None:
    """Serve until a signal; `on_ready` is called with the address. Raises OSError."""
    limits = ConnectionLimits(MAX_CONNECTIONS, MAX_CONNECTIONS_OF_CLIENT, options.proxy_addresses)
    server = PageServer(pit_app(parts, accounts, options), options.bind_address, limits)
    parts.watch.start()
    on_ready(server.address)
    try:
        server.run()
    finally:
        parts.watch.stop()
