"""A run of the poker campaign goes on where the one before ended."""

from pathlib import Path

from tests.campaigns.poker.poker_shares import Share, Shares


def share(code: str, seed: int) -> Share:
    return Share(code, "razz", seed, {"hands": 500}, None, 1.0)


def test_a_share_that_was_played_is_not_played_again(tmp_path: Path) -> None:
    shares = Shares(tmp_path / "poker.jsonl")
    played = [share(shares.code, 0), share(shares.code, 500)]
    for one in played:
        shares.store(one)
    again = Shares(tmp_path / "poker.jsonl")
    assert not again.lacks(("razz", 500))
    assert again.lacks(("razz", 1000))
    assert again.lacks(("stud", 500))
    assert list(again.of([("razz", 0), ("razz", 500), ("stud", 0)])) == played


def test_what_was_played_with_other_code_does_not_count(tmp_path: Path) -> None:
    Shares(tmp_path / "poker.jsonl").store(share("another", 0))
    assert Shares(tmp_path / "poker.jsonl").lacks(("razz", 0))
