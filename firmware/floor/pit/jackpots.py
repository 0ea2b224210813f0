"""The linked jackpots of the floor: their lines and grants in the database, and their tables."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
from sqlalchemy import Engine, select

from firmware.core.vocabulary.jackpot import JackpotGrant, JackpotHit
from firmware.floor.jackpot.claims import refusal_key
from firmware.floor.jackpot.jackpot_store import JackpotStore
from firmware.floor.jackpot.message_store import MessageKey, MessageStore
from firmware.floor.jackpot_tables import JACKPOT_TERMS_TABLE
from firmware.floor.journal_places import registered_journals
from firmware.floor.pit.heartbeats import Heartbeat, LeaseState, lease_state
from firmware.floor.projection.fact import BROWSER_INTEGERS

SHOWN_GRANTS: Final = 10
"""How many of a jackpot's last grants are shown."""

LARGEST_NUMBER: Final = BROWSER_INTEGERS - 1

FindHeartbeat = Callable[[str], Heartbeat | None]
"""Returns the present heartbeat of a table."""


class JackpotAtTable(msgspec.Struct, frozen=True):
    """A jackpot at one of its tables: how many of its rounds are counted, the amount it shows in
    cents, and whether it takes bets on it; `why` is the message key of the reason if not.
    """

    table: str
    rounds: int
    lease: LeaseState
    shows: int | None
    why: str | None


class ShownGrant(msgspec.Struct, frozen=True):
    """A hit, and the shares of pool and reserve in its payment, in cents."""

    order: int
    table: str
    journal: str
    round: int | None
    """The round of the table, None if its message is not stored."""
    paid: int
    of_pool: int
    of_reserve: int


class RefusedClaim(msgspec.Struct, frozen=True):
    """A table's message that moves nothing until two people decide; `paid` are cents of a hit,
    `why` is the message key of the reason.
    """

    table: str
    journal: str
    number: int
    round: int
    bets: int
    paid: int
    why: str


class JackpotWin(msgspec.Struct, frozen=True):
    """A win that nobody has acknowledged; `paid` is the keeper's amount in cents, None before it
    is counted.
    """

    table: str
    paid: int | None


class PitJackpot(msgspec.Struct, frozen=True):
    """A jackpot in whole cents. `reserve` is the house's debt or savings, and may be negative."""

    jackpot: str
    game: str
    generation: int
    pool: int
    reserve: int
    hits: int
    least: int | None
    """The smallest amount that a table shows, the most that a panel may show; None without
    heartbeats.
    """
    tables: tuple[JackpotAtTable, ...]
    grants: tuple[ShownGrant, ...]
    """The last ones, the newest first."""
    refused: tuple[RefusedClaim, ...] = ()
    """Those that wait for a decision, the oldest first."""
    won: tuple[JackpotWin, ...] = ()
    """Its wins that are not acknowledged yet."""


def floor_jackpots(
    database: Engine, find_heartbeat: FindHeartbeat, jackpot_by_table: Mapping[str, str]
) -> tuple[PitJackpot, ...]:
    """Return the jackpots that have begun; `jackpot_by_table` names the jackpot of each table that
    shares one.
    """
    with database.connect() as connection:
        jackpot_names = connection.scalars(select(JACKPOT_TERMS_TABLE.c.jackpot).distinct()).all()
        journals = registered_journals(connection) if jackpot_names else {}
    tables_by_journal = {identity: journal.place.name for identity, journal in journals.items()}
    pit_jackpots = (
        _pit_jackpot(
            JackpotStore(database, jackpot_name),
            tables_by_journal,
            find_heartbeat,
            [
                table_name
                for table_name, jackpot in jackpot_by_table.items()
                if jackpot == jackpot_name
            ],
        )
        for jackpot_name in sorted(jackpot_names)
    )
    return tuple(jackpot for jackpot in pit_jackpots if jackpot)


