"""What a journal is of, as far as its evidence depends on that: how much of it a bundle may have,
and what its records must add up to.
"""

from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

from firmware.core.table.meters import Meters
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import CannotBeDone
from firmware.shell.evidence.bundle import Bundle, Ending, MetersAt
from firmware.shell.journal.segments import Segments


class Wanted(NamedTuple):
    """The first and last round to export, both included; None for no limit."""

    first: int | None = None
    last: int | None = None


ALL: Final = Wanted()
NO_METERS: Final = MetersAt(0, Meters())


class Place(NamedTuple):
    """A position between two links, with the totals up to it."""

    octets: int = 0
    links: int = 0
    records: int = 0
    segments: tuple[int, ...] = ()


class End(NamedTuple):
    """Where a bundle ends, and why; the rounds in it, and the meters as the last one opened."""

    place: Place
    why: Ending = "whole"
    rounds: tuple[int, int] = (0, 0)
    meters: MetersAt = NO_METERS


class Extent(Protocol):
    """How much of a journal a bundle has, found out as its records are read."""

    def begins(self, found: Segments) -> int:
        """Return the segment with which it begins."""
        ...

    def take(self, payload: bytes, here: Place, /) -> bool:
        """Take the record that begins here; return whether to read on."""
        ...

    def end(self, last: Place, *, in_use: bool) -> End:
        """Return the end, `last` at most; a service may have the journal open. Raises CannotBeDone
        if nothing is left.
        """
        ...


class Account(NamedTuple):
    """What is wrong with the records of a bundle, in words; what they tell, if nothing is."""

    wrong: tuple[Text, ...] = ()
    told: tuple[Text, ...] = ()


class Content(NamedTuple):
    """What a journal is of. Both raise CannotBeDone."""

    name: str
    extent: Callable[[Wanted], Extent]
    account: Callable[[Bundle], Account]
    """Of a bundle whose octets are as they were signed."""


class Whole:
    """All of a journal that has no rounds, nor anything that nobody may know yet."""

    def __init__(self, wanted: Wanted) -> None:
        if wanted != ALL:
            raise CannotBeDone(Text("evidence.no_rounds"))

    def begins(self, found: Segments) -> int:
        return found.numbers[0]

    def take(self, _payload: bytes, _here: Place) -> bool:
        return True

    def end(self, last: Place, *, in_use: bool) -> End:  # noqa: ARG002
        if not last.records:
            raise CannotBeDone(Text("evidence.none_readable"))
        return End(last)
