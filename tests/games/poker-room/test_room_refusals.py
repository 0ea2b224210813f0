"""Refusals of a poker table that no golden hand brings, by the message that the rule book explains,
at a table of the room and at one of a tournament.
"""

from typing import Any, Final

from tests.kits.games.hand_messages import hand_messages
from tests.kits.games.poker import POST, Step, button, calls, deal, does, folds, show, sit, up
from tests.kits.offenders import each

STUD: Final = {"poker": "stud", "limit": "fixed", "bets": [200, 400], "bring_in": 100}
ROOM: Final = {"game": "poker-room", "options": {}}
TOURNAMENT: Final = {"game": "holdem-tournament", "options": {"role": "table"}}
THREE: Final = [*sit(9000, 9000, 9000), button(3), POST, deal(6)]


def brought(table: dict[str, Any], *steps: Step) -> set[str]:
    return hand_messages({**table, "steps": list(steps)})


@each("table", [ROOM, TOURNAMENT])
def test_bet_takes_an_amount(table: dict[str, Any]) -> None:
    assert "room.amount_missing" in brought(table, *THREE, does(3, "raise"))
    assert "room.amount_missing" not in brought(table, *THREE, does(3, "raise", 400))


@each("table", [ROOM, TOURNAMENT])
def test_call_of_another_amount_is_refused(table: dict[str, Any]) -> None:
    assert "room.other_amount" in brought(table, *THREE, does(3, "call", 300))
    assert "room.other_amount" not in brought(table, *THREE, does(3, "call", 200))


@each("table", [ROOM, TOURNAMENT])
def test_word_of_no_decision_is_refused(table: dict[str, Any]) -> None:
    assert "room.no_decision" in brought(table, *THREE, does(3, "straddle"))


@each("table", [ROOM, TOURNAMENT])
def test_folded_hand_is_shown_at_the_end(table: dict[str, Any]) -> None:
    """All but the folded hand are all in: hands may be shown before the board comes."""
    all_in = [*folds(3), does(1, "all_in"), does(2, "all_in")]
    assert "room.show_at_end" in brought(table, *THREE, *all_in, show(3, "2C 3D"))
    assert "room.show_at_end" not in brought(table, *THREE, *all_in, show(1, "2C 3D"))


@each("poker, cards", [("omaha", 8), ("stud", 4)])
def test_card_face_down_that_is_not_due_is_refused(poker: str, cards: int) -> None:
    options = {**STUD, "poker": poker} if poker == "stud" else {"poker": poker}
    steps = [*sit(9000, 9000), *([button(1)] if poker == "omaha" else []), POST, deal(cards)]
    table = {"game": "poker-room", "options": options}
    assert "room.no_deal_due" in brought(table, *steps, deal(cards))
    assert "room.no_deal_due" not in brought(table, *steps)


def test_seventh_card_takes_a_burn() -> None:
    steps = [*sit(100, 100), POST, deal(4), up("2C 3D"), does(1, "bring_in"), *calls(2)]
    for cards in ("4C 5D", "6C 7D", "8C 9D"):
        steps += [{"burn": True}, up(cards)]
    table = {"game": "poker-room", "options": STUD}
    assert "room.burn_first" in brought(table, *steps, deal(2))
    assert "room.burn_first" not in brought(table, *steps, {"burn": True}, deal(2))


def test_stud_raise_of_another_amount_is_refused() -> None:
    steps = [*sit(9000, 9000), POST, deal(4), up("2C 3D"), does(1, "bring_in")]
    table = {"game": "poker-room", "options": STUD}
    assert "room.raise_range" in brought(table, *steps, does(2, "raise", 300))
    assert "room.raise_range" not in brought(table, *steps, does(2, "raise", 200))


def test_no_misdeal_of_stud_after_a_bet() -> None:
    steps = [*sit(9000, 9000), POST, deal(4), up("2C 3D")]
    table = {"game": "poker-room", "options": STUD}
    misdeal = {"press": "misdeal"}
    assert "room.nothing_dealt" in brought(table, *steps[:3], misdeal)
    assert "room.no_misdeal" not in brought(table, *steps, does(1, "bring_in"), misdeal)
    raised = [does(1, "bring_in"), does(2, "raise", 200)]
    assert "room.no_misdeal" in brought(table, *steps, *raised, misdeal)
