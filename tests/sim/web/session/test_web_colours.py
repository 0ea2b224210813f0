"""Colour chips at a simulated layout: laid and priced by people, paid in chips of value (70)."""

from contextlib import closing

import msgspec
import pytest

from firmware.core.vocabulary.events import decode_plain
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.places import Place
from firmware.shell.script import BetStep
from sim.web.bench.scene import SceneReader
from sim.web.messages import messages_in as requests
from sim.web.messages.messages_in import PageRequest
from sim.web.school.exercise import exercises
from tests.kits.offenders import each
from tests.kits.sim.web.trainee import Trainee

EXERCISE = exercises()["roulette.colour"]
WORTH = 200
STRAIGHT = Place(2, "straight:17"), None
DONE = requests.PressKey(key=Key.CONFIRM)
TAKEN = [
    requests.TakeChips(spot=4, bet_name="red"),
    requests.TakeChips(spot=2, bet_name="split:18,21"),
]


def lay(on: str, cents: int) -> PageRequest:
    return requests.LayChips(spot=2, bet_name=on, cents=cents)


def test_colour_chips_lie_at_their_worth() -> None:
    with closing(Trainee(EXERCISE)) as trainee:
        trainee.await_situation()
        bench, acting = trainee.table.bench, trainee.table.acting
        status = trainee.table.glance()
        scene = SceneReader(bench, dict, acting.count_cards_left).scene()
    assert status is not None
    assert status.prices == {2: WORTH}
    assert bench.hands.amounts_on_felt()[STRAIGHT] == 4 * WORTH
    (stack,) = (chips for chips in scene.chips if chips.bet_name == "straight:17")
    assert (stack.cents, stack.chips) == (4 * WORTH, (0,) * 4)


@each(
    "odd_cents, straight_cents, verdicts",
    [
        (2000, 28000, ["right", "right"]),
        (2000, 28000 - WORTH, ["right", "short"]),
        (2000, 28000 + WORTH, ["right", "over"]),
        (0, 28000, ["missed", "right"]),
        (2000, 0, ["right", "missed"]),
        (10 * 100, 4 * 35 * 100, ["short", "short"]),
    ],
)
def test_value_chips_are_marked(odd_cents: int, straight_cents: int, verdicts: list[str]) -> None:
    """The last row pays a dollar for each colour chip of two."""
    with closing(Trainee(EXERCISE)) as trainee:
        trainee.await_situation()
        trainee.table.do(requests.PressKey(key=Key.NO_MORE_BETS))
        trainee.rest()
        status = trainee.table.glance()
        assert status is not None
        trainee.table.do(requests.ThrowResult())
        trainee._await_result(status)
        payments = [("odd", odd_cents), ("straight:17", straight_cents)]
        for act in (*TAKEN, *(lay(on, cents) for on, cents in payments if cents), DONE):
            trainee.table.do(act)
            trainee.rest()
        marks = [mark for mark in trainee.lesson.marks if mark.act in ("take", "pay")]
    assert [mark.verdict for mark in marks] == ["right", "right", *verdicts]


@each("cents, colour", [(500, 200), (100, 0), (100, 200)])
def test_part_of_a_colour_chip_is_refused(cents: int, colour: int) -> None:
    bet = {"spot": 2, "on": "red", "cents": cents, "colour": colour}
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(bet, BetStep, dec_hook=decode_plain)
