"""Craps, articles 95.14 to 95.17: what may be laid, raised, moved and taken."""

from firmware.core.games.craps.craps import Craps
from firmware.core.vocabulary.places import Place
from tests.kits.games.craps_table import WORKING, dice, play
from tests.kits.games.scripts import bet, settled_fields, take
from tests.kits.offenders import each
from tests.kits.quebec import game_rules

RULES = game_rules("craps")
LINE = "on", "outcome", "returned", "paid", "odds", "article"


# 95.15


@each("name, parts", [("horn", 4), ("world", 5), ("three_way", 3)])
def test_95_15_split_bets_split_evenly(name: str, parts: int) -> None:
    assert play(bet(1, name, 100 * parts + 1)).refused == [1]
    table = play(bet(1, name, 100 * parts), dice(1, 2))
    assert settled_fields(table, *LINE) == [(name, "win", 100, 1500, "15:1", "95.15")]
    assert Craps(RULES, {}).nominal_stake(name) % parts == 0


def test_95_15_hop_ignores_dice_order() -> None:
    assert Craps(RULES, {}).canonical_name("hop:5,2") == "hop:2,5"
    assert len([name for name in Craps.BETS if name.startswith("hop")]) == 21


def test_nothing_laid_is_nothing_to_turn_on() -> None:
    assert play(WORKING, bet(1, "hard:4"), take(1, "hard:4"), WORKING).refused == [1, 4]


@each("name", ["lay:6", "field", "pass", "any_7"])
def test_always_working_bet_is_unmarked(name: str) -> None:
    assert play(bet(1, name), WORKING).refused == [2]


# 95.16


@each("name", ["pass", "come"])
def test_95_16_orphan_odds_return_at_the_throw(name: str) -> None:
    comes = [bet(1, "dont_come"), dice(2, 4)] if name == "come" else []
    steps = bet(1, "dont_pass"), dice(5, 3), *comes
    main = "dont_come:6" if comes else "dont_pass"
    odds = main.replace(name, f"{name}_odds")
    table = play(*steps, bet(1, odds), dice(1, 1), take(1, main), dice(3, 4))
    lines = settled_fields(table, *LINE)
    assert (odds, "push", 1000, 0, None, "95.16") in lines
    assert odds not in table.standing
    assert (odds, "win") not in settled_fields(table, "on", "outcome")


# 95.17


def test_95_14_refused_raise_leaves_original_stake() -> None:
    table = play(bet(1, "dont_pass"), dice(2, 4))
    for cents in (1500, 0):
        table._put((Place(1, "dont_pass"), None), cents)
    assert settled_fields(table, "on", "stake", "outcome") == [("dont_pass", 1000, "push")]
    assert table.standing == {}
