"""What must hold of a linked lot at every instant, whatever happened before."""

from collections.abc import Iterable
from functools import cache

from firmware.core.vocabulary.jackpot import JackpotHit, JackpotTableMessage
from firmware.floor.jackpot.audit import first_difference
from tests.kits.floor.jackpot_world import Octets, Table, Terms, World, Wrong, line_of


def check(world: World, terms: Terms) -> None:
    """Raise Wrong unless a to f hold."""
    messages = tuple(message for table in world.tables for message in table.sent)
    _recomputed(world.lines, messages, terms)
    for sent in world.network:
        version = line_of(sent.line).version
        if version > len(world.lines) or world.lines[version - 1] != sent.line:
            raise Wrong("d: a line is shown that is not the inserted one")
    for table in world.tables:
        _honest(table, world, terms)


@cache
def _recomputed(
    lines: tuple[Octets, ...], messages: tuple[JackpotTableMessage, ...], terms: Terms
) -> None:
    """a, d, f: an auditor comes to the same, to the unit, and no unit is made or lost."""
    known = {(message.journal, message.message_number): message for message in messages}
    found = first_difference(map(line_of, lines), known, terms.of_lot)
    if found is not None:
        raise Wrong(f"a: {found}")
    line, (of_lot,) = line_of(lines[-1]), terms.of_lot
    num, den = of_lot.rate
    folded = [m for m in messages if m.message_number <= line.cursors.get(m.journal, 0)]
    given = of_lot.begin_cents * den + (num + of_lot.reserve_rate) * sum(m.bets for m in folded)
    paid = sum(m.paid for m in folded if isinstance(m, JackpotHit)) * den
    if line.pool + line.reserve + paid != given:
        raise Wrong("a: units are lost or made")
    if line.hits != sum(isinstance(m, JackpotHit) for m in folded):
        raise Wrong("d: hits are not counted once each")


def _honest(table: Table, world: World, terms: Terms) -> None:
    """b, c: a table adds only what its journal holds, and pays what it has shown."""
    link, (of_lot,) = table.link, terms.of_lot
    num, den = of_lot.rate
    if link.version:
        line = line_of(world.lines[link.version - 1])
        behind = [m for m in table.sent if m.message_number > line.cursors.get(link.journal, 0)]
        most = (line.pool + num * sum(m.bets for m in behind)) // den
        if link.offered_cents() != min(most, of_lot.ceiling_cents):
            raise Wrong("b: more is shown than the line and the table's journal hold")
    for message in table.sent:
        if isinstance(message, JackpotHit) and message.paid != message.shown * terms.percent // 100:
            raise Wrong("c: another amount is paid than was shown")


def check_still(world: World, following: Iterable[str]) -> None:
    """Raise Wrong unless every message is in the line, once none is kept or folded any more."""
    if any(world.keepers) or any(what.endswith(("kept", "folds")) for what in following):
        return
    cursors = line_of(world.lines[-1]).cursors
    for table in world.tables:
        if cursors.get(table.link.journal, 0) != len(table.sent):
            raise Wrong("a: a contribution never reaches the line")
