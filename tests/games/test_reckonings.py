"""Every second reckoning against golden rounds, examples and chance, and the table against it."""

import pytest

from firmware.shell.rules.pack_files import program_games
from tests.campaigns.rounds import compare
from tests.kits.examples import examples
from tests.kits.games.golden_rounds import EXPECTED, golden_outcomes, golden_rounds, stored_examples
from tests.kits.games.reckoning.checks import (
    accepted,
    is_reckonable,
    net,
    random_rounds,
    reckoning,
)
from tests.kits.offenders import each
from tests.kits.quebec import game_rules, games_in_pack

GAMES = list(program_games())
OF_BETS = [game for game in games_in_pack() if game != "keno"]
"""The examples of Keno tell of hits, not of what a player gains."""
OF_CARDS = [game for game in GAMES if game_rules(game).decks and "blackjack" not in game]
"""Much that side bets of Blackjack may come to is too rare to be reached."""
ROUNDS = examples(10, 400)
SHARE = {"craps": examples(6, 60)}
"""A round of craps is an evening here."""


@each("game", GAMES)
def test_agrees_with_the_golden_rounds(game: str) -> None:
    golden = golden_rounds(game)
    reckonable = [one for one in golden if is_reckonable(one)]
    assert len(reckonable) > 0.7 * len(golden)
    for one in reckonable:
        lines = reckoning(game).reckon(accepted(one))
        assert [[line[name] for name in EXPECTED] for line in lines] == one["expect"], one["script"]


@each("game", OF_BETS)
def test_agrees_with_the_examples(game: str) -> None:
    settled = [one for one in stored_examples(game) if "net" in one["expect"]]
    assert settled
    for one in settled:
        lines, expect = reckoning(game).reckon(one["script"]), one["expect"]
        mine = [line for line in lines if line["spot"] == 1]
        brought, paid = net(mine, expect["net"]), expect.get("paid", {})
        assert brought.items() >= expect["net"].items(), one["script"]
        assert brought.keys() <= expect["net"].keys() | paid.keys(), one["script"]
        for on, cents in paid.items():
            assert sum(line["paid"] for line in mine if line["on"] == on) == cents, one["script"]
        assert sum(line["commission"] for line in mine) == expect["commission"], one["script"]


@each("game", OF_CARDS)
def test_chance_reaches_every_outcome(game: str) -> None:
    """Where a bet is withdrawn or a round voided, golden rounds alone have its push."""
    lines = [line for _, settled in random_rounds(game) for line in settled]
    reached = {(line["on"], line["outcome"], line["odds"], line["article"]) for line in lines}
    golden = golden_outcomes(game)
    assert reached <= golden
    assert {outcome for _, outcome, *_ in golden - reached} <= {"push"}


@pytest.mark.clause("25 CFR 547.8(b)(1)")
@pytest.mark.parametrize("game", GAMES)
def test_share_of_random_rounds_settles_alike(game: str) -> None:
    share = SHARE.get(game, ROUNDS)
    found = compare(game, share, seed=0)
    assert found.difference is None
    assert found.counts["lines"] > found.rounds == share


@each("game", GAMES)
def test_smallest_chip_rounding_agrees(game: str) -> None:
    share = SHARE.get(game, ROUNDS)
    assert compare(game, share, seed=0, chips=True).difference is None
