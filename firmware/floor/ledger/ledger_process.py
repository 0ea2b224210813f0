"""The ledger's process. Any number share the work; none has any state."""

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
from firmware.floor.connection import RETRY_INTERVAL_S, EngineServers, connected
from firmware.floor.ledger.ledger import Ledger, ReceivedMessage, StoredBatch
from firmware.floor.log import WriteLog
from firmware.floor.streams import create_missing_streams

CONSUMER_NAME: Final = "ledger"
FETCH_BATCH: Final = 128
"""How many messages are stored in one transaction."""
FETCH_TIMEOUT_S: Final = 5.0
ACK_WAIT_S: Final = 10.0
"""After this time without acknowledgement the engine gives a message to another ledger."""


async def run_ledger(
    ledger: Ledger, servers: EngineServers, replicas: int, write_log: WriteLog
) -> None:
    """Store the engine's messages, for ever; missing streams are created. Raises OSError if the
    certificates can't be read.
    """
    async with connected(servers, CONSUMER_NAME, write_log) as client:
        jetstream = client.jetstream()
        await _create_streams(jetstream, replicas)
        lane_consumer = _LaneConsumer(ledger, jetstream, write_log)
        async with asyncio.TaskGroup() as tasks:
            for lane_name in ("fact", "record"):
                tasks.create_task(lane_consumer.consume_lane(lane_name))


async def _create_streams(jetstream: JetStreamContext, replicas: int) -> None:
    while True:
        try:
            await create_missing_streams(jetstream, replicas)
        except (NatsError, OSError, TimeoutError):
            await asyncio.sleep(RETRY_INTERVAL_S)
        else:
            return


class _LaneConsumer:
    """Stores messages, and publishes the watermarks. A message that is not acknowledged is
    redelivered.
    """

    def __init__(self, ledger: Ledger, jetstream: JetStreamContext, write_log: WriteLog) -> None:
        self._ledger = ledger
        self._jetstream = jetstream
        self._write_log = write_log
        self._transaction_lock = asyncio.Lock()
        """Transactions of both lanes would only wait for each other in the database."""

    async def consume_lane(self, lane_name: str) -> None:
        consumer_config = ConsumerConfig(ack_wait=ACK_WAIT_S)
        while True:
            try:
                subscription = await self._jetstream.pull_subscribe(
                    f"floor.{lane_name}.*",
                    durable=CONSUMER_NAME,
                    stream=lane_name.upper(),
                    config=consumer_config,
                )
                await self._store_fetched(subscription)
            except (NatsError, OSError, TimeoutError):
                await asyncio.sleep(RETRY_INTERVAL_S)

    async def _store_fetched(self, subscription: JetStreamContext.PullSubscription) -> None:
        while True:
            with suppress(NothingThere):
                await self._store_batch(
                    await subscription.fetch(FETCH_BATCH, timeout=FETCH_TIMEOUT_S)
                )

    async def _store_batch(self, messages: Sequence[Msg]) -> None:
        """Store a batch in one transaction; if the database refuses it, each message in its own."""
        received_messages = [
            ReceivedMessage(message.subject.rpartition(".")[2], message.data)
            for message in messages
        ]
        try:
            async with self._transaction_lock:
                stored_batch = await asyncio.to_thread(
                    self._ledger.store_messages, received_messages
                )
        except SQLAlchemyError as error:
            # an unreachable database refuses all; else one bad message must not hold up the rest
            if isinstance(error, OperationalError) or len(messages) == 1:
                await self._redeliver_later(messages)
            else:
                for message in messages:
                    await self._store_batch([message])
        else:
            await self._publish_watermarks(messages, stored_batch)

    async def _redeliver_later(self, messages: Sequence[Msg]) -> None:
        """Have the messages redelivered after a delay."""
        self._write_log(Text("floor.no_database"))
        for message in messages:
            await message.nak(delay=RETRY_INTERVAL_S)
        await asyncio.sleep(RETRY_INTERVAL_S)

    async def _publish_watermarks(self, messages: Sequence[Msg], stored_batch: StoredBatch) -> None:
        for alarm in stored_batch.alarms:
            self._write_log(alarm.log_text)
        # before the acknowledgement: a crash between them has both done again, none lost
        await asyncio.gather(
            *(
                self._jetstream.publish(
                    f"floor.kept.{journal_key.table_name}", msgspec.json.encode(journal_watermark)
                )
                for journal_key, journal_watermark in stored_batch.watermarks.items()
            )
        )
        for message in messages:
            await message.ack()
