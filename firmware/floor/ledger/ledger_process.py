"""The ledger's process. Any number share the work; none has any state."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.errors import TimeoutError as NothingThere
from nats.js import JetStreamContext
from nats.js.api import ConsumerConfig
from nats.js.errors import APIError
from sqlalchemy.exc import SQLAlchemyError

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import RETRY_INTERVAL_S, EngineServers, connected
from firmware.floor.ledger.catch_up import catch_up
from firmware.floor.ledger.day_partitions import prepare_days, prepare_days_once
from firmware.floor.ledger.ledger import Ledger, StoredBatch
from firmware.floor.ledger.ledger_alarms import LedgerAlarm
from firmware.floor.ledger.lower_watermarks import lower_watermarks
from firmware.floor.ledger.publish_roster import publish_roster
from firmware.floor.ledger.quota import Traffic, stream_alarms
from firmware.floor.ledger.table_message import ReceivedMessage
from firmware.floor.ledger.verify import verify_slowly
from firmware.floor.log import WriteLog
from firmware.floor.metrics.ledger_metrics import LedgerMetrics
from firmware.floor.places import ANY_PLACE, place_subject
from firmware.floor.roster.roster_store import RosterStore
from firmware.floor.run_sender import RunSender
from firmware.floor.running_programs import follow_programs, own_program
from firmware.floor.streams import create_missing_streams, stream_configs
from firmware.shell.service.progress import LoopProgress

CONSUMER_NAME: Final = "ledger"
FETCH_BATCH: Final = 128
"""How many messages are stored in one transaction."""
FETCH_TIMEOUT_S: Final = 5.0
ACK_WAIT_S: Final = 10.0
"""After this time without acknowledgement the engine gives a message to another ledger."""
QUOTA_INTERVAL_S: Final = 60.0
LANE_NAMES: Final = ("fact", "record")


class LedgerProcess(NamedTuple):
    """The parts of a ledger's process."""

    ledger: Ledger
    roster_store: RosterStore
    sender: RunSender
    write_log: WriteLog
    progress: LoopProgress
    metrics: LedgerMetrics


async def run_ledger(
    process: LedgerProcess, servers: EngineServers, replicas: int, store_mib: int
) -> None:
    """Store the engine's messages, for ever; missing streams are created. Raises OSError if the
    certificates can't be read.
    """
    name, write_log = process.sender.name, process.write_log
    with suppress(SQLAlchemyError):  # a database that is away for a moment ends no ledger
        await asyncio.to_thread(prepare_days_once, process.ledger, write_log)
    async with connected(servers, name, write_log) as client:
        jetstream = client.jetstream()
        await _create_streams(jetstream, replicas, store_mib, write_log)
        lane_consumer = _LaneConsumer(process, jetstream)
        async with asyncio.TaskGroup() as tasks:
            for lane_name in LANE_NAMES:
                tasks.create_task(lane_consumer.consume_lane(lane_name))
            tasks.create_task(publish_roster(client, process.roster_store))
            tasks.create_task(lane_consumer.watch_quotas())
            tasks.create_task(catch_up(process.ledger, write_log))
            tasks.create_task(verify_slowly(process.ledger, write_log))
            tasks.create_task(
                prepare_days(process.ledger, write_log, process.metrics.note_row_days)
            )
            database, own = process.ledger.database, own_program("ledger", name)
            tasks.create_task(follow_programs(database, lambda: [own]))
            tasks.create_task(lower_watermarks(jetstream, database, process.sender, write_log))


async def _create_streams(
    jetstream: JetStreamContext, replicas: int, store_mib: int, write_log: WriteLog
) -> None:
    is_logged = False
    while True:
        try:
            await create_missing_streams(jetstream, stream_configs(replicas, store_mib))
        except (NatsError, OSError, TimeoutError) as error:
            if isinstance(error, APIError) and not is_logged:
                values = {"replicas": replicas, "mib": store_mib}
                write_log(Text("floor.no_room", dict(values)))
                is_logged = True
            await asyncio.sleep(RETRY_INTERVAL_S)
        else:
            return


