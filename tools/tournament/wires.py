"""How the simulated tables of a tournament reach their hall: over NATS, or in its own process."""

from pathlib import Path
from random import Random
from typing import Final, Protocol

import msgspec
from nats.aio.client import Client
from nats.aio.msg import Msg

from firmware.floor.envelope import Sender, sealed_payload
from firmware.floor.level_wire import LevelMessage
from firmware.floor.places import Place, clock_subject, place_subject
from firmware.floor.run_sender import RunSender
from firmware.shell.config.settings import DEFAULT_PIT
from firmware.shell.trust.keys import read_private_key
from firmware.tournament.service import TournamentService
from tools.floor.enrolled import HOUSE, key_file
from tools.tournament.files import name_of
from tools.tournament.table import SimTable

LOSS_CHOICES: Final = 5
"""Of so many messages of the wire within a process one is lost, and one comes twice."""


class Wire(Protocol):
    """Carries levels down to a table and its reports up."""

    async def exchange(self, table: SimTable) -> None:
        """Give a table its level, and send the reports that the hall has not received."""
        ...


class LossyWire:
    """A wire within this process; it loses messages, and doubles some."""

    def __init__(self, service: TournamentService, chance: Random) -> None:
        self._service = service
        self._chance = chance

    async def exchange(self, table: SimTable) -> None:
        for _ in range(self._times()):
            table.take_level(self._service.level_for_table(table.number))
        for _ in range(self._times()):
            if table.up is not None:
                self._service.report_from_table(table.number, table.up)

    def _times(self) -> int:
        return {0: 0, 1: 2}.get(self._chance.randrange(LOSS_CHOICES), 1)


class NatsWire:
    """A connection to the engine's servers, for all tables, each with its own enrolled key."""

    def __init__(self, client: Client, folder: Path) -> None:
        self._client = client
        self._folder = folder
        self._senders: dict[int, RunSender] = {}
        self._level: dict[int, LevelMessage] = {}

    async def join(self, table: SimTable) -> None:
        """Let a table hear its level."""
        name = name_of(table.number)
        sender = Sender(name, read_private_key(key_file(self._folder, name)))
        self._senders[table.number] = RunSender(sender)

        async def take_message(message: Msg) -> None:
            payload = sealed_payload(message.data)
            if payload is not None:
                self._level[table.number] = msgspec.json.decode(payload, type=LevelMessage)

        await self._client.subscribe(clock_subject(_place(table)), cb=take_message)

    async def exchange(self, table: SimTable) -> None:
        level = self._level.pop(table.number, None)
        if level is not None:
            table.take_level(level)
        if table.up is not None:
            subject = place_subject("up", _place(table))
            payload = self._senders[table.number].seal(subject, msgspec.json.encode(table.up))
            await self._client.publish(subject, payload)


def _place(table: SimTable) -> Place:
    return Place(HOUSE, DEFAULT_PIT, name_of(table.number))
