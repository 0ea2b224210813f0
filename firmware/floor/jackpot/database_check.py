"""Whether a keeper's PostgreSQL is set so that an acknowledged line survives a lost server, and
whether it is the ledgers' own.
"""

import asyncio
from contextlib import suppress
from typing import Final

from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from firmware.core.vocabulary.panel import Text, TextValues
from firmware.floor.behind_published import CHECK_INTERVAL_S, watermarks_behind
from firmware.floor.log import WriteLog

DURABLE_COMMITS: Final = frozenset({"on", "remote_write", "remote_apply"})
REQUIRED_ON: Final = ("fsync", "full_page_writes")


def database_faults(database: Engine) -> list[Text]:
    """Return the settings that may lose lines; nothing of SQLite, which is for one machine."""
    if database.dialect.name != "postgresql":
        return []
    names = (*REQUIRED_ON, "synchronous_commit", "synchronous_standby_names")
    with database.connect() as connection:
        values = {name: str(connection.scalar(text(f"SHOW {name}"))) for name in names}
    faults = [_fault(name, values[name]) for name in REQUIRED_ON if values[name] != "on"]
    if values["synchronous_commit"] not in DURABLE_COMMITS:
        faults.append(_fault("synchronous_commit", values["synchronous_commit"]))
    if not values["synchronous_standby_names"]:
        faults.append(Text("linked.keeper.no_standby"))
    return faults


async def watch_database(
    jetstream: JetStreamContext, database: Engine, jackpot_name: str, write_log: WriteLog
) -> None:
    """Log, for ever, that the ledgers have another database, as an old primary that came back."""
    while True:
        with suppress(NatsError, OSError, TimeoutError, SQLAlchemyError):
            if behind := await watermarks_behind(jetstream, database):
                values: TextValues = {"name": jackpot_name, "count": len(behind)}
                write_log(Text("linked.keeper.other_database", values))
        await asyncio.sleep(CHECK_INTERVAL_S)


def _fault(name: str, value: str) -> Text:
    return Text("linked.keeper.setting", {"name": name, "value": value})
