"""The uplink's process: journal to the ledger, heartbeats to the pit, jackpot and tournament
relays.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from firmware.floor.connection import EngineServers, connected
from firmware.floor.log import WriteLog
from firmware.floor.process_identity import own_place, own_sender
from firmware.floor.quarantine import LoggedQuarantine
from firmware.floor.roster.enrolment_file import read_roster
from firmware.floor.roster_feed import follow_roster
from firmware.floor.run_sender import RunSender
from firmware.floor.uplink.jackpot import RelayedJackpot, relay_jackpot
from firmware.floor.uplink.lag import Lag
from firmware.floor.uplink.send_heartbeat import (
    HeartbeatSource,
    send_heartbeats,
    table_heartbeat,
)
from firmware.floor.uplink.send_journal import LedgerLink, send_journal
from firmware.floor.uplink.tournament import RelayedTable, relay_tournament
from firmware.floor.uplink.watermark_reader import WatermarkReader
from firmware.shell.config.settings import FloorSetting
from firmware.shell.jackpot.jackpot_socket import SOCKET_NAME
from firmware.shell.poker_room.tournament_socket import SOCKET_NAME as TOURNAMENT_SOCKET
from firmware.shell.service.progress import LoopProgress


class UplinkTable(NamedTuple):
    """The table that an uplink serves, the jackpot that it shares, and its number in a tournament,
    if any.
    """

    floor_settings: FloorSetting
    copies: Sequence[Path]
    control_socket: Path
    jackpot_name: str | None = None
    tournament_table: int | None = None


async def run_uplink(
    uplink_table: UplinkTable, write_log: WriteLog, progress: LoopProgress
) -> None:
    """Serve a table, for ever. Raises OSError if a certificate, its key or the people's can't be
    read; TrustRefused or RequestFailed if one is none.
    """
    floor_settings = uplink_table.floor_settings
    place, sender = own_place(floor_settings), own_sender(floor_settings)
    run_sender = RunSender(sender)
    roster, quarantine = read_roster(floor_settings.people), LoggedQuarantine(write_log)
    servers, lag = EngineServers(floor_settings.servers, floor_settings.certificates), Lag()
    async with (
        connected(servers, floor_settings.name, write_log) as client,
        asyncio.TaskGroup() as tasks,
    ):
        await follow_roster(client, roster, place.property_name, quarantine)
        ledger_link = LedgerLink(place, sender, WatermarkReader(client, place, roster, quarantine))
        on_turn = partial(progress.note_turn, "journal")
        tasks.create_task(
            send_journal(client, uplink_table.copies, ledger_link, lag, write_log, on_turn)
        )
        read_heartbeat = progress.noted(
            "heartbeat", partial(table_heartbeat, uplink_table.control_socket, lag)
        )
        heartbeat_source = HeartbeatSource(place, read_heartbeat, servers.certificates)
        tasks.create_task(send_heartbeats(client, run_sender, heartbeat_source))
        if uplink_table.jackpot_name is not None:
            socket = uplink_table.control_socket.with_name(SOCKET_NAME)
            relayed = RelayedJackpot(uplink_table.jackpot_name, place, socket)
            tasks.create_task(relay_jackpot(client, relayed, run_sender, roster, quarantine))
        if uplink_table.tournament_table is not None:
            socket = uplink_table.control_socket.with_name(TOURNAMENT_SOCKET)
            table_number, copies = uplink_table.tournament_table, uplink_table.copies
            relayed_table = RelayedTable(place, table_number, copies, socket)
            tasks.create_task(
                relay_tournament(client, relayed_table, run_sender, roster, quarantine)
            )
