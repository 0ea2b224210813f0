"""The uplink's acts, done at NATS JetStream."""

from typing import Final

from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js.errors import APIError, NotFoundError

from firmware.floor.streams import stream_of
from firmware.floor.uplink.outbox import AskLast, Lane, Publish

EXPECTED: Final = "Nats-Expected-Last-Subject-Sequence"
WRONG_LAST_SEQUENCE: Final = 10071
PATIENCE_S: Final = 5.0
"""How long an answer is waited for."""


class NatsEngine:
    """Does one act of a lane after the other. One that gets no answer is done again."""

    def __init__(self, client: Client) -> None:
        self._streams = client.jetstream(timeout=PATIENCE_S)

    async def do(self, lane: Lane, act: Publish | AskLast) -> bool:
        """Do a lane's act, and give it the answer; return if one came. Raises JournalError."""
        try:
            if isinstance(act, Publish):
                await self._publish(lane, act)
            else:
                await self._ask(lane, act)
        except (NatsError, OSError, TimeoutError):
            return False
        return True

    async def _publish(self, lane: Lane, act: Publish) -> None:
        headers = {EXPECTED: str(act.expected)}
        try:
            stored = await self._streams.publish(act.subject, act.octets, headers=headers)
        except APIError as error:
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            lane.refused()
        else:
            lane.acknowledged(stored.seq)

    async def _ask(self, lane: Lane, act: AskLast) -> None:
        stream = stream_of(act.subject)
        try:
            last = await self._streams.get_last_msg(stream, act.subject, direct=True)
        except NotFoundError:
            lane.found(None, 0)
        else:
            lane.found(last.data, last.seq or 0)
