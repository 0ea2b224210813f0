"""What a player may do, where no golden hand of `tests/games/poker-room` says it."""

from typing import Any

from tests.kits.games.poker import (
    BURN,
    CONFIRM,
    POST,
    Said,
    Step,
    alarms,
    button,
    calls,
    checks,
    deal,
    does,
    folds,
    muck,
    of,
    play,
    posts,
    refused,
    seat,
    sit,
    street,
    up,
)
from tests.kits.offenders import each

THREE = [*sit(9000, 9000, 9000), button(3), POST, deal(6)]
STUD: dict[str, Any] = {"poker": "stud", "limit": "fixed", "bets": [200, 400], "ante": 100}
STUD |= {"bring_in": 100}


def is_taken(before: list[Step], decision: Step) -> bool:
    return not refused(play(before, decision))


# a bet


@each("cents, taken", [(None, False), (400, True)])
def test_free_amount_is_required(cents: int | None, taken: bool) -> None:
    assert is_taken(THREE, does(3, "raise", cents)) is taken


@each("do, taken", [("check", False), ("bet", False), ("call", True), ("dance", False)])
def test_decisions_facing_a_bet(do: str, taken: bool) -> None:
    assert is_taken(THREE, does(3, do)) is taken


@each("do, taken", [("check", True), ("call", False), ("raise", False), ("bring_in", False)])
def test_decisions_without_a_bet(do: str, taken: bool) -> None:
    before = [*THREE, *calls(3, 1), *checks(2), *street("7H 8D 2C")]
    assert is_taken(before, does(1, do, 400 if do == "raise" else None)) is taken


# who owes a blind


def game(*folding: int, cards: int) -> list[Step]:
    """A game in which all fold to the big blind, in this order."""
    return [POST, deal(cards), *folds(*folding), CONFIRM]


FIRST = [*sit(9000, 9000, 9000, 9000), button(4), *game(3, 4, 1, cards=8)]
"""Four players, after a game with the button at 4."""
SKIPPED = [*FIRST, {"sit_out": {"spot": 3}}, *game(1, 2, cards=6)]
PASSED = [*SKIPPED, *game(2, 4, cards=6), {"sit_in": {"spot": 3}}]
"""The big blind has passed spot 3, who plays again on the left of the big blind."""


@each("cards", [6, 8])
def test_partial_post_is_refused(cards: int) -> None:
    before = [*PASSED, POST, posts(3, "big_blind", 200)]
    assert refused(play(before, deal(cards))) == [len(before) + 1]


@each("cents", [100, 200])
def test_player_short_of_his_dues_waits_for_big_blind(cents: int) -> None:
    before = [*FIRST, seat(5, 100), POST]
    assert refused(play(before, posts(5, "big_blind", cents))) == [len(before) + 1]


# stud


def _eight(seventh: list[Step]) -> Said:
    """Eight players stay to the end."""
    spots = range(1, 9)
    ups = ["2C 3C 4C 5C 6C 7C 8C 9C", "AD KD QD JD TD 2D 3D 4D"]
    ups += ["KH QH JH TH 9H 8H 7H 5H", "QS JS TS 9S 8S 5S 6S AS"]
    steps = [*sit(*[9000] * 8), POST, deal(16), up(ups[0]), does(1, "bring_in")]
    steps += calls(*range(2, 9))
    for cards in ups[1:]:
        steps += [*street(cards), *checks(*spots)]
    return play(steps, seventh, **STUD)


def test_short_deck_has_a_common_card() -> None:
    ends = [*checks(*range(1, 9)), *[muck(spot) for spot in range(2, 9)]]
    for seventh in ([up("KS")], [BURN, up("KS")]):
        said = _eight([*seventh, *ends])
        assert not refused(said)
        assert [line["spot"] for line in of("won", said)] == [1]
    assert len(refused(_eight([BURN, deal(8)]))) == 1


def test_at_most_eight_hands_dealt_in() -> None:
    said = play(*sit(*[9000] * 9), POST, deal(16), **STUD)
    assert not alarms(said)
    assert not refused(said)
