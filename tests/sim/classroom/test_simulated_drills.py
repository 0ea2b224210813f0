"""A simulated trainee's drills: paid by his skill, a line on his sheet for each."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import closing
from random import Random
from typing import Any

import msgspec
import pytest

from sim.classroom.mistakes import SKILLS, Skill
from sim.classroom.simulated_trainee import DRILL_QUESTIONS, SimulatedTrainee
from sim.web.drills.trainee_drills import TraineeDrills
from sim.web.messages.messages_in import PageRequest, SolveDrill, StartDrill
from sim.web.messages.school_messages import School
from sim.web.school.sheet import Sheet, SheetLine
from sim.web.school.trainee_record import TraineeRecord
from sim.web.session.school_desk import SchoolDesk
from tests.kits.offenders import each

WRONG = {"short": 0.3, "over": 0.3, "skip": 0.3}


class DrillPage:
    """Implements `TraineePage` at a school desk without a table."""

    def __init__(self) -> None:
        self.record = TraineeRecord(Sheet(), "Ada")
        drills = TraineeDrills(self.record, Random(5))
        self._desk = SchoolDesk(self.record, drills, {}, {}, lambda _: None, lambda: None)

    def close(self) -> None:
        self._desk.close()

    @property
    def topics(self) -> Mapping[str, Any]:
        school = msgspec.to_builtins(self.record.in_school(School(None)))
        return {"hello": {"denominations": [10000, 2500, 500, 100]}, "school": school}

    async def request(self, request: PageRequest) -> None:
        self._desk.execute(request)  # type: ignore[arg-type]

    async def wait(self, duration_ms: int) -> None:
        await asyncio.sleep(0)  # questions are drawn by another thread

    async def reckon_drill(self) -> int:
        return int(self._desk.execute(SolveDrill()) or "")


@pytest.fixture
def page() -> Iterator[DrillPage]:
    with closing(DrillPage()) as page:
        yield page


def drilled(page: DrillPage, skill: Skill, game: str) -> SheetLine:
    """Return the line of one drill."""
    trainee = SimulatedTrainee(page, [StartDrill(game=game)], skill, Random(1))
    asyncio.run(trainee.work(1))
    return page.record.sheet.lines[-1]


@each("game", ["roulette", "baccarat", "poker-room"])
def test_expert_pays_every_question(game: str) -> None:
    with closing(DrillPage()) as page:
        line = drilled(page, SKILLS[0], game)
    assert (line.id, line.game, line.trainee) == ("drill", game, "Ada")
    assert [mark.verdict for mark in line.marks] == ["right"] * DRILL_QUESTIONS


def test_mistakes_are_on_the_sheet(page: DrillPage) -> None:
    line = drilled(page, Skill("wrong", WRONG, (0, 1)), "roulette")  # type: ignore[arg-type]
    verdicts = {mark.verdict for mark in line.marks}
    assert verdicts >= {"short", "over"}
    assert all(mark.felt_cents != mark.due_cents for mark in line.marks if mark.verdict != "right")
