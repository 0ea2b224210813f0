"""The foot of the status screen: the parts, and the machine's disks and memory."""

from collections.abc import Iterable, Iterator
from typing import Final

from rich.text import Text as StyledText

from firmware.console.commands.parts import part_mark, part_name
from firmware.console.text.clean_text import clean_text, clean_words
from firmware.console.text.drawing import ELLIPSIS, StatusMark, labelled_row
from firmware.console.text.measures import size_text
from firmware.core.vocabulary.health import DiskWear, FaultStatus, HostStatus
from firmware.core.vocabulary.status import Status
from firmware.shell.device.host import DISK_FULL, DISK_LOW, MEMORY_LOW, MIB
from firmware.shell.words.words import Words

SHOWN_COPIES: Final = 2
"""The copies of the journal whose disks are shown."""
WORN_PERCENT: Final = 90
"""The part of its life from which a disk is to be exchanged."""
PATH_WIDTH: Final = 45
"""Columns of a path."""


def part_rows(words: Words, status: Status) -> Iterator[StyledText]:
    """Yield the number of healthy parts, and the others."""
    names_by_mark = {
        status_mark: _part_names_with_mark(words, status, status_mark)
        for status_mark in (StatusMark.GOOD, StatusMark.WARN, StatusMark.BAD)
    }
    lost_parts, untested_parts = names_by_mark[StatusMark.BAD], names_by_mark[StatusMark.WARN]
    summary_text = clean_words(
        words, "console.parts.well", well=len(names_by_mark[StatusMark.GOOD]), of=len(status.parts)
    )
    if untested_parts:
        summary_text = clean_words(
            words, "console.status.untested", told=summary_text, names=", ".join(untested_parts)
        )
    status_mark = StatusMark.WARN if untested_parts or lost_parts else StatusMark.GOOD
    yield labelled_row(status_mark, clean_words(words, "console.status.parts"), summary_text, 1)
    if lost_parts:
        yield labelled_row(
            StatusMark.BAD,
            clean_words(words, "console.status.lost"),
            ", ".join(lost_parts),
            1,
            "parts",
        )


def _part_names_with_mark(words: Words, status: Status, part_status_mark: StatusMark) -> list[str]:
    return [
        part_name(words, part.name) for part in status.parts if part_mark(part) is part_status_mark
    ]


def machine_rows(words: Words, status: Status) -> Iterator[StyledText]:
    """Yield the free disk and memory, and the copies of the journal in use."""
    machine = status.machine
    if machine is None:
        return
    for copy_path, free_mib in list(machine.free_mib.items())[:SHOWN_COPIES]:
        status_mark, free_text = _disk_mark(free_mib), _free_text(words, free_mib)
        yield labelled_row(
            status_mark,
            clean_words(words, "console.status.disk"),
            _path_end(clean_text(copy_path)),
            1,
            free_text,
        )
    copy_count, free_memory_mib = len(machine.free_mib), machine.available_mib
    copies_used = _copies_used(status.faults, copy_count)
    is_memory_low = free_memory_mib is not None and free_memory_mib * MIB < MEMORY_LOW.fault_below
    status_mark = (
        StatusMark.BAD
        if not copies_used
        else StatusMark.WARN
        if is_memory_low or copies_used < copy_count
        else StatusMark.GOOD
    )
    copies_text = clean_words(words, "console.status.copies", used=copies_used, of=copy_count)
    free_text = clean_words(
        words, "console.status.memory", copies=copies_text, free=_free_text(words, free_memory_mib)
    )
    yield labelled_row(status_mark, clean_words(words, "console.status.machine"), free_text, 1)
    yield from _board_row(words, machine)
    yield from _wear_row(words, machine)


def _board_row(words: Words, machine: HostStatus) -> Iterator[StyledText]:
    """Yield the temperature of a Pi, and whether its supply or its heat slows it down."""
    if machine.celsius is None:
        return
    board_text = clean_words(words, "console.status.celsius", celsius=machine.celsius)
    if machine.under_voltage:
        board_text = clean_words(words, "console.status.supply_weak", told=board_text)
    if machine.slowed:
        board_text = clean_words(words, "console.status.slowed", told=board_text)
    is_well = not machine.under_voltage and not machine.slowed
    status_mark = StatusMark.GOOD if is_well else StatusMark.WARN
    yield labelled_row(status_mark, clean_words(words, "console.status.board"), board_text, 1)


def _wear_row(words: Words, machine: HostStatus) -> Iterator[StyledText]:
    """Yield the wear of the disks of the copies, in the order of their rows."""
    worn_disks = [disk for disk in machine.disks.values() if disk is not None][:SHOWN_COPIES]
    if not worn_disks:
        return
    is_used_up = any((disk.life_used_percent or 0) >= WORN_PERCENT for disk in worn_disks)
    status_mark = StatusMark.WARN if is_used_up else StatusMark.GOOD
    wear_text = ", ".join(_wear_text(words, disk) for disk in worn_disks)
    yield labelled_row(status_mark, clean_words(words, "console.status.wear"), wear_text, 2)


def _wear_text(words: Words, disk: DiskWear) -> str:
    size, since = size_text(words, disk.written_mib), clean_text(disk.since)
    wear_text = clean_words(words, "console.status.worn", size=size, since=since)
    if disk.life_used_percent is None:
        return wear_text
    percent = disk.life_used_percent
    return clean_words(words, "console.status.life_used", told=wear_text, percent=percent)


def _path_end(copy_path: str) -> str:
    """Return a path, of a long one its end, by which the two copies differ."""
    return copy_path if len(copy_path) <= PATH_WIDTH else ELLIPSIS + copy_path[1 - PATH_WIDTH :]


def _free_text(words: Words, free_mib: int | None) -> str:
    if free_mib is None:
        return clean_words(words, "console.status.unread")
    return clean_words(words, "console.status.free", size=size_text(words, free_mib))


def _disk_mark(free_mib: int | None) -> StatusMark:
    if free_mib is None or free_mib * MIB < DISK_FULL.fault_below:
        return StatusMark.BAD
    return StatusMark.WARN if free_mib * MIB < DISK_LOW.fault_below else StatusMark.GOOD


def _copies_used(faults: Iterable[FaultStatus], copy_count: int) -> int:
    """Return how many copies of the journal are written."""
    fault_codes = {fault.code for fault in faults if fault.part == "journal" and not fault.gone}
    if fault_codes & {"journal_lost", "journal_damaged", "journal_format"}:
        return 0
    return copy_count - ("copy_lost" in fault_codes)
