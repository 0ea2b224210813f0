"""A few bets by chance, reckoned a second time; `make campaign NAME=packs` has many."""

from tests.campaigns.packs.random_bets import differences


def test_returns_of_random_bets_are_exact() -> None:
    assert list(differences(12, 49)) == [None] * 12
