"""A throw after which the bets have opened again is taken back, whatever lies for the next."""

from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.rulings import BetsLocked, Ruling
from tests.kits.core.results_kit import Felt
from tests.kits.core.table_kit import kinds


def thrown(*bets: tuple[str, int]) -> Felt:
    """Return Craps after a throw of six, with these bets laid for the next; the key is turned."""
    craps = Felt("craps")
    craps.bet(1, "pass", 1000)
    craps.key(3, 3)
    for on, cents in bets:
        craps.bet(1, on, cents)
    craps.key_switch(on=True)
    return craps


def locked_by(rulings: list[Ruling]) -> set[str]:
    (locked,) = (ruling for ruling in rulings if isinstance(ruling, BetsLocked))
    return {bet.place.on for bet in locked.bets}


def test_next_throw_s_chips_stay_and_do_not_count() -> None:
    craps = thrown(("field", 500), ("pass_odds", 1000))
    rulings = craps.press(Key.TAKE_CARD_BACK)
    assert kinds(tuple(rulings))[:3] == ["Undone", "Announced", "BetsLocked"]
    assert locked_by(rulings) == {"pass"}
    craps.key(2, 2)
    assert locked_by(craps.press(Key.NO_MORE_BETS)) == {"pass", "field", "pass_odds"}
    assert craps.table.state.meters.late_bets == 0


def test_right_throw_pays_none_of_them() -> None:
    craps = thrown(("field", 500))
    craps.press(Key.TAKE_CARD_BACK)
    craps.key(3, 4)
    assert craps.settled == [("pass", "win", 1000)]
    craps.bet(1, "pass", 2000)
    craps.press(Key.CONFIRM)
    assert craps.refused == []
    craps.key(3, 1)
    assert ("field", "win", 500) in craps.settled


def test_chips_added_to_bet_are_late() -> None:
    craps = thrown(("place:8", 600))
    craps.key(5, 4)
    craps.bet(1, "place:8", 1200)
    assert kinds(tuple(craps.press(Key.TAKE_CARD_BACK)))[-1] == "LateBet"
    craps.bet(1, "place:8", 600)
    craps.press(Key.RESOLVE_LATE)
    craps.key(4, 4)
    assert craps.settled == [("place:8", "win", 700)]


def test_bet_forbidden_by_right_throw_is_returned() -> None:
    craps = thrown(("pass_odds", 1000))
    craps.press(Key.TAKE_CARD_BACK)
    craps.key(3, 4)
    craps.bet(1, "pass", 2000)
    craps.press(Key.CONFIRM)
    craps.bet(1, "pass", 0)
    assert craps.prompt[0] == "prompt.return_bet"


def test_prior_throw_is_next_to_take_back() -> None:
    craps = thrown(("field", 500))
    craps.key(3, 1)
    craps.press(Key.TAKE_CARD_BACK, Key.TAKE_CARD_BACK)
    assert craps.refused == []
    assert craps.table.state.round.number == 1
    craps.press(Key.TAKE_CARD_BACK)
    assert craps.refused == ["why.nothing_to_take_back"]


def test_checkpoint_is_before_the_throw() -> None:
    craps = Felt("craps")
    craps.bet(1, "pass", 1000)
    first = craps.table.history.opening_checkpoint
    craps.key(3, 3)
    craps.bet(1, "pass_odds", 1000)
    assert craps.table.final_opening[0] is first
    second = craps.table.history.opening_checkpoint
    craps.key(5, 4)
    assert craps.table.final_opening[0] is second


def test_checkpoint_is_before_the_throw_behind_an_undoable_key() -> None:
    """A throw can be taken back even when UNDO leads to a key in the round behind it."""
    craps = Felt("craps")
    craps.bet(1, "pass", 1000)
    before_throw = craps.table.history.opening_checkpoint
    craps.key(3, 3)
    craps.bet(1, "pass_odds", 1000)
    craps.press(Key.NO_MORE_BETS)
    assert craps.table.undoable
    assert craps.table.final_opening == (before_throw, craps.table.history.event_count - 1)
