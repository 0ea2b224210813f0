"""A short run of the poker campaign: mistakes that are put right, and power that fails."""

from random import Random

from tests.campaigns.poker.poker import MISTAKEN, ORBITS, compare, compare_with_facts
from tests.kits.examples import examples
from tests.kits.games.poker_room.chance import POKERS, evening
from tests.kits.games.poker_room.core import play_core
from tests.kits.games.poker_room.said import in_order
from tests.kits.offenders import each


@each("poker", POKERS)
def test_mistaken_game_ends_alike(poker: str) -> None:
    found = compare_with_facts(poker, examples(10, 300), seed=3)
    assert found.difference is None, found.difference
    assert found.counted["steps"] > found.counted["hands"]


@each("poker", POKERS)
def test_mistakes_print_equal_lines(poker: str) -> None:
    found = compare(poker, examples(10, 300), seed=4, habits=MISTAKEN)
    assert found.difference is None, found.difference


@each("poker", POKERS)
def test_newcomers_owe_same_blinds(poker: str) -> None:
    found = compare(poker, examples(24, 300), seed=5, habits=ORBITS)
    assert found.difference is None, found.difference


@each("poker", POKERS)
def test_power_may_fail_at_any_step(poker: str) -> None:
    made = evening(poker, Random(poker), MISTAKEN)
    run = play_core(made.script, range(len(made.script["steps"]) + 1))
    assert run.lines == in_order(made.lines)
