"""A linked lot as one value: tables, the ledger, stream and store of lines, keepers, the network.

The tables are the real `JackpotLink` and `JackpotLease`, the lines are made by the real
`fold_message`, and claims are held against the real `first_fault`. Around them anything may happen
between any two steps: a message is late, lost, doubled or overtaken (whatever was sent once may
come at any time, or never), a keeper is slow or ends, a table loses its power, the store comes back
as it was before, the stream is lost, a table sends whatever it likes. `Faults` plants mistakes,
which the properties must find.
"""

from collections.abc import Iterator
from functools import cache
from math import inf
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.game.progressive import jackpot_payments
from firmware.core.vocabulary.jackpot import (
    WHOLE_PERCENT,
    JackpotContribution,
    JackpotHit,
    JackpotLocked,
    JackpotTableMessage,
    JackpotTerms,
    JackpotUpdate,
)
from firmware.core.vocabulary.money import Cents
from firmware.floor.jackpot.claims import CURABLE, Evidence, LastClaim, first_fault
from firmware.floor.jackpot.ledger_line import (
    LedgerLine,
    OutOfOrder,
    first_line,
    fold_message,
    jackpot_update,
)
from firmware.shell.jackpot.lease import JackpotLease

Octets = bytes
"""A line as the store has it, which can be a key."""
ABSURD = 1_000_000


class Faults(NamedTuple):
    """Mistakes that are planted."""

    counts_twice: bool = False
    """A table adds its own bets though the line has them already."""
    forgets: bool = False
    """A table does not keep over a power cut which line it has shown."""
    no_order: bool = False
    """A keeper overwrites a line that another has inserted."""
    loses_tail: bool = False
    """The engine acknowledges a message, loses it, and nobody sends it again."""
    trusts_store: bool = False
    """A keeper folds behind what its store has, whatever the stream has."""
    believes: bool = False
    """A keeper counts what a device has signed, whatever it says."""


class Terms(NamedTuple):
    """The size of a world."""

    tables: int = 2
    rounds: int = 1
    """Of each table."""
    hits: int = 2
    crashes: int = 0
    keepers: int = 2
    restores: int = 0
    """How often the store comes back as it was before."""
    losses: int = 0
    """How often the stream is lost."""
    is_compromised: bool = False
    """Whether the last table sends whatever it likes, signed by its device."""
    percent: int = WHOLE_PERCENT
    ceiling: int = 10_000
    faults: Faults = Faults()

    @property
    def of_lot(self) -> tuple[JackpotTerms, ...]:
        money = Cents(100), Cents(50), Cents(self.ceiling)
        return (JackpotTerms("lot", "caribbean-stud", 0, 1, Cents(100), (7, 4), 3, *money, 1, 1),)


class Sent(NamedTuple):
    """A line on the network: to all tables, or to one with its cursor, and the nonce it answers."""

    line: Octets
    to: int | None = None
    cursor: int = 0
    nonces: tuple[str, ...] = ()


class Table(NamedTuple):
    """A table: its journal, the lines received since its start, and what it may still do.

    `newest` is the newest version that it has ever shown: nothing that it knows itself.
    """

    link: JackpotLink
    lease: JackpotLease
    rounds: int
    sent: tuple[JackpotTableMessage, ...] = ()
    newest: int = 0
    starts: int = 0


SIGNED, STREAMED, INSERTED = range(3)


class Keeper(NamedTuple):
    """A keeper with a line in its hands: signed, then in the stream, then in the store."""

    line: Octets
    stage: int


class World(NamedTuple):
    """Everything, at one instant."""

    tables: tuple[Table, ...]
    stored: tuple[tuple[int, ...], ...]
    """By table, the numbers of its messages that the ledger has; below nothing if it lost one."""
    lines: tuple[Octets, ...]
    """Those of the stream."""
    store: tuple[Octets, ...]
    keepers: tuple[Keeper | None, ...]
    network: frozenset[Sent] = frozenset()
    hits: int = 0
    crashes: int = 0
    restores: int = 0
    losses: int = 0
    refused: frozenset[int] = frozenset()
    """The tables whose journals wait for a decision."""


class Wrong(Exception):
    """A property does not hold."""


