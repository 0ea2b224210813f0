"""Shares of a jackpot (21.2, 67.9, 67.21) for every set of winners, against a second reckoning."""

from itertools import product
from random import Random

from tests.kits.games.bare_table import BareTable, Line
from tests.kits.games.naive.jackpot import shares_of
from tests.kits.games.reckoning.caribbean_stud import reckon
from tests.kits.games.scripts import CLOSE, CONFIRM, bet, cards, decide
from tests.kits.offenders import each

HANDS = {
    100: "A{0} K{0} Q{0} J{0} T{0}",
    10: "9{0} 8{0} 7{0} 6{0} 5{0}",
    0: "2{0} 3{0} 4{0} 6{0} {1}",
}
"""A hand of one suit, or nearly, by the percents that it wins."""
OFF_SUIT = {"S": "3C", "H": "4C", "D": "5C"}


@each("first, second, third", product(HANDS, repeat=3))
def test_67_21_any_set_of_winners_agrees(first: int, second: int, third: int) -> None:
    percents = first, second, third
    chance = Random(str(percents))
    for lot in (0, 1, 99, 10_000_001, *(chance.randint(1, 10**9) for _ in range(6))):
        packets = [
            HANDS[p].format(suit, OFF_SUIT[suit]) for p, suit in zip(percents, "SHD", strict=True)
        ]
        laid = [bet(spot, on, 100) for spot in (1, 2, 3) for on in ("ante", "progressive")]
        steps = [*laid, CLOSE, cards(" ".join(packets) + " 2C KC QC JC 9C")]
        steps += [*(decide(spot, "fold") for spot in (1, 2, 3)), CONFIRM]
        options = {"side_bets": ["progressive"], "progressive_meter": lot}
        script = {"game": "caribbean-stud", "options": options, "steps": steps}
        played = BareTable(script).play(steps)
        assert by_place(played.settled) == by_place(reckon(script)), script


def by_place(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (line["spot"], line["on"]))


def test_21_2_shares_over_the_whole_are_prorated() -> None:
    assert shares_of(1001, {1: 10, 2: 100}) == {1: 91, 2: 910}
    assert shares_of(1001, {1: 100, 2: 100}) == {1: 501, 2: 500}
    assert shares_of(1000, {1: 10, 2: 10}) == {1: 100, 2: 100}
    assert shares_of(1009, {3: 10}) == {3: 100}
