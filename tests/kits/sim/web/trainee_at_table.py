"""A simulated trainee's page at a table in this process, on virtual time: nothing waits."""

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import msgspec

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.bench.scene import SceneReader
from sim.web.bench.script_seating import seating_of
from sim.web.messages.messages_in import PageRequest, StartExercise
from sim.web.school.exercise import Exercise
from sim.web.school.lesson import Lesson
from sim.web.school.sheet import SheetLine
from tests.kits.sim.web.seated_table import SeatedTable

SLICE_MS = 100
TRAINEE = "Ada"


class TablePage:
    """Implements `TraineePage`; each exercise has a table of its own."""

    def __init__(
        self, exercises: Mapping[str, Exercise], on_line: Callable[[SheetLine], None]
    ) -> None:
        self.on_line = on_line
        """Called with the line of each exercise, when it is over."""
        self.passed_ms = 0
        self._exercises = exercises
        self._calls = [
            {"id": name, "calls": [act.call for act in exercise.acts if act.call]}
            for name, exercise in exercises.items()
        ]
        self._table: SeatedTable | None = None
        self._scene: SceneReader | None = None

    def __enter__(self) -> "TablePage":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._table is not None:
            self._table.close()
            self._table = None

    @property
    def topics(self) -> Mapping[str, Any]:
        table, scene = self._table, self._scene
        if table is None or scene is None:
            return {"hello": {}}
        config = table.bench.config.table
        status = table.glance()
        topics = {
            "hello": {"denominations": config.denominations, "exercises": self._calls},
            "status": {"status": status},
            "scene": scene.scene(),
            "school": table.acting.school_message(),
        }
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(topics))
        if lesson := plain["school"]["lesson"]:
            lesson["dark"] = False  # this page has the status as it is, without a veil
        return plain

    async def request(self, request: PageRequest) -> None:
        if isinstance(request, StartExercise):
            self._open(self._exercises[request.exercise])
        else:
            assert self._table is not None
            self._table.do(request)

    async def wait(self, duration_ms: int) -> None:
        if self._table is None:
            return
        for _ in range(0, duration_ms, SLICE_MS):
            self._table.bench.hands.wait(SLICE_MS)
            self._table.acting.observe_status(self._table.glance())
        self.passed_ms += duration_ms

    async def reckon_drill(self) -> int:
        raise RequestFailed(Text("drill.choice.no_question"))

    def save_journal(self, folder: Path) -> None:
        """Copy the present table's files, without sockets."""
        assert self._table is not None
        journal = self._table.bench.table_dir.state / "journal"
        shutil.copytree(journal, folder / "state" / "journal")

    def _open(self, exercise: Exercise) -> None:
        self.close()
        self._table = table = SeatedTable(seating_of(exercise.situation))
        self._scene = SceneReader(
            table.bench, table.breaking.active_faults, table.acting.count_cards_left
        )
        table.acting.on_lesson_over = self._note_line
        table.acting.teach_exercise(exercise)
        table.until(lambda _: not table.acting.people_message().play)

    def _note_line(self, lesson: Lesson) -> None:
        if line := lesson.take_sheet_line(TRAINEE, None):
            self.on_line(line)
