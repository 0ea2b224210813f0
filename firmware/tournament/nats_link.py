"""The tournament on the floor: levels to the tables, their reports, heartbeats to the pit."""

import asyncio
import secrets
import time
from collections.abc import Mapping
from functools import partial
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import EngineServers, connected, publish_best_effort
from firmware.floor.level_wire import (
    LEVEL_INTERVAL_S,
    LevelMessage,
    TableReport,
    level_subject,
    report_subject,
)
from firmware.floor.log import WriteLog
from firmware.floor.uplink.send_heartbeat import send_heartbeats
from firmware.tournament.config import TournamentConfig
from firmware.tournament.pit_view import tournament_heartbeat
from firmware.tournament.service import TournamentService

POLL_INTERVAL_S: Final = 0.2
Kind = TypeVar("Kind", LevelMessage, TableReport)


class LevelSchedule:
    """When a level is sent: at each change except of the seconds, and every few seconds."""

    def __init__(self) -> None:
        self._last_level: LevelMessage | None = None
        self._sent_at_s = float("-inf")

    def is_due(self, level: LevelMessage, now: float) -> bool:
        """Return whether to send the level at this time, in seconds; then it counts as sent."""
        untimed = replace(level, seconds_left=0)
        if untimed == self._last_level and now - self._sent_at_s < LEVEL_INTERVAL_S:
            return False
        self._last_level, self._sent_at_s = untimed, now
        return True


async def run_nats_link(
    service: TournamentService, config: TournamentConfig, announce: WriteLog
) -> None:
    """Serve the tables and the pit until cancelled; return at once without a floor.

    Raises OSError if the certificates cannot be read.
    """
    floor_config, tables = config.floor, config.tables
    if floor_config is None:
        return
    async with connected(
        EngineServers(floor_config.servers, floor_config.certificates), floor_config.name, announce
    ) as nats_client:
        # tells this run's levels from those of another server of the same tournament
        run_id = secrets.token_hex(8)
        for table_name, number in tables.items():
            await _subscribe_reports(nats_client, service, table_name, number, announce)
        await _watch_for_rival(nats_client, service, tables, run_id, announce)
        heartbeat_task = send_heartbeats(
            nats_client, floor_config.name, partial(tournament_heartbeat, service)
        )
        await asyncio.gather(_publish_levels(nats_client, service, tables, run_id), heartbeat_task)


async def _publish_levels(
    nats_client: Client, service: TournamentService, tables: Mapping[str, int], run_id: str
) -> None:
    schedules = {table_name: LevelSchedule() for table_name in tables}
    while True:
        for table_name, number in tables.items():
            level_message = replace(
                await asyncio.to_thread(service.level_for_table, number), run=run_id
            )
            if schedules[table_name].is_due(level_message, time.monotonic()):
                await publish_best_effort(
                    nats_client, level_subject(table_name), msgspec.json.encode(level_message)
                )
        await asyncio.sleep(POLL_INTERVAL_S)


async def _subscribe_reports(
    nats_client: Client,
    service: TournamentService,
    table_name: str,
    number: int,
    announce: WriteLog,
) -> None:
    async def on_message(message: Msg) -> None:
        table_report = _decode_message(message, TableReport)
        if table_report is not None:
            for text in await asyncio.to_thread(service.report_from_table, number, table_report):
                announce(text)

    await nats_client.subscribe(report_subject(table_name), cb=on_message)


async def _watch_for_rival(
    nats_client: Client,
    service: TournamentService,
    tables: Mapping[str, int],
    run_id: str,
    announce: WriteLog,
) -> None:
    """Raise an alarm, once, if another server sends levels to one of the tables."""
    alarm_raised = asyncio.Event()

    async def on_message(message: Msg) -> None:
        rival_level = _decode_message(message, LevelMessage)
        if rival_level is not None and rival_level.run != run_id and not alarm_raised.is_set():
            alarm_raised.set()
            table = message.subject.split(".")[2]  # floor.down.NAME.clock
            alarm = Text("hall.alarm.two_halls", {"table": table})
            for text in await asyncio.to_thread(service.raise_alarm, alarm):
                announce(text)

    for table_name in tables:
        await nats_client.subscribe(level_subject(table_name), cb=on_message)


def _decode_message(message: Msg, kind: type[Kind]) -> Kind | None:
    """Return a message of this type; None if it is of another."""
    try:
        return msgspec.json.decode(message.data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
