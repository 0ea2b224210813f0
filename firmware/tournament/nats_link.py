"""The tournament on the floor: levels to the tables, their reports, heartbeats to the pit."""

import asyncio
import time
from collections.abc import Mapping
from functools import partial
from typing import Final, NamedTuple

import msgspec
from msgspec.structs import replace
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.core.vocabulary.panel import Text
from firmware.floor.connection import EngineServers, connected, publish_best_effort
from firmware.floor.level_wire import LEVEL_INTERVAL_S, LevelMessage, TableReport
from firmware.floor.log import WriteLog
from firmware.floor.places import Place, clock_subject, place_of_subject, place_subject
from firmware.floor.process_identity import own_place, own_sender
from firmware.floor.quarantine import LoggedQuarantine, MessageHandler, Quarantine, guarded
from firmware.floor.roster.enrolment_file import read_roster
from firmware.floor.roster.roster import Roster
from firmware.floor.roster_feed import follow_roster
from firmware.floor.run_sender import RunReceiver, RunSender
from firmware.floor.uplink.send_heartbeat import HeartbeatSource, send_heartbeats
from firmware.shell.journal import JournalError
from firmware.tournament.config import TournamentConfig
from firmware.tournament.pit_view import tournament_heartbeat
from firmware.tournament.service import TournamentService

POLL_INTERVAL_S: Final = 0.2


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

    Raises OSError, TrustRefused if its key, its people's or its certificates cannot be read.
    """
    if config.floor is None:
        return
    floor_settings, quarantine = config.floor, LoggedQuarantine(announce)
    run_sender, roster = RunSender(own_sender(floor_settings)), read_roster(floor_settings.people)
    servers = EngineServers(floor_settings.servers, floor_settings.certificates)
    async with connected(servers, floor_settings.name, announce) as nats_client:
        place = own_place(floor_settings)
        tables = {place._replace(name=name): number for name, number in config.tables.items()}
        link = NatsLink(nats_client, service, tables, run_sender, announce)
        await follow_roster(nats_client, roster, floor_settings.house, quarantine, "*")
        await link.subscribe(roster, quarantine)
        heartbeat_source = HeartbeatSource(
            place, partial(tournament_heartbeat, service), servers.certificates
        )
        await asyncio.gather(
            link.publish_levels(), send_heartbeats(nats_client, run_sender, heartbeat_source)
        )


class NatsLink(NamedTuple):
    """A tournament's server and its tables, by their places in the tournament's pit."""

    client: Client
    service: TournamentService
    tables: Mapping[Place, int]
    run_sender: RunSender
    announce: WriteLog

    async def publish_levels(self) -> None:
        schedules = {place: LevelSchedule() for place in self.tables}
        while True:
            for place, number in self.tables.items():
                level = await asyncio.to_thread(self.service.level_for_table, number)
                if schedules[place].is_due(level, time.monotonic()):
                    subject = clock_subject(place)
                    payload = self.run_sender.seal(subject, msgspec.json.encode(level))
                    await publish_best_effort(self.client, subject, payload)
            await asyncio.sleep(POLL_INTERVAL_S)

    async def subscribe(self, roster: Roster, quarantine: Quarantine) -> None:
        """Take the reports of the tables, and watch for a rival that sends them levels."""
        on_report = guarded(self._report_handler(RunReceiver(roster)), quarantine, JournalError)
        on_level = guarded(self._level_handler(RunReceiver(roster)), quarantine, JournalError)
        for place in self.tables:
            await self.client.subscribe(place_subject("up", place), cb=on_report)
            await self.client.subscribe(clock_subject(place), cb=on_level)

    def _report_handler(self, run_receiver: RunReceiver) -> MessageHandler:
        async def on_report(message: Msg) -> None:
            opened = run_receiver.open(message)
            report = msgspec.json.decode(opened.payload, type=TableReport)
            number = self.tables[opened.enrolment.place]
            for text in await asyncio.to_thread(self.service.report_from_table, number, report):
                self.announce(text)

        return on_report

    def _level_handler(self, run_receiver: RunReceiver) -> MessageHandler:
        """Raises an alarm, once, for the levels of another enrolled server, or of a copy of this
        one.
        """
        alarm_raised = asyncio.Event()

        async def on_level(message: Msg) -> None:
            opened = run_receiver.open(message)
            if opened.stamp.journal != self.run_sender.run and not alarm_raised.is_set():
                alarm_raised.set()
                place = place_of_subject(message.subject)
                alarm = Text("hall.alarm.two_halls", {"table": place.name if place else ""})
                for text in await asyncio.to_thread(self.service.raise_alarm, alarm):
                    self.announce(text)

        return on_level
