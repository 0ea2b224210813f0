"""Random rounds of every game through the whole controller: loop, drivers, wires and far ends."""

from itertools import product
from random import Random

from tests.games.test_golden_rounds import said
from tests.kits.examples import examples
from tests.kits.games.chance.chips import with_chips, without
from tests.kits.games.reckoning.checks import reckoning
from tests.kits.offenders import each
from tests.kits.quebec import games_in_pack

ROUNDS = examples(1, 5)
LONG = {"craps": 1}
"""A script of craps is a whole evening."""
SAME = ("spot", "on", "stake", "outcome", "returned", "paid", "commission", "odds", "article")


@each("game, chips", product(games_in_pack(), (False, True)))
def test_rounds_over_wires_settle_as_calculated(game: str, chips: bool) -> None:
    chance = Random(f"wired {game}")
    for _ in range(LONG.get(game, ROUNDS)):
        script, refused = reckoning(game).random_script(chance), list[int]()
        if chips:
            script, refused = with_chips(chance, script)
        lines = said(script)
        settled = [line["settled"] for line in lines if "settled" in line]
        legal = script if game == "keno" else without(script, refused)
        assert sorted(map(repr, settled)) == sorted(
            map(repr, _in_words(reckoning(game).reckon(legal)))
        )
        assert [line["refused"]["step"] for line in lines if "refused" in line] == refused
        assert not [line for line in lines if "alarm" in line]


def _in_words(lines: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the lines with their names in the order in which they are printed."""
    order = ("spot", "on", "bettor", "hand", *SAME[2:], "bonus", "hits")
    return [{name: line[name] for name in order if name in line} for line in lines]
