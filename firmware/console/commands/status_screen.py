"""`status`: one screen of 22 lines with the faults, and the next step."""

from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from rich.text import Text as Ink

from firmware.console.command.command import Command, Context
from firmware.console.commands.fault_reading import (
    code_said,
    fault_said,
    mark_of,
    remedy_said,
    stops,
    who_said,
    worst_first,
)
from firmware.console.commands.status_health import machine_told, parts_told
from firmware.console.text.clean import clean, said
from firmware.console.text.drawing import WIDTH, Mark, Told, clipped, fitted, row
from firmware.console.text.measures import moment, seconds_until, span
from firmware.core.vocabulary.asks import Act
from firmware.core.vocabulary.health import FaultStatus, LastFault, MachineStatus
from firmware.core.vocabulary.status import Status
from firmware.shell.words.words import Words

LINES: Final = 22
OTHERS: Final = 3
"""The number of faults shown besides the worst."""
VERSION: Final = 12
"""Columns of the version."""
MINUTES: Final = "%Y-%m-%d %H:%M"


def _status(context: Context, _arguments: Sequence[str]) -> Status:
    return context.table.status()


def _tell(context: Context, status: Status) -> Told:
    words = context.words
    sections = [
        [_head(words, status), *_doing(words, status)],
        list(_troubles(words, status)),
        [*parts_told(words, status), *machine_told(words, status)],
    ]
    room = LINES - sum(line.plain.count("\n") + 1 for section in sections for line in section)
    for at, section in enumerate(sections):
        if 0 < at <= room:
            yield Ink()
        yield from section


def _head(words: Words, status: Status) -> Ink:
    """Return who this is: table and game, as much as there is room for beside the rest."""
    board = said(words, "ui.simulation") if status.board == "sim" else ""
    version = f"croupier {clipped(clean(status.version), VERSION)}"
    end = "  ".join(filter(None, [board, version, _up(words, status.machine)]))
    name = f"{clean(status.table)} ({said(words, f'game.{status.game}')})"
    head = Ink(f"{fitted(name, WIDTH - 3 - cell_len(end))}  {end}", Mark.HEAD.style)
    if board:
        head.highlight_words([board], Mark.WARN.style)
    return head


def _up(words: Words, machine: MachineStatus | None) -> str:
    return said(words, "console.status.up", span=span(words, machine.up_s)) if machine else ""


# the game


def _doing(words: Words, status: Status) -> Iterator[Ink]:
    still = status.stopped or status.unanswered_s
    mark = Mark.BAD if still else Mark.WARN if status.testing else Mark.GOOD
    does = [said(words, f"console.phase.{status.phase}", round=status.round)]
    if not status.known:
        does = [said(words, "console.status.unknown")]
    elif status.locked:
        does.append(said(words, "console.status.locked"))
    if status.testing:
        does.insert(0, said(words, "console.status.testing"))
    if status.stopped:
        does.insert(0, said(words, "console.status.stopped"))
    if status.unanswered_s:
        does.insert(0, said(words, "status.unanswered", seconds=status.unanswered_s))
    yield row(mark, said(words, "console.status.table"), ", ".join(does), 1, loud=True)
    asks = " / ".join(clean(line) for line in status.dealer[:2])
    yield row(Mark.PLAIN, said(words, "console.status.display"), asks, 2)
    opened = [said(words, "console.status.door", door=door) for door in status.doors_open]
    if status.key_switch:
        opened.append(said(words, "console.status.key_turned"))
    if opened:
        yield row(Mark.WARN, said(words, "console.status.open"), ", ".join(opened), 1)


# faults


def _troubles(words: Words, status: Status) -> Iterator[Ink]:
    faults = worst_first(status.faults)
    if status.stopped and not any(map(stops, faults)):
        yield from _waits(words, status)
        yield from _others(words, faults)
    elif faults:
        yield from _worst(words, status, faults[0])
        yield from _others(words, faults[1:])
    else:
        yield row(Mark.GOOD, said(words, "console.status.faults"), said(words, "status.no_fault"))
    if not faults and status.last_fault:
        yield from _last(words, status, status.last_fault)


def _waits(words: Words, status: Status) -> Iterator[Ink]:
    """Yield the pending step of a table that is stopped without a fault."""
    if status.ask.do is Act.START:
        for prompt in status.dealer[:1]:
            yield _to_do(words, clean(prompt))
        return
    yield _to_do(words, said(words, "prompt.confirm_felt"))
    yield _who(words, said(words, "console.who.dealer"))


def _worst(words: Words, status: Status, fault: FaultStatus) -> Iterator[Ink]:
    mark = mark_of(fault)
    yield row(mark, _label(words, fault), fault_said(words, fault), 2, loud=True)
    yield _to_do(words, remedy_said(words, fault))
    yield _who(words, who_said(words, fault))
    last = status.last_fault
    if last and last.stands and (last.fault.part, last.fault.code) == (fault.part, fault.code):
        since = _since(words, status, last)
        yield row(Mark.PLAIN, said(words, "console.status.since"), since, 1)
    command = f"explain {code_said(fault)}"
    yield row(Mark.HEAD, said(words, "console.status.type"), command, loud=True)


def _label(words: Words, fault: FaultStatus) -> str:
    return said(words, "console.fault.stops" if stops(fault) else "console.fault.shows")


def _to_do(words: Words, told: str) -> Ink:
    return row(Mark.HEAD, said(words, "console.fault.to_do"), told, 2, loud=True)


def _who(words: Words, told: str) -> Ink:
    return row(Mark.PLAIN, said(words, "console.fault.who"), told, 2)


def _others(words: Words, faults: Sequence[FaultStatus]) -> Iterator[Ink]:
    for fault in faults[:OTHERS]:
        told, code = fault_said(words, fault), f"explain {code_said(fault)}"
        yield row(mark_of(fault), _label(words, fault), told, 1, code)
    if more := faults[OTHERS:]:
        told = said(words, "console.status.more", count=len(more))
        yield row(mark_of(more[0]), "", told, 1, "faults")


def _last(words: Words, status: Status, last: LastFault) -> Iterator[Ink]:
    ended = f"{fault_said(words, last.fault)}, {_since(words, status, last)}"
    yield row(Mark.PLAIN, said(words, "console.status.last"), ended, 2)
    over = said(words, "console.status.over", remedy=remedy_said(words, last.fault))
    yield row(Mark.PLAIN, "", over, 2)


def _since(words: Words, status: Status, last: LastFault) -> str:
    at, machine = moment(last.at, MINUTES), status.machine
    ago = seconds_until(machine.started, machine.up_s, last.at) if machine else None
    if ago is None:
        return at
    return said(words, "console.status.ago", at=at, span=span(words, ago))


COMMANDS: Final = (Command("status", _status, _tell),)
