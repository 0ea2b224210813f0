"""The steps of all places, found by trying, against what the articles come to by hand."""

from math import gcd
from typing import Any

from firmware.core.game.game import Game
from tests.kits.examples import examples
from tests.kits.games.any_table import REQUIRED
from tests.kits.games.chance.chips import CHIPS
from tests.kits.games.golden_rounds import golden_outcomes
from tests.kits.games.naive.chips import least_step, of_player, times, to_player
from tests.kits.games.naive.craps import BETS as CRAPS_BETS
from tests.kits.games.naive.craps import PARTS, same
from tests.kits.games.reckoning.steps import HALF, step_of
from tests.kits.offenders import each
from tests.kits.quebec import game_class, games_in_pack, open_game

IN_DOLLARS = {
    ("blackjack", "main"): 2,
    **{("blackjack-multi-action", f"main:{n}"): 2 for n in (1, 2, 3)},
    ("casino-war", "main"): 2,
    ("poker-3-5-7", "seven"): 2,
    **{("pai-gow-poker", f"lucky:{n}"): 2 for n in range(1, 8)},
    **{(game, "main"): 20 for game in ("pai-gow-poker", "super-pan-9", "pai-gow")},
    ("baccarat", "banker"): 20,
    **{("craps", f"place:{n}"): 5 for n in (4, 5, 9, 10)},
    **{("craps", f"place:{n}"): 6 for n in (6, 8)},
    **{("craps", f"buy:{n}"): 20 for n in (4, 5, 6, 8, 9, 10)},
    **{("craps", f"lay:{n}"): 40 for n in (4, 10)},
    **{("craps", f"lay:{n}"): 30 for n in (5, 9)},
    **{("craps", f"lay:{n}"): 24 for n in (6, 8)},
    **{("craps", f"come_odds:{n}"): 2 for n in (5, 9)},
    **{("craps", f"come_odds:{n}"): 5 for n in (6, 8)},
    **{("craps", f"dont_come_odds:{n}"): 2 for n in (4, 10)},
    **{("craps", f"dont_come_odds:{n}"): 3 for n in (5, 9)},
    **{("craps", f"dont_come_odds:{n}"): 6 for n in (6, 8)},
    ("craps", "horn"): 4,
    ("craps", "world"): 5,
    ("craps", "three_way"): 3,
    ("craps", "pass_odds"): 10,
    ("craps", "dont_pass_odds"): 6,
}
"""With a smallest chip of 1 $; every other place is bet on by 1 $."""


def places(game: str) -> set[str]:
    """Return every place on which golden rounds have a bet."""
    if game == "craps":
        return set(map(same, CRAPS_BETS))
    return {on for on, *_ in golden_outcomes(game)}


def opened(game: str, **options: Any) -> Game:
    required = {name: REQUIRED[name][0] for name in game_class(game).REQUIRED_OPTIONS}
    return open_game(game, required | options)


ON_THE_POINT = {"pass_odds", "dont_pass_odds"}
"""Their step is that of the point once there is one; the reckoning lays them by all points' one."""


@each("game", games_in_pack)
def test_every_place_has_its_step(game: str) -> None:
    """Found by trying, and at the table; where amounts are rounded every stake is taken."""
    in_dollars, rounding = opened(game, smallest_chip=100), {"rounding": "player"}
    rounded, to_the_cent = opened(game, smallest_chip=100, **rounding), opened(game)
    for on in places(game):
        step = 100 * IN_DOLLARS.get((game, on), 1)
        assert step_of(game, on, 100) == step, on
        assert on in ON_THE_POINT or in_dollars.bet_step(on) == step, on
        assert rounded.bet_step(on) == 1
        assert to_the_cent.bet_step(on) == PARTS.get(on, 1)


@each("cents", CHIPS)
def test_step_is_chip_times_divisor(cents: int) -> None:
    for to in range(1, examples(7, 20)):
        for one in range(1, 7):
            assert least_step([times(to, one)], cents) == cents * one // gcd(to, one)


def test_one_step_pays_all_lines() -> None:
    assert least_step([times(3, 2), HALF, times(6, 5)], 100) == 1000


def test_player_s_due_rounds_up_and_debt_down() -> None:
    half = HALF(250)
    assert (to_player(half, 0), to_player(half, 100)) == (125, 200)
    assert (of_player(half, 0), of_player(half, 100)) == (125, 100)
    odd = HALF(5)
    assert (to_player(odd, 0), of_player(odd, 0)) == (2, 3)
