"""A hall on its floor: each table hears its level, and reports; the pit sees the hall."""

import asyncio
import time
from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.floor.level import EVERY_S, LevelDown, TableUp, down_subject, up_subject
from firmware.floor.reaching import Say, Servers, reached, tell
from firmware.floor.uplink.seeing import show
from firmware.hall.service import HallService
from firmware.hall.showing import hall_seen
from firmware.shell.config.settings import FloorSetting

LOOK_S: Final = 0.2


class Due:
    """When a level is sent: at each change but of the seconds, and every few seconds."""

    def __init__(self) -> None:
        self._last: LevelDown | None = None
        self._sent = float("-inf")

    def is_due(self, level: LevelDown, now: float) -> bool:
        """Return whether to send the level at this time, in seconds; if so it counts as sent."""
        plain = replace(level, seconds_left=0)
        if plain == self._last and now - self._sent < EVERY_S:
            return False
        self._last, self._sent = plain, now
        return True


async def link(service: HallService, floor: FloorSetting, tables: dict[str, int], say: Say) -> None:
    """Serve the tables of these names and numbers, and the pit, for ever.

    Raises OSError if the certificates can't be read.
    """
    async with reached(Servers(floor.servers, floor.certificates), floor.name, say) as client:
        for name, number in tables.items():
            await _hear(client, service, name, number, say)
        showing = show(client, floor.name, partial(hall_seen, service))
        await asyncio.gather(_lead(client, service, tables), showing)


async def _lead(client: Client, service: HallService, tables: dict[str, int]) -> None:
    due = {name: Due() for name in tables}
    while True:
        for name, number in tables.items():
            level = await asyncio.to_thread(service.level, number)
            if due[name].is_due(level, time.monotonic()):
                await tell(client, down_subject(name), msgspec.json.encode(level))
        await asyncio.sleep(LOOK_S)


async def _hear(client: Client, service: HallService, name: str, number: int, say: Say) -> None:
    async def hear(message: Msg) -> None:
        up = _up(message.data)
        if up is not None:
            for told in await asyncio.to_thread(service.report, number, up):
                say(told)

    await client.subscribe(up_subject(name), cb=hear)


def _up(octets: bytes) -> TableUp | None:
    """Return a report, None of anything else."""
    try:
        return msgspec.json.decode(octets, type=TableUp)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