def begin(terms: Terms) -> World:
    """Return a lot that has just begun, at tables that have just started."""
    tables = tuple(_table(name, terms) for name in range(terms.tables))
    first = msgspec.json.encode(first_line(terms.of_lot))
    stored: tuple[tuple[int, ...], ...] = ((),) * terms.tables
    keepers = (None,) * terms.keepers
    return World(
        tables,
        stored,
        (first,),
        (first,),
        keepers,
        hits=terms.hits,
        crashes=terms.crashes,
        restores=terms.restores,
        losses=terms.losses,
    )


def _table(name: int, terms: Terms) -> Table:
    (of_lot,) = terms.of_lot
    link = JackpotLink().with_terms(of_lot, f"table-{name}", f"journal-{name}")
    return Table(link, JackpotLease(f"{name}.0"), terms.rounds)


def steps(world: World, terms: Terms) -> Iterator[tuple[str, World]]:
    """Yield everything that may happen next, in words. Raises Wrong."""
    for at in range(len(world.tables)):
        yield from _plays(world, at, terms)
        yield from _received(world, at, terms)
        yield from _stored_messages(world, at, terms)
    for at in range(len(world.keepers)):
        yield from _keeper_steps(world, at, terms)
    yield from _fails(world)


def _fails(world: World) -> Iterator[tuple[str, World]]:
    if world.restores:
        for version in range(1, len(world.store)):
            back = world._replace(store=world.store[:version], restores=world.restores - 1)
            yield f"the store is restored to {version}", back
    # a stream that is lost while a store is behind it has lost lines for good
    is_whole = world.store == world.lines and not any(world.keepers)
    if world.losses and is_whole and len(world.lines) > 1:
        yield "the stream is lost", world._replace(lines=(), losses=world.losses - 1)


def _plays(world: World, at: int, terms: Terms) -> Iterator[tuple[str, World]]:
    table = world.tables[at]
    link = table.link
    if link.locked is not None:
        yield f"{at} ends its round", _over(world, at, ())
        if world.hits:
            paid = jackpot_payments(link.locked.shown, [(1, terms.percent)])[1]
            after = _over(world, at, ((1, terms.percent, paid),))
            yield f"{at} hits {paid}", after._replace(hits=world.hits - 1)
    elif terms.is_compromised and at == len(world.tables) - 1:
        yield from _forges(world, at)
    elif table.rounds and link.closed_reason is None:
        locked = link.with_round_locked(1)
        if locked.shown_cents < link.shown_cents:
            raise Wrong("b: a round is locked to less than was shown")
        yield f"{at} locks", _with(world, at, table._replace(link=locked, rounds=table.rounds - 1))
    if world.crashes:
        stored = _forgetful(link) if terms.faults.forgets else link
        starts = table.starts + 1
        up = table._replace(
            link=stored.with_lease_expired(), lease=JackpotLease(f"{at}.{starts}"), starts=starts
        )
        yield f"{at} loses power", _with(world, at, up)._replace(crashes=world.crashes - 1)


def _forges(world: World, at: int) -> Iterator[tuple[str, World]]:
    """A table whose device signs anything: whatever it sends takes one of its rounds."""
    table = world.tables[at]
    if not table.rounds or not table.link.version:
        return
    version, n = table.link.version, len(table.sent) + 1
    of = table.link.jackpot, table.link.table, table.link.journal
    shown = table.link.with_round_locked(1).shown_cents
    absurd = Cents(ABSURD)
    forged = {
        "bets": JackpotContribution(*of, n, n, ABSURD, version, absurd),
        "amount": JackpotHit(*of, n, n, 1, version, absurd, 1, ((1, WHOLE_PERCENT, absurd),)),
        "future": JackpotHit(*of, n, n, 1, version, shown, 9, ((1, WHOLE_PERCENT, shown),)),
        "first line": JackpotHit(*of, n, n, 1, 1, shown, 1, ((1, WHOLE_PERCENT, shown),)),
        "number": JackpotContribution(*of, n + 1, n, 1, version, shown),
        "plausible": JackpotHit(*of, n, n, 1, version, shown, 1, ((1, WHOLE_PERCENT, shown),)),
    }
    for name, message in forged.items():
        sent = table._replace(sent=(*table.sent, message), rounds=table.rounds - 1)
        yield f"{at} forges {name}", _with(world, at, sent)


