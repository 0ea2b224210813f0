"""The keeper's process: it takes the questions of the tables, and publishes the answers."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

import msgspec
from nats.aio.msg import Msg

from firmware.core.vocabulary.jackpot import FromKeeper, LotAsk, LotGranted, LotShown, LotTerms
from firmware.floor.connection import Say, Servers, reached, tell
from firmware.floor.jackpot.keeper_loop import Showing

LOOK_S: Final = 0.2
WORDS: Final[dict[type[FromKeeper], str]] = {
    LotTerms: "terms",
    LotShown: "shown",
    LotGranted: "granted",
}


def subject(lot: str, what: str) -> str:
    """Return the subject of one kind of a lot's messages."""
    return f"floor.lot.{lot}.{what}"


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


async def keep(
    showing: Showing, lot: str, servers: Servers, say: Say, now: Callable[[], int] = wall_ms
) -> None:
    """Keep the lot, for ever. Raises OSError if the certificates can't be read, DBAPIError."""
    async with reached(servers, f"keeper-{lot}", say) as client:

        async def hear(message: Msg) -> None:
            ask = _ask(message)
            if ask is not None:
                showing.ask(ask.table, ask.nonce)

        await client.subscribe(subject(lot, "ask.*"), cb=hear)
        while True:
            due = await asyncio.to_thread(showing.turn, now())
            for signed in due.messages:
                what = subject(lot, WORDS[type(signed.message)])
                await tell(client, what, msgspec.json.encode(signed))
            if not due.more:
                await asyncio.sleep(LOOK_S)


def _ask(message: Msg) -> LotAsk | None:
    """Return the question of a table in its own name, None if it is none."""
    try:
        ask = msgspec.json.decode(message.data, type=LotAsk)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return ask if ask.table == message.subject.rpartition(".")[2] else None
