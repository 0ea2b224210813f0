"""Craps, articles 95.1 to 95.12: the dice, and who throws them."""

import pytest

from firmware.core.display.panel import table_panel
from firmware.core.game.options import OptionRefused
from firmware.core.games.craps.craps import Craps
from firmware.core.table.decisions import open_choices
from firmware.core.table.felt import UNKNOWN_SPOT
from firmware.core.vocabulary.events import ResultSeen
from firmware.core.vocabulary.instruments import KeyedResult
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.places import Place
from tests.kits.games.craps_table import SHOOTER_2, THROWS_2, Layout, dice, play
from tests.kits.games.scripts import UNDO, VOID, Step, bet, settled_fields, shooter, take
from tests.kits.offenders import each
from tests.kits.quebec import game_rules

RULES = game_rules("craps")


# 95.1 to 95.12


@each("shown", [("0", "3"), ("7", "1"), ("3",), ("1", "2", "3"), ("x", "1")])
def test_95_1_and_95_6_two_six_face_dice(shown: tuple[str, ...]) -> None:
    table = play(bet(1, "field"))
    table._tell(ResultSeen(shown))
    assert table.alarm
    assert settled_fields(table.play([dice(1, 2)]), "outcome") == [("win",)]


def test_other_game_s_option_is_refused() -> None:
    with pytest.raises(OptionRefused):
        Craps(RULES, {"decks": 1})


def test_95_7_anyone_may_bet_at_a_spot() -> None:
    table = play(bet(1, "field"), bet(1, "field", bettor="B"), dice(1, 1))
    assert settled_fields(table, "paid") == [(2000,), (2000,)]


def offered(table: Layout) -> list[int]:
    return [choice.spot for choice in open_choices(table.table.state)]


def test_95_8_dice_are_offered_from_left() -> None:
    table = play()
    assert offered(table) == [1, 2, 3, 4, 5, 6, 7]
    table.play([shooter(3)])
    assert offered(table) == [4, 5, 6, 7, 1, 2, 3]
    table.play([bet(3, "pass"), dice(2, 4), dice(3, 4)])
    assert offered(table) == [4, 5, 6, 7, 1, 2, 3]


ASKED = "prompt.shooter"


def asks(table: Layout) -> int | None:
    """Return the spot to which the display offers the dice."""
    found = [line for line in table_panel(table.table).dealer if line.key == ASKED]
    return int(found[0].values["spot"]) if found else None


@each("named", [True, False])
def test_95_8_dice_are_offered_once_per_change(*, named: bool) -> None:
    """At the start of play and after a seven-out, until somebody is named or has thrown."""
    table = play()
    assert asks(table) == 1
    table.play([bet(1, "pass")])
    assert asks(table) == 1
    for turn in (1, 2):
        table.play([shooter(turn)] if named else [])
        assert asks(table) == (None if named else 1)
        table.play([dice(1, 1), bet(turn, "pass"), dice(2, 4), dice(2, 3)])
        assert asks(table) is None
        table.play([dice(3, 3), bet(turn, "pass"), dice(2, 4)])
        assert asks(table) is None
        table.play([dice(3, 4), bet(turn + 1, "pass")])
        assert asks(table) == (turn + 1 if named else 1)


def test_95_4_place_offers_dice_anytime() -> None:
    """Unasked the key SHOOTER is of no spot."""
    table = play(*THROWS_2, dice(2, 4))
    assert asks(table) is None
    table.play([{"press": "shooter"}])
    assert (table.game.shooter.spot, len(table.refused)) == (2, 1)
    for spot in (3, 4):
        table.play([{"press": "place"}])
        assert asks(table) == spot
    table.play([{"press": "shooter"}])
    assert (table.game.shooter.spot, asks(table)) == (4, None)


def test_95_8_voided_first_roll_leaves_offer_open() -> None:
    table = play(bet(1, "hop:1,1"))
    table._tell(ResultSeen(("1", "1")))
    assert asks(table) is None
    table.play([VOID])
    assert table.game.asks_in_order


def test_95_10_shooter_shows_from_come_out_to_change() -> None:
    table = play(bet(1, "pass"))
    assert table.game.status_lines() == (Text("told.off"),)
    table.play(THROWS_2)
    assert table.game.status_lines() == (Text("told.off"), SHOOTER_2)
    table.play([dice(2, 4)])
    assert table.game.status_lines() == (Text("told.point", {"number": 6}), SHOOTER_2)
    table.play([dice(2, 3), dice(3, 3)])
    assert table.game.status_lines() == (Text("told.off"), SHOOTER_2)
    table.play([bet(2, "pass"), dice(2, 2)])
    table._tell(ResultSeen(("3", "4")))
    assert table.game.status_lines() == (Text("told.off"),)


@each("before", [[], [dice(2, 4)], [dice(2, 4), dice(1, 1)]])
def test_95_4_named_player_takes_dice_at_any_time(
    before: list[Step],
) -> None:
    table = play(*THROWS_2, *before, shooter(7))
    assert table.game.shooter.spot == 7


def test_95_8_name_is_undone_until_chips_move() -> None:
    table = play(shooter(2), shooter(3), UNDO)
    assert (table.game.shooter.spot, table.refused) == (2, [])
    table.play([bet(1, "pass"), UNDO])
    assert (table.game.shooter.spot, table.refused) == (2, [2])


INITIAL = ("pass", "dont_pass")


@each("own", ["", "field", *INITIAL])
@each("other", ["", *INITIAL])
@each("point", [False, True])
def test_95_11_only_shooter_needs_a_come_out_bet(own: str, other: str, point: bool) -> None:
    before = [bet(1, "pass"), dice(2, 4)] if point else []
    laid = [
        bet(spot, on) for spot, on in ((2, own), (3, other)) if on and not (point and on in INITIAL)
    ]
    table = play(*before, shooter(2), *laid, bet(1, "field"))
    shooter_before, refused = len(table.settled), len(table.refused)
    table.play([dice(1, 1)])
    taken = point or own in INITIAL
    assert len(table.refused) - refused == (not taken)
    assert (len(table.settled) > shooter_before) is taken


def test_95_11_refused_keyed_roll_is_dropped_whole() -> None:
    table = play(shooter(2), bet(1, "field"), {"keyed": [3, 4]})
    assert table.table.state.key_entry.keyed == KeyedResult()
    table.play([bet(2, "pass"), {"keyed": [4, 4]}])
    assert table.game.status_lines()[0] == Text("told.point", {"number": 8})


@each("on", INITIAL)
def test_95_11_shooter_leaves_one_come_out_bet(on: str) -> None:
    (rival,) = {*INITIAL} - {on}
    table = play(shooter(2), bet(2, on), take(2, on))
    assert (table.refused, table.standing) == ([3], {})
    table.play([bet(2, rival), take(2, on), shooter(4), shooter(2), take(2, rival)])
    assert table.refused == [3, 5]
    table.play([shooter(4), take(2, rival)])
    assert table.refused == [3, 5]


def test_95_11_unowned_chips_accept_anybody_s_bet() -> None:
    game = Craps(RULES, {})
    game.shooter.spot = 2
    assert game.throw_refusal([(Place(UNKNOWN_SPOT, "pass"), None)]) is None
    assert game.throw_refusal([(Place(1, "pass"), None)]) is not None
    assert game.throw_refusal([(Place(2, "pass"), "B")]) is not None


def test_nonexistent_spot_gets_no_dice() -> None:
    assert play(shooter(8)).refused == [1]
