"""A run of the poker campaign goes on where the one before ended."""

from pathlib import Path

from tests.campaigns.poker.poker_shares import Share, Shares


def share(code: str, seed: int) -> Share:
    return Share(code, "razz", seed, {"hands": 500}, None, 1.0)


def test_played_share_is_not_repeated(tmp_path: Path) -> None:
    shares = Shares(tmp_path / "poker.jsonl")
    played = [share(shares.code, 0), share(shares.code, 500)]
    for one in played:
        shares.store(one)
    again = Shares(tmp_path / "poker.jsonl")
    assert not again.lacks(("razz", 500))
    assert again.lacks(("razz", 1000))
    assert again.lacks(("stud", 500))
    assert list(again.of([("razz", 0), ("razz", 500), ("stud", 0)])) == played


def test_share_of_other_code_is_ignored(tmp_path: Path) -> None:
    Shares(tmp_path / "poker.jsonl").store(share("another", 0))
    assert Shares(tmp_path / "poker.jsonl").lacks(("razz", 0))
