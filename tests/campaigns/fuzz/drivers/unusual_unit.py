"""A driver, and a unit that says all that its protocol allows, in any order."""

from collections.abc import Callable
from random import Random
from typing import ClassVar, Protocol

from drivers.part import Part
from firmware.core.vocabulary.events import Event
from sim.wires.memory_port import Impairment


class UnusualUnit(Protocol):
    """A driver whose unit sends sound frames with boundary and absurd values, of every kind that a
    grammar of its protocol derives, unasked or as the replies to the driver's requests.
    """

    SPAN_MS: ClassVar[int]
    """How long the driver is polled after each `speak`."""

    @property
    def part(self) -> Part: ...

    @property
    def sent_messages(self) -> int:
        """How many messages the unit has sent."""
        ...

    def speak(self) -> None:
        """Send the next messages, or choose the next replies."""
        ...

    def is_invented(self, event: Event) -> bool:
        """Return whether an event names a card, a chip or a number that the unit has not sent."""
        ...


OpenUnit = Callable[[Random, Impairment], UnusualUnit]
"""Opens a unit, whose octets arrive over that wire."""
