"""The engine's end of a client's connection, without a wire."""

import re
from collections.abc import Awaitable, Callable
from functools import cache
from typing import NamedTuple, cast

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

MessageCallback = Callable[[Msg], Awaitable[None]]


class Delivery(NamedTuple):
    """A message, and the subject on which it comes."""

    subject: str
    octets: bytes


class FarEngine:
    """Delivers messages to who has subscribed to their subjects."""

    is_connected = True

    def __init__(self) -> None:
        self.published: list[Delivery] = []
        self._subscriptions: list[tuple[re.Pattern[str], MessageCallback]] = []

    @property
    def client(self) -> Client:
        return cast(Client, self)

    async def subscribe(self, subject: str, cb: MessageCallback) -> None:
        self._subscriptions.append((_matching(subject), cb))

    async def publish(self, subject: str, payload: bytes) -> None:
        self.published.append(Delivery(subject, payload))

    async def deliver(self, delivery: Delivery) -> None:
        for pattern, take in self._subscriptions:
            if pattern.fullmatch(delivery.subject):
                await take(Msg(self.client, delivery.subject, "", delivery.octets))


class StoredMessage(NamedTuple):
    """The answer to a direct get."""

    data: bytes


class FarJetStream(FarEngine):
    """An engine that has the last message of each subject too."""

    def __init__(self) -> None:
        super().__init__()
        self.last: dict[str, bytes] = {}

    def jetstream(self) -> JetStreamContext:
        return cast(JetStreamContext, self)

    async def get_last_msg(self, _stream: str, subject: str, *, direct: bool) -> StoredMessage:
        if not direct or subject not in self.last:
            raise NotFoundError
        return StoredMessage(self.last[subject])


@cache
def _matching(subject: str) -> re.Pattern[str]:
    return re.compile(re.escape(subject).replace(r"\*", r"[^.]+"))
