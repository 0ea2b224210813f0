"""Pots pushed at a poker table: each wrong way is marked by the felt, and blind by no message."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final

import msgspec
import pytest

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.refusal import RequestFailed
from firmware.core.vocabulary.status import Status
from sim.web.messages import messages_in as requests
from sim.web.messages.messages_in import PageRequest
from sim.web.messages.school_messages import LessonMessage
from sim.web.school.exercise import Exercise, decode_exercise
from sim.web.school.veil import status_without_outcomes, veiled_status
from tests.kits.offenders import each
from tests.kits.sim.web.trainee import Trainee

FOLD = requests.PressKey(key=Key.FOLD)
DONE = requests.PressKey(key=Key.CONFIRM)
STEPS = [
    {"seat": {"spot": 1, "cents": 9000}},
    {"seat": {"spot": 2, "cents": 9000}},
    {"seat": {"spot": 3, "cents": 9000}},
    {"button": 1},
    {"press": "post"},
    {"deal": 6},
    {"decide": {"spot": 1, "do": "raise", "cents": 1000}},
    {"decide": {"spot": 2, "do": "call"}},
    {"decide": {"spot": 3, "do": "raise", "cents": 3000}},
    {"decide": {"spot": 1, "do": "fold"}},
]
ACTS = [
    {"do": "decide", "key": "fold"},
    {"call": "winner", "spot": 3},
    {"do": "pay", "spot": 0, "on": "drop"},
    {"do": "pay", "spot": 3, "on": "pot"},
    {"do": "confirm"},
]
COMMISSION = {"percent": 10, "without_flop": True}
SECRETS = ("2700", "27.00", "27,00", "300,", '"win"', "room.ask.give", "room.ask.drop")
"""What seat 3 wins, the commission, and who has won, as cents and in words."""


def pot_exercise(*, blind: bool, steps: Sequence[Any] = STEPS) -> Exercise:
    """Return an exercise: seat 2 folds, and seat 3 wins $30.00 less a commission of $3.00."""
    said = {"fr": "Une cagnotte", "en": "A pot"}
    options = {"commission": COMMISSION}
    situation = {"game": "poker-room", "options": options, "steps": steps}
    written = {"id": "own", "kind": "pay", "title": said, "task": said, "situation": situation}
    exam = {"blind": blind}
    return decode_exercise(msgspec.json.encode({**written, "acts": ACTS, "exam": exam}))


def drop(cents: int) -> PageRequest:
    return requests.LayChips(spot=0, bet_name="drop", cents=cents)


def push(spot: int, cents: int) -> PageRequest:
    return requests.LayChips(spot=spot, bet_name="pot", cents=cents)


def lift(spot: int) -> PageRequest:
    return requests.TakeChips(spot=spot, bet_name="pot")


def winner(spot: int) -> PageRequest:
    return requests.MakeCall(call="winner", spot=spot)


def work(trainee: Trainee, *acts: PageRequest) -> LessonMessage:
    for act in acts:
        trainee.table.do(act)
        trainee.rest()
    return trainee.lesson


def verdicts(lesson: LessonMessage) -> list[tuple[int | None, str | None]]:
    return [(mark.spot, mark.verdict) for mark in lesson.marks if mark.act == "pay"]


@contextmanager
def taught(*, blind: bool) -> Iterator[Trainee]:
    """Seat a trainee at a table whose last player but one is about to fold."""
    with closing(Trainee(pot_exercise(blind=blind))) as trainee:
        trainee.await_situation()
        yield trainee


def marked(blind: bool, *acts: PageRequest) -> LessonMessage:
    with taught(blind=blind) as trainee:
        return work(trainee, FOLD, *acts)


WAYS: Final[dict[tuple[PageRequest, ...], list[tuple[int, str]]]] = {
    (drop(300), push(3, 2700)): [(0, "right"), (3, "right")],
    (drop(300), push(3, 2600), push(3, 100)): [(0, "right"), (3, "right")],
    (drop(200), push(3, 2700)): [(0, "short"), (3, "right")],
    (drop(400), push(3, 2600)): [(0, "over"), (3, "short")],
    (push(3, 3000),): [(0, "missed"), (3, "over")],
    (drop(300), push(1, 2700)): [(0, "right"), (3, "missed"), (1, "over")],
    (drop(300), push(3, 2700), lift(3)): [(0, "right"), (3, "missed")],
    (): [(0, "missed"), (3, "missed")],
}
"""The marks of each way to push the pot."""


@each("blind", [False, True])
@each("acts", WAYS)
def test_pushes_are_marked_by_the_felt(blind: bool, acts: tuple[PageRequest, ...]) -> None:
    assert verdicts(marked(blind, *acts, DONE)) == WAYS[acts]


def test_pushed_pot_has_sum_and_article() -> None:
    lesson = marked(True, drop(300), push(3, 2700), DONE)
    for mark in (mark for mark in lesson.marks if mark.act == "pay"):
        assert any("10%" in step and "$3.00" in step for step in mark.reckoning["en"])
        articles = [one for sentence in mark.articles["fr"] for one in sentence.articles]
        assert "67.108" in articles


@each(
    "calls, verdict, wrong",
    [((winner(3),), "right", 0), ((winner(2), winner(3)), "right", 1), ((winner(1),), "missed", 1)],
)
def test_winner_is_called(calls: tuple[PageRequest, ...], verdict: str, wrong: int) -> None:
    lesson = marked(True, *calls, drop(300), push(3, 2700), DONE, DONE)
    (called,) = (mark for mark in lesson.marks if mark.act == "call_winner")
    assert (called.verdict, sum(mark.wrong for mark in lesson.marks)) == (verdict, wrong)


def test_blind_winner_is_not_confirmed() -> None:
    lesson = marked(True, winner(3), drop(300))
    assert lesson.is_dark
    assert [mark.act for mark in lesson.marks] == ["decide"]


@pytest.fixture
def trainee() -> Iterator[Trainee]:
    with taught(blind=True) as trainee:
        yield trainee


def test_players_draw_in_what_was_pushed(trainee: Trainee) -> None:
    work(trainee, FOLD, drop(300), push(3, 2700), DONE)
    assert trainee.table.bench.hands.amounts_on_felt()
    work(trainee, DONE)
    assert not trainee.table.bench.hands.amounts_on_felt()


def test_no_more_than_the_pot_is_pushed(trainee: Trainee) -> None:
    work(trainee, FOLD, drop(300), push(1, 2600))
    with pytest.raises(RequestFailed) as refused:
        trainee.table.do(push(3, 200))
    assert refused.value.why.key == "person.pot_too_small"


def test_nothing_is_pushed_before_the_win(trainee: Trainee) -> None:
    with pytest.raises(RequestFailed) as refused:
        trainee.table.do(push(3, 100))
    assert refused.value.why.key == "person.pot_not_won"


def shown(status: Status) -> str:
    """Return what a page is sent of a status, without the counters of its parts."""
    plain = msgspec.to_builtins(status) | {"parts": [], "machine": None}
    return msgspec.json.encode(plain).decode()


def secrets_shown(status: Status) -> list[str]:
    return [secret for secret in SECRETS if secret in shown(status)]


def test_veiled_table_shows_no_share(trainee: Trainee) -> None:
    work(trainee, FOLD)
    status = trainee.table.glance()
    assert status is not None
    assert trainee.table.acting.hides(status)
    assert secrets_shown(status)
    veiled = veiled_status(status, "Blind")
    assert secrets_shown(veiled) == []
    assert veiled.room is not None
    assert [pot.cents for pot in veiled.room.pots] == [3000]
    assert veiled.room.seats[3].cents == 9000 - 1000


def pots_named(status: Status) -> list[Any]:
    room = status.room
    assert room is not None
    return [key for key in status.dealer_keys if key == "room.ask.pot"] + [*room.pots[1:]]


ALL_IN = [
    {"seat": {"spot": 1, "cents": 1000}},
    *STEPS[1:6],
    {"decide": {"spot": 1, "do": "all_in"}},
    {"decide": {"spot": 2, "do": "raise", "cents": 3000}},
    {"decide": {"spot": 3, "do": "call"}},
]


def test_blind_game_does_not_divide_its_pots() -> None:
    with closing(Trainee(pot_exercise(blind=True, steps=ALL_IN))) as trainee:
        trainee.await_situation()
        status = trainee.table.glance()
    assert status is not None
    assert len(pots_named(status)) > 1
    assert pots_named(status_without_outcomes(status)) == []
