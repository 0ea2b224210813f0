"""What a script waits for, and what no line names; the cards are in the golden hands."""

import json

from tests.kits.games.poker import (
    BURN,
    POST,
    Step,
    alarms,
    button,
    calls,
    checks,
    deal,
    expose,
    folds,
    hole,
    of,
    play,
    refused,
    sit,
    street,
    up,
)
from tests.kits.offenders import each

POSTED = [*sit(5000, 5000, 5000), button(3), POST]
DEALT = [*POSTED, deal(6)]
LIMPED = [*DEALT, *calls(3, 1), *checks(2)]
FLOPPED = [*LIMPED, *street("7H 8D 2C")]


def river(*before: Step) -> list[Step]:
    """Check it down, with the board 7H 8D 2C KS 3S."""
    flop = [*FLOPPED, *checks(1, 2, 3), *street("KS"), *checks(1, 2, 3)]
    return [*flop, *street("3S"), *checks(1, 2, 3), *before]


@each("step", [{"press": "no_more_bets"}, {"dice": [1, 2]}, {"cut": True}, {"shuffle": True}])
def test_acts_of_other_games_refused(step: Step) -> None:
    said = play(FLOPPED, step)
    assert (refused(said), alarms(said)) == ([len(FLOPPED) + 1], [])


EARLY = [*DEALT, *calls(3), BURN, up("7H 8D 2C")]


# readers under the seats


READ = [*DEALT, hole(1, "AS AH"), hole(2, "KC KD"), hole(3, "QS QH")]


@each("step", [up("AS 8D 2C"), expose("KC"), expose("KC", 3), hole(3, "QH QS")])
def test_no_alarm_or_refusal_names_a_hole_card(step: Step) -> None:
    said = play([*READ, *calls(3, 1), *checks(2), BURN], step, readers="seats")
    assert not [card for card in ("AS", "AH", "KC", "KD", "QS", "QH") if card in json.dumps(said)]


# what a script waits for


@each(
    "steps, waiting",
    [(POSTED, "deal"), (DEALT, "decision"), (LIMPED, "burn"), ([*LIMPED, BURN], "card"),
     (river(), "show"), ([*POSTED, deal(5)], "misdeal"), (EARLY, "take_back"),
     ([*DEALT, *folds(3, 1)], None), ([], None)],
)  # fmt: skip
def test_open_game_names_its_next_act(steps: list[Step], waiting: str | None) -> None:
    found = [line["waiting_for"] for line in of("unfinished", play(steps))]
    assert found == ([waiting] if waiting else [])
