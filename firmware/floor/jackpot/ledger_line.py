"""The line of a linked lot: what is left once every message of its tables is folded, one by one.

Pool and reserve are in units of 1/den cent. Nothing is rounded here, so that
*pool + reserve + paid = begin + (num + reserve rate) × bets*, to the unit.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.core.game.jackpot_link import in_force
from firmware.core.vocabulary.jackpot import FromTable, LotGranted, LotHit, LotShown, LotTerms
from firmware.core.vocabulary.money import Cents


class Line(msgspec.Struct, frozen=True):
    """A lot after so many messages; (lot, version) is its key in the store."""

    lot: str
    version: int
    """From 1, the line before any message; each message makes the next."""
    generation: int
    pool: int
    reserve: int
    """The house's promise: it may be below nothing."""
    cursors: dict[str, int]
    """By journal, the number of the last message that is folded."""
    hits: int = 0
    journal: str = ""
    """Whose message made this line."""
    n: int = 0


class Folded(NamedTuple):
    """A line with one more message; of a hit also what it was paid of."""

    line: Line
    granted: LotGranted | None


class OutOfTurn(Exception):
    """The message is not the next of its table, or of a lot that has not begun."""


def first_line(terms: Sequence[LotTerms]) -> Line:
    """Return a new lot by its terms. Raises OutOfTurn if none of them is for the first lot."""
    begin = _terms(terms, 1)
    return Line(begin.lot, 1, 1, begin.begin_cents * begin.rate[1], 0, {})


def fold(line: Line, message: FromTable, terms: Sequence[LotTerms]) -> Folded:
    """Return the line with its next message. Raises OutOfTurn on any other."""
    cursor = line.cursors.get(message.journal, 0)
    if message.n != cursor + 1 or message.lot != line.lot:
        raise OutOfTurn
    if isinstance(message, LotHit) and message.generation > line.generation:
        raise OutOfTurn
    line = replace(
        line,
        version=line.version + 1,
        cursors={**line.cursors, message.journal: message.n},
        journal=message.journal,
        n=message.n,
    )
    line = _fed(line, message.bets, _terms(terms, line.generation))
    return _hit(line, message, terms) if isinstance(message, LotHit) else Folded(line, None)


def shown(line: Line, terms: Sequence[LotTerms], nonces: tuple[str, ...], at: int) -> LotShown:
    """Return a line as its keeper shows it."""
    cents, rest = divmod(line.pool, _terms(terms, line.generation).rate[1])
    known = line.lot, line.version, line.generation, Cents(cents), rest
    return LotShown(*known, line.cursors, line.hits, nonces, at)


def _fed(line: Line, bets: int, terms: LotTerms) -> Line:
    num, _ = terms.rate
    line = replace(line, pool=line.pool + num * bets)
    return _capped(replace(line, reserve=line.reserve + terms.reserve_rate * bets), terms)


def _capped(line: Line, terms: LotTerms) -> Line:
    """What is above the ceiling goes to the reserve."""
    above = max(0, line.pool - terms.ceiling_cents * terms.rate[1])
    return replace(line, pool=line.pool - above, reserve=line.reserve + above)


def _hit(line: Line, hit: LotHit, terms: Sequence[LotTerms]) -> Folded:
    """Pay a hit of the present lot from the pool, as far as that goes; of one that is over from the
    reserve alone.
    """
    present = hit.generation == line.generation
    owed = hit.paid * _terms(terms, line.generation).rate[1]
    from_pool = min(line.pool, owed) if present else 0
    line = replace(
        line,
        pool=line.pool - from_pool,
        reserve=line.reserve - (owed - from_pool),
        hits=line.hits + 1,
    )
    if present and hit.all_of_it:
        line = _next_lot(line, _terms(terms, line.generation + 1))
    paid = hit.paid, from_pool, owed - from_pool
    of = line.lot, line.hits, hit.table, hit.journal, hit.n
    return Folded(line, LotGranted(*of, *paid, line.generation))


def _next_lot(line: Line, terms: LotTerms) -> Line:
    reset = terms.reset_cents * terms.rate[1]
    begun = replace(line, generation=line.generation + 1, pool=line.pool + reset)
    return _capped(replace(begun, reserve=line.reserve - reset), terms)


def _terms(terms: Sequence[LotTerms], generation: int) -> LotTerms:
    known = in_force(terms, generation)
    if known is None:
        raise OutOfTurn
    return known
