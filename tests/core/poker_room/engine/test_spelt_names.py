"""67.95 (2): a player's name is the same however it is spelt, as in a tournament."""

from typing import Any

from tests.kits.games.poker import Step, of, play, seat
from tests.kits.offenders import each

RENEE = "Ren\u00e9e Roy"
SPELLINGS = [
    "ren\u00e9e roy",
    "REN\u00c9E ROY",
    "  Ren\u00e9e   Roy ",
    "Rene\u0301e Roy",  # the accent as a letter of its own
    "Ren\u00e9e\u00a0Roy",
]


def named(spot: int, cents: int, player: str) -> Step:
    return {"seat": {"spot": spot, "cents": cents, "player": player}}


def refused(*steps: Step) -> list[Any]:
    return [line["step"] for line in of("refused", play(*steps))]


@each("spelling", SPELLINGS)
def test_respelt_player_brings_back_his_stack(spelling: str) -> None:
    gone = [named(1, 9000, RENEE), seat(2, 9000), {"leave": {"spot": 1}}]
    assert refused(*gone, named(5, 8999, spelling), named(5, 9000, spelling)) == [4]


@each("spelling", SPELLINGS)
def test_any_spelling_may_add_to_stack(spelling: str) -> None:
    assert refused(named(1, 9000, RENEE), named(1, 100, spelling)) == []


@each("name", ["Ren\u00e9e R", "Renee Roy", "Roy Ren\u00e9e"])
def test_another_name_is_another_player(name: str) -> None:
    gone = [named(1, 9000, RENEE), seat(2, 9000), {"leave": {"spot": 1}}]
    assert refused(*gone, named(5, 5000, name)) == []


@each("name", ["", "  ", "\x07", "A" * 61])
def test_undisplayable_name_is_refused(name: str) -> None:
    assert refused(named(1, 9000, name)) == [1]


@each("spelling", SPELLINGS)
def test_player_sits_at_one_spot_only(spelling: str) -> None:
    again = named(2, 5000, spelling)
    assert refused(named(1, 9000, RENEE), again, {"leave": {"spot": 1}}, again) == [2, 4]
    back = named(2, 9000, spelling)
    assert refused(named(1, 9000, RENEE), {"leave": {"spot": 1}}, back) == []


def test_named_player_is_not_the_unnamed_predecessor() -> None:
    gone = [seat(1, 9000), seat(2, 9000), {"leave": {"spot": 1}}]
    assert refused(*gone, seat(1, 5000)) == [4]
    assert refused(*gone, named(1, 5000, RENEE)) == []
