"""A class in service: its tables, its wall, and the acts of its trainer.

    trainer's page ⇄ ClassServer ──▶ Classroom ──▶ Seat ──▶ TableLink ⇄ page server of a table
                         ▲                           └────▶ TableProcess ──▶ a fork: `run --web`
                         └── view: a tile a trainee ── on each change, and each second

The trainer is one more page at each table, known by his secret. So a trainee's table needs no
other door for him, and a table that ends or hangs changes only its tile.
"""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Final

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.rules.pack_files import default_pack
from sim.classroom import requests
from sim.classroom.class_file import ClassPlan
from sim.classroom.fault_requests import fault_request
from sim.classroom.seat import SHEET_FILE, Seat
from sim.classroom.table_process import TableProcess
from sim.classroom.tiles import Tile
from sim.web.bench.forkserver import ForkServer
from sim.web.messages.messages_in import FreezeTable, LoadScript, PlayStep

WALL_NAME: Final = "wall"
TICK_S: Final = 1.0


class WallView(msgspec.Struct, frozen=True):
    """The wall: its page, whose hand it shows, and how far."""

    state: str
    address: str | None
    name: str = ""
    step: int = 0
    steps: int = 0


class ClassView(msgspec.Struct, frozen=True, tag_field="topic", tag="class"):
    """The trainer's page: a tile for each trainee, in the order of the class's file."""

    tiles: tuple[Tile, ...]
    wall: WallView


class Classroom:
    """The tables of a class. All but `start` and `close` run in the event loop."""

    def __init__(
        self,
        plan: ClassPlan,
        secret_path: Path,
        secret: str,
        folder: Path,
        fork_server: ForkServer,
        on_change: Callable[[], None],
    ) -> None:
        self.plan = plan
        names = (*(trainee.name for trainee in plan.file.trainees), WALL_NAME)
        *self.seats, self.wall = (
            Seat(
                number,
                name,
                plan.assignments[number] if number < len(plan.assignments) else (),
                TableProcess(
                    fork_server,
                    [
                        *_table_options(plan, secret_path, number, name),
                        *("--sheet", str(folder / f"{number:02}" / SHEET_FILE)),
                    ],
                    folder / f"{number:02}",
                ),
                secret,
                on_change,
            )
            for number, name in enumerate(names)
        )
        self._on_change = on_change
        self._wall_name = ""

    @property
    def view(self) -> ClassView:
        """The trainer's view now."""
        people = self.wall.link.topics.get("people") or {}
        wall = WallView(
            self.wall.table_state,
            self.wall.address,
            self._wall_name,
            people.get("step", 0),
            people.get("steps", 0),
        )
        return ClassView(tuple(seat.tile for seat in self.seats), wall)

    def start(self) -> None:
        """Start the tables."""
        for seat in (*self.seats, self.wall):
            seat.process.start()

    def close(self) -> None:
        """End the tables, all at the same time."""
        for seat in (*self.seats, self.wall):
            seat.process.terminate()
        for seat in (*self.seats, self.wall):
            seat.process.close()

    async def run(self) -> None:
        """Follow the tables until cancelled."""
        async with asyncio.TaskGroup() as group:
            for seat in (*self.seats, self.wall):
                group.create_task(seat.link.run())
            while True:  # how long an act is under way is news too
                await asyncio.sleep(TICK_S)
                self._on_change()

    async def execute(self, request: requests.AnyTrainerRequest) -> None:
        """Execute a request of the trainer. Raises RequestFailed."""
        match request:
            case requests.Freeze():
                freeze = FreezeTable(is_frozen=request.is_frozen)
                await self._at_tables(request.table, lambda seat: seat.request(freeze))
            case requests.GiveExercise():
                is_next = request.step == "next"
                await self._at_tables(
                    request.table, lambda seat: seat.give_exercise(is_next=is_next)
                )
            case requests.GiveFault():
                seat = self._seat(request.table)
                if "scene" not in seat.link.topics:
                    raise RequestFailed(Text("class.table_away"))
                fault = fault_request(request.kind, seat.link.topics, is_active=request.is_active)
                await seat.request(fault)
            case requests.RestartTable():
                await asyncio.to_thread(_restart, self._seat(request.table).process)
            case requests.ShowOnWall():
                await self._show_on_wall(self._seat(request.table))
            case requests.StepOnWall():
                await self.wall.request(PlayStep())

    def _seat(self, number: int) -> Seat:
        if number >= len(self.seats):
            raise RequestFailed(Text("class.no_table", {"number": number}))
        return self.seats[number]

    async def _at_tables(
        self, number: int | None, act: Callable[[Seat], Coroutine[Any, Any, object]]
    ) -> None:
        """Do something at one table, or at all at the same time. Raises RequestFailed if it fails
        at the one, or at each.
        """
        seats = self.seats if number is None else [self._seat(number)]
        results = await asyncio.gather(*map(act, seats), return_exceptions=True)
        failures = [result for result in results if isinstance(result, BaseException)]
        if len(failures) == len(seats):
            raise failures[0]

    async def _show_on_wall(self, seat: Seat) -> None:
        script = await seat.recording()
        await self.wall.request(LoadScript(script=script))
        self._wall_name = seat.name
        self._on_change()


def _restart(process: TableProcess) -> None:
    process.close()
    process.start()


def _table_options(plan: ClassPlan, secret_path: Path, number: int, name: str) -> list[str]:
    assignments = plan.assignments[number] if number < len(plan.assignments) else ()
    host = f"[{plan.file.host}]" if ":" in plan.file.host else plan.file.host
    games = (assignment.game for assignment in assignments)
    game = next((game for game in games if game in default_pack().served_games), None)
    return [
        *("--web", f"{host}:{plan.table_port(number)}"),
        *("--trainer", str(secret_path)),
        *("--trainee", name),
        *("--lang", plan.file.language),
        *(("--school", str(plan.school)) if plan.school else ()),
        *(("--game", game) if game else ()),
        "--idle",
    ]
