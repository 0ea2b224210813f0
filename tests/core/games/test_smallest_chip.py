"""The table's smallest chip: payments are rounded down to it, commissions up, and a bet that it
can't make up is refused when it is laid.
"""

from typing import Any

import pytest

from firmware.core.display.panel import table_panel
from firmware.core.game.options import OptionRefused
from firmware.core.table.amounts import Amounts
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import Cents, Rounding
from firmware.core.vocabulary.places import Place
from firmware.core.vocabulary.rulings import Bet, BetSettled
from firmware.shell.rules.rules import games_in_pack, open_game
from tests.kits.core.played_round import PlayedRound, refused
from tests.kits.games.any_table import REQUIRED
from tests.kits.offenders import each

CHIP = {"smallest_chip": 50}


def settled(played: PlayedRound) -> list[tuple[str, int, int, int]]:
    lines = [ruling for ruling in played.said if isinstance(ruling, BetSettled)]
    return [(line.bet.place.on, line.returned, line.paid, line.commission) for line in lines]


@each("cents", range(201))
def test_what_the_house_gives_is_rounded_down_and_what_it_takes_up(cents: int) -> None:
    rounding = Rounding(Cents(50))
    given, taken = rounding.rounded_payment(cents), rounding.rounded_commission(cents)
    assert given % 50 == taken % 50 == 0
    assert cents - 50 < given <= cents <= taken < cents + 50


def test_95_17_one_figure_everywhere_for_a_payment_that_no_chip_makes() -> None:
    played = PlayedRound("craps", Amounts.READ, CHIP)
    played.chips("place:6", 500)
    played.roll(4, 4)
    played.roll(3, 3)
    shown = table_panel(played.table)
    assert shown.payout is not None
    assert shown.figures == shown.payout.paid == 550
    assert sum(value * count for value, count in shown.payout.chips) == 550
    assert played.prompt == "Place 1, Right bet 6 : payer 5,50 $ (7 à 6)"
    played.chips("place:6", 1050)
    played.press(Key.CONFIRM)
    assert settled(played) == [("place:6", 500, 550, 0)]
    meters = played.table.state.meters.bets["place:6"]
    assert (meters.paid, meters.held) == (550, -550 % 10**10)


def test_95_17_a_commission_is_rounded_up() -> None:
    played = PlayedRound("craps", Amounts.READ, CHIP)
    played.chips("lay:5", 1000)
    played.roll(3, 4)
    assert "payer 6,50 $ (2 à 3), ramasser 0,50 $ de commission" in played.prompt


def test_67_38_half_of_an_odd_chip_is_the_house_s() -> None:
    played = PlayedRound("casino-war", Amounts.READ, CHIP)
    played.chips("main", 1050)
    played.press(Key.NO_MORE_BETS)
    played.deal("TS TH")
    played.press(Key.SURRENDER)
    assert played.prompt == "Place 1, Mise : ramasser 5,50 $, reste 5,00 $"


def test_25_insurance_is_half_of_the_stake_in_whole_chips() -> None:
    played = PlayedRound("blackjack", Amounts.READ, CHIP)
    played.chips("main", 550)
    played.press(Key.NO_MORE_BETS)
    played.deal("TS AH 9D")
    insurance = next(c for c in played.table.state.game.choices if c.do is Key.INSURANCE)
    assert insurance.stakes[0].least == 250


def test_a_stake_that_goes_back_whole_is_not_rounded() -> None:
    """One that stands over may be older than the smallest chip."""
    craps = open_game("craps", CHIP)
    craps.push(Bet(Place(1, "pass"), Cents(1025)), "95.14")
    assert craps.lines[-1].returned == 1025


@each("game, on, cents, why", [
    ("craps", "horn", 500, "Place 1, Horn : 5,00 $, mise à faire par 2,00 $"),
    ("craps", "world", 400, "Place 1, World : 4,00 $, mise à faire par 2,50 $"),
    ("craps", "three_way", 500, "Place 1, 3 way craps : 5,00 $, mise à faire par 1,50 $"),
    ("craps", "field", 525, "Place 1, Field : 5,25 $, mise à faire par 0,50 $"),
    ("casino-war", "main", 1025, "Place 1, Mise : 10,25 $, mise à faire par 0,50 $"),
])  # fmt: skip
def test_a_bet_that_the_chip_can_not_make_up_is_refused_when_it_is_laid(
    game: str, on: str, cents: int, why: str
) -> None:
    played = PlayedRound(game, Amounts.READ, CHIP)
    played.chips(on, cents)
    assert refused(played.said) == [why]


@each("on, cents", [("horn", 502), ("world", 503), ("three_way", 1000)])
def test_95_15_without_one_a_stake_must_split_to_the_cent(on: str, cents: int) -> None:
    played = PlayedRound("craps", Amounts.READ)
    played.chips(on, cents)
    assert len(refused(played.said)) == 1


def test_without_one_amounts_are_exact() -> None:
    played = PlayedRound("craps", Amounts.READ)
    played.chips("place:6", 500)
    played.roll(4, 4)
    played.roll(3, 3)
    shown = table_panel(played.table)
    assert shown.payout is not None
    assert (shown.figures, shown.payout.chips) == (583, ())


@each("chip", [0, -50, 2.5, "50", True, 300])
def test_a_chip_that_makes_no_fixed_stake_is_no_smallest_one(chip: Any) -> None:
    with pytest.raises(OptionRefused):
        open_game("blackjack", {"smallest_chip": chip})


@each("game", sorted(games_in_pack()))
def test_every_game_has_a_smallest_chip(game: str) -> None:
    options: dict[str, Any] = {}
    for name in type(open_game(game, _required(game))).REQUIRED_OPTIONS:
        options[name] = REQUIRED[name][0]
    table = open_game(game, {**options, **CHIP})
    on = table.BETS[0] if table.BETS else None
    assert on is None or table.chips_refusal((Place(1, on), None), Cents(25)) is not None


def _required(game: str) -> dict[str, Any]:
    wanted = {"wheel-of-fortune": "segments", "keno": "paytable"}
    return {wanted[game]: REQUIRED[wanted[game]][0]} if game in wanted else {}
