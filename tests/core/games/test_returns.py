"""What every bet gives back, as the games settle it, against second reckonings."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec import structs

from firmware.core.game.options import OptionRefused
from firmware.core.game.pack_terms import CommissionShare
from firmware.core.returns import bet_worths, paid_as_bets
from firmware.core.vocabulary.money import Cents
from firmware.shell.config.defaults import default_table
from tests.kits.games.naive import craps_rolls as naive_craps_rolls
from tests.kits.games.reckoning import keno as reckoning_keno
from tests.kits.games.reckoning import roulette as reckoning_roulette
from tests.kits.games.reckoning import sic_bo as reckoning_sic_bo
from tests.kits.games.reckoning import wheel_of_fortune as reckoning_wheel_of_fortune
from tests.kits.offenders import each
from tests.kits.quebec import game_class, game_rules, games_in_pack

RUNS = ({}, {"twice": True}, {"thrice": True}, {"twice": True, "thrice": True})


def backs(game: str, options: dict[str, Any]) -> dict[str, Fraction]:
    """Return the shares by the one name that a place has in the game."""
    found = bet_worths(game_class(game), game_rules(game), options)
    return {on: worth.back for on, worth in found.items()}


def canonical(game: str, shares: dict[str, Fraction]) -> dict[str, Fraction]:
    kind = game_class(game)
    table = kind(game_rules(game), dict(default_table(game).game_options))
    return {table.canonical_name(on): back for on, back in shares.items()}


@each("numbers, runs", product((37, 38), RUNS))
def test_72_roulette(numbers: int, runs: dict[str, bool]) -> None:
    reckoned = canonical("roulette", reckoning_roulette.returns(numbers, **runs))
    shown = runs | {"outside_with_twice": True}
    assert backs("roulette", {"numbers": numbers, **shown}) == reckoned


def test_95_24_sic_bo() -> None:
    assert backs("sic-bo", {}) == canonical("sic-bo", reckoning_sic_bo.returns())


@each("segments", reckoning_wheel_of_fortune.WHEELS)
def test_122_wheel_of_fortune(segments: dict[str, list[int]]) -> None:
    reckoned = reckoning_wheel_of_fortune.returns(segments)
    assert backs("wheel-of-fortune", {"segments": segments}) == reckoned


@pytest.mark.parametrize("working", [False, True])
def test_95_14_to_95_17_craps(working: bool) -> None:
    """A bet that waits for the point is reckoned once, with 6; here with each number."""
    found, reckoned = backs("craps", {}), naive_craps_rolls.returns(working=working)
    odds = {on: reckoned.pop(on) for on in ("pass_odds", "dont_pass_odds")}
    assert {on: found[on] for on in reckoned} == reckoned
    assert {on: found[f"{on}:6"] for on in odds} == odds


def test_85_keno() -> None:
    options = dict(default_table("keno").game_options)
    reckoned = reckoning_keno.returns(options["paytable"])
    assert backs("keno", options) == {str(picked): back for picked, back in reckoned.items()}


@each("game", [game for game in games_in_pack() if game_class(game).INSTRUMENT is None])
def test_cards_and_tiles_have_none(game: str) -> None:
    assert bet_worths(game_class(game), game_rules(game), {}) == {}


def test_win_names_its_article() -> None:
    rules = game_rules("roulette")
    worth = bet_worths(game_class("roulette"), rules, {"numbers": 38})["straight:00"]
    assert (worth.back, worth.wins) == (Fraction(36, 38), {("35:1", "72")})
    assert worth.chances == {Fraction(36): Fraction(1, 38), Fraction(0): Fraction(37, 38)}


def test_house_commission_is_deducted() -> None:
    """5 % of even money's stake, when it wins: 18 pockets of 37."""
    share = {"red": CommissionShare(percent=5, step_cents=Cents(1), article="H1")}
    rules = structs.replace(game_rules("roulette"), commission=share)
    back = bet_worths(game_class("roulette"), rules, {})["red"].back
    assert back == Fraction(36, 37) - Fraction(18, 37) / 20


def test_forbidden_bet_has_none() -> None:
    with pytest.raises(OptionRefused):
        bet_worths(game_class("wheel-of-fortune"), game_rules("wheel-of-fortune"), {"segments": {}})


def test_95_15_parts_of_split_bet_pay_separately() -> None:
    craps = game_class("craps")
    assert set(paid_as_bets(craps, "world")) == {"craps", "eleven", "any_7"}
    assert paid_as_bets(craps, "come_odds") == ("pass_odds",)
    assert paid_as_bets(craps, "place") == paid_as_bets(craps, "pass") == ()
    assert paid_as_bets(game_class("sic-bo"), "small") == ()