def _forgetful(link: JackpotLink) -> JackpotLink:
    return replace(link, version=0, generation=0, pool=0, cursor=0)


def _over(world: World, at: int, winners: tuple[tuple[int, int, Cents], ...]) -> World:
    table = world.tables[at]
    link, message = table.link.with_round_ended(len(table.sent) + 1, winners)
    assert message is not None
    return _with(world, at, table._replace(link=link, sent=(*table.sent, message)))


def _with(world: World, at: int, table: Table) -> World:
    return world._replace(tables=_put(world.tables, at, table))


def _put(values: tuple, at: int, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:at], value, *values[at + 1 :])


def _received(world: World, at: int, terms: Terms) -> Iterator[tuple[str, World]]:
    table = world.tables[at]
    for sent in world.network:
        if sent.to not in (None, at):
            continue
        reported = _shown(sent, terms)
        lease = table.lease.renewed(reported, 0)
        if lease is None or reported.version < table.link.version:
            continue
        link = table.link.with_update(reported)
        if terms.faults.counts_twice:
            link = replace(link, contributions=table.link.contributions)
        after = table._replace(link=link, lease=lease, newest=max(table.newest, link.version))
        if link.version < table.newest:
            raise Wrong("e: an older line is shown again")
        if link != table.link or not table.lease.answered:
            yield f"{at} hears {reported.version}", _with(world, at, after)


@cache
def _shown(sent: Sent, terms: Terms) -> JackpotUpdate:
    line = line_of(sent.line)
    cursors = None if sent.to is None else {f"journal-{sent.to}": sent.cursor}
    at = line.version * 100 + len("".join(sent.nonces)) + 50 * (sent.to is not None)
    return jackpot_update(line, terms.of_lot, at, cursors, sent.nonces)


def _stored_messages(world: World, at: int, terms: Terms) -> Iterator[tuple[str, World]]:
    """The uplink sends again whatever isn't kept: so each message comes once, and in order."""
    stored, sent = world.stored[at], world.tables[at].sent
    following = len(stored) + 1
    if following <= len(sent):
        yield f"{following} of {at} is kept", _with_stored(world, at, following)
        if terms.faults.loses_tail:
            yield f"{following} of {at} is lost", _with_stored(world, at, -following)


def _with_stored(world: World, at: int, number: int) -> World:
    return world._replace(stored=_put(world.stored, at, (*world.stored[at], number)))


def _keeper_steps(world: World, at: int, terms: Terms) -> Iterator[tuple[str, World]]:
    keeper = world.keepers[at]
    if keeper is None:
        yield from _begins(world, at, terms)
        return
    yield "a keeper ends", _holding(world, at, None)
    if keeper.stage == INSERTED:
        yield from _shows(world, at, keeper.line)
    elif keeper.stage == STREAMED:
        yield from _inserts(world, at, keeper.line)
    else:
        yield from _appends(world, at, keeper.line, terms)


def _begins(world: World, at: int, terms: Terms) -> Iterator[tuple[str, World]]:
    newest = world.store[-1]
    if len(world.store) < len(world.lines) and not terms.faults.trusts_store:
        taken = world.lines[: len(world.store) + 1]
        yield "a line is taken back", world._replace(store=taken)
    if len(world.lines) < len(world.store):
        yield "a line is appended again", world._replace(lines=world.store[: len(world.lines) + 1])
        return
    yield "a keeper reads", _holding(world, at, Keeper(newest, INSERTED))
    for table, message in _next(world, newest):
        fault = _fault(world, table, message, terms)
        if fault is None:
            folded = Keeper(_folded(newest, message, terms), SIGNED)
            yield "a keeper folds", _holding(world, at, folded)
        elif fault in CURABLE and len(world.store) < len(world.lines):
            continue  # it is read again once the store has its lines back
        elif not terms.is_compromised or table < len(world.tables) - 1:
            raise Wrong(f"a: a message of an honest table is refused: {fault}")
        else:
            yield f"{fault} is refused", world._replace(refused=world.refused | {table})


