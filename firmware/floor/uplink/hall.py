"""The hall of a tournament and one of its tables: its words down, the table's reports up."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.core.vocabulary.hall import LevelSeen, Move
from firmware.floor.connection import tell
from firmware.floor.level_wire import LevelDown, TableUp, down_subject, up_subject
from firmware.floor.uplink.reporting import Repeating, ReportSource
from firmware.shell.journal import JournalError
from firmware.shell.poker_room.tournament_socket import pass_on
from firmware.shell.sockets.line_client import ControlError

LOOK_S: Final = 0.5
"""How often the journal is looked at for a report."""
MINUTE_S: Final = 60


class Table(NamedTuple):
    """A table of a tournament: its names on the floor and in the hall, its journal, its socket."""

    name: str
    number: int
    copies: Sequence[Path]
    socket: Path


async def attend(client: Client, table: Table) -> None:
    """Carry what the hall says to the table, and what the table reports to the hall, for ever."""
    heard: asyncio.Queue[LevelDown] = asyncio.Queue(1)

    async def hear(message: Msg) -> None:
        with suppress(msgspec.DecodeError, UnicodeDecodeError):
            level = msgspec.json.decode(message.data, type=LevelDown)
            if heard.full():
                heard.get_nowait()
            heard.put_nowait(level)

    await client.subscribe(down_subject(table.name), cb=hear)
    reporting, repeating = _Reporting(table.copies), Repeating()
    while True:
        if level := await _next(heard):
            reporting.level = level
        report = reporting.next()
        if level:
            said = said_at(table.number, level, reports=report is not None)
            await asyncio.to_thread(_pass_on, table.socket, said)
        if report is not None and repeating.is_due(report, time.monotonic()):
            await tell(client, up_subject(table.name), msgspec.json.encode(report))


async def _next(heard: asyncio.Queue[LevelDown]) -> LevelDown | None:
    """Return the hall's next word, None if there is none within `LOOK_S`."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOK_S):
            return await heard.get()
    return None


def _pass_on(socket: Path, said: LevelSeen) -> None:
    with suppress(ControlError):  # a table that is not in service hears the next word
        pass_on(socket, said)


class _Reporting:
    """The journal's reports to the hall that was heard last; none before it was."""

    def __init__(self, copies: Sequence[Path]) -> None:
        self.level: LevelDown | None = None
        self._copies = copies
        self._of = ""
        self._source: ReportSource | None = None

    def next(self) -> TableUp | None:
        level = self.level
        if level is None:
            return None
        try:
            if self._source is None or self._of != level.tournament:
                self._of = level.tournament
                self._source = ReportSource(self._copies, level.tournament, level.heard)
            return self._source.next(level.heard)
        except JournalError:  # the lanes say so; it is read from its beginning again
            self._source = None
            return None


def said_at(table: int, level: LevelDown, *, reports: bool) -> LevelSeen:
    """Return the level for the table of this number, without the names of its players. Hand for
    hand its next game is released once it has nothing to report that was not heard.
    """
    return LevelSeen(
        tournament=level.tournament,
        number=level.number,
        blinds=level.blinds,
        ante=level.ante,
        minutes_left=-(-level.seconds_left // MINUTE_S),
        rest=level.rest,
        runs=level.runs,
        hand_for_hand=level.hand_for_hand,
        released=level.heard if level.hand_for_hand and not reports else None,
        moves=tuple(_moves_at(table, level)),
    )


def _moves_at(table: int, level: LevelDown) -> Iterator[Move]:
    for move in level.moves:
        for (here, spot), (there, seat), comes in (
            (move.origin, move.to, False),
            (move.to, move.origin, True),
        ):
            if here == table:
                yield Move(spot, there, seat, comes, move.number)
