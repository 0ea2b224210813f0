"""Marks by the felt: right and wrong ways of one settlement, at a real table in memory."""

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec
import pytest
from msgspec import structs

from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.refusal import RequestFailed
from sim.web.messages import messages_in as requests
from sim.web.messages.messages_in import PageRequest
from sim.web.messages.school_messages import LessonMessage
from sim.web.school.exercise import Exercise
from tests.kits.offenders import each
from tests.kits.sim.web.trainee import Trainee

STRICT = {"blind": True, "order": True, "chips": True}
ACTS = [{"do": "take", "spot": 2}, {"do": "pay", "spot": 1}, {"do": "confirm"}]
DONE = requests.PressKey(key=Key.CONFIRM)
NEXT = requests.PressKey(key=Key.NEXT_PAYMENT)
TAKEN = requests.TakeChips(spot=2, bet_name="banker")


def lay(cents: int, spot: int = 1, on: str = "player") -> PageRequest:
    return requests.LayChips(spot=spot, bet_name=on, cents=cents)


def lift(spot: int = 1, on: str = "player") -> PageRequest:
    return requests.TakeChips(spot=spot, bet_name=on)


def settled_exercise(exam: dict[str, Any], acts: list[dict[str, Any]] = ACTS) -> Exercise:
    """Return an exercise: spot 1 has won $50 on Player, spot 2 has lost $50 on Banker."""
    said = {"fr": "Un coup", "en": "A round"}
    steps = [
        {"bet": {"spot": 1, "on": "player", "cents": 5000}},
        {"bet": {"spot": 2, "on": "banker", "cents": 5000}},
        {"press": "no_more_bets"},
        {"cards": ["9S", "KD", "KH", "6C"]},
    ]
    situation = {"game": "baccarat", "steps": steps}
    written = {"id": "own", "kind": "pay", "title": said, "task": said, "situation": situation}
    return msgspec.convert({**written, "acts": acts, "exam": exam}, Exercise, dec_hook=decode_plain)


def marked(trainee: Trainee, *acts: PageRequest) -> LessonMessage:
    """Do these acts once the situation is laid out, and return the lesson."""
    trainee.await_situation()
    for act in acts:
        trainee.table.do(act)
        trainee.rest()
    return trainee.lesson


def verdicts(lesson: LessonMessage) -> list[tuple[str, str | None]]:
    marks = (mark for mark in lesson.marks if mark.verdict and mark.act != "confirm")
    return [(mark.act, mark.verdict) for mark in marks]


@each("act", [lay(5000), lift(), DONE, requests.DrawCard(), requests.PlayStep()])
def test_hands_wait_for_the_situation(act: PageRequest) -> None:
    with closing(Trainee(settled_exercise(STRICT))) as trainee:
        with pytest.raises(RequestFailed) as refused:
            trainee.table.do(act)
        assert refused.value.why.key == "school.laying_out"


def outcome_of(exam: dict[str, Any], *acts: PageRequest) -> list[tuple[str, str | None]]:
    with closing(Trainee(settled_exercise(exam))) as trainee:
        return verdicts(marked(trainee, *acts))


@each(
    "acts, take, pay",
    [
        ((TAKEN, lay(5000), DONE), "right", "right"),
        ((TAKEN, lay(2500), lay(2500), NEXT), "right", "right"),
        ((DONE,), "missed", "missed"),
        ((NEXT,), "missed", "missed"),
        ((TAKEN, lay(2500), DONE), "right", "short"),
        ((TAKEN, lay(7500), DONE), "right", "over"),
        ((TAKEN, lay(5000), lift(), lay(5000), DONE), "right", "missed"),
        ((TAKEN, lift(), DONE), "right", "missed"),
        ((lay(5000), DONE), "missed", "right"),
        ((lay(5000), TAKEN, DONE), "right", "order"),
        ((TAKEN, *[lay(500)] * 10, DONE), "right", "chips"),
    ],
)
def test_blind_verdicts(acts: tuple[PageRequest, ...], take: str, pay: str) -> None:
    assert outcome_of(STRICT, *acts) == [("take", take), ("pay", pay)]


def test_payment_on_another_spot() -> None:
    given = outcome_of(STRICT, TAKEN, lay(5000, spot=3), DONE)
    assert given == [("take", "right"), ("pay", "missed"), ("pay", "over")]


@each(
    "acts, pay",
    [
        ((TAKEN, lay(5000)), "right"),
        ((TAKEN, NEXT), "missed"),
        ((TAKEN, lay(2500), NEXT), "short"),
        ((TAKEN, lay(7500)), "over"),
    ],
)
def test_open_verdicts(acts: tuple[PageRequest, ...], pay: str) -> None:
    assert outcome_of({}, *acts) == [("take", "right"), ("pay", pay)]