def _next(world: World, newest: Octets) -> Iterator[tuple[int, JackpotTableMessage]]:
    version = line_of(newest).version
    for at, (table, stored) in enumerate(zip(world.tables, world.stored, strict=True)):
        following = cursor(world.store, table.link.journal, version) + 1
        if at not in world.refused:
            yield from ((at, table.sent[number - 1]) for number in stored if number == following)


def _fault(world: World, at: int, message: JackpotTableMessage, terms: Terms) -> str | None:
    if terms.faults.believes:
        return None
    return first_fault(message, _evidence(world, at, message), terms.of_lot)


def _evidence(world: World, at: int, message: JackpotTableMessage) -> Evidence:
    """Return what the store knows; a table that forges a message publishes the like."""
    lines, before = world.store, [m for m in world.tables[at].sent if m != message]
    is_known = 0 < message.version <= len(lines)
    shown_cursor = cursor(lines, message.journal, message.version) if is_known else 0
    own = cursor(lines, message.journal, len(lines))
    counted = [m for m in before if shown_cursor < m.message_number <= own]
    hits = [m.message_number for m in before if isinstance(m, JackpotHit)]
    last = max(before, key=lambda m: m.message_number, default=None)
    return Evidence(
        is_enrolled=True,
        is_next=message.message_number == own + 1,
        device="",
        shown_line=line_of(lines[message.version - 1]) if is_known else None,
        shown_cursor=shown_cursor,
        counted_bets=sum(m.bets for m in counted),
        locked=JackpotLocked(message.round, message.bets, message.version, 1, message.shown),
        placed_bets=message.bets,
        last_claim=LastClaim(last.round, last.version, "") if last in counted and last else None,
        last_hit=max((n for n in hits if n <= own), default=0),
        day_s=inf,
        is_contradicted=False,
    )


def _appends(world: World, at: int, line: Octets, terms: Terms) -> Iterator[tuple[str, World]]:
    version = line_of(line).version
    if terms.faults.trusts_store and version == len(world.store) + 1:
        lines = (*world.store, line)
    elif version == len(world.lines) + 1:
        lines = (*world.lines, line)
    elif terms.faults.no_order:
        lines = (*world.lines[: version - 1], line)
    else:
        return
    appended = _holding(world, at, Keeper(line, STREAMED))
    yield f"{version} is appended", appended._replace(lines=lines)


def _inserts(world: World, at: int, line: Octets) -> Iterator[tuple[str, World]]:
    version = line_of(line).version
    if version > len(world.store) + 1:
        return
    inserted = _holding(world, at, Keeper(line, INSERTED))
    is_next = version == len(world.store) + 1
    store = (*world.store, line) if is_next else world.store
    yield f"{version} is inserted", inserted._replace(store=store)


def _shows(world: World, at: int, line: Octets) -> Iterator[tuple[str, World]]:
    for sent in _messages(world, line):
        if sent not in world.network:
            network = world.network | {sent}
            yield "a keeper shows", _holding(world, at, None)._replace(network=network)


def _messages(world: World, line: Octets) -> Iterator[Sent]:
    yield Sent(line)
    version = line_of(line).version
    if version > len(world.store):  # it fell back: its cursors are not those of this line
        return
    for name, table in enumerate(world.tables):
        if not table.lease.answered or table.link.contributions:
            nonces = () if table.lease.answered else (table.lease.nonce,)
            yield Sent(line, name, cursor(world.store, table.link.journal, version), nonces)


def cursor(lines: tuple[Octets, ...], journal: str, version: int) -> int:
    """Return the last message of a journal that a line includes."""
    of_journal = (line_of(line) for line in lines[:version])
    return max((one.message_number for one in of_journal if one.journal == journal), default=0)


def _holding(world: World, at: int, keeper: Keeper | None) -> World:
    keepers = sorted(_put(world.keepers, at, keeper), key=repr)
    return world._replace(keepers=tuple(keepers))


@cache
def line_of(octets: Octets) -> LedgerLine:
    """Return a line as it was encoded."""
    return msgspec.json.decode(octets, type=LedgerLine)


@cache
def _folded(line: Octets, message: JackpotTableMessage, terms: Terms) -> Octets:
    try:
        return msgspec.json.encode(
            fold_message(line_of(line), message, terms.of_lot).ledger_line, order="deterministic"
        )
    except OutOfOrder:
        raise Wrong("g: a message is folded out of turn") from None
