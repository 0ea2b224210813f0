"""A process of the floor as the campaign sees it, and the engine's end of its connection."""

import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from random import Random
from typing import ClassVar, Protocol, cast

from nats.aio.client import Client
from nats.aio.msg import Msg

from tests.campaigns.fuzz.floor.hostile_senders import Delivery

MessageCallback = Callable[[Msg], Awaitable[None]]


class Receiver(Protocol):
    """Takes messages at its product's own entry point, a batch at a time.

    A run has a state of its own, since what comes from a million senders would fill any.
    """

    MESSAGES_A_RUN: ClassVar[int]
    BATCH: ClassVar[int]

    def hostile(self) -> Iterator[object]:
        """Yield what comes from hostile senders, without end."""

    def good(self) -> Sequence[object]:
        """Return the next good messages, in their order; they come among the next batch."""

    def feed(self, deliveries: Sequence[object]) -> None:
        """Take a batch. Whatever this raises has ended the process."""

    def untaken(self) -> Sequence[str]:
        """Return what should have been taken by now and is not."""

    def reasons(self) -> Mapping[str, int]:
        """Return how many messages were refused, by the reason."""

    def differences(self) -> Iterator[str]:
        """Yield at the end in which the good senders' state is not what it must be."""


OpenReceiver = Callable[[Random, Path], AbstractContextManager[Receiver]]


class FarEngine:
    """The engine's end of a client's connection, without a wire."""

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
        """Deliver a message to who has subscribed to its subject."""
        for pattern, take in self._subscriptions:
            if pattern.fullmatch(delivery.subject):
                await take(Msg(self.client, delivery.subject, "", delivery.octets))


@cache
def _matching(subject: str) -> re.Pattern[str]:
    return re.compile(re.escape(subject).replace(r"\*", r"[^.]+"))
