"""The process that forwards: it reads the property's database, and publishes the news.

It has an account of its own at the engine, with the streams SEALED and ALARM alone; the leaf link
to the head office belongs to that account. So no record can cross it.
"""

import asyncio
import time
from hashlib import blake2b
from typing import Final

from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import RETRY_INTERVAL_S, EngineServers, connected
from firmware.floor.head_office.forwarded import (
    ForwardedMessage,
    alarm_messages,
    sealed_messages,
    stream_config,
    unsent_files,
)
from firmware.floor.log import WriteLog
from firmware.floor.run_sender import RunSender
from firmware.floor.streams import create_missing_streams

LOOK_INTERVAL_S: Final = 5.0
STREAM_KINDS: Final = ("sealed", "alarm")


class Forwarder:
    """Publishes the sealed days and alarms of one property."""

    def __init__(
        self, database: Engine, property_name: str, sender: RunSender, jetstream: JetStreamContext
    ) -> None:
        self._database, self._property_name = database, property_name
        self._sender, self._jetstream = sender, jetstream
        self._sent_alarms: dict[str, bytes] = {}
        """By subject: the digest of the last payload."""

    async def forward_new(self) -> int:
        """Publish the news; return how many messages. Raises NatsError, SQLAlchemyError."""
        messages = await self._new_messages()
        for message in messages:
            sealed = self._sender.seal(*message)
            await self._jetstream.publish(message.subject, sealed)
            self._sent_alarms[message.subject] = _digest(message)
        return len(messages)

    async def _new_messages(self) -> list[ForwardedMessage]:
        own = f"office.sealed.{self._property_name}.>"
        stream = await self._jetstream.stream_info("SEALED", subjects_filter=own)
        return await asyncio.to_thread(self._read_new, stream.state.subjects or {})

    def _read_new(self, sent_subjects: dict[str, int]) -> list[ForwardedMessage]:
        now_ms = time.time_ns() // 1_000_000
        with self._database.connect() as connection:
            files = unsent_files(connection, sent_subjects)
            alarms = [*alarm_messages(connection, self._property_name, now_ms)]
        new_alarms = [
            message
            for message in alarms
            if self._sent_alarms.get(message.subject) != _digest(message)
        ]
        parts = [message for file in files for message in sealed_messages(file)]
        return [*new_alarms, *parts]


async def run_forwarder(
    database: Engine,
    property_name: str,
    sender: RunSender,
    servers: EngineServers,
    replicas: int,
    write_log: WriteLog,
) -> None:
    """Forward, for ever; missing streams are created. Raises OSError if the certificates can't be
    read.
    """
    async with connected(servers, sender.name, write_log) as client:
        jetstream = client.jetstream()
        forwarder = Forwarder(database, property_name, sender, jetstream)
        while True:
            try:
                configs = [stream_config(kind, property_name, replicas) for kind in STREAM_KINDS]
                await create_missing_streams(jetstream, configs)
                while True:
                    if count := await forwarder.forward_new():
                        write_log(Text("floor.forwarded", {"count": count}))
                    await asyncio.sleep(LOOK_INTERVAL_S)
            except (NatsError, OSError, TimeoutError, SQLAlchemyError):
                await asyncio.sleep(RETRY_INTERVAL_S)


def _digest(message: ForwardedMessage) -> bytes:
    return blake2b(message.payload, digest_size=16).digest()
