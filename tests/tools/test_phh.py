"""Hands in the Poker Hand History notation as round scripts, and what both come to."""

import json
from pathlib import Path
from typing import Any

import pokerkit
import pytest

from tests.kits.games.poker import played, refused, stacks
from tests.kits.offenders import each
from tools.phh import NoHand, hands, main, script

HANDS = {
    "no limit, heads-up to the showdown": """
        variant = 'NT'
        antes = [0, 0]
        blinds_or_straddles = [1, 2]
        min_bet = 2
        starting_stacks = [50, 60.5]
        actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 cbr 6', 'p1 cc', 'd db 2c3d7h',
            'p1 cc # he waits', 'p2 cbr 10', 'p1 cc', 'd db Kc', 'p1 cc', 'p2 cc', 'd db Qd',
            'p1 cbr 20', 'p2 cc', 'p1 sm AsAh', 'p2 sm KsKh']
        """,
    "no limit, all in and shown before the board": """
        variant = 'NT'
        antes = [0, 2, 0, 0]
        blinds_or_straddles = [1, 2, 0, 0]
        min_bet = 2
        starting_stacks = [30, 60, 100, 80]
        actions = ['d dh p1 AsAh', 'd dh p2 ????', 'd dh p3 KsKh', 'd dh p4 QsQh', 'p3 cbr 100',
            'p4 cc', 'p1 cc', 'p2 f', 'p3 sm KsKh', 'p1 sm AsAh', 'p4 sm QsQh', 'd db 2c3d7h',
            'd db 9c', 'd db 4d']
        """,
    "no limit with a straddle": """
        variant = 'NT'
        antes = [0, 0, 0]
        blinds_or_straddles = [1, 2, 4]
        min_bet = 2
        starting_stacks = [100, 100, 100]
        actions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'p1 cc', 'p2 f', 'p3 cbr 12',
            'p1 f']
        """,
    "pot-limit Omaha": """
        variant = 'PO'
        antes = [0, 0, 0]
        blinds_or_straddles = [1, 2, 0]
        min_bet = 2
        starting_stacks = [90, 90, 90]
        actions = ['d dh p1 AsAh4c5c', 'd dh p2 ????????', 'd dh p3 KsKh9cTc', 'p3 cbr 7',
            'p1 cc', 'p2 f', 'd db 7h8d2c', 'p1 cc', 'p3 cbr 10', 'p1 cc', 'd db Jd', 'p1 cc',
            'p3 cc', 'd db 3s', 'p1 cc', 'p3 cc', 'p3 sm KsKh9cTc', 'p1 sm -']
        """,
    "fixed-limit Omaha high-low": """
        variant = 'FO/8'
        antes = [0, 0]
        blinds_or_straddles = [1, 2]
        small_bet = 2
        big_bet = 4
        starting_stacks = [90, 90]
        actions = ['d dh p1 AsQh4c5c', 'd dh p2 KsKh9cTc', 'p2 cbr 4', 'p1 cc', 'd db 7h8d2c',
            'p1 cc', 'p2 cc', 'd db Kd', 'p1 cc', 'p2 cbr 4', 'p1 cc', 'd db 3s', 'p1 cc',
            'p2 cc', 'p1 sm AsQh4c5c', 'p2 sm KsKh9cTc']
        """,
    "fixed-limit Hold'em": """
        variant = 'FT'
        antes = [0, 0]
        blinds_or_straddles = [1, 2]
        small_bet = 2
        big_bet = 4
        starting_stacks = [90, 90]
        actions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 cbr 4', 'p1 cbr 6', 'p2 cc',
            'd db 7h8d2c', 'p1 cbr 2', 'p2 f']
        """,
    "stud": """
        variant = 'F7S'
        antes = [1, 1, 1]
        bring_in = 1
        small_bet = 2
        big_bet = 4
        starting_stacks = [50, 60, 40]
        actions = ['d dh p1 AsAhKd', 'd dh p2 KsKh2c', 'd dh p3 ????9c', 'p2 pb', 'p3 f',
            'p1 cbr 2', 'p2 cc', 'd dh p1 3c', 'd dh p2 4c', 'p1 cbr 2', 'p2 cc', 'd dh p1 8c',
            'd dh p2 9d', 'p1 cc', 'p2 cc', 'd dh p1 7d', 'd dh p2 6s', 'p1 cbr 4', 'p2 cc',
            'd dh p1 5h', 'd dh p2 5s', 'p1 cc', 'p2 cc', 'p1 sm AsAhKd3c8c7d5h',
            'p2 sm KsKh2c4c9d6s5s']
        """,
    "razz, brought in by a bet": """
        variant = 'FR'
        antes = [1, 1]
        bring_in = 1
        small_bet = 2
        big_bet = 4
        starting_stacks = [50, 60]
        actions = ['d dh p1 As2hKd', 'd dh p2 3s4h5c', 'p1 cbr 2', 'p2 cbr 4', 'p1 f']
        """,
    "stud high-low": """
        variant = 'F7S/8'
        antes = [1, 1]
        bring_in = 1
        small_bet = 2
        big_bet = 4
        starting_stacks = [50, 60]
        actions = ['d dh p1 As2hKd', 'd dh p2 3s4h5c', 'p2 pb', 'p1 cc', 'd dh p1 3c',
            'd dh p2 4c', 'p1 cbr 2', 'p2 f']
        """,
}


