"""Performs the actions of an outbox at NATS JetStream."""

from typing import Final

from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.errors import APIError, NotFoundError

from firmware.floor.streams import stream_for_subject
from firmware.floor.uplink.outbox import Outbox, PublishMessage, ReadLastMessage

EXPECTED_SEQUENCE_HEADER: Final = "Nats-Expected-Last-Subject-Sequence"
# JetStream's error code, its JSStreamWrongLastSequenceErrF
WRONG_LAST_SEQUENCE: Final = 10071
ANSWER_TIMEOUT_S: Final = 5.0
"""How long to wait for an answer."""


class JetStreamEngine:
    """Performs one action of an outbox after the other. One without an answer is done again."""

    def __init__(self, client: Client) -> None:
        self._jetstream = client.jetstream(timeout=ANSWER_TIMEOUT_S)

    async def perform(self, outbox: Outbox, action: PublishMessage | ReadLastMessage) -> bool:
        """Perform an action, and report its outcome; return whether there was an answer. Raises
        JournalError.
        """
        try:
            if isinstance(action, PublishMessage):
                await self._publish_message(outbox, action)
            else:
                await self._read_last_message(outbox, action)
        except (NatsError, OSError, TimeoutError):
            return False
        return True

    async def _publish_message(self, outbox: Outbox, action: PublishMessage) -> None:
        headers = {EXPECTED_SEQUENCE_HEADER: str(action.expected_sequence)}
        try:
            stored_message = await self._jetstream.publish(
                action.subject, action.payload, headers=headers
            )
        except APIError as error:
            # another message is last on the subject: the outbox reads it, and resumes after it
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            outbox.sequence_conflict()
        else:
            outbox.acknowledged(stored_message.seq)

    async def _read_last_message(self, outbox: Outbox, action: ReadLastMessage) -> None:
        stream_name = stream_for_subject(action.subject)
        try:
            last_message = await self._jetstream.get_last_msg(
                stream_name, action.subject, direct=True
            )
        except NotFoundError:
            outbox.resume_after(None, 0)
        else:
            outbox.resume_after(last_message.data, last_message.seq or 0)
