"""The foot of the status screen: how the parts are, and the machine under the table."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text as Ink

from firmware.console.commands.part_reading import mark_of, part_name
from firmware.console.text.clean import clean, said
from firmware.console.text.drawing import CUT, Mark, row
from firmware.console.text.measures import size
from firmware.core.vocabulary.health import FaultStatus
from firmware.core.vocabulary.status import Status
from firmware.shell.device.host import DISK_FULL, DISK_LOW, MEMORY_LOW, MIB
from firmware.shell.words.words import Words

COPIES: Final = 2
"""Of the journal."""
PATH: Final = 45
"""Columns of a path."""


def parts_told(words: Words, status: Status) -> Iterator[Ink]:
    """Yield the number of healthy parts, and the others."""
    by_mark = {mark: _named(words, status, mark) for mark in (Mark.GOOD, Mark.WARN, Mark.BAD)}
    lost, untested = by_mark[Mark.BAD], by_mark[Mark.WARN]
    told = said(words, "console.parts.well", well=len(by_mark[Mark.GOOD]), of=len(status.parts))
    if untested:
        told = said(words, "console.status.untested", told=told, names=", ".join(untested))
    mark = Mark.WARN if untested or lost else Mark.GOOD
    yield row(mark, said(words, "console.status.parts"), told, 1)
    if lost:
        yield row(Mark.BAD, said(words, "console.status.lost"), ", ".join(lost), 1, "parts")


def _named(words: Words, status: Status, mark: Mark) -> list[str]:
    return [part_name(words, part.name) for part in status.parts if mark_of(part) is mark]


def machine_told(words: Words, status: Status) -> Iterator[Ink]:
    """Yield the free disk and memory, and the copies of the journal in use."""
    machine = status.machine
    if machine is None:
        return
    for path, free in list(machine.free_mib.items())[:COPIES]:
        mark, told = _mark_of_disk(free), _free(words, free)
        yield row(mark, said(words, "console.status.disk"), _tail(clean(path)), 1, told)
    of, left = len(machine.free_mib), machine.available_mib
    used = _copies_used(status.faults, of)
    low = left is not None and left * MIB < MEMORY_LOW.least
    mark = Mark.BAD if not used else Mark.WARN if low or used < of else Mark.GOOD
    copies = said(words, "console.status.copies", used=used, of=of)
    told = said(words, "console.status.memory", copies=copies, free=_free(words, left))
    yield row(mark, said(words, "console.status.machine"), told, 1)


def _tail(path: str) -> str:
    """Return a path, of a long one its end: the two of a journal begin alike."""
    return path if len(path) <= PATH else CUT + path[1 - PATH :]


def _free(words: Words, mib: int | None) -> str:
    if mib is None:
        return said(words, "console.status.unread")
    return said(words, "console.status.free", size=size(words, mib))


def _mark_of_disk(mib: int | None) -> Mark:
    if mib is None or mib * MIB < DISK_FULL.least:
        return Mark.BAD
    return Mark.WARN if mib * MIB < DISK_LOW.least else Mark.GOOD


def _copies_used(faults: Iterable[FaultStatus], copies: int) -> int:
    """Return how many copies of the journal are written."""
    codes = {fault.code for fault in faults if fault.part == "journal" and not fault.gone}
    if codes & {"journal_lost", "journal_damaged"}:
        return 0
    return copies - ("copy_lost" in codes)