def read(text: str, tmp_path: Path) -> dict[str, Any]:
    """Return the script of one hand."""
    path = tmp_path / "evening.phh"
    path.write_text(text, encoding="utf-8")
    [(name, hand)] = hands(path)
    return script(name, hand)


@each("name", HANDS)
def test_hand_ends_as_in_pokerkit(name: str, tmp_path: Path) -> None:
    found = read(HANDS[name], tmp_path)
    said = played(found)
    assert not refused(said)
    assert not [line for line in said if "unfinished" in line or "alarm" in line]
    kept = [line for line in HANDS[name].splitlines() if line.strip()]
    *_, last = pokerkit.HandHistory.loads("\n".join(line.strip() for line in kept))
    ends = {spot: int(stack * 100) for spot, stack in enumerate(last.stacks, start=1)}
    assert stacks(said) == ends


def test_hands_of_a_file_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "evening.phhs"
    one, two = list(HANDS.values())[:2]
    path.write_text(f"[1]\n{one}\n[2]\n{two}", encoding="utf-8")
    assert [name for name, _ in hands(path)] == ["evening-1", "evening-2"]


def test_every_amount_is_whole_chips(tmp_path: Path) -> None:
    found = read(HANDS["no limit, heads-up to the showdown"], tmp_path)
    assert found["options"]["chip"] == 50


NO_HANDS = {
    "variant = 'NS'\nstarting_stacks = [1]": "variant 'NS' is not played here",
    "variant = 'NT'\nantes = [0]": "it has no starting_stacks",
    "variant = [1]": "variant is no name",
    "variant = 'NT'\nstarting_stacks = 'x'": "starting_stacks is no list of amounts",
    "variant = 'NT'\nactions = [3]": "actions is no list of actions",
    "variant = 'F7S'\nbring_in = 'x'": "bring_in is no amount",
    "x = 1": "there is no hand in it",
    "variant = ": "Invalid value",
    "variant = 'NT'\nstarting_stacks = [1.001, 2]": "1.001 is no whole cents",
}
BAD = {
    "p1 dances": "a player does f, cc, cbr, pb or sm, not dances",
    "d db ????": "a card that must be known is not",
    "p1": "action 3",
    "px f": "action 3",
    "p1 cbr lots": "action 3",
}


@each("text, why", NO_HANDS.items())
def test_invalid_hand_is_refused(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(NoHand, match=why.replace("(", ".")):
        read(text, tmp_path)


@each("action, why", BAD.items())
def test_unreadable_action_is_named(action: str, why: str, tmp_path: Path) -> None:
    hand = HANDS["no limit, heads-up to the showdown"].replace("p2 cbr 6", action)
    with pytest.raises(NoHand, match="action 3") as raised:
        read(hand, tmp_path)
    assert why in str(raised.value)


def test_command_writes_a_line_a_hand(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "evening.phh"
    path.write_text(HANDS["stud"], encoding="utf-8")
    assert main([str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["id"] == "evening"


@each("paths", ([], ["/nowhere.phh"]))
def test_command_reports_errors(paths: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(paths) == 2
    assert capsys.readouterr().err
