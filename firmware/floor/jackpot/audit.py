"""A lot recomputed from what its tables have recorded, and compared with its line, to the unit.

This reckons with sums of its own and never calls `line.fold`:
*pool = begin + num × bets − paid of it + resets − what was above the ceiling*.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from firmware.core.game.jackpot_link import in_force
from firmware.core.vocabulary.jackpot import FromTable, LotGranted, LotHit, LotShown, LotTerms
from firmware.core.vocabulary.panel import Text, Values
from firmware.floor.jackpot.ledger_line import Line

Messages = Mapping[tuple[str, int], FromTable]
"""By journal and number, as its table has recorded them."""


class Difference(NamedTuple):
    """The first thing that is not as recomputed."""

    version: int
    words: Text
    altered: bool = True
    """Whether something is wrong; else the bundles don't reach so far."""


class Sums:
    """Recomputes a lot, message by message, in units."""

    def __init__(self, terms: Sequence[LotTerms]) -> None:
        self._terms = terms
        self.generation = 1
        self.pool = self._now.begin_cents * self._den
        self.reserve = 0
        self.next: dict[str, int] = {}
        """By journal, the number of its next message."""
        self.grants: list[LotGranted] = []
        """How each hit was paid, in their order."""

    @property
    def _now(self) -> LotTerms:
        found = in_force(self._terms, self.generation)
        if found is None:
            raise ValueError(f"no terms for lot {self.generation}")
        return found

    @property
    def _den(self) -> int:
        return self._now.rate[1]

    def add(self, message: FromTable) -> None:
        """Add the next message of a table."""
        self.next[message.journal] = message.n + 1
        self.reserve += self._now.reserve_rate * message.bets
        self._move(-self._now.rate[0] * message.bets, 0)
        if isinstance(message, LotHit):
            self._pay(message)

    def _pay(self, hit: LotHit) -> None:
        owed, present = hit.paid * self._den, hit.generation == self.generation
        of_pool = min(owed, self.pool) * present
        self._move(of_pool, owed - of_pool)
        if present and hit.all_of_it:
            self.generation += 1
            reset = self._now.reset_cents * self._den
            self._move(-reset, reset)
        paid = hit.paid, of_pool, owed - of_pool
        of = hit.lot, len(self.grants) + 1, hit.table, hit.journal, hit.n
        self.grants.append(LotGranted(*of, *paid, self.generation))

    def _move(self, of_pool: int, of_reserve: int) -> None:
        """Take units from both; what then is above the ceiling goes to the reserve."""
        pool = self.pool - of_pool
        self.pool = min(pool, self._now.ceiling_cents * self._den)
        self.reserve += pool - self.pool - of_reserve


def first_difference(
    lines: Iterable[Line], messages: Messages, terms: Sequence[LotTerms]
) -> Difference | None:
    """Return the first line that does not follow from its messages, None if all do."""
    sums = Sums(terms)
    for version, line in enumerate(lines, start=1):
        found = _wrong(version, line, messages, sums)
        if found is not None:
            return found
    return None


def _wrong(version: int, line: Line, messages: Messages, sums: Sums) -> Difference | None:
    if line.version != version:
        return Difference(version, Text("linked.audit.no_line", {"number": version}))
    if version > 1:
        due = sums.next.get(line.journal, 1)
        if line.n != due:
            return _differs(line, "order", line.n, due)
        message = messages.get((line.journal, line.n))
        if message is None:
            values: Values = {"number": version, "journal": line.journal[:8], "n": line.n}
            return Difference(version, Text("linked.audit.unknown", values), altered=False)
        sums.add(message)
    return _unlike(line, sums)


def _unlike(line: Line, sums: Sums) -> Difference | None:
    cursors = {journal: following - 1 for journal, following in sums.next.items()}
    if line.cursors != cursors:
        return Difference(line.version, Text("linked.audit.cursors", {"number": line.version}))
    for name in ("generation", "pool", "reserve"):
        if getattr(line, name) != getattr(sums, name):
            return _differs(line, name, getattr(line, name), getattr(sums, name))
    return None


def _differs(line: Line, what: str, found: int, expected: int) -> Difference:
    values: Values = {"number": line.version, "found": found, "expected": expected}
    return Difference(line.version, Text(f"linked.audit.{what}", values))


def shown_otherwise(seen: Iterable[LotShown], lines: Sequence[Line], den: int) -> LotShown | None:
    """Return the first line that a table has recorded otherwise than the store has it, None if
    there is none.
    """
    known = {line.version: line for line in lines}
    for shown in seen:
        line = known.get(shown.version)
        as_seen = shown.generation, shown.cents * den + shown.rest, shown.cursors, shown.hits
        if line is None or as_seen != (line.generation, line.pool, line.cursors, line.hits):
            return shown
    return None


def differing_grant(
    granted: Iterable[LotGranted],
    lines: Sequence[Line],
    messages: Messages,
    terms: Sequence[LotTerms],
) -> LotGranted | None:
    """Return the first grant in a table's journal that is not the one of these lines, which are
    sound; None if all are.
    """
    sums = Sums(terms)
    for line in lines[1:]:
        sums.add(messages[line.journal, line.n])
    return next((one for one in granted if one not in sums.grants), None)
