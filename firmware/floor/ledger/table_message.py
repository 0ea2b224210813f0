"""A message of a table as the ledger takes it: proven, unpacked, and made into rows."""

import time
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

import msgspec

from firmware.floor.envelope import MessageRejected, OpenedMessage, open_envelope
from firmware.floor.gaming_day import GamingCalendar
from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.places import Place, subject_kind
from firmware.floor.quarantine import UNREADABLE, RejectedMessage
from firmware.floor.roster.enrolment import Enrolment
from firmware.floor.roster.roster import Roster
from firmware.floor.wire import (
    FactLine,
    ImpossiblePosition,
    LaneMessage,
    LaneName,
    MessageLine,
    unpack_message,
)

EVERY_DAY: Final = date.min
"""Before any line was received."""
LANES: Final[dict[str, LaneName]] = {"fact": "fact", "record": "record"}
Row = dict[str, Any]


class ReceivedMessage(NamedTuple):
    """A message as it came from the engine."""

    subject: str
    octets: bytes
    sequence: int = 0

    def rejected(self, reason: str, sender: str) -> RejectedMessage:
        return RejectedMessage(self.subject, sender, self.sequence, reason, self.octets)


class TableJournal(NamedTuple):
    """The place that sends a journal, and the journal's identity."""

    place: Place
    journal: str

    def alarm(self, kind: str, place: str = "") -> LedgerAlarm:
        return LedgerAlarm(kind, self.place.name, self.journal, place)


class TableMessage(NamedTuple):
    """A message whose sender is proven, and the rows that it adds."""

    received: ReceivedMessage
    enrolment: Enrolment
    journal: str
    message: LaneMessage
    rows: list[Row]

    @property
    def source(self) -> TableJournal:
        return TableJournal(self.enrolment.place, self.journal)

    def rejected(self, reason: str) -> RejectedMessage:
        return self.received.rejected(reason, self.enrolment.name)


def read_message(
    received: ReceivedMessage, house: str, roster: Roster, receipt: Row
) -> TableMessage:
    """Return a message of a table of this house, its rows with the columns of their receipt. Raises
    MessageRejected.
    """
    opened = open_envelope(received.octets, received.subject, roster)
    sender = opened.enrolment.name
    lane = LANES.get(subject_kind(received.subject))
    if lane is None:
        raise MessageRejected("not_allowed", sender)
    if opened.enrolment.property_name != house:
        raise MessageRejected("other_house", sender)
    message, rows = _read_lines(opened, lane, receipt)
    if message.last != opened.stamp.position:
        raise MessageRejected("other_position", sender)
    return TableMessage(received, opened.enrolment, opened.stamp.journal, message, rows)


def _read_lines(
    opened: OpenedMessage, lane: LaneName, receipt: Row
) -> tuple[LaneMessage, list[Row]]:
    sender = opened.enrolment.name
    try:
        message = unpack_message(lane, opened.payload)
        rows = [line_row(opened.stamp.journal, line) | receipt for line in message.lines]
    except ImpossiblePosition:
        raise MessageRejected("jump", sender) from None
    except Exception:  # noqa: BLE001 - what a table has signed may fail in any way
        raise MessageRejected(UNREADABLE, sender) from None
    return message, rows


def current_day(calendar: GamingCalendar) -> date:
    """Return the gaming day by the clock of this machine."""
    return calendar.gaming_day(int(time.time() * 1000))


def recent_day(messages: Sequence[TableMessage]) -> date:
    """Return the gaming day before those on which messages were received: nearly all lines that are
    checked with theirs came since.
    """
    days = (message.rows[0]["day"] for message in messages)
    return date.fromisoformat(min(days)) - timedelta(1)


def receipt_columns(calendar: GamingCalendar) -> Row:
    """Return the columns of a receipt now: the time, and its gaming day."""
    received_s = time.time()
    received_at = datetime.fromtimestamp(received_s, UTC).isoformat(timespec="microseconds")
    day = calendar.gaming_day(int(received_s * 1000))
    return {"received_at": received_at, "day": day.isoformat()}


def line_row(journal: str, line: MessageLine) -> Row:
    """Return the row of a line, without its receipt. Raises whatever msgspec raises on a value
    without JSON.
    """
    if isinstance(line, FactLine):
        body = msgspec.json.encode(line.fact).decode()
        return {
            "journal": journal,
            **line.at._asdict(),
            "body": body,
        }
    return {
        "journal": journal,
        "number": line.n,
        "index_in_commit": line.place,
        "previous_digest": bytes.fromhex(line.before),
        "payload": line.payload.encode(),
        "header": line.header,
    }
