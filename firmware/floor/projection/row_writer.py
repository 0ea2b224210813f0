"""Folds the new facts of journals, and writes their rows, in the transaction that stores the facts.

    facts at hand, or else of the database ──> FoldedJournal ──> alarms, takings, rounds, state

A journal's watermark must be locked: then no other process writes its rows.
"""

import time
from collections.abc import Mapping, Sequence
from typing import Final

from sqlalchemy import Connection, bindparam, select, tuple_

from firmware.floor.facts import LanePosition
from firmware.floor.journal_memory import JournalMemory
from firmware.floor.projection.alarm_rows import withdraw_alarms, write_alarms
from firmware.floor.projection.folded_journal import FactsAtHand, FoldedJournal, StoredFact
from firmware.floor.projection.row_tables import (
    HOUR_TAKINGS_TABLE,
    LAST_ROUNDS_TABLE,
    TABLE_STATE_TABLE,
)
from firmware.floor.projection.state_rows import (
    WrittenState,
    load_fold,
    row_of_rounds,
    row_of_state,
    written_states,
)
from firmware.floor.projection.taking_rows import read_hours, row_of_sums
from firmware.floor.projection.takings import FindEdges
from firmware.floor.store import FACT_TABLE, write_rows

FACTS_PER_READ: Final = 2000

FoldMemory = JournalMemory[FoldedJournal]

_FACT: Final = FACT_TABLE.c
_NEXT_FACTS: Final = (
    select(_FACT.shoe, _FACT.number, _FACT.body, _FACT.received_at)
    .where(_FACT.journal == bindparam("journal"))
    .where(tuple_(_FACT.shoe, _FACT.number) > tuple_(bindparam("shoe"), bindparam("number")))
    .where(
        tuple_(_FACT.shoe, _FACT.number) <= tuple_(bindparam("last_shoe"), bindparam("last_number"))
    )
    .order_by(_FACT.shoe, _FACT.number)
    .limit(FACTS_PER_READ)
)


class RowWriter:
    """Writes the rows of journals in one transaction."""

    def __init__(self, connection: Connection, memory: FoldMemory, find_edges: FindEdges) -> None:
        self._connection, self._memory, self._find_edges = connection, memory, find_edges

    def fold_to(
        self,
        watermarks: Mapping[str, LanePosition],
        facts_at_hand: Mapping[str, FactsAtHand],
    ) -> int:
        """Fold the next facts of journals, at most up to their watermarks, and write the rows;
        return how many facts they were.
        """
        states = written_states(self._connection, watermarks)
        journals, fact_count = list[FoldedJournal](), 0
        for journal, watermark in sorted(watermarks.items()):
            written = states.get(journal, WrittenState())
            if written.position < watermark:
                at_hand = facts_at_hand.get(journal)
                is_next = at_hand is not None and at_hand.after == written.position
                facts = (
                    at_hand.facts
                    if at_hand is not None and is_next
                    else self._next_facts(journal, written, watermark)
                )
                journals.append(self._folded(journal, written))
                journals[-1].apply_facts(facts)
                fact_count += len(facts)
        self._write(journals)
        return fact_count

    def _folded(self, journal: str, written: WrittenState) -> FoldedJournal:
        """Return the fold at the position of the rows, from memory if it is there."""
        remembered = self._memory.take(journal)
        if remembered is not None and remembered.written == written:
            return remembered
        return FoldedJournal(load_fold(self._connection, journal, self._find_edges), written)

    def _next_facts(
        self, journal: str, written: WrittenState, watermark: LanePosition
    ) -> list[StoredFact]:
        ends = {"last_shoe": watermark.shoe, "last_number": watermark.number}
        values = {"journal": journal, **written.position._asdict(), **ends}
        return [
            StoredFact(LanePosition(shoe, number), body, received_at)
            for shoe, number, body, received_at in self._connection.execute(_NEXT_FACTS, values)
        ]

    def _write(self, journals: Sequence[FoldedJournal]) -> None:
        for folded in journals:
            changes = folded.take_alarm_changes()
            write_alarms(self._connection, folded.journal, changes.changed)
            withdraw_alarms(self._connection, folded.journal, changes.withdrawn)
        settled = [folded for folded in journals if folded.has_new_rounds]
        rounds = [row_of_rounds(folded.fold) for folded in settled]
        write_rows(self._connection, LAST_ROUNDS_TABLE, rounds)
        self._write_takings([folded for folded in settled if folded.has_advances])
        now_ms = time.time_ns() // 1_000_000
        for folded in journals:
            folded.count_write(now_ms)
            self._memory.put(folded.journal, folded)
        states = [row_of_state(folded.fold, folded.written) for folded in journals]
        write_rows(self._connection, TABLE_STATE_TABLE, states)

    def _write_takings(self, journals: Sequence[FoldedJournal]) -> None:
        missing = {
            folded.journal: hours for folded in journals if (hours := folded.missing_hours())
        }
        read_sums = read_hours(self._connection, missing) if missing else {}
        rows = [
            row_of_sums(folded.journal, key, sums)
            for folded in journals
            for key, sums in folded.add_takings(read_sums.get(folded.journal, {})).items()
        ]
        write_rows(self._connection, HOUR_TAKINGS_TABLE, rows)
