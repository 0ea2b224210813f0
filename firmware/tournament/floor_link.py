"""A hall on its floor: each table hears its level, and reports; the pit sees the hall."""

import asyncio
import secrets
import time
from functools import partial
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import Say, Servers, reached, tell
from firmware.floor.level_wire import EVERY_S, LevelDown, TableUp, down_subject, up_subject
from firmware.floor.uplink.send_heartbeat import show
from firmware.shell.config.settings import FloorSetting
from firmware.tournament.pit_view import hall_seen
from firmware.tournament.service import HallService

LOOK_S: Final = 0.2
Kind = TypeVar("Kind", LevelDown, TableUp)


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
        run = secrets.token_hex(8)
        for name, number in tables.items():
            await _hear(client, service, name, number, say)
        await _overhear(client, service, tables, run, say)
        showing = show(client, floor.name, partial(hall_seen, service))
        await asyncio.gather(_lead(client, service, tables, run), showing)


async def _lead(client: Client, service: HallService, tables: dict[str, int], run: str) -> None:
    due = {name: Due() for name in tables}
    while True:
        for name, number in tables.items():
            level = replace(await asyncio.to_thread(service.level, number), run=run)
            if due[name].is_due(level, time.monotonic()):
                await tell(client, down_subject(name), msgspec.json.encode(level))
        await asyncio.sleep(LOOK_S)


async def _hear(client: Client, service: HallService, name: str, number: int, say: Say) -> None:
    async def hear(message: Msg) -> None:
        up = _read(message, TableUp)
        if up is not None:
            for told in await asyncio.to_thread(service.report, number, up):
                say(told)

    await client.subscribe(up_subject(name), cb=hear)


async def _overhear(
    client: Client, service: HallService, tables: dict[str, int], run: str, say: Say
) -> None:
    """Have it be an alarm, once, that another hall leads one of the tables too."""
    said = asyncio.Event()

    async def hear(message: Msg) -> None:
        heard = _read(message, LevelDown)
        if heard is not None and heard.run != run and not said.is_set():
            said.set()
            table = message.subject.split(".")[2]
            alarm = Text("hall.alarm.two_halls", {"table": table})
            for told in await asyncio.to_thread(service.alarm, alarm):
                say(told)

    for name in tables:
        await client.subscribe(down_subject(name), cb=hear)


def _read(message: Msg, kind: type[Kind]) -> Kind | None:
    """Return a message of this kind, None of any other."""
    try:
        return msgspec.json.decode(message.data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
