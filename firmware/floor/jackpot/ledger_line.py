"""The ledger line of a linked jackpot: the sum over all folded messages of its tables.

Pool and reserve are in units of 1/den cent. Nothing is rounded here, so that *pool + reserve + paid
= begin + (num + reserve rate) × bets*, to the unit. `keeper` says how lines follow one another.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from firmware.core.game.jackpot_link import terms_in_force
from firmware.core.vocabulary.jackpot import (
    JackpotGrant,
    JackpotHit,
    JackpotTableMessage,
    JackpotTerms,
    JackpotUpdate,
)
from firmware.core.vocabulary.money import Cents


class LedgerLine(msgspec.Struct, frozen=True, rename={"jackpot": "lot", "message_number": "n"}):
    """A jackpot after so many messages; (jackpot, version) is its key in the database."""

    jackpot: str
    version: int
    """From 1, the line before any message; each message makes the next."""
    generation: int
    pool: int
    reserve: int
    """The house's debt to the jackpot, or its savings: it may be negative."""
    hits: int = 0
    journal: str = ""
    """The journal of the message that made this line."""
    message_number: int = 0
    previous: str = ""
    """The digest of the line before: so a line proves all lines, and all cursors, before it."""


class FoldResult(NamedTuple):
    """A line with one more message; of a hit also its grant."""

    ledger_line: LedgerLine
    jackpot_grant: JackpotGrant | None = None


class OutOfOrder(Exception):
    """The message is of another jackpot, or of one that has not begun."""


def line_octets(ledger_line: LedgerLine) -> bytes:
    """Return the one encoded form of a line."""
    return msgspec.json.encode(ledger_line, order="deterministic")


def line_digest(ledger_line: LedgerLine) -> str:
    return sha256(line_octets(ledger_line)).hexdigest()


def first_line(all_terms: Sequence[JackpotTerms]) -> LedgerLine:
    """Return the first line of a jackpot. Raises OutOfOrder if no terms are for the first
    generation.
    """
    first_terms = _terms_in_force(all_terms, 1)
    return LedgerLine(first_terms.jackpot, 1, 1, first_terms.begin_cents * first_terms.rate[1], 0)


def fold_message(
    ledger_line: LedgerLine, message: JackpotTableMessage, all_terms: Sequence[JackpotTerms]
) -> FoldResult:
    """Return the line with a message, which must be the next of its journal. Raises OutOfOrder."""
    if message.jackpot != ledger_line.jackpot:
        raise OutOfOrder
    if isinstance(message, JackpotHit) and message.generation > ledger_line.generation:
        raise OutOfOrder
    next_line = pass_over(ledger_line, message.journal, message.message_number)
    next_line = _add_bets(
        next_line, message.bets, _terms_in_force(all_terms, ledger_line.generation)
    )
    return (
        _pay_hit(next_line, message, all_terms)
        if isinstance(message, JackpotHit)
        else FoldResult(next_line)
    )


def pass_over(ledger_line: LedgerLine, journal: str, message_number: int) -> LedgerLine:
    """Return the line with a message that moves nothing."""
    return replace(
        ledger_line,
        version=ledger_line.version + 1,
        journal=journal,
        message_number=message_number,
        previous=line_digest(ledger_line),
    )


def take_back(
    ledger_line: LedgerLine, message: JackpotTableMessage, all_terms: Sequence[JackpotTerms]
) -> LedgerLine:
    """Return the line without the bets of a message that it has counted."""
    return _add_bets(
        pass_over(ledger_line, message.journal, message.message_number),
        -message.bets,
        _terms_in_force(all_terms, ledger_line.generation),
    )


def jackpot_update(
    ledger_line: LedgerLine,
    all_terms: Sequence[JackpotTerms],
    time_ms: int,
    cursors: dict[str, int] | None = None,
    nonces: tuple[str, ...] = (),
) -> JackpotUpdate:
    """Return a line as the keeper's unsigned update: with `cursors` to one table, else to all."""
    cents, rest_units = divmod(
        ledger_line.pool, _terms_in_force(all_terms, ledger_line.generation).rate[1]
    )
    return JackpotUpdate(
        ledger_line.jackpot,
        ledger_line.version,
        ledger_line.generation,
        Cents(cents),
        rest_units,
        cursors,
        ledger_line.hits,
        nonces,
        time_ms,
        line_digest(ledger_line),
    )


def _add_bets(ledger_line: LedgerLine, bets: int, current_terms: JackpotTerms) -> LedgerLine:
    """Add the contributions of so many bets; fewer than none are taken from the pool as far as it
    goes, and from the reserve.
    """
    pool_units = max(current_terms.rate[0] * bets, -ledger_line.pool)
    reserve_units = (current_terms.rate[0] + current_terms.reserve_rate) * bets - pool_units
    return _cap_pool(
        replace(
            ledger_line,
            pool=ledger_line.pool + pool_units,
            reserve=ledger_line.reserve + reserve_units,
        ),
        current_terms,
    )


def _cap_pool(ledger_line: LedgerLine, current_terms: JackpotTerms) -> LedgerLine:
    """Move an amount above the ceiling to the reserve."""
    above_ceiling = max(0, ledger_line.pool - current_terms.ceiling_cents * current_terms.rate[1])
    return replace(
        ledger_line,
        pool=ledger_line.pool - above_ceiling,
        reserve=ledger_line.reserve + above_ceiling,
    )


def _pay_hit(
    ledger_line: LedgerLine, jackpot_hit: JackpotHit, all_terms: Sequence[JackpotTerms]
) -> FoldResult:
    """Pay a hit of the present jackpot from the pool as far as that goes, the rest from the
    reserve; one of an earlier jackpot from the reserve alone.
    """
    is_current = jackpot_hit.generation == ledger_line.generation
    owed_units = jackpot_hit.paid * _terms_in_force(all_terms, ledger_line.generation).rate[1]
    from_pool = min(ledger_line.pool, owed_units) if is_current else 0
    ledger_line = replace(
        ledger_line,
        pool=ledger_line.pool - from_pool,
        reserve=ledger_line.reserve - (owed_units - from_pool),
        hits=ledger_line.hits + 1,
    )
    if is_current and jackpot_hit.wins_whole:
        ledger_line = _begin_next_jackpot(
            ledger_line, _terms_in_force(all_terms, ledger_line.generation + 1)
        )
    paid_shares = jackpot_hit.paid, from_pool, owed_units - from_pool
    hit_identity = (
        ledger_line.jackpot,
        ledger_line.hits,
        jackpot_hit.table,
        jackpot_hit.journal,
        jackpot_hit.message_number,
    )
    return FoldResult(
        ledger_line, JackpotGrant(*hit_identity, *paid_shares, ledger_line.generation)
    )


def _begin_next_jackpot(ledger_line: LedgerLine, next_terms: JackpotTerms) -> LedgerLine:
    reset_units = next_terms.reset_cents * next_terms.rate[1]
    next_line = replace(
        ledger_line, generation=ledger_line.generation + 1, pool=ledger_line.pool + reset_units
    )
    return _cap_pool(replace(next_line, reserve=ledger_line.reserve - reset_units), next_terms)


def _terms_in_force(all_terms: Sequence[JackpotTerms], generation: int) -> JackpotTerms:
    current_terms = terms_in_force(all_terms, generation)
    if current_terms is None:
        raise OutOfOrder
    return current_terms
