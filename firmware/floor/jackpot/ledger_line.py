"""The ledger line of a linked jackpot: the sum over all folded messages of its tables.

Pool and reserve are in units of 1/den cent. Nothing is rounded here, so that *pool + reserve + paid
= begin + (num + reserve rate) × bets*, to the unit. `keeper` says how lines follow one another.
"""

from collections.abc import Sequence
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
    cursors: dict[str, int]
    """By journal, the number of the last folded message."""
    hits: int = 0
    journal: str = ""
    """The journal of the message that made this line."""
    message_number: int = 0


class FoldResult(NamedTuple):
    """A line with one more message; of a hit also its grant."""

    ledger_line: LedgerLine
    jackpot_grant: JackpotGrant | None


class OutOfOrder(Exception):
    """The message is not the next of its table, or belongs to a jackpot that has not begun."""


def first_line(all_terms: Sequence[JackpotTerms]) -> LedgerLine:
    """Return the first line of a jackpot. Raises OutOfOrder if no terms are for the first
    generation.
    """
    first_terms = _terms_in_force(all_terms, 1)
    return LedgerLine(
        first_terms.jackpot, 1, 1, first_terms.begin_cents * first_terms.rate[1], 0, {}
    )


def fold_message(
    ledger_line: LedgerLine, message: JackpotTableMessage, all_terms: Sequence[JackpotTerms]
) -> FoldResult:
    """Return the line with its next message. Raises OutOfOrder on any other message."""
    cursor = ledger_line.cursors.get(message.journal, 0)
    if message.message_number != cursor + 1 or message.jackpot != ledger_line.jackpot:
        raise OutOfOrder
    if isinstance(message, JackpotHit) and message.generation > ledger_line.generation:
        raise OutOfOrder
    ledger_line = replace(
        ledger_line,
        version=ledger_line.version + 1,
        cursors={**ledger_line.cursors, message.journal: message.message_number},
        journal=message.journal,
        message_number=message.message_number,
    )
    ledger_line = _add_contribution(
        ledger_line, message.bets, _terms_in_force(all_terms, ledger_line.generation)
    )
    return (
        _pay_hit(ledger_line, message, all_terms)
        if isinstance(message, JackpotHit)
        else FoldResult(ledger_line, None)
    )


def jackpot_update(
    ledger_line: LedgerLine,
    all_terms: Sequence[JackpotTerms],
    nonces: tuple[str, ...],
    time_ms: int,
) -> JackpotUpdate:
    """Return a line as the keeper's unsigned update."""
    cents, rest_units = divmod(
        ledger_line.pool, _terms_in_force(all_terms, ledger_line.generation).rate[1]
    )
    line_fields = (
        ledger_line.jackpot,
        ledger_line.version,
        ledger_line.generation,
        Cents(cents),
        rest_units,
    )
    return JackpotUpdate(*line_fields, ledger_line.cursors, ledger_line.hits, nonces, time_ms)


def _add_contribution(
    ledger_line: LedgerLine, bets: int, current_terms: JackpotTerms
) -> LedgerLine:
    units_per_bet, _ = current_terms.rate
    ledger_line = replace(ledger_line, pool=ledger_line.pool + units_per_bet * bets)
    return _cap_pool(
        replace(ledger_line, reserve=ledger_line.reserve + current_terms.reserve_rate * bets),
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
