"""Acts taken back in tournaments by chance: the room is as it was before each."""

from copy import deepcopy
from random import Random

from firmware.core.tournament import acts, rulings
from firmware.core.tournament.act_log import ActLog, new_act_log
from firmware.core.tournament.terms import read_terms
from firmware.core.tournament.tournament import TournamentStage
from firmware.core.vocabulary.rulings import Refused
from tests.kits.examples import examples
from tests.kits.offenders import each

LEVELS = [{"seconds": 600, "blinds": [25, 50]}, {"seconds": 600, "blinds": [50, 100]}]
OPTIONS = {"entry_cents": 5000, "levels": LEVELS, "managers": 9, "ends": "20:00"}


def done(course: ActLog, act: acts.TournamentAct) -> tuple[rulings.Ruling, ...]:
    return course.handle_act(act, by_operator=True)


def one_of(course: ActLog, rng: Random) -> acts.TournamentAct:
    """Return an act that may happen now, at times one that is refused."""
    room = course.tournament
    if room.stage is TournamentStage.TIME_OVER:
        return acts.ReportStacks({player: rng.randint(0, 3) for player in room.remaining})
    gone = rng.sample(room.remaining, rng.choice([1, 1, 2]))
    number = rng.choice([*room.seating.tables])
    return rng.choice(
        [
            acts.RebuyChips(rng.choice(room.remaining), 5000),
            acts.ReportButton(number, rng.randint(1, 4)),
            acts.ReportEliminated(
                tuple(acts.EliminatedPlayer(player, rng.randint(1, 3)) for player in gone)
            ),
        ]
    )


@each("seed", range(examples(10, 1000)))
def test_undo_restores_the_room(seed: int) -> None:
    rng = Random(seed)
    rebuy = {"cents": 5000, "chips": 10_000}
    course = new_act_log(
        read_terms("holdem-tournament", OPTIONS | {"seats": 4, "rebuy": rebuy}, ())
    )
    names = [f"P{number}" for number in range(rng.randint(2, 16))]
    for act in (
        *(acts.Register(name, 5000, 40) for name in names),
        acts.DrawSeats((*names,)),
        acts.StartPlay(),
    ):
        done(course, act)
    while course.tournament.stage is not TournamentStage.OVER:
        course.handle_act(acts.PassTime(rng.randint(1, 400)), by_operator=False)
        before, act = deepcopy(course.tournament), one_of(course, rng)
        ruled = done(course, act)
        if isinstance(ruled[-1:] and ruled[-1], Refused):
            assert course.tournament == before
        elif rng.random() < 0.5:
            seats = course.tournament.seating.seats_by_player()
            back = done(course, acts.UndoAct())
            assert course.tournament == before
            moved = {one.player: one.to for one in back if isinstance(one, rulings.PlayerMoved)}
            home = before.seating.seats_by_player()
            assert {**seats, **moved} == {player: home[player] for player in {**seats, **moved}}
            assert done(course, act) == ruled
