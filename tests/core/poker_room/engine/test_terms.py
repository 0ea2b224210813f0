"""The options of a table, and who must show at the table of a tournament."""

from typing import Any

from tests.kits.games.poker import (
    POST,
    button,
    calls,
    checks,
    deal,
    muck,
    play,
    refused,
    show,
    sit,
    street,
)
from tests.kits.offenders import each

FIXED = {"limit": "fixed", "bets": [200, 400]}
STUD = {"poker": "stud", **FIXED, "bring_in": 100}
TABLE = {"game": "holdem-tournament", "role": "table"}


def opens(**options: Any) -> bool:
    """Return whether a table may have these options."""
    return refused(play(**options)) != [0]


@each(
    "options",
    [{}, {"poker": "omaha", "limit": "pot"}, FIXED, STUD, {"commission": {"percent": 10}},
     {"commission": {}}, {"commission": {"percent": 5, "cap": None, "without_flop": True}},
     {"min_stake": 2000, "max_stake": None}, {"time_charge": None}, {"straddle": True},
     {"time_charge": {"cents": 500, "minutes": 30}}, {"ante": 100, "ante_by": "big_blind"},
     {"readers": "seats"}, {"clock": 60}, {"chip": 50, "blinds": [50, 100]}, {"spots": 6}, TABLE],
)  # fmt: skip
def test_valid_option_is_accepted(options: dict[str, Any]) -> None:
    assert opens(**options)


@each(
    "options",
    [{"commission": {"percent": 11}}, {"commission": {"percent": -1}}, {"commission": {"part": 1}},
     {"commission": {"percent": 2.5}}, {"limit": "fixed"}, {"limit": "spread"}, {"poker": "badugi"},
     {"poker": "stud"}, {"poker": "razz", "limit": "pot", "bring_in": 100}, {"colour": "red"},
     {"limit": "fixed", "bets": [300, 600]}, {"blinds": [200, 100]}, {"blinds": [50, 100]},
     {"bets": [400, 200], "limit": "fixed"}, {"chip": 0}, {"max_stake": 100, "min_stake": 500},
     {"readers": "table"}, {"clock": 0}, {"ante": 150}, {"commission": {"percent": 5, "cap": 50}},
     {"time_charge": {"cents": 500}}, {**STUD, "bring_in": 300}, {**FIXED, "poker": "stud"},
     {"spots": 11}, {"spots": 1}, {"ante_by": "button"}, {"straddle": 1}, {"raises": "3"},
     {"tournament": True}, {**TABLE, "commission": {"percent": 0}}, {**TABLE, "poker": "omaha"},
     {**TABLE, "time_charge": None}],
)  # fmt: skip
def test_invalid_option_is_refused(options: dict[str, Any]) -> None:
    assert refused(play(**options)) == [0]


# a tournament's table


def test_004_12_unbet_all_must_show() -> None:
    hand = [*sit(5000, 5000), button(1), POST, deal(4), *calls(1), *checks(2)]
    for cards in ("7H 8D 2C", "KS", "3S"):
        hand += [*street(cards), *checks(2, 1)]
    said = play(hand, muck(1), muck(2), show(1, "AS AH"), muck(2), show(2, "QC QD"), **TABLE)
    assert refused(said) == [len(hand) + n for n in (1, 2, 4)]
    assert play(hand, lang="en", **TABLE)[-2] == {
        "prompt": ["Pot 1: 400 (seats 1, 2)", "Seat 2: must show (004 12)"]
    }
