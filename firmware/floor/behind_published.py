"""Of which tables a database has less than a ledger has published that it had.

The engine's stream KEPT has the last watermark of each table, published once the database had it.
So a database that is behind was restored, failed over to a standby that was behind, or is not the
ledgers' own.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import msgspec
from nats.js import JetStreamContext
from sqlalchemy import Engine, select

from firmware.floor.envelope import sealed_payload
from firmware.floor.facts import LANE_START, LanePosition
from firmware.floor.places import ANY_PLACE, place_subject
from firmware.floor.store import WATERMARK_TABLE
from firmware.floor.streams import stream_for_subject
from firmware.floor.wire import Watermark

WATERMARK_SUBJECTS: Final = place_subject("kept", ANY_PLACE)
WATERMARK_STREAM: Final = stream_for_subject(WATERMARK_SUBJECTS)
LANE_NAMES: Final = ("fact", "record")
CHECK_INTERVAL_S: Final = 60.0
"""How often a ledger and a keeper compare the two."""


async def watermarks_behind(jetstream: JetStreamContext, database: Engine) -> dict[str, Watermark]:
    """Return by subject the lower watermarks that the database has. Raises NatsError, OSError,
    TimeoutError, SQLAlchemyError.
    """
    # in this order: what is published is in the database already
    published = await _published_watermarks(jetstream)
    stored = await asyncio.to_thread(_stored_watermarks, database)
    watermarks = {
        subject: (_watermark(stored, watermark.journal), watermark)
        for subject, watermark in published.items()
    }
    return {subject: own for subject, (own, other) in watermarks.items() if _is_behind(own, other)}


async def _published_watermarks(jetstream: JetStreamContext) -> dict[str, Watermark]:
    stream_info = await jetstream.stream_info(WATERMARK_STREAM, subjects_filter=WATERMARK_SUBJECTS)
    watermarks: dict[str, Watermark] = {}
    for subject in stream_info.state.subjects or ():
        message = await jetstream.get_last_msg(WATERMARK_STREAM, subject, direct=True)
        with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            payload = sealed_payload(message.data or b"") or b""
            watermarks[subject] = msgspec.json.decode(payload, type=Watermark)
    return watermarks


def _stored_watermarks(database: Engine) -> dict[tuple[str, str], LanePosition]:
    """Return the positions by journal and lane."""
    statement = select(WATERMARK_TABLE).where(WATERMARK_TABLE.c.lane.in_(LANE_NAMES))
    with database.connect() as connection:
        return {(row[0], row[1]): LanePosition(*row[2:]) for row in connection.execute(statement)}


def _watermark(stored: Mapping[tuple[str, str], LanePosition], journal: str) -> Watermark:
    positions = (stored.get((journal, lane_name), LANE_START) for lane_name in LANE_NAMES)
    return Watermark(journal, *positions)


def _is_behind(stored: Watermark, published: Watermark) -> bool:
    return stored.fact < published.fact or stored.record < published.record
