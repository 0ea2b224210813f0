"""The ledger's process: any number of them share the work, and none remembers anything."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import TimeoutError as NothingThere
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import AGAIN_S, Say, Servers, reached
from firmware.floor.ledger.ledger import Ledger, Sent, Taken
from firmware.floor.streams import make_streams

NAME: Final = "ledger"
AT_ONCE: Final = 128
"""How many messages are taken together, in one transaction."""
WAIT_S: Final = 5.0
TAKEN_WITHIN_S: Final = 10.0
"""After which the engine gives a message to another ledger."""


async def keep(ledger: Ledger, servers: Servers, replicas: int, say: Say) -> None:
    """Take what the engine has, for ever; missing streams are made. Raises OSError if the
    certificates can't be read.
    """
    async with reached(servers, NAME, say) as client:
        engine = client.jetstream()
        await _made(engine, replicas)
        keeping = _Keeping(ledger, engine, say)
        async with asyncio.TaskGroup() as tasks:
            for lane in ("fact", "record"):
                tasks.create_task(keeping.take_lane(lane))


async def _made(engine: JetStreamContext, replicas: int) -> None:
    while True:
        try:
            await make_streams(engine, replicas)
        except (NatsError, OSError, TimeoutError):
            await asyncio.sleep(AGAIN_S)
        else:
            return


class _Keeping:
    """Takes messages, and says what is kept; what is not confirmed to the engine comes again."""

    def __init__(self, ledger: Ledger, engine: JetStreamContext, say: Say) -> None:
        self._ledger = ledger
        self._engine = engine
        self._say = say
        self._turn = asyncio.Lock()
        """Transactions of both lanes would only wait for each other."""

    async def take_lane(self, lane: str) -> None:
        config = ConsumerConfig(ack_wait=TAKEN_WITHIN_S)
        while True:
            try:
                waiting = await self._engine.pull_subscribe(
                    f"floor.{lane}.*", durable=NAME, stream=lane.upper(), config=config
                )
                await self._take_all(waiting)
            except (NatsError, OSError, TimeoutError):
                await asyncio.sleep(AGAIN_S)

    async def _take_all(self, waiting: JetStreamContext.PullSubscription) -> None:
        while True:
            with suppress(NothingThere):
                await self._take(await waiting.fetch(AT_ONCE, timeout=WAIT_S))

    async def _take(self, messages: Sequence[Msg]) -> None:
        """Take messages together; if the database refuses one of them, each for itself."""
        sent = [Sent(message.subject.rpartition(".")[2], message.data) for message in messages]
        try:
            async with self._turn:
                taken = await asyncio.to_thread(self._ledger.take, sent)
        except SQLAlchemyError as error:
            if isinstance(error, OperationalError) or len(messages) == 1:
                await self._wait(messages)
            else:
                for message in messages:
                    await self._take([message])
        else:
            await self._confirm(messages, taken)

    async def _wait(self, messages: Sequence[Msg]) -> None:
        """Have the messages come again, in a while."""
        self._say(Text("floor.no_database"))
        for message in messages:
            await message.nak(delay=AGAIN_S)
        await asyncio.sleep(AGAIN_S)

    async def _confirm(self, messages: Sequence[Msg], taken: Taken) -> None:
        for alarm in taken.alarms:
            self._say(alarm.words)
        await asyncio.gather(
            *(
                self._engine.publish(f"floor.kept.{series.table_name}", msgspec.json.encode(kept))
                for series, kept in taken.kept.items()
            )
        )
        for message in messages:
            await message.ack()
