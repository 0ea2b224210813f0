"""A short run of the poker campaign: mistakes that are put right, and power that fails."""

from random import Random

from tests.campaigns.poker.poker import MISTAKEN, ORBITS, compare, compare_with_facts
from tests.kits.examples import examples
from tests.kits.games.poker_room.chance import POKERS, evening
from tests.kits.games.poker_room.core import play_core
from tests.kits.games.poker_room.said import in_order
from tests.kits.offenders import each


@each("poker", POKERS)
def test_a_game_ends_by_its_facts_whatever_was_mistaken(poker: str) -> None:
    found = compare_with_facts(poker, examples(10, 300), seed=3)
    assert found.difference is None, found.difference
    assert found.counted["steps"] > found.counted["hands"]


@each("poker", POKERS)
def test_mistakes_print_the_lines_of_the_second_formulation(poker: str) -> None:
    found = compare(poker, examples(10, 300), seed=4, habits=MISTAKEN)
    assert found.difference is None, found.difference


@each("poker", POKERS)
def test_players_who_come_and_go_owe_the_same_blinds_and_charges(poker: str) -> None:
    found = compare(poker, examples(24, 300), seed=5, habits=ORBITS)
    assert found.difference is None, found.difference


@each("poker", POKERS)
def test_the_power_may_fail_between_any_two_steps(poker: str) -> None:
    made = evening(poker, Random(poker), MISTAKEN)
    run = play_core(made.script, range(len(made.script["steps"]) + 1))
    assert run.lines == in_order(made.lines)
