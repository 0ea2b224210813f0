"""One place of a class: a trainee's table, its process and the trainer's connection to it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.shell.trust.keys import DeviceKey
from firmware.shell.trust.trust_errors import TrustRefused
from sim.classroom.assignments import Assignment
from sim.classroom.school_views import drill_view, exam_view
from sim.classroom.signed_sheet import SignedSheet, sign_sheet
from sim.classroom.table_link import TableLink
from sim.classroom.table_process import TableProcess
from sim.classroom.tiles import ActClock, TableState, Tile, current_act, pace_of
from sim.web.messages.messages_in import EndDrill, PageRequest, SaveScript
from sim.web.school.sheet import Sheet, SheetLine

SHEET_FILE: Final = "trainee.jsonl"


class Seat:
    """A trainee's place; the wall's has no list. Only the event loop's thread uses it."""

    def __init__(
        self,
        number: int,
        name: str,
        assignments: Sequence[Assignment],
        process: TableProcess,
        secret: str,
        on_change: Callable[[], None],
    ) -> None:
        self.number, self.name, self.assignments = number, name, assignments
        self.process = process
        self.link = TableLink(lambda: process.address, secret, on_change)
        self._position = -1
        self._act_clock = ActClock()

    @property
    def table_state(self) -> TableState:
        if not self.process.is_running:
            return "ended"
        if self.link.is_silent:
            return "silent"
        topics = self.link.topics
        if "hello" not in topics or "scene" not in topics:
            return "starting"
        if not topics["scene"]["powered"]:
            return "off"
        return "served" if topics["status"]["status"] else "starting"

    @property
    def address(self) -> str | None:
        """Host and port of its page, for a browser."""
        address = self.process.address
        return f"{address[0]}:{address[1]}" if address else None

    @property
    def tile(self) -> Tile:
        """The tile as it is now."""
        topics, table_state = self.link.topics, self.table_state
        lesson = (topics.get("school") or {}).get("lesson") or {}
        marks = lesson.get("marks", ())
        drill = drill_view(topics)
        act = current_act(topics) if table_state == "served" and drill is None else None
        class_message = topics.get("classroom") or {}
        waited_s = self._act_clock.waited_s((lesson.get("id"), act, drill, table_state))
        is_awaited = drill.is_open if drill else bool(lesson) and act is not None
        may_wait = not is_awaited or class_message.get("frozen", False)
        right, wrong = self._today_counts(marks)
        return Tile(
            number=self.number,
            name=self.name,
            state=table_state,
            address=self.address,
            game=(topics.get("hello") or {}).get("game", ""),
            exercise=lesson.get("id", ""),
            title=self._title(lesson.get("id", "")),
            position=self._position + 1,
            lessons=len(self.assignments),
            exam=exam_view(topics),
            drill=drill,
            acts=len(marks),
            done=sum(mark["state"] not in ("waiting", "asked") for mark in marks),
            is_over=lesson.get("over", False),
            is_laying=bool(lesson) and not lesson["begun"],
            act=act,
            waited_s=waited_s,
            pace=pace_of(waited_s, may_wait=may_wait and table_state == "served"),
            right=right,
            wrong=wrong,
            frozen=class_message.get("frozen", False),
            claim=class_message.get("claim"),
            broken=tuple((topics.get("scene") or {}).get("broken", ())),
        )

    @property
    def sheet_lines(self) -> tuple[SheetLine, ...]:
        """All lines of his sheet. Raises RequestFailed if it can't be read."""
        return Sheet(self.process.folder / SHEET_FILE).lines

    def sign_sheet(self, made_at: str) -> SignedSheet:
        """Return his sheet, signed with the key of his table. Raises RequestFailed."""
        folder = self.process.folder
        try:
            device = DeviceKey.load(folder)
        except (OSError, TrustRefused):
            raise RequestFailed(Text("class.no_key", {"name": self.name})) from None
        return sign_sheet(self.name, self.sheet_lines, folder, device, made_at)

    async def request(self, request: PageRequest) -> str | None:
        """Have the table do something; return its result. Raises RequestFailed."""
        answer = await self.link.request(request)
        result: str | None = answer.get("done")
        return result

    async def give_exercise(self, *, is_next: bool) -> None:
        """Begin an exercise, exam or drill of the list; after the last one the first. The same exam
        continues with its next part.
        """
        if not self.assignments:
            raise RequestFailed(Text("class.no_exercises", {"name": self.name}))
        position = (self._position + (is_next or self._position < 0)) % len(self.assignments)
        if drill_view(self.link.topics) is not None:
            await self.request(EndDrill())
        await self.request(self.assignments[position].request)
        self._position = position

    async def recording(self) -> str:
        """Return the play at the table as a script. Raises RequestFailed."""
        script = await self.request(SaveScript())
        if not script:
            raise RequestFailed(Text("class.nothing_played", {"name": self.name}))
        return script

    def _title(self, exercise_name: str) -> dict[str, str]:
        hello = self.link.topics.get("hello") or {}
        titles = (
            message["title"]
            for message in hello.get("exercises", ())
            if message["id"] == exercise_name
        )
        return next(titles, {})

    def _today_counts(self, marks: Sequence[dict[str, object]]) -> tuple[int, int]:
        """Return how many acts of today were right, and how many not."""
        sheet = self.link.topics.get("sheet") or {}
        today = datetime.now().astimezone().date().isoformat()
        finished = [
            mark
            for line in sheet.get("lines", ())
            if line["at"].startswith(today)
            for mark in line["marks"]
        ]
        lesson = (self.link.topics.get("school") or {}).get("lesson") or {}
        open_marks = [] if lesson.get("over") else [*marks]
        marked = [mark for mark in (*finished, *open_marks) if _is_marked(mark)]
        right = sum(map(_is_right, marked))
        return right, len(marked) - right


def _is_marked(mark: dict[str, object]) -> bool:
    return mark["state"] not in ("waiting", "asked")


def _is_right(mark: dict[str, object]) -> bool:
    return mark["state"] == "done" and not mark["wrong"]