def test_stray_chips_in_the_open() -> None:
    given = outcome_of({}, TAKEN, lay(5000, spot=3))
    assert given == [("take", "right"), ("pay", "over")]


def test_open_payment_before_taking() -> None:
    assert outcome_of({"order": True}, lay(5000), TAKEN) == [("take", "right"), ("pay", "order")]


@each("exam", [{}, STRICT])
@each("act", [requests.TidyChips(), requests.PlayStep(), requests.RestoreRound()])
def test_trainee_does_it_himself(exam: dict[str, Any], act: PageRequest) -> None:
    with closing(Trainee(settled_exercise(exam))) as trainee, pytest.raises(RequestFailed):
        marked(trainee, act)


@pytest.fixture
def blind_trainee() -> Iterator[Trainee]:
    with closing(Trainee(settled_exercise(STRICT))) as trainee:
        yield trainee


def test_blind_mark_is_given_its_sum(blind_trainee: Trainee) -> None:
    lesson = marked(blind_trainee, TAKEN, lay(2500), DONE)
    paid = next(mark for mark in lesson.marks if mark.act == "pay")
    assert (paid.from_cents, paid.felt_cents, paid.due_cents) == (5000, 7500, 10000)
    assert any("$50.00" in step for step in paid.reckoning["en"])
    assert paid.articles["fr"]


def test_blind_lesson_names_no_act(blind_trainee: Trainee) -> None:
    lesson = marked(blind_trainee, TAKEN)
    assert lesson.is_dark
    assert not lesson.marks


def test_only_chips_move_in_the_dark(blind_trainee: Trainee) -> None:
    with pytest.raises(RequestFailed):
        marked(blind_trainee, requests.PressKey(key=Key.UNDO))


def test_round_goes_on_after_the_marks(blind_trainee: Trainee) -> None:
    lesson = marked(blind_trainee, TAKEN, lay(5000), DONE, DONE)
    assert lesson.is_over
    assert [mark.verdict for mark in lesson.marks] == ["right"] * 3


def test_time_that_is_up_ends_it() -> None:
    with closing(Trainee(settled_exercise({"limit_s": 5}))) as trainee:
        marked(trainee, TAKEN)
        trainee.table.bench.hands.wait(6000)
        trainee.rest()
        assert verdicts(trainee.lesson) == [("take", "right"), ("pay", "missed")]
        assert trainee.lesson.is_over


# calls


CALLED: list[dict[str, Any]] = [
    {"do": "pay", "spot": 3, "on": "banker"},
    {"call": "commission", "spot": 3, "on": "banker"},
    {"do": "confirm"},
]
BANKER_WINS = ["4S", "KD", "2H", "8C"]


def commission_exercise() -> Exercise:
    """Return an exercise: spot 3 has won $30 on Banker, with a commission of $1.50."""
    exercise = settled_exercise(STRICT, CALLED)
    steps = [
        {"bet": {"spot": 3, "on": "banker", "cents": 3000}},
        {"press": "no_more_bets"},
        {"cards": BANKER_WINS},
    ]
    situation = msgspec.convert(
        {"game": "baccarat", "steps": steps}, type(exercise.situation), dec_hook=decode_plain
    )
    return structs.replace(exercise, situation=situation)


@each(
    "called_cents, verdict",
    [((150,), "right"), ((100,), "short"), ((3000,), "over"), ((), "missed")],
)
def test_commission_is_called(called_cents: tuple[int, ...], verdict: str) -> None:
    calls = (requests.MakeCall(call="commission", cents=cents) for cents in called_cents)
    paid = lay(3000, spot=3, on="banker")
    with closing(Trainee(commission_exercise())) as trainee:
        lesson = marked(trainee, paid, *calls, DONE)
    assert verdicts(lesson) == [("pay", "right"), ("call_commission", verdict)]


def test_commission_stays_dark() -> None:
    called = requests.MakeCall(call="commission", cents=150)
    with closing(Trainee(commission_exercise())) as trainee:
        assert not marked(trainee, called).marks


RESULT: list[dict[str, Any]] = [
    {"do": "take", "spot": 2},
    {"call": "result"},
    {"do": "pay", "spot": 1},
    {"do": "confirm"},
]


CALL = requests.MakeCall(call="result")


@each(
    "acts, verdict",
    [((TAKEN,), "missed"), ((TAKEN, CALL), "right"), ((CALL, TAKEN), "order")],
)
def test_result_is_called_in_turn(acts: tuple[PageRequest, ...], verdict: str) -> None:
    with closing(Trainee(settled_exercise({}, RESULT))) as trainee:
        lesson = marked(trainee, *acts, lay(5000))
    assert ("call_result", verdict) in verdicts(lesson)
