"""A jackpot recomputed from the tables' own journals, and compared with its ledger, to the unit.

The sums here are independent, and never use `ledger_line.fold_message`: *pool = begin + num × bets
− paid + resets − amounts above the ceiling*.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from firmware.core.game.jackpot_link import terms_in_force
from firmware.core.vocabulary.jackpot import (
    JackpotGrant,
    JackpotHit,
    JackpotTableMessage,
    JackpotTerms,
    JackpotUpdate,
)
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.floor.jackpot.ledger_line import LedgerLine

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

    @property
    def _current_terms(self) -> JackpotTerms:
        current_terms = terms_in_force(self._all_terms, self.generation)
        if current_terms is None:
            raise ValueError(f"no terms for generation {self.generation}")
        return current_terms

    @property
    def _units_per_cent(self) -> int:
        return self._current_terms.rate[1]

    def add_message(self, message: JackpotTableMessage) -> None:
        """Add the next message of a table."""
        self.next_numbers[message.journal] = message.message_number + 1
        self.reserve += self._current_terms.reserve_rate * message.bets
        # a contribution is a negative withdrawal, so that the ceiling is applied in one way only
        self._withdraw(-self._current_terms.rate[0] * message.bets, 0)
        if isinstance(message, JackpotHit):
            self._pay_hit(message)

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
    ledger_lines: Iterable[LedgerLine],
    recorded_messages: RecordedMessages,
    terms: Sequence[JackpotTerms],
) -> AuditDifference | None:
    """Return the first line that does not follow from its messages, None if all do."""
    recomputed = RecomputedJackpot(terms)
    for version, ledger_line in enumerate(ledger_lines, start=1):
        difference = _line_difference(version, ledger_line, recorded_messages, recomputed)
        if difference is not None:
            return difference
    return None


def _line_difference(
    version: int,
    ledger_line: LedgerLine,
    recorded_messages: RecordedMessages,
    recomputed: RecomputedJackpot,
) -> AuditDifference | None:
    if ledger_line.version != version:
        return AuditDifference(version, Text("linked.audit.no_line", {"number": version}))
    if version > 1:
        expected_number = recomputed.next_numbers.get(ledger_line.journal, 1)
        if ledger_line.message_number != expected_number:
            return _number_difference(
                ledger_line, "order", ledger_line.message_number, expected_number
            )
        message = recorded_messages.get((ledger_line.journal, ledger_line.message_number))
        if message is None:
            journal, number = ledger_line.journal[:8], ledger_line.message_number
            values: TextValues = {"number": version, "journal": journal, "n": number}
            return AuditDifference(version, Text("linked.audit.unknown", values), is_altered=False)
        recomputed.add_message(message)
    return _state_difference(ledger_line, recomputed)


def _state_difference(
    ledger_line: LedgerLine, recomputed: RecomputedJackpot
) -> AuditDifference | None:
    cursors = {journal: next_number - 1 for journal, next_number in recomputed.next_numbers.items()}
    if ledger_line.cursors != cursors:
        return AuditDifference(
            ledger_line.version, Text("linked.audit.cursors", {"number": ledger_line.version})
        )
    for field_name in ("generation", "pool", "reserve"):
        found, expected = getattr(ledger_line, field_name), getattr(recomputed, field_name)
        if found != expected:
            return _number_difference(ledger_line, field_name, found, expected)
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
    for shown_update in shown_updates:
        ledger_line = lines_by_version.get(shown_update.version)
        if ledger_line is None:
            return shown_update
        shown_pool = shown_update.cents * units_per_cent + shown_update.rest_units
        shown = shown_update.generation, shown_pool, shown_update.cursors, shown_update.hits
        stored = ledger_line.generation, ledger_line.pool, ledger_line.cursors, ledger_line.hits
        if shown != stored:
            return shown_update
    return None


def differing_grant(
    recorded_grants: Iterable[JackpotGrant],
    ledger_lines: Sequence[LedgerLine],
    recorded_messages: RecordedMessages,
    terms: Sequence[JackpotTerms],
) -> JackpotGrant | None:
    """Return the first grant in a table's journal that differs from the recomputed one, None if
    none does. The lines must be sound.
    """
    recomputed = RecomputedJackpot(terms)
    for ledger_line in ledger_lines[1:]:
        recomputed.add_message(recorded_messages[ledger_line.journal, ledger_line.message_number])
    return next((grant for grant in recorded_grants if grant not in recomputed.grants), None)
