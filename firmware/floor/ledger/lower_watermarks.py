"""After its database fell back, a ledger tells each table that less of it is stored than was
published; the table's uplink sends what is missing again, also that of a table where nobody plays.
"""

import asyncio
from contextlib import suppress

import msgspec
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from firmware.core.vocabulary.panel import Text
from firmware.floor.behind_published import CHECK_INTERVAL_S, watermarks_behind
from firmware.floor.log import WriteLog
from firmware.floor.run_sender import RunSender


async def lower_watermarks(
    jetstream: JetStreamContext, database: Engine, sender: RunSender, write_log: WriteLog
) -> None:
    """Compare the watermarks of the engine with the database, for ever."""
    while True:
        with suppress(NatsError, OSError, TimeoutError, SQLAlchemyError):
            lowered = await watermarks_behind(jetstream, database)
            for subject, watermark in lowered.items():
                sealed = sender.seal(subject, msgspec.json.encode(watermark))
                await jetstream.publish(subject, sealed)
            if lowered:
                write_log(Text("floor.fell_back", {"count": len(lowered)}))
        await asyncio.sleep(CHECK_INTERVAL_S)