class _LaneConsumer:
    """Stores messages, and publishes the watermarks. A message that is not acknowledged is
    redelivered.
    """

    def __init__(self, process: LedgerProcess, jetstream: JetStreamContext) -> None:
        self._process = process
        self._jetstream = jetstream
        self._traffic = Traffic()
        self._transaction_lock = asyncio.Lock()
        """Transactions of both lanes would only wait for each other in the database."""

    async def consume_lane(self, lane_name: str) -> None:
        consumer_config = ConsumerConfig(ack_wait=ACK_WAIT_S)
        while True:
            try:
                subscription = await self._jetstream.pull_subscribe(
                    place_subject(lane_name, ANY_PLACE),
                    durable=CONSUMER_NAME,
                    stream=lane_name.upper(),
                    config=consumer_config,
                )
                await self._store_fetched(lane_name, subscription)
            except (NatsError, OSError, TimeoutError):
                self._process.progress.note_turn(lane_name)
                await asyncio.sleep(RETRY_INTERVAL_S)

    async def watch_quotas(self) -> None:
        """Note the streams' sizes, for ever; raise an alarm before one is full."""
        while True:
            for lane_name in LANE_NAMES:
                with suppress(NatsError, OSError, TimeoutError, SQLAlchemyError):
                    await self._watch_quota(lane_name)
            await asyncio.sleep(QUOTA_INTERVAL_S)

    async def _watch_quota(self, lane_name: str) -> None:
        stream_info = await self._jetstream.stream_info(lane_name.upper())
        consumer_info = await self._jetstream.consumer_info(lane_name.upper(), CONSUMER_NAME)
        self._process.metrics.note_stream(lane_name, stream_info, consumer_info.num_pending or 0)
        await self._raise_alarms([*stream_alarms(stream_info)])

    async def _store_fetched(
        self, lane_name: str, subscription: JetStreamContext.PullSubscription
    ) -> None:
        while True:
            self._process.progress.note_turn(lane_name)
            with suppress(NothingThere):
                await self._store_batch(
                    lane_name, await subscription.fetch(FETCH_BATCH, timeout=FETCH_TIMEOUT_S)
                )

    async def _store_batch(self, lane_name: str, messages: Sequence[Msg]) -> None:
        """Store a batch; if the database fails, have it redelivered."""
        received_messages = [
            ReceivedMessage(message.subject, message.data, message.metadata.sequence.stream)
            for message in messages
        ]
        try:
            async with self._transaction_lock:
                begun_s = time.monotonic()
                stored_batch = await asyncio.to_thread(
                    self._process.ledger.store_messages, received_messages
                )
                sizes = [len(message.data) for message in messages]
                self._process.metrics.note_stored(lane_name, sizes, time.monotonic() - begun_s)
            await self._raise_alarms(self._flood_alarms(messages))
        except SQLAlchemyError:
            await self._redeliver_later(messages)
        else:
            await self._publish_watermarks(messages, stored_batch)

    def _flood_alarms(self, messages: Sequence[Msg]) -> list[LedgerAlarm]:
        return [
            alarm
            for message in messages
            for alarm in self._traffic.note(
                message.subject, len(message.data), message.metadata.timestamp
            )
        ]

    async def _raise_alarms(self, found_alarms: Sequence[LedgerAlarm]) -> None:
        if found_alarms:
            new_alarms = await asyncio.to_thread(self._process.ledger.raise_alarms, found_alarms)
            for alarm in new_alarms:
                self._process.write_log(alarm.log_text)

    async def _redeliver_later(self, messages: Sequence[Msg]) -> None:
        """Have the messages redelivered after a delay."""
        self._process.metrics.note_failed()
        self._process.write_log(Text("floor.no_database"))
        for message in messages:
            await message.nak(delay=RETRY_INTERVAL_S)
        await asyncio.sleep(RETRY_INTERVAL_S)

    async def _publish_watermarks(self, messages: Sequence[Msg], stored_batch: StoredBatch) -> None:
        for alarm in stored_batch.alarms:
            self._process.write_log(alarm.log_text)
        # before the acknowledgement: a crash between them has both done again, none lost
        sealed_watermarks = [
            (subject := place_subject("kept", source.place), self._sealed(subject, watermark))
            for source, watermark in stored_batch.watermarks.items()
        ]
        await asyncio.gather(
            *(self._jetstream.publish(subject, octets) for subject, octets in sealed_watermarks)
        )
        for message in messages:
            await message.ack()

    def _sealed(self, subject: str, watermark: msgspec.Struct) -> bytes:
        return self._process.sender.seal(subject, msgspec.json.encode(watermark))
