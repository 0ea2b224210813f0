"""The facts that a transaction has just stored, so that they need not be read to be folded."""

from collections.abc import Mapping, Sequence

from firmware.floor.facts import LanePosition
from firmware.floor.ledger.stored_lines import LineKey
from firmware.floor.ledger.table_message import Row, TableMessage
from firmware.floor.projection.folded_journal import FactsAtHand, StoredFact


def facts_at_hand(
    messages: Sequence[TableMessage],
    new_rows: Mapping[LineKey, Row],
    advances: Mapping[str, tuple[LanePosition, LanePosition]],
) -> dict[str, FactsAtHand]:
    """Return all facts of journals between the old and the new position of their watermarks;
    nothing of a journal of which some were stored before.
    """
    by_journal: dict[str, list[TableMessage]] = {}
    for message in messages:
        if message.message.lane == "fact" and message.journal in advances:
            by_journal.setdefault(message.journal, []).append(message)
    found = {
        journal: _facts_between(own_messages, new_rows, *advances[journal])
        for journal, own_messages in by_journal.items()
    }
    return {journal: facts for journal, facts in found.items() if facts is not None}


def _facts_between(
    messages: Sequence[TableMessage],
    new_rows: Mapping[LineKey, Row],
    after: LanePosition,
    end: LanePosition,
) -> FactsAtHand | None:
    facts, position = list[StoredFact](), after
    for message in sorted(messages, key=lambda own: own.message.after):
        if not message.message.after <= position < message.message.last:
            continue
        for line in message.message.lines:
            line_position = line.at
            row = new_rows.get(LineKey(message.journal, line_position))
            if line_position > position and row is None:
                return None
            if line_position > position and row is not None:
                facts.append(StoredFact(line_position, row["body"], row["received_at"]))
        position = message.message.last
    return FactsAtHand(after, facts) if position == end else None
