"""A table's exported bundle against the ledger's database: every record and fact, and the money.

The bundle is the table's own journal, signed by its device: of the database's rows of that journal
it says which must be there, and how. The meters are recounted from the records' rulings besides,
and held against the last ones that the database has, bet class by bet class, to the cent.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy import Connection, Engine

from firmware.core.vocabulary.meters import BetMeters, Meters, reading_advance
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.facts import LANE_START, FactBody, FactExtractor, LanePosition
from firmware.floor.jackpot_tables import JACKPOT_LANE
from firmware.floor.ledger.archived_days import ArchivedDays, Row, row_position
from firmware.floor.ledger.bundle_jackpots import BundleJackpots
from firmware.floor.ledger.journal_lines import JournalLines
from firmware.floor.sound_bundle import sound_bundle
from firmware.floor.store import WATERMARK_TABLE, select_rows
from firmware.floor.withheld import is_withheld
from firmware.shell.evidence.bundle import EvidenceBundle
from firmware.shell.evidence.links import bundle_links, bundle_records
from firmware.shell.evidence.succession import SuccessionVerdict
from firmware.shell.history.journal_entries import decode
from firmware.shell.history.recount import MeterRecount
from firmware.shell.journal.header import SegmentHeader

NO_METERS: Final = BetMeters()


class _Differs(Exception):
    """The first row that is not as the bundle has it."""

    def __init__(self, message_key: str, **values: str | int | Text) -> None:
        super().__init__(message_key)
        self.words = Text(message_key, dict(values))


def audit_bundle(
    database: Engine, bundle_file: Path, archived_days: ArchivedDays
) -> SuccessionVerdict:
    """Compare a bundle with the database and its archived days: proven, contradicted, or open
    because the ledger lacks what the table has released, or days are not at hand. Raises OSError,
    SQLAlchemyError; RequestFailed if the bundle is not sound.
    """
    bundle = sound_bundle(bundle_file)
    journal = _journal_identity(bundle, str(bundle_file))
    lines = JournalLines(database, journal, archived_days)
    with database.connect() as connection:
        audit = _BundleAudit(connection, lines, bundle, journal, str(bundle_file))
        try:
            return audit.verdict()
        except _Differs as difference:
            return SuccessionVerdict("contradicted", difference.words)


class _BundleAudit:
    """One bundle, and the stored lines of its journal."""

    def __init__(
        self,
        connection: Connection,
        lines: JournalLines,
        bundle: EvidenceBundle,
        journal: str,
        path: str,
    ) -> None:
        self._connection, self._lines = connection, lines
        self._bundle, self.journal, self._path = bundle, journal, path
        self._watermarks = {
            row["lane"]: LanePosition(row["shoe"], row["number"])
            for row in select_rows(connection, WATERMARK_TABLE, journal=journal)
        }
        self._extractor, self._recount = FactExtractor(), MeterRecount()
        self._recorded_facts: dict[LanePosition, str] = {}
        self._jackpots = BundleJackpots()
        self._withheld_from: int | None = None
        self._not_at_hand = 0
        """How many lines are in archived days that could not be read."""

    def verdict(self) -> SuccessionVerdict:
        """Raises _Differs."""
        self._compare_records()
        stored_facts = self._stored_facts()
        self._compare_facts(stored_facts)
        self._compare_meters(stored_facts)
        self._compare_jackpots()
        if self._not_at_hand:
            values: TextValues = {"path": self._path, "lines": self._not_at_hand}
            return SuccessionVerdict("open", Text("floor.audit.not_at_hand", values))
        waiting = self._waiting_records()
        if waiting:
            values = {"path": self._path, "waiting": waiting}
            return SuccessionVerdict("open", Text("floor.audit.open", values))
        return SuccessionVerdict("proven", Text("floor.audit.proven", self._values()))

    def _compare_records(self) -> None:
        statement = self._bundle.valid_statement
        first = LanePosition(0, statement.first)
        last = LanePosition(0, statement.first + statement.records - 1)
        stored_rows = self._lines.rows("record", first, last)
        stored = next(stored_rows, None)
        for number, payload in bundle_records(self._bundle):
            while stored is not None and stored["number"] < number:
                stored = next(stored_rows, None)
            is_stored = stored is not None and stored["number"] == number
            self._compare_record(stored if is_stored else None, number, payload)

    def _compare_record(self, stored: Row | None, number: int, payload: bytes) -> None:
        entry = decode(payload)
        if is_withheld(entry) and self._withheld_from is None:
            self._withheld_from = number
        if stored is not None and stored["payload"] != payload:
            raise self._differs("floor.audit.record", number=number)
        if stored is None and self._is_missing("record", LanePosition(0, number)):
            raise self._differs("floor.audit.no_record", number=number)
        facts = self._extractor.extract(number, entry)
        self._recorded_facts |= {fact.position: _fact_text(fact.body) for fact in facts}
        self._jackpots.take(entry, facts)
        if self._recount.take(entry) is not None:
            raise self._differs("floor.audit.recount", number=number)

    def _stored_facts(self) -> dict[LanePosition, str]:
        """Return the stored facts from the first to the last one that the bundle gives."""
        if not self._recorded_facts:
            return {}
        ends = min(self._recorded_facts), max(self._recorded_facts)
        return {row_position(row): row["body"] for row in self._lines.rows("fact", *ends)}

    def _compare_facts(self, stored: Mapping[LanePosition, str]) -> None:
        recorded = self._recorded_facts
        for position, body in recorded.items():
            if position in stored and stored[position] != body:
                raise self._differs("floor.audit.fact", place=_position_text(position))
            if position not in stored and self._is_missing("fact", position):
                raise self._differs("floor.audit.no_fact", place=_position_text(position))
        for position in sorted(stored.keys() - recorded.keys()):
            raise self._differs("floor.audit.extra_fact", place=_position_text(position))

    def _compare_meters(self, stored_facts: Mapping[LanePosition, str]) -> None:
        """Hold the last meters that the ledger has of the bundle against the recount."""
        recounted = self._recount.meters
        stored = _last_meters(stored_facts)
        # a bundle that goes on after the last meters of the ledger is ahead of it
        if recounted is None or stored is None or stored.rounds != recounted.rounds:
            return
        for bet_class in sorted(stored.bets.keys() | recounted.bets.keys()):
            found = stored.bets.get(bet_class, NO_METERS)
            expected = recounted.bets.get(bet_class, NO_METERS)
            if found != expected:
                raise self._differs(
                    "floor.audit.meters",
                    bet=bet_class,
                    found_cents=reading_advance(0, found.held),
                    expected_cents=reading_advance(0, expected.held),
                )

    def _compare_jackpots(self) -> None:
        difference = self._jackpots.difference(
            self._connection, self.journal, self._watermark(JACKPOT_LANE)
        )
        if difference is not None:
            raise self._differs(difference.key, **difference.values)

    def _waiting_records(self) -> int:
        """Return how many records that the table has released the ledger lacks."""
        released = self._extractor.released_records
        if self._withheld_from is not None:
            released = min(released, self._withheld_from)
        return max(0, released - 1 - self._watermark("record").number)

    def _values(self) -> TextValues:
        meters = self._recount.meters or Meters()
        return {
            "path": self._path,
            "records": self._bundle.valid_statement.records,
            "facts": len(self._recorded_facts),
            "rounds": meters.rounds,
            "handle_cents": sum(bet_meters.handle for bet_meters in meters.bets.values()),
            "held_cents": sum(reading_advance(0, each.held) for each in meters.bets.values()),
            "messages": len(self._jackpots.messages),
            "grants": len(self._jackpots.grants),
        }

    def _is_missing(self, lane: str, position: LanePosition) -> bool:
        """Return whether a line that is not stored must be; one that is in an archived day which is
        not at hand is counted.
        """
        if position > self._watermark(lane):
            return False
        is_archived = self._lines.is_not_at_hand(lane, position)
        self._not_at_hand += is_archived
        return not is_archived

    def _watermark(self, lane: str) -> LanePosition:
        return self._watermarks.get(lane, LANE_START)

    def _differs(self, message_key: str, **values: str | int | Text) -> _Differs:
        return _Differs(message_key, path=self._path, journal=self.journal[:8], **values)


def _journal_identity(bundle: EvidenceBundle, path: str) -> str:
    headers: Iterator[str] = (
        link.decoded.identity.hex()
        for link in bundle_links(bundle.data, *bundle.journal_range)
        if isinstance(link.decoded, SegmentHeader)
    )
    identity = next(headers, None)
    if identity is None:
        raise RequestFailed(Text("evidence.not_bundle", {"path": path}))
    return identity


def _last_meters(stored_facts: Mapping[LanePosition, str]) -> Meters | None:
    for position in sorted(stored_facts, reverse=True):
        fact = msgspec.json.decode(stored_facts[position])
        if "meters" in fact:
            return msgspec.convert(fact["meters"], Meters)
    return None


def _position_text(position: LanePosition) -> str:
    return f"{position.shoe}.{position.number}"


def _fact_text(body: FactBody) -> str:
    """Return a fact as the ledger stores it."""
    return msgspec.json.encode(body).decode()