def _pit_jackpot(
    jackpot_store: JackpotStore,
    tables_by_journal: Mapping[str, str],
    find_heartbeat: FindHeartbeat,
    sharing_tables: Sequence[str],
) -> PitJackpot | None:
    ledger_line, all_terms = jackpot_store.newest_line, jackpot_store.all_terms
    if ledger_line is None or not all_terms:
        return None
    units_per_cent = all_terms[-1].rate[1]
    rounds_by_table = _rounds_by_table(jackpot_store.cursors(), tables_by_journal)
    at_tables = tuple(
        _jackpot_at_table(table_name, rounds_by_table[table_name], find_heartbeat(table_name))
        for table_name in sorted({*rounds_by_table, *sharing_tables})
    )
    least_shown = min(
        (at_table.shows for at_table in at_tables if at_table.shows is not None), default=None
    )
    pool_and_reserve = ledger_line.pool // units_per_cent, ledger_line.reserve // units_per_cent
    last_grants = jackpot_store.stored_grants[: -SHOWN_GRANTS - 1 : -1]
    messages = MessageStore(jackpot_store.database, jackpot_store.jackpot_name)
    rounds = messages.rounds((grant.journal, grant.message_number) for grant in last_grants)
    shown_grants = tuple(_shown_grant(grant, rounds, units_per_cent) for grant in last_grants)
    return PitJackpot(
        ledger_line.jackpot,
        all_terms[-1].game,
        ledger_line.generation,
        *pool_and_reserve,
        ledger_line.hits,
        least_shown,
        at_tables,
        shown_grants,
        _refused_claims(jackpot_store, tables_by_journal),
    )


def _refused_claims(
    jackpot_store: JackpotStore, tables_by_journal: Mapping[str, str]
) -> tuple[RefusedClaim, ...]:
    """Return the refused messages, under the present names of their journals."""
    messages = MessageStore(jackpot_store.database, jackpot_store.jackpot_name)
    return tuple(
        RefusedClaim(
            tables_by_journal.get(message.journal, message.journal[:8]),
            message.journal,
            message.message_number,
            _displayable(message.round),
            _displayable(message.bets),
            _displayable(message.paid) if isinstance(message, JackpotHit) else 0,
            refusal_key(stored.refused),
        )
        for stored in messages.refused()
        for message in (stored.attested.message,)
    )


def _displayable(claimed: int) -> int:
    """Return a number that a table claims, or the nearest one that a page can show."""
    return max(-LARGEST_NUMBER, min(claimed, LARGEST_NUMBER))


def _rounds_by_table(
    cursors: Mapping[str, int], tables_by_journal: Mapping[str, str]
) -> Counter[str]:
    """Return how many rounds of each table are in a line."""
    rounds_by_table = Counter[str]()
    for journal_identity, message_number in cursors.items():
        rounds_by_table[tables_by_journal.get(journal_identity, journal_identity[:8])] += (
            message_number
        )
    return rounds_by_table


def _jackpot_at_table(
    table_name: str, round_count: int, heartbeat: Heartbeat | None
) -> JackpotAtTable:
    table_view = heartbeat.view if heartbeat else None
    shown_cents, closed_reason = (
        (table_view.jackpot, table_view.jackpot_closed) if table_view else (None, None)
    )
    return JackpotAtTable(
        table_name, round_count, lease_state(heartbeat), shown_cents, closed_reason
    )


def _shown_grant(
    jackpot_grant: JackpotGrant, rounds: Mapping[MessageKey, int], units_per_cent: int
) -> ShownGrant:
    pool_cents = jackpot_grant.from_pool // units_per_cent
    round_number = rounds.get((jackpot_grant.journal, jackpot_grant.message_number))
    return ShownGrant(
        jackpot_grant.order,
        jackpot_grant.table,
        jackpot_grant.journal,
        None if round_number is None else _displayable(round_number),
        jackpot_grant.paid,
        pool_cents,
        jackpot_grant.paid - pool_cents,
    )
