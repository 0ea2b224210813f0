"""A process of the floor as the campaign sees it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from random import Random
from typing import ClassVar, Protocol


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
