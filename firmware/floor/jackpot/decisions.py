"""Decisions of two people on a message: it counts as its table has sent it, or not at all.

A message that was refused is counted, or passed over; one that was counted, and that the records
of its journal contradict, is taken back. A hit that was granted has been paid, and stays.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from firmware.core.vocabulary.jackpot import (
    JackpotDecision,
    JackpotHit,
    JackpotTableMessage,
    JackpotTerms,
)
from firmware.floor.jackpot.ledger_line import (
    LedgerLine,
    OutOfOrder,
    fold_message,
    pass_over,
    take_back,
)
from firmware.floor.jackpot.message_store import StoredMessage
from firmware.floor.jackpot.signed_line import SignedLine
from firmware.shell.jackpot.signed_messages import SignedMessage

MAX_BETS: Final = 1 << 31
MAX_PAID: Final = 1 << 53
"""Beyond these, people can't have a message counted either."""


class DecidedMessage(NamedTuple):
    """A decision, its message, and the last message of the journal that the newest line includes;
    `stored` is None where the number never came.
    """

    decided: SignedMessage
    stored: StoredMessage | None
    cursor: int


def decided_line(
    line: LedgerLine, case: DecidedMessage, all_terms: Sequence[JackpotTerms]
) -> SignedLine | None:
    """Return the next line by a decision, unsigned; None if it moves nothing now."""
    decision = case.decided.message
    if not isinstance(decision, JackpotDecision) or decision.message_number > case.cursor + 1:
        return None  # the messages before it are first
    if decision.counts:
        return _counted(line, case, all_terms)
    return _not_counted(line, case, decision, all_terms)


def _counted(
    line: LedgerLine, case: DecidedMessage, all_terms: Sequence[JackpotTerms]
) -> SignedLine | None:
    stored = case.stored
    if stored is None or stored.bets or not _is_countable(stored.attested.message):
        return None
    try:
        folded = fold_message(line, stored.attested.message, all_terms)
    except OutOfOrder:
        return None
    return SignedLine(folded.ledger_line, stored.attested, case.decided, folded.jackpot_grant)


def _not_counted(
    line: LedgerLine,
    case: DecidedMessage,
    decision: JackpotDecision,
    all_terms: Sequence[JackpotTerms],
) -> SignedLine | None:
    attested = case.stored.attested if case.stored else None
    if decision.message_number == case.cursor + 1:
        passed = pass_over(line, decision.journal, decision.message_number)
        return SignedLine(passed, attested, case.decided)
    if case.stored is None or not case.stored.bets or attested is None:
        return None
    if isinstance(attested.message, JackpotHit):
        return None
    return SignedLine(take_back(line, attested.message, all_terms), attested, case.decided)


def _is_countable(message: JackpotTableMessage) -> bool:
    paid = message.paid if isinstance(message, JackpotHit) else 0
    return 0 < message.bets < MAX_BETS and 0 <= paid < MAX_PAID
