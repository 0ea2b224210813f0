"""A jackpot recomputed from the tables' own journals, and compared with its ledger, to the unit.

The sums here are independent, and never use `ledger_line.fold_message`: *pool = begin + num × bets
− paid + resets − amounts above the ceiling*.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from firmware.core.game.jackpot_link import terms_in_force
from firmware.core.vocabulary.jackpot import (
    JackpotDecision,
    JackpotGrant,
    JackpotHit,
    JackpotTableMessage,
    JackpotTerms,
    JackpotUpdate,
)
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.floor.jackpot.ledger_line import LedgerLine, line_digest
from firmware.floor.jackpot.signed_line import SignedLine
from firmware.shell.jackpot.signed_messages import REQUIRED_PERSONS, valid_signers

RecordedMessages = Mapping[tuple[str, int], JackpotTableMessage]
"""By journal and number, as its table has recorded them."""


NUMBER_KEYS: Final[Mapping[str, str]] = {
    "order": "linked.audit.order",
    "generation": "linked.audit.generation",
    "pool": "linked.audit.pool",
    "reserve": "linked.audit.reserve",
}
"""By the number of a line that is wrong: the key of the message."""


class AuditDifference(NamedTuple):
    """The first ledger line that differs from the recomputed one."""

    version: int
    words: Text
    is_altered: bool = True
    """Whether something is wrong; else a bundle does not reach so far."""


class RecomputedJackpot:
    """Recomputes a jackpot, message by message, in units."""

    def __init__(self, terms: Sequence[JackpotTerms]) -> None:
        self._all_terms = terms
        self.generation = 1
        self.pool = self._current_terms.begin_cents * self._units_per_cent
        self.reserve = 0
        self.next_numbers: dict[str, int] = {}
        """By journal, the number of its next message."""
        self.grants: list[JackpotGrant] = []
        """How each hit was paid, in order."""
        self.digest = ""
        """Of the newest line that was compared."""

    @property
    def _current_terms(self) -> JackpotTerms:
        current_terms = terms_in_force(self._all_terms, self.generation)
        if current_terms is None:
            raise ValueError(f"no terms for generation {self.generation}")
        return current_terms

    @property
    def _units_per_cent(self) -> int:
        return self._current_terms.rate[1]

    def add_decision(self, decision: JackpotDecision, message: JackpotTableMessage | None) -> None:
        """Add a decision on a message, which is None if its number never came."""
        is_next = decision.message_number == self.next_numbers.get(decision.journal, 1)
        if decision.counts and message is not None:
            self.add_message(message)
        elif not is_next and message is not None:
            self._add_bets(-message.bets)
        if is_next:
            self.next_numbers[decision.journal] = decision.message_number + 1

    def add_message(self, message: JackpotTableMessage) -> None:
        """Add a message of a table."""
        next_number = self.next_numbers.get(message.journal, 1)
        self.next_numbers[message.journal] = max(next_number, message.message_number + 1)
        self._add_bets(message.bets)
        if isinstance(message, JackpotHit):
            self._pay_hit(message)

    def _add_bets(self, bets: int) -> None:
        units, reserve_units = self._current_terms.rate[0] * bets, self._current_terms.reserve_rate
        # a contribution is a negative withdrawal, so that the ceiling is applied in one way only
        from_pool = min(-units, self.pool)
        self._withdraw(from_pool, -units - from_pool - reserve_units * bets)

    def _pay_hit(self, hit: JackpotHit) -> None:
        owed_units, is_current = hit.paid * self._units_per_cent, hit.generation == self.generation
        # the pool of a later generation owes nothing to a hit that was locked to an earlier one
        from_pool = min(owed_units, self.pool) * is_current
        self._withdraw(from_pool, owed_units - from_pool)
        if is_current and hit.wins_whole:
            self.generation += 1
            reset_units = self._current_terms.reset_cents * self._units_per_cent
            self._withdraw(-reset_units, reset_units)
        paid_shares = hit.paid, from_pool, owed_units - from_pool
        hit_identity = hit.jackpot, len(self.grants) + 1, hit.table, hit.journal, hit.message_number
        self.grants.append(JackpotGrant(*hit_identity, *paid_shares, self.generation))

    def _withdraw(self, from_pool: int, from_reserve: int) -> None:
        """Withdraw units from both; an amount above the ceiling goes to the reserve."""
        new_pool = self.pool - from_pool
        self.pool = min(new_pool, self._current_terms.ceiling_cents * self._units_per_cent)
        self.reserve += new_pool - self.pool - from_reserve


def first_difference(
    signed_lines: Iterable[SignedLine],
    recorded_messages: RecordedMessages,
    terms: Sequence[JackpotTerms],
) -> AuditDifference | None:
    """Return the first line that does not follow from its messages, None if all do."""
    recomputed = RecomputedJackpot(terms)
    for version, signed_line in enumerate(signed_lines, start=1):
        difference = _line_difference(version, signed_line, recorded_messages, recomputed)
        if difference is not None:
            return difference
    return None


def _line_difference(
    version: int,
    signed_line: SignedLine,
    recorded_messages: RecordedMessages,
    recomputed: RecomputedJackpot,
) -> AuditDifference | None:
    ledger_line = signed_line.line
    if ledger_line.version != version:
        return AuditDifference(version, Text("linked.audit.no_line", {"number": version}))
    if version > 1:
        difference = _message_difference(signed_line, recorded_messages, recomputed)
        if difference is not None:
            return difference
    return _state_difference(ledger_line, recomputed)


def _message_difference(
    signed_line: SignedLine, recorded_messages: RecordedMessages, recomputed: RecomputedJackpot
) -> AuditDifference | None:
    """Add a line's message or decision; return the difference, None if there is none."""
    ledger_line, decision = signed_line.line, signed_line.decision
    message = recorded_messages.get((ledger_line.journal, ledger_line.message_number))
    if decision is not None:
        if signed_line.decided and len(valid_signers(signed_line.decided)) < REQUIRED_PERSONS:
            values: TextValues = {"number": ledger_line.version}
            return AuditDifference(ledger_line.version, Text("linked.audit.decision", values))
        if message is None and signed_line.message is not None:
            return _unknown_message(ledger_line)
        recomputed.add_decision(decision, message)
        return None
    expected_number = recomputed.next_numbers.get(ledger_line.journal, 1)
    if ledger_line.message_number != expected_number:
        return _number_difference(ledger_line, "order", ledger_line.message_number, expected_number)
    if message is None:
        return _unknown_message(ledger_line)
    recomputed.add_message(message)
    return None


