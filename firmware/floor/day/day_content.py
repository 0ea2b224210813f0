"""The content of a gaming day, which two people sign, and the one encoded form of it."""

from hashlib import sha256
from typing import Any, Final

import msgspec

from firmware.core.vocabulary.meters import Meters
from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.pit.form_balance import TableSitting
from firmware.floor.pit.forms import FiledForm
from firmware.floor.projection.fact import EpochMs

WHOLE_TABLE: Final = ""
"""In place of a class of bets: all of a table's."""


class RecordHead(msgspec.Struct, frozen=True):
    """A record of a journal: its number, and the digest of the chain with it, hex."""

    number: int
    digest: str


class DayTakings(msgspec.Struct, frozen=True):
    """The takings of a table, or of a class of its bets, whose `rounds` are bets; money in cents.
    `expected` and `variance` (in cents²) are of the bets with an exact edge, whose stakes are
    `priced` and whose gain is `won`.
    """

    rounds: int
    handle: int
    held: int
    voids: int
    late_bets: int
    priced: int
    won: int
    expected: int
    variance: int


class RoundCorrection(msgspec.Struct, frozen=True):
    """A round that was corrected after it was paid: so many cents to the player."""

    at: EpochMs
    round_number: int
    cents: int


class TableDay(msgspec.Struct, frozen=True):
    """A journal's gaming day: its facts and records of it, first and last, and its money."""

    journal: str
    table: str
    pit: str
    first_fact: LanePosition | None
    """None if it had nothing to say."""
    last_fact: LanePosition | None
    first_record: RecordHead | None
    """None if the ledger had no whole shoe of it."""
    last_record: RecordHead | None
    released: int
    """The last record of the shoes that were over; a table of tagged cards keeps some to itself."""
    first_meters: Meters | None
    """At the beginning; None if the journal's first ones are later."""
    last_meters: Meters | None
    takings: dict[str, DayTakings]
    """By class of bet, and of the whole table."""
    hours: tuple[tuple[int, DayTakings], ...]
    """The whole table's by hour since 1970."""
    corrections: tuple[RoundCorrection, ...] = ()


class JournalState(msgspec.Struct, frozen=True):
    """Where the next day's reading of a journal begins, and how its table was just before."""

    next_fact: LanePosition = LANE_START
    """The position before the first fact after the day."""
    next_record: int = 0
    last_ms: EpochMs = 0
    in_service: bool = False
    closed_round: int | None = None
    """The newest round whose bets were closed and whose money is not in the meters yet."""
    closed_at: LanePosition | None = None
    closed_ms: EpochMs = 0


class DayException(msgspec.Struct, frozen=True):
    """A fault or a lack at a closing; `subject` is a table, or a form's number."""

    kind: str
    subject: str
    values: dict[str, str | int] = {}

    @property
    def name(self) -> str:
        return f"{self.kind}/{self.subject}" if self.subject else self.kind


class GrantPaid(msgspec.Struct, frozen=True):
    """A hit of a jackpot: the cents paid, and the units that the pool and the reserve gave."""

    order: int
    table: str
    paid: int
    from_pool: int
    from_reserve: int


class JackpotDay(msgspec.Struct, frozen=True):
    """A jackpot's last line by the day's messages, in units of its terms, and their grants."""

    jackpot: str
    version: int
    digest: str
    pool: int
    reserve: int
    hits: int
    grants: tuple[GrantPaid, ...]


class DayAlarm(msgspec.Struct, frozen=True):
    """An alarm that began in the day, and who has acknowledged it."""

    id: str
    kind: str
    table: str
    since: EpochMs
    acknowledged_by: str = ""
    acknowledged_at: EpochMs = 0
    words: str = ""


class DayContent(msgspec.Struct, frozen=True):
    """A gaming day of a property, from its `first_hour` since 1970 to before its `end_hour`."""

    day: str
    property_name: str
    day_starts: str
    zone: str
    first_hour: int
    end_hour: int
    tables: tuple[TableDay, ...]
    forms: tuple[FiledForm, ...]
    """Those of the sittings that began in the day, whenever they were filed, and the others that
    were filed in it.
    """
    sittings: tuple[TableSitting, ...]
    jackpots: tuple[JackpotDay, ...]
    alarms: tuple[DayAlarm, ...]
    exceptions: tuple[DayException, ...]
    journals: dict[str, JournalState]
    """Every journal of the property."""


def canonical_octets(content: Any) -> bytes:  # noqa: ANN401 - a struct, or JSON as it was read
    """Return the one encoded form: its keys are sorted."""
    return msgspec.json.encode(content, order="sorted")


def content_digest(content: DayContent) -> str:
    """Return the digest that the signers of a day sign, hex."""
    return sha256(canonical_octets(content)).hexdigest()
