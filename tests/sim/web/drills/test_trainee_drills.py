"""A trainee's drill by its requests: marks, blindness, the sheet."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.drills.drill_message import DrillMessage
from sim.web.drills.game_setup import HOMES, GameSetup
from sim.web.drills.trainee_drills import MARKS_OF_LINE, TraineeDrills
from sim.web.messages.messages_in import (
    ContinueDrill,
    EndDrill,
    NameTrainee,
    PayDrill,
    StartDrill,
)
from sim.web.school.exam_sheets import ExamPart, ExamRun, ExamSheet
from sim.web.school.sheet import Sheet
from sim.web.school.trainee_record import TraineeRecord
from tests.kits.waiting import until

SEED = 5


@pytest.fixture
def record() -> TraineeRecord:
    return TraineeRecord(Sheet(), "Ana")


@pytest.fixture
def drills(record: TraineeRecord) -> Iterator[TraineeDrills]:
    trainee_drills = TraineeDrills(record, Random(SEED))
    yield trainee_drills
    trainee_drills.close()


def begin(drills: TraineeDrills, game: str = "roulette", *, timed: bool = False) -> DrillMessage:
    drills.execute(StartDrill(game=game, is_timed=timed))
    return open_question(drills)


def open_question(drills: TraineeDrills) -> DrillMessage:
    return until("a question", lambda: present(drills), lambda seen: seen.state == "open")


def present(drills: TraineeDrills) -> DrillMessage:
    message = drills.message()
    assert message is not None
    return message


def pay(drills: TraineeDrills, cents: int) -> DrillMessage:
    drills.execute(PayDrill(number=present(drills).number, cents=cents))
    return present(drills)


def due_cents(drills: TraineeDrills) -> int:
    """Return the amount of the open question, as the server has it."""
    drill: Any = drills._drill
    return int(drill._question.solved.solution.cents)


@pytest.mark.parametrize(("more", "verdict"), [(0, "right"), (-1, "short"), (1, "over")])
def test_a_payment_is_marked_at_once(drills: TraineeDrills, more: int, verdict: str) -> None:
    begin(drills)
    due = due_cents(drills)
    marked = pay(drills, due + more)
    assert marked.state == "marked"
    assert marked.mark is not None
    assert (marked.mark.verdict, marked.mark.due_cents) == (verdict, due)
    assert all(marked.mark.reckoning.values())
    assert marked.mark.articles["fr"]


def test_an_open_question_has_no_solution(drills: TraineeDrills) -> None:
    for game in HOMES.games:
        opened = begin(drills, game)
        assert opened.mark is opened.verdict is opened.family is opened.box is None
        assert "due_cents" not in str(msgspec.to_builtins(opened))


def test_the_next_question_waits_for_the_trainee(drills: TraineeDrills) -> None:
    begin(drills)
    assert pay(drills, 1).state == "marked"
    drills.execute(ContinueDrill())
    assert open_question(drills).number == 2


def test_a_question_is_marked_once(drills: TraineeDrills) -> None:
    begin(drills)
    pay(drills, 1)
    with pytest.raises(RequestFailed):
        drills.execute(PayDrill(number=1, cents=2))


def test_an_open_question_is_not_passed_over(drills: TraineeDrills) -> None:
    begin(drills)
    with pytest.raises(RequestFailed):
        drills.execute(ContinueDrill())


def test_no_payment_without_a_drill(drills: TraineeDrills) -> None:
    with pytest.raises(RequestFailed):
        drills.execute(PayDrill(number=1, cents=1))


def test_an_unknown_game_is_refused(drills: TraineeDrills) -> None:
    with pytest.raises(RequestFailed):
        drills.execute(StartDrill(game="bridge"))
    assert drills.message() is None


def test_the_end_enters_a_line_of_the_sheet(drills: TraineeDrills, record: TraineeRecord) -> None:
    begin(drills)
    due = due_cents(drills)
    pay(drills, due)
    drills.execute(EndDrill())
    (line,) = record.sheet.lines_of("Ana")
    assert (line.kind, line.game, line.right_count) == ("drill", "roulette", 1)
    assert line.marks[0].felt_cents == due
    assert drills.message() is None


def test_a_drill_without_end_has_lines(drills: TraineeDrills, record: TraineeRecord) -> None:
    begin(drills, "baccarat")
    for _ in range(MARKS_OF_LINE + 1):
        pay(drills, due_cents(drills))
        drills.execute(ContinueDrill())
        open_question(drills)
    assert [len(line.marks) for line in record.sheet.lines_of("Ana")] == [MARKS_OF_LINE]


def test_another_trainee_ends_the_drill(drills: TraineeDrills, record: TraineeRecord) -> None:
    begin(drills)
    pay(drills, 1)
    drills.execute(NameTrainee(name="Rui"))
    assert drills.message() is None
    assert [line.trainee for line in record.sheet.lines] == ["Ana"]


def test_boxes_outlive_a_drill(drills: TraineeDrills) -> None:
    begin(drills)
    pay(drills, due_cents(drills))
    drills.execute(EndDrill())
    (subject,) = begin(drills).subjects
    assert (subject.game, subject.box, subject.rights, subject.count) == ("roulette", 1, 1, 1)


def test_only_a_timed_drill_has_the_own_time(drills: TraineeDrills) -> None:
    begin(drills, "super-pan-9", timed=True)
    shown = []
    for _ in range(12):
        shown.append(present(drills).mean_millis)
        pay(drills, due_cents(drills))
        drills.execute(ContinueDrill())
        open_question(drills)
    assert shown[0] is None
    assert any(millis is not None for millis in shown)


def test_a_house_whose_rules_fail_ends_no_thread(record: TraineeRecord) -> None:
    def no_setup(game: str) -> GameSetup:
        raise LookupError(game)

    drills = TraineeDrills(record, Random(SEED), lambda: replace(HOMES, setup_of=no_setup))
    drills.execute(StartDrill(game="roulette"))
    until("a failure", lambda: present(drills), lambda seen: seen.state == "failed")
    drills.execute(EndDrill())
    assert drills.message() is None
    drills.close()


def test_the_line_of_an_exam_names_it(drills: TraineeDrills, record: TraineeRecord) -> None:
    part = ExamPart(drill="poker-room", questions=2)
    sheet = ExamSheet("own", {"fr": "Un examen", "en": "An exam"}, (part,))
    record.exam_run = ExamRun(sheet)
    record.exam_run.is_drill_open = True
    begin(drills)
    pay(drills, 1)
    drills.execute(EndDrill())
    assert [line.exam for line in record.sheet.lines] == [sheet.id]
