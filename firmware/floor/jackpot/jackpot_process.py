"""The keeper's process: it receives the tables' queries, and publishes updates and grants."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import msgspec
from nats.aio.msg import Msg

from firmware.core.vocabulary.jackpot import (
    JackpotGrant,
    JackpotKeeperMessage,
    JackpotQuery,
    JackpotTerms,
    JackpotUpdate,
)
from firmware.floor.connection import EngineServers, connected, publish_best_effort
from firmware.floor.jackpot.keeper_loop import KeeperLoop
from firmware.floor.log import WriteLog

KEEPER_INTERVAL_S: Final = 0.2
MESSAGE_SUBJECTS: Final[dict[type[JackpotKeeperMessage], str]] = {
    JackpotTerms: "terms",
    JackpotUpdate: "shown",
    JackpotGrant: "granted",
}


def jackpot_subject(jackpot_name: str, message_kind: str) -> str:
    """Return the subject of one kind of a jackpot's messages."""
    return f"floor.lot.{jackpot_name}.{message_kind}"


def wall_clock_ms() -> int:
    return time.time_ns() // 1_000_000


async def run_keeper(
    keeper_loop: KeeperLoop,
    jackpot_name: str,
    servers: EngineServers,
    write_log: WriteLog,
    now_ms: Callable[[], int] = wall_clock_ms,
) -> None:
    """Run the keeper, for ever. Raises OSError if the certificates can't be read, DBAPIError."""
    async with connected(servers, f"keeper-{jackpot_name}", write_log) as client:

        async def on_query(message: Msg) -> None:
            jackpot_query = _decode_query(message)
            if jackpot_query is not None:
                keeper_loop.add_query(jackpot_query.table, jackpot_query.nonce)

        await client.subscribe(jackpot_subject(jackpot_name, "ask.*"), cb=on_query)
        while True:
            due_messages = await asyncio.to_thread(keeper_loop.next_messages, now_ms())
            for signed in due_messages.messages:
                message_subject = jackpot_subject(
                    jackpot_name, MESSAGE_SUBJECTS[type(signed.message)]
                )
                await publish_best_effort(client, message_subject, msgspec.json.encode(signed))
            if not due_messages.has_more:
                await asyncio.sleep(KEEPER_INTERVAL_S)


def _decode_query(message: Msg) -> JackpotQuery | None:
    """Return the query of a table in its own name, None if it is not valid."""
    try:
        jackpot_query = msgspec.json.decode(message.data, type=JackpotQuery)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return jackpot_query if jackpot_query.table == message.subject.rpartition(".")[2] else None
