"""A tournament's server: reports of its tables, levels of rivals, enrolments.

One of its two tables is honest: each of its reports must be taken at once, and its players stay.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import ClassVar, Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.floor.level_wire import LevelMessage, MoveMessage, RebuyMessage, TableReport
from firmware.floor.places import Place, clock_subject, place_subject
from firmware.floor.quarantine import LoggedQuarantine
from firmware.floor.roster_feed import follow_roster, roster_subject
from firmware.floor.run_sender import RunSender
from firmware.tournament.nats_link import NatsLink
from firmware.tournament.service import TournamentService
from tests.campaigns.fuzz.floor.absurd_json import absurd_text, mutated, text_of
from tests.campaigns.fuzz.floor.enrolments import hostile_enrolments
from tests.campaigns.fuzz.floor.hostile_senders import HostileSenders, Sample, Voice
from tests.kits.floor.enrolled import PROPERTY, House, house_of
from tests.kits.floor.far_engine import Delivery, FarEngine
from tests.kits.tournament.two_tables import two_tables

TABLES: Final = {Place(PROPERTY, "main", "north"): 1, Place(PROPERTY, "main", "south"): 2}
NORTH, SOUTH = TABLES
SEATS: Final = 6
MOVE: Final = "hall.told.moved"
ENROLMENT_SHARE: Final = 0.05
NEXT_SHARE: Final = 0.995
REPORTS: Final = (
    TableReport(1, 1, button=2, tournament="lions"),
    TableReport(2, 1, button=3, out=((3, 500),), tournament="lions"),
    TableReport(3, 1, arrived=((4, (1, 2)),), laid=(1,)),
    TableReport(4, 1, button=1, out=((1, 50), (2, 50)), arrived=((3, (1, 1)),)),
)
LEVEL: Final = LevelMessage(
    *("lions", 1, (25, 50), 0, 60, False, True, False, 0),
    moves=(MoveMessage("P01", (1, 2), (2, 3), 1),),
    rebuys=(RebuyMessage(2, 500, 1),),
)


class FedTournament:
    """A tournament of twelve players at two tables, linked to an engine."""

    MESSAGES_A_RUN: ClassVar = 2000
    BATCH: ClassVar = 200

    def __init__(self, chance: Random, house: House) -> None:
        self._chance, self._house = chance, house
        self._machine, journaled, _ = two_tables()
        self._service, self._loop = TournamentService(journaled), asyncio.Runner()
        self._engine, self._quarantine = FarEngine(), LoggedQuarantine(lambda _: None)
        self._north, self._numbers, self._number = RunSender(house.sender("north")), count(1), 0
        self._players = {*journaled.tournament.seating.tables[1].players.values()}
        self._announced: list[Text] = []
        self._senders = HostileSenders(chance, house, _voices(), absurd_payload=_NextReport())
        self._loop.run(self._begin())

    async def _begin(self) -> None:
        client, roster = self._engine.client, self._house.roster
        await follow_roster(client, roster, PROPERTY, self._quarantine, "*")
        sender = RunSender(self._house.sender("room"))
        link = NatsLink(client, self._service, TABLES, sender, self._announced.append)
        await link.subscribe(roster, self._quarantine)

    def close(self) -> None:
        self._loop.close()

    def hostile(self) -> Iterator[Delivery]:
        messages = self._senders.deliveries()
        enrolments = hostile_enrolments(
            self._chance, self._house, lambda key: roster_subject(PROPERTY, "place", key)
        )
        while True:
            yield next(enrolments if self._chance.random() < ENROLMENT_SHARE else messages)

    def good(self) -> Sequence[Delivery]:
        self._number = next(self._numbers)
        report = TableReport(self._number, 1, button=1 + self._number % SEATS, tournament="lions")
        subject = place_subject("up", NORTH)
        delivery = Delivery(subject, self._north.seal(subject, msgspec.json.encode(report)))
        self._senders.note(delivery)
        return [delivery]

    def feed(self, deliveries: Sequence[object]) -> None:
        self._loop.run(self._deliver(deliveries))
        if self._service.failure is not None:
            raise self._service.failure
        for number in TABLES.values():
            msgspec.json.encode(self._service.level_for_table(number))
        self._service.tick()

    async def _deliver(self, deliveries: Sequence[object]) -> None:
        for delivery in deliveries:
            if isinstance(delivery, Delivery):
                await self._engine.deliver(delivery)

    def untaken(self) -> Sequence[str]:
        taken = self._service.journaled.state.reports_taken.get(1, 0)
        return [] if taken == self._number else [f"report {taken} is the last, not {self._number}"]

    def reasons(self) -> Mapping[str, int]:
        counts = Counter[str]()
        for (_, reason), number in self._quarantine.counts.items():
            counts[reason] += number
        return counts + Counter({"alarms": len(self._service.journaled.state.incidents)})

    def differences(self) -> Iterator[str]:
        """Yield who is out though only the other table has said so, and a journal that differs."""
        tournament = self._service.journaled.tournament
        out = {player for players in tournament.places.values() for player in players}
        # one who has moved to the other table is that one's to report
        moved = {text.values.get("who") for text in self._announced if text.key == MOVE}
        if lost := (out & self._players) - moved:
            yield f"players of the honest table who are out: {sorted(lost)}"
        # its clock is stopped after a start
        found = self._machine.look().tournament
        if (found.seating, found.places) != (tournament.seating, tournament.places):
            yield "a start would find other seats or places"


class _NextReport:
    """Makes reports absurd that mostly are their table's next ones: others are not looked at."""

    def __init__(self) -> None:
        self._numbers = count(10)

    def __call__(self, chance: Random, payload: bytes) -> bytes:
        content = json.loads(payload)
        if "number" in content and chance.random() < NEXT_SHARE:
            others = {key: value for key, value in content.items() if key != "number"}
            content = mutated(chance, others)
            if isinstance(content, dict):
                content["number"] = next(self._numbers)
            return text_of(content)
        return absurd_text(chance, payload)


def _voices() -> list[Voice]:
    reports = [Sample(msgspec.json.encode(report)) for report in REPORTS]
    level = [Sample(msgspec.json.encode(LEVEL))]
    return [
        Voice("south", place_subject("up", SOUTH), reports),
        Voice("south", place_subject("up", SOUTH), reports),
        Voice("rival", clock_subject(NORTH), level),
        Voice("rival", clock_subject(SOUTH), level),
    ]


def house_of_tournament() -> House:
    house = house_of(("north", "south"))
    house.enrol("room", "tournament")
    house.enrol("rival", "tournament")
    return house


@contextmanager
def open_tournament(chance: Random, _: Path) -> Iterator[FedTournament]:
    tournament = FedTournament(chance, house_of_tournament())
    try:
        yield tournament
    finally:
        tournament.close()
