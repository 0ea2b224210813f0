"""A linked lot as one value: tables, the ledger, the store of lines, keepers, and the network.

The tables are the real `Link` and `Lease`, the lines are made by the real `fold`. Around them
anything may happen between any two steps: a message is late, lost, doubled or overtaken (whatever
was sent once may come at any time, or never), a keeper is slow or ends, a table loses its power.
`Faults` plants mistakes, which the properties must find.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.core.game.jackpot_link import JackpotLink
from firmware.core.game.progressive import jackpot_payments
from firmware.core.vocabulary.jackpot import (
    WHOLE_PERCENT,
    JackpotTableMessage,
    JackpotTerms,
    JackpotUpdate,
)
from firmware.core.vocabulary.money import Cents
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


class Terms(NamedTuple):
    """The size of a world."""

    tables: int = 2
    rounds: int = 1
    """Of each table."""
    hits: int = 2
    crashes: int = 0
    keepers: int = 2
    percent: int = WHOLE_PERCENT
    ceiling: int = 10_000
    faults: Faults = Faults()

    @property
    def of_lot(self) -> tuple[JackpotTerms, ...]:
        money = Cents(100), Cents(50), Cents(self.ceiling)
        return (JackpotTerms("lot", "caribbean-stud", 0, 1, Cents(100), (7, 4), 3, *money, 1),)


class Sent(NamedTuple):
    """A line on the network, with the nonces that it answers."""

    line: Octets
    nonces: tuple[str, ...]


class Table(NamedTuple):
    """A table: what its journal has, what it has heard since its start, and what it may still do.

    `newest` is the newest version that it has ever shown: nothing that it knows itself.
    """

    link: JackpotLink
    lease: JackpotLease
    rounds: int
    sent: tuple[JackpotTableMessage, ...] = ()
    newest: int = 0
    starts: int = 0


class Keeper(NamedTuple):
    """A keeper with a line in its hands, to be inserted or to be shown."""

    line: Octets
    inserted: bool


class World(NamedTuple):
    """Everything, at one instant."""

    tables: tuple[Table, ...]
    kept: tuple[tuple[int, ...], ...]
    """By table, the numbers of its messages that the ledger has; below nothing if it lost one."""
    lines: tuple[Octets, ...]
    keepers: tuple[Keeper | None, ...]
    network: frozenset[Sent] = frozenset()
    hits: int = 0
    crashes: int = 0


class Wrong(Exception):
    """A property does not hold."""


def begin(terms: Terms) -> World:
    """Return a lot that has just begun, at tables that have just started."""
    tables = tuple(_table(name, terms) for name in range(terms.tables))
    first = msgspec.json.encode(first_line(terms.of_lot))
    kept: tuple[tuple[int, ...], ...] = ((),) * terms.tables
    keepers = (None,) * terms.keepers
    return World(tables, kept, (first,), keepers, hits=terms.hits, crashes=terms.crashes)


def _table(name: int, terms: Terms) -> Table:
    (of_lot,) = terms.of_lot
    link = JackpotLink().with_terms(of_lot, f"table-{name}", f"journal-{name}")
    return Table(link, JackpotLease(f"{name}.0"), terms.rounds)


def steps(world: World, terms: Terms) -> Iterator[tuple[str, World]]:
    """Yield everything that may happen next, in words. Raises Wrong."""
    for at in range(len(world.tables)):
        yield from _plays(world, at, terms)
        yield from _hears(world, at, terms)
        yield from _is_kept(world, at, terms)
    for at in range(len(world.keepers)):
        yield from _keeps(world, at, terms)


def _plays(world: World, at: int, terms: Terms) -> Iterator[tuple[str, World]]:
    table = world.tables[at]
    link = table.link
    if link.locked is not None:
        yield f"{at} ends its round", _over(world, at, ())
        if world.hits:
            paid = jackpot_payments(link.locked.shown, [(1, terms.percent)])[1]
            after = _over(world, at, ((1, terms.percent, paid),))
            yield f"{at} hits {paid}", after._replace(hits=world.hits - 1)
    elif table.rounds and link.closed_reason is None:
        locked = link.with_round_locked(1)
        if locked.shown_cents < link.shown_cents:
            raise Wrong("b: a round is locked to less than was shown")
        yield f"{at} locks", _with(world, at, table._replace(link=locked, rounds=table.rounds - 1))
    if world.crashes:
        kept = _forgetful(link) if terms.faults.forgets else link
        starts = table.starts + 1
        up = table._replace(
            link=kept.with_lease_expired(), lease=JackpotLease(f"{at}.{starts}"), starts=starts
        )
        yield f"{at} loses power", _with(world, at, up)._replace(crashes=world.crashes - 1)


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


def _hears(world: World, at: int, terms: Terms) -> Iterator[tuple[str, World]]:
    table = world.tables[at]
    for sent in world.network:
        told = _shown(sent, terms)
        lease = table.lease.renewed(told, 0)
        if lease is None or told.version < table.link.version:
            continue
        link = table.link.with_update(told)
        if terms.faults.counts_twice:
            link = replace(link, contributions=table.link.contributions)
        after = table._replace(link=link, lease=lease, newest=max(table.newest, told.version))
        if link.version < table.newest:
            raise Wrong("e: an older line is shown again")
        if link != table.link or not table.lease.answered:
            yield f"{at} hears {told.version}", _with(world, at, after)


@cache
def _shown(sent: Sent, terms: Terms) -> JackpotUpdate:
    line = line_of(sent.line)
    return jackpot_update(
        line, terms.of_lot, sent.nonces, line.version * 100 + len("".join(sent.nonces))
    )


def _is_kept(world: World, at: int, terms: Terms) -> Iterator[tuple[str, World]]:
    """The uplink sends again whatever isn't kept: so each message comes once, and in order."""
    kept, sent = world.kept[at], world.tables[at].sent
    following = len(kept) + 1
    if following <= len(sent):
        yield f"{following} of {at} is kept", _keeping(world, at, following)
        if terms.faults.loses_tail:
            yield f"{following} of {at} is lost", _keeping(world, at, -following)


