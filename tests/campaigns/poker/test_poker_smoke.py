"""A short run of the poker campaign: mistakes that are put right, and power that fails."""

from tests.campaigns.poker.poker import MISTAKEN, ORBITS, compare, compare_with_facts
from tests.kits.examples import examples
from tests.kits.games.poker_room.chance import POKERS
from tests.kits.offenders import each


@each("poker", POKERS)
def test_a_game_ends_by_its_facts_whatever_was_mistaken(poker: str) -> None:
    found = compare_with_facts(poker, examples(20, 300), seed=3)
    assert found.difference is None, found.difference
    assert found.counted["steps"] > found.counted["hands"]


@each("poker", POKERS)
def test_mistakes_print_the_lines_of_the_second_formulation(poker: str) -> None:
    found = compare(poker, examples(20, 300), seed=4, habits=MISTAKEN)
    assert found.difference is None, found.difference


@each("poker", POKERS)
def test_players_who_come_and_go_owe_the_same_blinds_and_charges(poker: str) -> None:
    found = compare(poker, examples(40, 300), seed=5, habits=ORBITS)
    assert found.difference is None, found.difference
