"""The sealed days and alarms of a property as messages: their subjects, and their parts.

    office.sealed.PROPERTY.DAY.NUMBER.PART.PARTS     a part of a sealed file, compressed
    office.alarm.PROPERTY.ID                         an alarm as it is now, JSON

Each subject has one message, so that one that is sent again changes nothing.
"""

import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from nats.js.api import RetentionPolicy, StorageType, StreamConfig
from sqlalchemy import Connection, select

from firmware.floor.day.day_store import SEALED_DAY_TABLE
from firmware.floor.pit.alarm_store import VIEW_ALARM_TABLE
from firmware.floor.projection.row_tables import IS_OPEN_ALARM, TABLE_ALARM_TABLE
from firmware.floor.store import ALARM_TABLE
from firmware.floor.streams import MAX_MESSAGE_SIZE, RETENTION_DAYS, SECONDS_PER_DAY

PART_OCTETS: Final = MAX_MESSAGE_SIZE // 2
RECENT_MS: Final = 7 * 24 * 3_600_000
"""An alarm that is over is forwarded for so long after its beginning: longer than a link is cut."""
MAX_LEDGER_ALARMS: Final = 1_000


FileKey = tuple[str, str, int]
"""Property, day and number of a sealed file."""


class ForwardedMessage(NamedTuple):
    """A message, before it is signed."""

    subject: str
    payload: bytes


class SealedFile(NamedTuple):
    """A sealed day's closing or amendment, as the property's pit has signed it."""

    property_name: str
    day: str
    number: int
    octets: bytes


def stream_config(kind: str, property_name: str, replicas: int) -> StreamConfig:
    """Return the stream of `sealed` or `alarm` messages of a property. Its subjects are the
    property's own: over the link it would store those of another one too. Sealed days stay for
    good; alarms, each of which has a subject, go after a month.
    """
    limits = {} if kind == "sealed" else {"max_age": float(RETENTION_DAYS * SECONDS_PER_DAY)}
    return StreamConfig(
        name=kind.upper(),
        subjects=[f"office.{kind}.{property_name}.>"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        num_replicas=replicas,
        max_msgs_per_subject=1,
        max_msg_size=MAX_MESSAGE_SIZE,
        **limits,  # type: ignore[arg-type]
    )


def sealed_messages(file: SealedFile) -> list[ForwardedMessage]:
    packed = zlib.compress(file.octets)
    parts = [packed[at : at + PART_OCTETS] for at in range(0, len(packed), PART_OCTETS)]
    prefix = f"office.sealed.{file.property_name}.{file.day}.{file.number}"
    return [
        ForwardedMessage(f"{prefix}.{number}.{len(parts)}", part)
        for number, part in enumerate(parts, 1)
    ]


def joined_files(messages: Iterable[ForwardedMessage]) -> Iterator[SealedFile]:
    """Yield the sealed files of which every part is among the messages. Raises zlib.error."""
    parts: dict[FileKey, dict[int, bytes]] = {}
    for subject, payload in messages:
        property_name, day, number, part, count = subject.split(".")[2:]
        found = parts.setdefault((property_name, day, int(number)), {})
        found[int(part)] = payload
        if len(found) == int(count):
            packed = b"".join(found[each] for each in sorted(found))
            yield SealedFile(property_name, day, int(number), zlib.decompress(packed))


def unsent_files(connection: Connection, sent_subjects: Iterable[str]) -> list[SealedFile]:
    """Return the sealed files of which the stream lacks a part."""
    columns = SEALED_DAY_TABLE.c
    parts, counts = Counter[FileKey](), dict[FileKey, int]()
    for subject in sent_subjects:
        property_name, day, number, _, count = subject.split(".")[2:]
        key = property_name, day, int(number)
        parts[key] += 1
        counts[key] = int(count)
    keys = connection.execute(select(columns.property, columns.day, columns.number))
    unsent = [
        (property_name, day, number)
        for property_name, day, number in keys
        if parts[property_name, day, number] != counts.get((property_name, day, number))
    ]
    return [
        SealedFile(*key, connection.execute(_octets_of(*key)).scalar_one())
        for key in sorted(unsent)
    ]


def alarm_messages(
    connection: Connection, property_name: str, now_ms: int
) -> Iterator[ForwardedMessage]:
    """Yield the alarms that last, wait for somebody, or began lately: of tables, of heartbeats, and
    of the ledger.
    """
    since_ms = now_ms - RECENT_MS
    table_alarms = TABLE_ALARM_TABLE.c
    is_due = IS_OPEN_ALARM | (table_alarms.since_ms >= since_ms)
    for body in connection.scalars(select(table_alarms.body).where(is_due)):
        yield _message(property_name, msgspec.json.decode(body))
    view_alarms = VIEW_ALARM_TABLE.c
    is_due = view_alarms.ended_ms.is_(None) | (view_alarms.since_ms >= since_ms)
    for row in connection.execute(select(VIEW_ALARM_TABLE).where(is_due)).mappings():
        over = {"over": row["ended_ms"]}
        yield _message(property_name, msgspec.json.decode(row["body"]) | over)
    newest = select(ALARM_TABLE).order_by(ALARM_TABLE.c.id.desc()).limit(MAX_LEDGER_ALARMS)
    for row in connection.execute(newest).mappings():
        yield _message(property_name, {**row, "id": f"ledger.{row['id']}"})


def _message(property_name: str, alarm: Mapping[str, Any]) -> ForwardedMessage:
    subject = f"office.alarm.{property_name}.{str(alarm['id']).replace('.', '-')}"
    return ForwardedMessage(subject, msgspec.json.encode(alarm))


def _octets_of(property_name: str, day: str, number: int) -> Any:  # noqa: ANN401 - a statement
    columns = SEALED_DAY_TABLE.c
    own = columns.property == property_name, columns.day == day, columns.number == number
    return select(columns.octets).where(*own)
