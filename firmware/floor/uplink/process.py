"""The uplink's process: a journal to the ledger, a view to the pit; its lot and hall to a table."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from firmware.floor.connection import Say, Servers, reached
from firmware.floor.uplink.hall import Table, attend
from firmware.floor.uplink.lag import Behind
from firmware.floor.uplink.lot import relay
from firmware.floor.uplink.send_heartbeat import show, table_seen
from firmware.floor.uplink.send_journal import carry
from firmware.shell.config.settings import FloorSetting
from firmware.shell.jackpot.socket import SOCKET
from firmware.shell.poker_room.tournament_socket import SOCKET as HALL


class Beside(NamedTuple):
    """The table that an uplink works for, the lot that it shares, if it shares one, and its number
    in a tournament's hall, if it has one.
    """

    floor: FloorSetting
    copies: Sequence[Path]
    control: Path
    lot: str | None = None
    hall: int | None = None


async def serve(table: Beside, say: Say) -> None:
    """Serve a table, for ever. Raises OSError if the certificates can't be read."""
    floor = table.floor
    servers, behind = Servers(floor.servers, floor.certificates), Behind()
    async with reached(servers, floor.name, say) as client, asyncio.TaskGroup() as tasks:
        tasks.create_task(carry(client, table.copies, floor, behind, say))
        tasks.create_task(show(client, floor.name, partial(table_seen, table.control, behind)))
        if table.lot is not None:
            socket = table.control.with_name(SOCKET)
            tasks.create_task(relay(client, table.lot, floor.name, socket))
        if table.hall is not None:
            socket = table.control.with_name(HALL)
            tasks.create_task(attend(client, Table(floor.name, table.hall, table.copies, socket)))
