"""Where the room's document has rules that pokerkit has not, each by one game.

Everywhere else the two come to the same stacks: `test_poker_hands.py`.
"""

from typing import Any

import pokerkit
import pytest

from tests.kits.games.poker import (
    CONFIRM,
    POST,
    Step,
    board,
    button,
    calls,
    checks,
    deal,
    does,
    folds,
    play,
    played,
    show,
    sit,
    street,
    up,
)
from tests.kits.games.poker_room import peer
from tests.kits.games.poker_room.said import lines_of

U = peer.UNIT
FIXED = {"limit": "fixed", "bets": list(peer.BETS)}


def script(*steps: Step | list[Step], **options: Any) -> dict[str, Any]:
    """Return a script at a table with the stakes of the peer."""
    flat = [step for each in steps for step in (each if isinstance(each, list) else [each])]
    table = {"poker": "holdem", "blinds": list(peer.BLINDS), "ante": peer.ANTE, **options}
    return {"game": "poker-room", "options": table, "steps": flat}


def stacks(of: dict[str, Any]) -> dict[int, int]:
    return {line[1]: line[2] for line in lines_of(played(of)) if line[0] == "stack"}


def refused(of: dict[str, Any]) -> list[int]:
    return [line[1] for line in lines_of(played(of)) if line[0] == "refused"]


def test_unanswerable_raise_is_refused() -> None:
    raised = [does(2, "all_in"), does(1, "raise", 20 * U), does(1, "all_in"), *calls(1)]
    game = script(sit(30 * U, 5 * U), button(1), POST, deal(4), calls(1), raised)
    assert refused(game) == [8, 9]


def test_fixed_limit_heads_up_raises_are_unlimited() -> None:
    raises = [does(spot, "raise", (4 + 2 * n) * U) for n, spot in enumerate((1, 2, 1, 2))]
    game = script(
        *(sit(40 * U, 40 * U), POST, deal(4), up("KD 2C"), does(2, "bet"), raises),
        **FIXED,
        poker="stud",
        bring_in=U,
    )
    assert not refused(game)
    with pytest.raises(peer.Differs, match="raises without end with two"):
        peer.stacks_by_peer(game)


def turned(*turn: Step) -> dict[str, Any]:
    """Return a game of three at fixed limit in which these bet on the turn; 2 has 6 left."""
    return script(
        *(sit(40 * U, 9 * U, 40 * U), button(3), POST, deal(12), calls(3, 1), checks(2)),
        *(street("7H 8D 2C"), checks(1, 2, 3), street("KS"), list(turn)),
        **FIXED,
        poker="omaha-hi-lo",
    )


def test_half_a_bet_reopens() -> None:
    """An all-in of 6 over 4 is a raise to who has bet 4: he may go to 10."""
    game = turned(does(1, "bet", 4 * U), does(2, "all_in"), *calls(3), does(1, "raise", 10 * U))
    assert not refused(game)
    with pytest.raises(peer.Differs, match="half a bet reopens"):
        peer.stacks_by_peer(game)


def test_under_half_a_bet_is_completed() -> None:
    """An all-in of 5 over 4 is completed to 8; by pokerkit the next raise is to 9."""
    game = turned(does(1, "bet", 4 * U), does(2, "all_in"), does(3, "raise", 8 * U))
    game["steps"][1]["seat"]["cents"] -= U
    assert not refused(game)
    with pytest.raises(peer.Differs, match="less than half a bet is completed"):
        peer.stacks_by_peer(game)


def test_fold_despite_free_check_counts() -> None:
    game = script(sit(9 * U, 9 * U), button(1), POST, deal(4), calls(1), folds(2))
    assert not refused(game)
    with pytest.raises(AssertionError, match="no reason"):
        peer.stacks_by_peer(game)


def test_short_big_blind_leaves_full_call() -> None:
    """The big blind has half a blind after his ante: the next calls the whole one."""
    game = script(
        *(sit(30 * U, 2 * U, 30 * U, 30 * U), button(4), POST, deal(8)),
        *(calls(3), folds(4, 1), board("7H 8D 2C KS 3S")),
        *(show(3, "QS QH"), show(2, "AS AH"), CONFIRM),
    )
    assert ["returned", 3, U] in lines_of(played(game))
    state = pokerkit.NoLimitTexasHoldem.create_state(
        peer.ITSELF, False, U, peer.BLINDS, peer.BLINDS[1], (30 * U, 2 * U, 30 * U, 30 * U), 4
    )
    for _ in range(4):
        state.deal_hole("????")
    assert state.checking_or_calling_amount == U


def test_checker_may_raise_short_opening_all_in() -> None:
    """67.100: whatever is bet after him; the peer lets him, too."""
    flop = [does(1, "check"), does(2, "all_in"), does(3, "call"), does(1, "raise", 8 * U)]
    game = script(
        *(sit(30 * U, 4 * U, 30 * U), button(3), POST, deal(6), calls(3, 1), checks(2)),
        *(street("7H 8D 2C"), flop),
    )
    assert not refused(game)
    before = game["steps"][:-1]
    one = peer.Peer({**game, "steps": before})
    one.follow(before)
    assert one.state.can_complete_bet_or_raise_to(8 * U)


def test_commission_cap_is_per_game() -> None:
    """Two pots at 10 % with a cap of 3 $: three dollars in all; pokerkit rakes pot by pot."""
    said = play(
        *(sit(1000, 5000, 5000), button(3), POST, deal(6)),
        *(does(3, "raise", 2000), does(1, "all_in"), calls(2)),
        *(street("7H 8D 2C"), checks(2, 3), street("KS"), checks(2, 3), street("3S")),
        *(checks(2, 3), show(2, "QS QH"), show(3, "JS JH"), show(1, "AS AH")),
        commission={"percent": 10, "cap": 300},
    )
    assert [line[3] for line in lines_of(said) if line[0] == "pot"] == [300, 0]


def test_pot_without_low_is_not_halved() -> None:
    """Spot 1 has the only low hand and is in the main pot alone; pokerkit halves all three."""
    game = script(
        *(sit(3 * U, 5 * U, 9 * U, 9 * U), button(4), POST, deal(16), calls(3, 4, 1), checks(2)),
        *(street("7H 8D 2C"), does(2, "bet", 2 * U), calls(3, 4)),
        *(street("KS"), does(3, "bet", 4 * U), calls(4), street("QD")),
        *(show(2, "KD KC JC TC"), show(3, "QS QH JD TD")),
        *(show(1, "AS 4H 9C 9D"), show(4, "AD JH TH 9S"), CONFIRM),
        **FIXED,
        poker="omaha-hi-lo",
    )
    assert stacks(game) == {1: 6 * U, 2: 12 * U, 3: 8 * U, 4: 0}
    assert peer.is_split_apart(lines_of(played(game)))
    assert peer.stacks_by_peer(game)[3] > 8 * U
