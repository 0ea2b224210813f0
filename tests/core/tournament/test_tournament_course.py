"""Acts taken back in tournaments by chance: the room is as it was before each."""

from copy import deepcopy
from random import Random

from firmware.core.tournament import acts as a
from firmware.core.tournament import rulings as r
from firmware.core.tournament.terms import terms_of
from firmware.core.tournament.tournament import Stage
from firmware.core.tournament.undo import Course, course_of
from firmware.core.vocabulary.rulings import Refused
from tests.kits.examples import examples
from tests.kits.offenders import each

LEVELS = [{"seconds": 600, "blinds": [25, 50]}, {"seconds": 600, "blinds": [50, 100]}]
OPTIONS = {"entry_cents": 5000, "levels": LEVELS, "managers": 9, "ends": "20:00"}


def done(course: Course, act: a.Act) -> tuple[r.Ruling, ...]:
    return course.handle(act, by_hand=True)


def one_of(course: Course, rng: Random) -> a.Act:
    """Return an act that may happen now, at times one that is refused."""
    room = course.room
    if room.stage is Stage.TIME_OVER:
        return a.ReportStacks({player: rng.randint(0, 3) for player in room.left})
    gone = rng.sample(room.left, rng.choice([1, 1, 2]))
    number = rng.choice([*room.seating.tables])
    return rng.choice(
        [
            a.BuyAgain(rng.choice(room.left), 5000),
            a.ReportButton(number, rng.randint(1, 4)),
            a.ReportOut(tuple(a.Lost(player, rng.randint(1, 3)) for player in gone)),
        ]
    )


@each("seed", range(examples(20, 1000)))
def test_whatever_is_done_and_taken_back_leaves_the_room_as_it_was(seed: int) -> None:
    rng = Random(seed)
    rebuy = {"cents": 5000, "chips": 10_000}
    course = course_of(terms_of("holdem-tournament", OPTIONS | {"seats": 4, "rebuy": rebuy}, ()))
    names = [f"P{number}" for number in range(rng.randint(2, 16))]
    for act in (*(a.Register(name, 5000, 40) for name in names), a.Draw((*names,)), a.Start()):
        done(course, act)
    while course.room.stage is not Stage.OVER:
        course.handle(a.Wait(rng.randint(1, 400)), by_hand=False)
        before, act = deepcopy(course.room), one_of(course, rng)
        ruled = done(course, act)
        if isinstance(ruled[-1:] and ruled[-1], Refused):
            assert course.room == before
        elif rng.random() < 0.5:
            seats = course.room.seating.seats_of_all()
            back = done(course, a.Undo())
            assert course.room == before
            moved = {one.player: one.to for one in back if isinstance(one, r.Moved)}
            home = before.seating.seats_of_all()
            assert {**seats, **moved} == {player: home[player] for player in {**seats, **moved}}
            assert done(course, act) == ruled
