"""What must hold of a linked lot at every instant, whatever happened before."""

from collections.abc import Iterable
from functools import cache

from firmware.core.vocabulary.jackpot import JackpotHit, JackpotTableMessage
from firmware.floor.jackpot.audit import first_difference
from firmware.floor.jackpot.signed_line import SignedLine
from tests.kits.floor.jackpot_world import Octets, Table, Terms, World, Wrong, cursor, line_of


def check(world: World, terms: Terms) -> None:
    """Raise Wrong unless a to g hold."""
    messages = tuple(message for table in world.tables for message in table.sent)
    lines = world.lines if len(world.lines) >= len(world.store) else world.store
    _recomputed(lines, messages, terms)
    if world.store != lines[: len(world.store)]:
        raise Wrong("d: stream and store have two histories")
    for sent in world.network:
        version = line_of(sent.line).version
        if version > len(lines) or lines[version - 1] != sent.line:
            raise Wrong("d: a line is shown that is not the appended one")
    honest = world.tables[: len(world.tables) - terms.is_compromised]
    for table in honest:
        _honest(table, lines, terms)
    if terms.is_compromised:
        _bounded(world, lines, terms)


def _bounded(world: World, lines: tuple[Octets, ...], terms: Terms) -> None:
    """g: what a table can't have done moves nothing that another table shows."""
    (of_lot,), forger = terms.of_lot, world.tables[-1]
    num, den = of_lot.rate
    folded = cursor(lines, forger.link.journal, len(lines))
    counted = [message for message in forger.sent if message.message_number <= folded]
    if sum(message.bets for message in counted) > terms.rounds * of_lot.bets_per_round:
        raise Wrong("g: more bets are counted than a table can take")
    for message in counted:
        if isinstance(message, JackpotHit):
            shown_line = line_of(lines[message.version - 1])
            most = (shown_line.pool + num * terms.rounds * of_lot.bets_per_round) // den
            if message.paid > most or message.generation != shown_line.generation:
                raise Wrong("g: a hit is granted beyond what was shown")


@cache
def _recomputed(
    lines: tuple[Octets, ...], messages: tuple[JackpotTableMessage, ...], terms: Terms
) -> None:
    """a, d, f: an auditor comes to the same, to the unit, and no unit is made or lost."""
    known = {(message.journal, message.message_number): message for message in messages}
    found = first_difference((SignedLine(line_of(line)) for line in lines), known, terms.of_lot)
    if found is not None:
        raise Wrong(f"a: {found}")
    line, (of_lot,) = line_of(lines[-1]), terms.of_lot
    num, den = of_lot.rate
    folded = [m for m in messages if m.message_number <= cursor(lines, m.journal, len(lines))]
    given = of_lot.begin_cents * den + (num + of_lot.reserve_rate) * sum(m.bets for m in folded)
    paid = sum(m.paid for m in folded if isinstance(m, JackpotHit)) * den
    if line.pool + line.reserve + paid != given:
        raise Wrong("a: units are lost or made")
    if line.hits != sum(isinstance(m, JackpotHit) for m in folded):
        raise Wrong("d: hits are not counted once each")


def _honest(table: Table, lines: tuple[Octets, ...], terms: Terms) -> None:
    """b, c: a table adds only what its journal holds, and pays what it has shown."""
    link, (of_lot,) = table.link, terms.of_lot
    num, den = of_lot.rate
    if link.version:
        line = line_of(lines[link.version - 1])
        included = cursor(lines, link.journal, link.version)
        behind = [m for m in table.sent if m.message_number > included]
        most = (line.pool + num * sum(m.bets for m in behind)) // den
        if link.offered_cents() != min(most, of_lot.ceiling_cents):
            raise Wrong("b: more is shown than the line and the table's journal hold")
    for message in table.sent:
        if isinstance(message, JackpotHit) and message.paid != message.shown * terms.percent // 100:
            raise Wrong("c: another amount is paid than was shown")


def check_still(world: World, following: Iterable[str]) -> None:
    """Raise Wrong unless every message is in the line, once none is kept or folded any more."""
    moving = ("kept", "folds", "refused", "taken back", "again")
    if any(world.keepers) or any(name.endswith(moving) for name in following):
        return
    for at, table in enumerate(world.tables):
        included = cursor(world.lines, table.link.journal, len(world.lines))
        if at not in world.refused and included != len(table.sent):
            raise Wrong("a: a contribution never reaches the line")