def _keeping(world: World, at: int, number: int) -> World:
    return world._replace(kept=_put(world.kept, at, (*world.kept[at], number)))


def _keeps(world: World, at: int, terms: Terms) -> Iterator[tuple[str, World]]:
    keeper = world.keepers[at]
    if keeper is None:
        newest = world.lines[-1]
        yield "a keeper reads", _holding(world, at, Keeper(newest, inserted=True))
        for message in _next(world, newest):
            folded = Keeper(_folded(newest, message, terms), inserted=False)
            yield "a keeper folds", _holding(world, at, folded)
        return
    yield "a keeper ends", _holding(world, at, None)
    if keeper.inserted:
        yield from _shows(world, at, keeper.line)
    else:
        yield from _inserts(world, at, keeper.line, terms)


def _next(world: World, newest: Octets) -> Iterator[JackpotTableMessage]:
    cursors = line_of(newest).cursors
    for table, kept in zip(world.tables, world.kept, strict=True):
        following = cursors.get(table.link.journal, 0) + 1
        yield from (table.sent[number - 1] for number in kept if number == following)


def _inserts(world: World, at: int, line: Octets, terms: Terms) -> Iterator[tuple[str, World]]:
    version = line_of(line).version
    if version == len(world.lines) + 1:
        lines = (*world.lines, line)
    elif terms.faults.no_order:
        lines = (*world.lines[: version - 1], line)
    else:
        return
    yield (
        f"{version} is inserted",
        _holding(world, at, Keeper(line, inserted=True))._replace(lines=lines),
    )


def _shows(world: World, at: int, line: Octets) -> Iterator[tuple[str, World]]:
    asked = tuple(t.lease.nonce for t in world.tables if not t.lease.answered)
    sent = Sent(line, asked)
    if sent not in world.network:
        yield "a keeper shows", _holding(world, at, None)._replace(network=world.network | {sent})


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
        raise Wrong("a message is folded out of turn") from None
