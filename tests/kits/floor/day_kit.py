"""A floor with gaming days behind it: tables that have played, their forms, and two who close."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Engine, delete

from firmware.core.vocabulary.refusal import RequestFailed
from firmware.floor.day.day_desk import DayDraft, SignedWords
from firmware.floor.day.day_store import StoredDay, sealed_files
from firmware.floor.day.day_verify import verify_days
from firmware.floor.facts import Fact, FactExtractor, LanePosition
from firmware.floor.pit.forms import DropCounted, TrayCounted
from firmware.floor.pit.signature import FormSignature
from firmware.floor.store import FACT_TABLE, WATERMARK_TABLE, insert_missing
from tests.kits.floor.enrolled import PROPERTY, register
from tests.kits.floor.pit_kit import fold_stored
from tests.kits.floor.pit_people import PeoplePit, person
from tests.kits.floor_kit import served

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
FIRST = date(2026, 11, 25)
"""The first gaming day, which begins at six by UTC; the pit's clock is at ten on the 27th."""
FIRST_MS = int(datetime(2026, 11, 25, 6, tzinfo=UTC).timestamp() * 1000)
CHECKED = LanePosition(0, 1 << 30)


def iso(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat()


def played(from_ms: int, seed: int = 1, game: str = "roulette") -> list[Fact]:
    """Return the facts of a table that has played from then on, a second an event, and has ended
    its service once its last round was settled.
    """
    extractor, facts = FactExtractor(), list[Fact]()
    for number, entry in enumerate(served(game, seed)):
        timed = replace(entry, wall=iso(from_ms + 1000 * number)) if _is_timed(entry) else entry
        facts += extractor.extract(number, timed)
    last = max(index for index, fact in enumerate(facts) if "meters" in fact.body)
    return [*facts[: last + 1], ended_after(facts[last], from_ms + HOUR_MS)]


def _is_timed(entry: object) -> bool:
    return hasattr(entry, "wall")


def ended_after(fact: Fact, at_ms: int) -> Fact:
    position = LanePosition(fact.position.shoe, fact.position.number + 1)
    return Fact(position, fact.position, {"ServiceEnded": {}, "wall": iso(at_ms)})


def moved(facts: Iterable[Fact], shoes: int) -> list[Fact]:
    """Return facts that come so many records later in their journal."""

    def later(position: LanePosition) -> LanePosition:
        return LanePosition(position.shoe + shoes, position.number)

    return [Fact(later(fact.position), later(fact.previous), fact.body) for fact in facts]


class DayFloor(PeoplePit):
    """A pit whose ledger has facts of some tables, folded into rows."""

    def __init__(self, store: Engine, folder: Path) -> None:
        super().__init__(store, folder)
        self.folder = folder

    def store_facts(self, table: str, facts: Iterable[Fact], journal: str = "aa") -> None:
        """Have the ledger store further facts of a table, and fold them."""
        sent_facts = [(fact.position, msgspec.json.encode(fact.body).decode()) for fact in facts]
        last = sent_facts[-1][0]
        with self.store.begin() as connection:
            register(connection, table, journal)
            rows = [
                {**position._asdict(), "journal": journal, "body": body, "received_at": iso(0)}
                for position, body in sent_facts
            ]
            insert_missing(connection, FACT_TABLE, rows)
            lanes = {"fact": last, "checked": CHECKED, "record": CHECKED}
            of_journal = WATERMARK_TABLE.c.journal == journal
            connection.execute(delete(WATERMARK_TABLE).where(of_journal))
            watermarks = [
                {"journal": journal, "lane": lane, **position._asdict()}
                for lane, position in lanes.items()
            ]
            insert_missing(connection, WATERMARK_TABLE, watermarks)
        fold_stored(self.store, journal, last)

    def file_sitting(self, table: str, at_ms: int, dollars: tuple[int, int, int]) -> None:
        """File opener, closer and box of a table, in dollars."""
        opener, closer, drop = dollars
        number = self.file(TrayCounted("opener", ((100, opener),)), table, at_ms, "anne", "dora")
        self.file(TrayCounted("closer", ((100, closer),)), table, at_ms, "anne", "dora")
        self.file(DropCounted(number, 100 * drop), table, at_ms, "cleo", "anne")

    def file(self, form: Any, table: str, at_ms: int, first: str, second: str = "") -> int:
        from firmware.floor.pit.form_store import FormDesk

        present, self.now = self.now, at_ms
        signature = FormSignature(person(first), person(second) if second else None)
        number = FormDesk(self.chain).file_form(table, form, signature)
        self.now = present
        return number

    def draft(self, day: date = FIRST) -> DayDraft:
        return self.day_desk.draft(PROPERTY, day)

    def close(self, day: date = FIRST, **words: str) -> str:
        """Have anne and simon close a day, with words for some exceptions."""
        signed = SignedWords(self.draft(day).digest, words)
        return self.day_desk.close(PROPERTY, day, signed, signature_of("anne", "simon"))

    def amend(self, reason: str, day: date = FIRST, **words: str) -> str:
        signed = SignedWords(self.draft(day).digest, words, reason)
        return self.day_desk.amend(PROPERTY, day, signed, signature_of("anne", "simon"))

    def refusal(self, act: Any, *arguments: Any, **words: str) -> str:
        """Return why an act is refused."""
        try:
            act(*arguments, **words)
        except RequestFailed as refused:
            return refused.why.key.removeprefix("floor.day.why.").removeprefix("pit.form.why.")
        raise AssertionError(arguments)

    def files(self, day: date = FIRST) -> list[StoredDay]:
        with self.store.connect() as connection:
            return sealed_files(connection, PROPERTY, day)

    def findings(self, *given: StoredDay) -> list[str]:
        """Return the kinds of what a verification finds."""
        return [
            finding.kind
            for verified in verify_days(self.store, given)
            for finding in verified.findings
        ]


def signature_of(first: str, second: str = "") -> FormSignature:
    return FormSignature(person(first), person(second) if second else None)


def quiet_day(floor: DayFloor) -> None:
    """Have two tables play on the first day, with all their forms."""
    for number, table in enumerate(("table-7", "table-8")):
        journal = ("aa", "bb")[number]
        floor.store_facts(table, played(FIRST_MS + HOUR_MS, number + 1), journal)
        floor.file_sitting(table, FIRST_MS + number * MINUTE_MS, (500, 450, 100))
