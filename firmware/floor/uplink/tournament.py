"""Relays between a tournament and one of its tables: levels down, the table's reports up."""

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.core.vocabulary.tournament import LevelSeen, SeatMove, SeatRebuy
from firmware.floor.connection import publish_best_effort
from firmware.floor.level_wire import LevelMessage, TableReport
from firmware.floor.places import Place, clock_subject, place_subject
from firmware.floor.quarantine import Quarantine, guarded
from firmware.floor.roster.roster import Roster
from firmware.floor.run_sender import RunReceiver, RunSender
from firmware.floor.uplink.report_source import ReportRepeater, ReportSource
from firmware.shell.journal import JournalError
from firmware.shell.poker_room.tournament_socket import send_level
from firmware.shell.sockets.line_client import ControlError

JOURNAL_INTERVAL_S: Final = 0.5
"""How often the journal is read for a new report."""
SECONDS_PER_MINUTE: Final = 60


class RelayedTable(NamedTuple):
    """A table of a tournament: its place on the floor, its number, its journal, its socket."""

    place: Place
    table_number: int
    copies: Sequence[Path]
    socket: Path


async def relay_tournament(
    client: Client,
    relayed_table: RelayedTable,
    run_sender: RunSender,
    roster: Roster,
    quarantine: Quarantine,
) -> None:
    """Relay an enrolled tournament's levels to the table, and reports to it, for ever."""
    level_queue: asyncio.Queue[LevelMessage] = asyncio.Queue(1)
    run_receiver = RunReceiver(roster)

    async def on_level(message: Msg) -> None:
        opened = run_receiver.open(message)
        level_message = msgspec.json.decode(opened.payload, type=LevelMessage)
        if level_queue.full():
            level_queue.get_nowait()
        level_queue.put_nowait(level_message)

    await client.subscribe(clock_subject(relayed_table.place), cb=guarded(on_level, quarantine))
    report_subject = place_subject("up", relayed_table.place)
    report_feed, report_repeater = _ReportFeed(relayed_table.copies), ReportRepeater()
    while True:
        if level_message := await _next_level(level_queue):
            report_feed.level_message = level_message
        table_report = report_feed.next_report()
        if level_message:
            level_seen = level_for_table(
                relayed_table.table_number, level_message, has_report=table_report is not None
            )
            await asyncio.to_thread(_deliver, relayed_table.socket, level_seen)
        if table_report is not None and report_repeater.is_due(table_report, time.monotonic()):
            payload = run_sender.seal(report_subject, msgspec.json.encode(table_report))
            await publish_best_effort(client, report_subject, payload)


async def _next_level(level_queue: asyncio.Queue[LevelMessage]) -> LevelMessage | None:
    """Return the tournament's next level, None if there is none within `JOURNAL_INTERVAL_S`."""
    with suppress(TimeoutError):
        async with asyncio.timeout(JOURNAL_INTERVAL_S):
            return await level_queue.get()
    return None


def _deliver(socket: Path, level_seen: LevelSeen) -> None:
    with suppress(ControlError):  # a table that is not in service gets the next level
        send_level(socket, level_seen)


class _ReportFeed:
    """The journal's reports to the tournament of the last level; none before the first level."""

    def __init__(self, copies: Sequence[Path]) -> None:
        self.level_message: LevelMessage | None = None
        self._copies = copies
        self._tournament = ""
        self._report_source: ReportSource | None = None

    def next_report(self) -> TableReport | None:
        level_message = self.level_message
        if level_message is None:
            return None
        try:
            if self._report_source is None or self._tournament != level_message.tournament:
                self._tournament = level_message.tournament
                self._report_source = ReportSource(
                    self._copies, level_message.tournament, level_message.last_report
                )
            return self._report_source.next_report(level_message.last_report)
        except JournalError:  # the lanes say so; it is read from its beginning again
            self._report_source = None
            return None


def level_for_table(
    table_number: int, level_message: LevelMessage, *, has_report: bool
) -> LevelSeen:
    """Return the level for the table of this number, without the names of its players. Hand for
    hand, the next game is released once no report is unacknowledged.
    """
    return LevelSeen(
        tournament=level_message.tournament,
        number=level_message.number,
        blinds=level_message.blinds,
        ante=level_message.ante,
        # rounded up: the last minute shows 1, not 0
        minutes_left=-(-level_message.seconds_left // SECONDS_PER_MINUTE),
        rest=level_message.rest,
        runs=level_message.runs,
        hand_for_hand=level_message.hand_for_hand,
        released=level_message.last_report
        if level_message.hand_for_hand and not has_report
        else None,
        moves=tuple(_moves_for_table(table_number, level_message)),
        rebuys=tuple(
            SeatRebuy(rebuy.spot, rebuy.chips, rebuy.number) for rebuy in level_message.rebuys
        ),
    )


def _moves_for_table(table_number: int, level_message: LevelMessage) -> Iterator[SeatMove]:
    for move_message in level_message.moves:
        # a move concerns the table that it leaves and the one where it arrives
        for (from_table, spot), (to_table, to_seat), is_arrival in (
            (move_message.origin, move_message.to, False),
            (move_message.to, move_message.origin, True),
        ):
            if from_table == table_number:
                yield SeatMove(spot, to_table, to_seat, is_arrival, move_message.number)
