"""A simulated trainee's drills: paid by his skill, a line on his sheet for each."""

import asyncio
from collections.abc import Mapping
from contextlib import closing
from random import Random
from typing import Any

import msgspec

from sim.classroom.mistakes import SKILLS, MistakeKind, Skill
from sim.classroom.simulated_trainee import DRILL_QUESTIONS, SimulatedTrainee
from sim.web.drills.trainee_drills import TraineeDrills
from sim.web.messages.messages_in import PageRequest, SolveDrill, StartDrill
from sim.web.messages.school_messages import School
from sim.web.school.sheet import Sheet, SheetLine
from sim.web.school.trainee_record import TraineeRecord
from sim.web.session.school_desk import SchoolDesk
from tests.kits.offenders import each


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


@each("mistake, verdict", [("short", "short"), ("over", "over"), ("skip", "short")])
def test_mistake_is_on_the_sheet(mistake: MistakeKind, verdict: str) -> None:
    with closing(DrillPage()) as page:
        line = drilled(page, Skill("wrong", {mistake: 1.0}, (0, 1)), "roulette")
    # less than nothing can't be paid
    expected = [verdict if mark.due_cents or verdict == "over" else "right" for mark in line.marks]
    assert [mark.verdict for mark in line.marks] == expected
    assert expected.count(verdict) > 1
