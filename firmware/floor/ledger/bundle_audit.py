"""A table's exported bundle against the ledger's database: every record and fact, and the money.

The bundle is the table's own journal, signed by its device: of the database's rows of that journal
it says which must be there, and how. The meters are recounted from the records' rulings besides,
and held against the last ones that the database has, bet class by bet class, to the cent.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Engine

from firmware.core.vocabulary.meters import BetMeters, Meters, reading_advance
from firmware.core.vocabulary.panel import Text, TextValues
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.facts import LANE_START, FactBody, FactExtractor, LanePosition
from firmware.floor.jackpot_tables import JACKPOT_LANE
from firmware.floor.ledger.bundle_jackpots import BundleJackpots
from firmware.floor.ledger.stored_lines import LANE_TABLES, archived_position
from firmware.floor.sound_bundle import sound_bundle
from firmware.floor.store import FACT_TABLE, RECORD_TABLE, WATERMARK_TABLE, select_rows
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


def audit_bundle(database: Engine, bundle_file: Path) -> SuccessionVerdict:
    """Compare a bundle with the database: proven, contradicted, or open because the ledger lacks
    what the table has released. Raises OSError, SQLAlchemyError; RequestFailed if the bundle is not
    sound.
    """
    bundle = sound_bundle(bundle_file)
    with database.connect() as connection:
        audit = _BundleAudit(connection, bundle, str(bundle_file))
        try:
            return audit.verdict()
        except _Differs as difference:
            return SuccessionVerdict("contradicted", difference.words)


class _BundleAudit:
    """One bundle, and the database's rows of its journal."""

    def __init__(self, connection: Connection, bundle: EvidenceBundle, path: str) -> None:
        self._connection = connection
        self._bundle = bundle
        self._path = path
        self.journal = _journal_identity(bundle, path)
        self._watermarks = {
            row["lane"]: LanePosition(row["shoe"], row["number"])
            for row in self._rows(WATERMARK_TABLE)
        }
        self._archived = {
            lane: archived_position(connection, self.journal, lane) for lane in LANE_TABLES
        }
        self._extractor, self._recount = FactExtractor(), MeterRecount()
        self._recorded_facts: dict[LanePosition, str] = {}
        self._jackpots = BundleJackpots()
        self._withheld_from: int | None = None

    def verdict(self) -> SuccessionVerdict:
        """Raises _Differs."""
        stored_records = {row["number"]: row for row in self._rows(RECORD_TABLE)}
        for number, payload in bundle_records(self._bundle):
            self._compare_record(stored_records, number, payload)
        self._compare_facts()
        self._compare_meters()
        self._compare_jackpots()
        waiting = self._waiting_records()
        if waiting:
            values: TextValues = {"path": self._path, "waiting": waiting}
            return SuccessionVerdict("open", Text("floor.audit.open", values))
        return SuccessionVerdict("proven", Text("floor.audit.proven", self._values()))

    def _compare_record(
        self, stored_records: Mapping[int, Mapping[str, Any]], number: int, payload: bytes
    ) -> None:
        entry, stored = decode(payload), stored_records.get(number)
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

    def _compare_facts(self) -> None:
        recorded = self._recorded_facts
        stored = {
            LanePosition(row["shoe"], row["number"]): row["body"] for row in self._rows(FACT_TABLE)
        }
        for position, body in recorded.items():
            if position in stored and stored[position] != body:
                raise self._differs("floor.audit.fact", place=_position_text(position))
            if position not in stored and self._is_missing("fact", position):
                raise self._differs("floor.audit.no_fact", place=_position_text(position))
        if recorded:
            first, last = min(recorded), max(recorded)
            for position in stored.keys() - recorded.keys():
                if first < position < last:
                    raise self._differs("floor.audit.extra_fact", place=_position_text(position))

    def _compare_meters(self) -> None:
        """Hold the last meters that the ledger has of the bundle against the recount."""
        recounted = self._recount.meters
        stored = self._stored_meters()
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

    def _stored_meters(self) -> Meters | None:
        last = max(self._recorded_facts, default=LANE_START)
        for row in reversed(self._rows(FACT_TABLE)):
            fact = msgspec.json.decode(row["body"])
            if "meters" in fact and LanePosition(row["shoe"], row["number"]) <= last:
                return msgspec.convert(fact["meters"], Meters)
        return None

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
        """Return whether a line that is not in the database must be there."""
        return self._archived[lane] < position <= self._watermark(lane)

    def _watermark(self, lane: str) -> LanePosition:
        return self._watermarks.get(lane, LANE_START)

    def _rows(self, table: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - of the database
        return select_rows(self._connection, table, journal=self.journal)

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


def _position_text(position: LanePosition) -> str:
    return f"{position.shoe}.{position.number}"


def _fact_text(body: FactBody) -> str:
    """Return a fact as the ledger stores it."""
    return msgspec.json.encode(body).decode()
