"""Conditions of rule packs: comparisons of facts alone, all else refused with the part at fault."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.core.game.conditions import LONGEST, FactKind, Facts, read_condition
from firmware.core.vocabulary.refusal import InvalidValue
from tests.kits.offenders import each

KINDS = {
    "winner": FactKind.WORD,
    "banker.cards": FactKind.NUMBER,
    "player.pair": FactKind.TRUTH,
    "dice": FactKind.NUMBERS,
}
FACTS: Facts = {"winner": "banker", "banker.cards": 3, "player.pair": False, "dice": (1, 4, 4)}


@each(
    "condition, holds",
    [
        ("winner == 'banker' and banker.cards == 3", True),
        ("winner != 'banker' or banker.cards > 3", False),
        ("not player.pair", True),
        ("2 < banker.cards <= 3", True),
        ("banker.cards in [2, 4]", False),
        ("winner in ['tie', 'banker'] and not (player.pair or banker.cards == 2)", True),
        ("winner not in ['tie', 'player']", True),
        ("4 in dice and 5 not in dice", True),
        ("dice == [1, 4, 4]", True),
        ("dice in [[1, 2, 3], [1, 4, 4]]", True),
        ("dice not in [[1, 4, 4]]", False),
    ],
)
def test_a_condition_holds_by_its_facts(condition: str, holds: bool) -> None:
    assert read_condition(condition, KINDS).holds(FACTS) is holds


def test_the_facts_that_are_looked_at_are_known() -> None:
    condition = read_condition("winner == 'tie' or banker.cards == 3", KINDS)
    assert condition.facts == {"winner", "banker.cards"}


@each(
    "condition, key",
    [
        ("__import__('os').system('id')", "condition.no_truth"),
        ("len(dice) == 3", "condition.part"),
        ("banker.cards + 1 == 3", "condition.part"),
        ("-1 == banker.cards", "condition.part"),
        ("banker.cards == 3.0", "condition.part"),
        ("f'{winner}' == 'tie'", "condition.part"),
        ("(x := 3) == banker.cards", "condition.part"),
        ("lambda: 1", "condition.no_truth"),
        ("[i for i in dice]", "condition.no_truth"),
        ("winner == 'tie' if player.pair else player.pair", "condition.no_truth"),
        ("banker.cards", "condition.no_truth"),
        ("player.pair == True", "condition.truth_constant"),
        ("winner == 3", "condition.unlike"),
        ("winner < 'tie'", "condition.unlike"),
        ("winner is 'tie'", "condition.unlike"),
        ("winner in ['tie', 3]", "condition.unlike"),
        ("banker.cards in []", "condition.list"),
        ("dice in [[1, [2]]]", "condition.list"),
        ("dice in [['a']]", "condition.list"),
        ("dice == [[1, 2]]", "condition.unlike"),
        ("banker.cards in [[1, 2]]", "condition.unlike"),
        ("banker.cards in [banker.cards]", "condition.list"),
        ("player.pear", "condition.no_fact_meant"),
        ("sky == 'blue'", "condition.no_fact"),
        ("winner.__class__ == 'tie'", "condition.no_fact"),
        ("w\u0456nner == 'tie'", "condition.letter"),
        ("\uff57inner == 'tie'", "condition.letter"),
        ("winner == 'tie'; player.pair", "condition.no_expression"),
        ("", "condition.no_expression"),
        ("(" * 400 + "player.pair" + ")" * 400, "condition.no_expression"),
        ("not " * (LONGEST // 4) + "player.pair", "condition.too_long"),
        ("x" * 1_000_000, "condition.too_long"),
    ],
)
def test_anything_else_is_refused_by_its_part(condition: str, key: str) -> None:
    with pytest.raises(InvalidValue) as refusal:
        read_condition(condition, KINDS)
    assert refusal.value.why.key == key


@given(st.text(alphabet="wb.== 'i[](),0notandr", max_size=60))
def test_no_text_ends_the_reader(condition: str) -> None:
    with suppress(InvalidValue):
        assert read_condition(condition, KINDS).holds(FACTS) in (True, False)