def _unknown_message(ledger_line: LedgerLine) -> AuditDifference:
    version, journal = ledger_line.version, ledger_line.journal[:8]
    values: TextValues = {"number": version, "journal": journal, "n": ledger_line.message_number}
    return AuditDifference(version, Text("linked.audit.unknown", values), is_altered=False)


def _state_difference(
    ledger_line: LedgerLine, recomputed: RecomputedJackpot
) -> AuditDifference | None:
    for field_name in ("generation", "pool", "reserve"):
        found, expected = getattr(ledger_line, field_name), getattr(recomputed, field_name)
        if found != expected:
            return _number_difference(ledger_line, field_name, found, expected)
    if ledger_line.previous != recomputed.digest:
        return AuditDifference(
            ledger_line.version, Text("linked.audit.chain", {"number": ledger_line.version})
        )
    recomputed.digest = line_digest(ledger_line)
    return None


def _number_difference(
    ledger_line: LedgerLine, field_name: str, found_number: int, expected_number: int
) -> AuditDifference:
    version = ledger_line.version
    values: TextValues = {"number": version, "found": found_number, "expected": expected_number}
    return AuditDifference(version, Text(NUMBER_KEYS[field_name], values))


def differing_update(
    shown_updates: Iterable[JackpotUpdate], ledger_lines: Sequence[LedgerLine], units_per_cent: int
) -> JackpotUpdate | None:
    """Return the first update in a table's journal that differs from the stored line, None if none
    does.
    """
    lines_by_version = {ledger_line.version: ledger_line for ledger_line in ledger_lines}
    versions_of_messages: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for ledger_line in ledger_lines:
        versions_of_messages[ledger_line.journal].append(
            (ledger_line.version, ledger_line.message_number)
        )
    for shown_update in shown_updates:
        shown_line = lines_by_version.get(shown_update.version)
        if shown_line is None:
            return shown_update
        shown_pool = shown_update.cents * units_per_cent + shown_update.rest_units
        shown = shown_update.generation, shown_pool, shown_update.hits
        stored = shown_line.generation, shown_line.pool, shown_line.hits
        is_same_line = shown_update.digest in ("", line_digest(shown_line))
        if shown != stored or not is_same_line:
            return shown_update
        for journal, cursor in (shown_update.cursors or {}).items():
            if cursor != _cursor_at(versions_of_messages[journal], shown_update.version):
                return shown_update
    return None


def _cursor_at(versions_of_messages: Sequence[tuple[int, int]], version: int) -> int:
    return max((number for at, number in versions_of_messages if at <= version), default=0)


def recomputed_grants(
    signed_lines: Sequence[SignedLine],
    recorded_messages: RecordedMessages,
    terms: Sequence[JackpotTerms],
) -> list[JackpotGrant]:
    """Return the grants that follow from the messages. The lines must be sound."""
    recomputed = RecomputedJackpot(terms)
    for signed_line in signed_lines[1:]:
        _message_difference(signed_line, recorded_messages, recomputed)
    return recomputed.grants
