"""Maximum payments by a pack: of a bet, of a hand, of a round; and how a commission is rounded."""

from fractions import Fraction
from typing import Any, Final

import pytest

from firmware.core.game.game import Game
from firmware.core.game.options import OptionRefused
from firmware.core.table.amounts import Amounts
from firmware.core.table.rules import TableRules
from firmware.core.table.table import Table
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.cards import parse_card
from firmware.core.vocabulary.events import CardRead, ResultSeen
from firmware.core.vocabulary.money import NOMINAL_STAKE, Cents, Odds
from firmware.core.vocabulary.places import Place
from firmware.odds.odds import game_figures
from firmware.odds.store import Store
from firmware.shell.rules.pack_files import default_pack, find_pack
from firmware.shell.rules.rule_pack import RulePack, RulesError
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.words import Words
from tests.kits.cli.languages import foreign
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of

CAPPED: Final = pack_of(
    """
[baccarat.max_payout]
tie = { cents = 60000, article = "H 1" }
hand = { cents = 100000, article = "H 2" }
banker = { article = "H 3" }
[sic-bo.max_payout]
triple = { cents = 50000, article = "H 5" }
""",
    parent=find_pack("macau"),
)
ROUND: Final = pack_of('[roulette.max_payout]\nround = { cents = 500000, article = "H 4" }')
"""Macau's baccarat, whose pairs the pack declares."""
TIE, PAIRS = "4S 4D 4H 4C", "2S 5H 2D 4C KC KD"


def settled(
    game: Game, bets: dict[tuple[int, str], int], course: str
) -> dict[tuple[int, str], Any]:
    """Return what each bet is paid, by its spot and its name, and whether a maximum is."""
    game.open()
    game.close(Bet(Place(*place), Cents(cents)) for place, cents in bets.items())
    for word in course.split():
        card = game.INSTRUMENT is None
        game.take(CardRead(parse_card(word))) if card else game.take_result(ResultSeen((word,)))
    return {
        (line.bet.place.spot, line.bet.place.on): (line.paid, line.capped) for line in game.lines
    }


@each(
    "stake, paid, capped",
    [(7000, 56_000, False), (7500, 60_000, False), (8000, 60_000, True), (50_000, 60_000, True)],
)
def test_a_bet_has_its_maximum(stake: int, paid: int, capped: bool) -> None:
    game = CAPPED.open_game("baccarat", {})
    assert settled(game, {(1, "tie"): stake}, TIE)[1, "tie"] == (paid, capped)


def test_a_hand_has_one_maximum_for_all_its_bets() -> None:
    game = CAPPED.open_game("baccarat", {})
    bets = {(1, "tie"): 7000, (1, "player_pair"): 5000, (2, "player_pair"): 5000}
    lines = settled(game, bets, "4S 4D 4H 4C")
    paid = {
        spot: sum(cents for (at, _), (cents, _) in lines.items() if at == spot) for spot in (1, 2)
    }
    assert paid == {1: 100_000, 2: 55_000}
    assert [capped for (spot, _), (_, capped) in lines.items() if spot == 1].count(True) == 1


def test_a_symbol_of_the_wheel_has_its_maximum() -> None:
    pack = pack_of('[wheel-of-fortune.max_payout]\non = { cents = 5000, article = "H 6" }')
    game = pack.open_game("wheel-of-fortune", {"segments": {"star": [5, 9], "moon": [45, 1]}})
    assert settled(game, {(1, "on:star"): 1000}, "star") == {(1, "on:star"): (5000, True)}
    assert settled(game, {(1, "on:star"): 500}, "star") == {(1, "on:star"): (4500, False)}


def test_where_amounts_are_unseen_every_win_is_paid() -> None:
    game = CAPPED.open_game("baccarat", {})
    bets = {(1, on): NOMINAL_STAKE for on in ("tie", "player_pair", "banker_pair")}
    assert 0 in [paid for paid, _ in settled(game, bets, TIE).values()]
    Table(game, TableRules(amounts=Amounts.UNSEEN))
    assert 0 not in [paid for paid, _ in settled(game, bets, TIE).values()]


def test_a_round_has_one_maximum_for_all_players() -> None:
    game = ROUND.open_game("roulette", {})
    bets = {(spot, "straight:17"): 10_000 for spot in (1, 2)}
    lines = settled(game, bets, "17")
    assert lines == {(1, "straight:17"): (350_000, False), (2, "straight:17"): (150_000, True)}


@each("caps", [{"tie": 50_000}, {"banker": 50_000}, {"hand": 100_000}])
def test_a_table_may_have_less_than_its_pack(caps: dict[str, int]) -> None:
    game = CAPPED.open_game("baccarat", {"max_payout": caps})
    assert game.payment_caps == {"tie": 60_000, "hand": 100_000, **caps}


@each(
    "caps, said",
    [
        ({"tie": 60_001}, "Tie: MOP$600.00 at most (article H 1)"),
        ({"hand": 100_001}, "at most (article H 2)"),
        ({"player": 50_000}, "these rules have no maximum for player"),
        ({"round": 50_000}, "these rules have no maximum for round"),
    ],
)
def test_a_table_has_no_more_than_its_pack(caps: dict[str, int], said: str) -> None:
    with pytest.raises(OptionRefused) as refused:
        CAPPED.open_game("baccarat", {"max_payout": caps})
    words = Words.load("en", "baccarat", house=CAPPED.words)
    assert said in words.render(refused.value.why)
    assert foreign(Words.load("fr", house=CAPPED.words).render(refused.value.why), "fr") == []


def test_no_table_of_quebec_has_one_by_itself() -> None:
    pack = default_pack()
    assert not any(pack.rules(game).payment_caps for game in pack.games)


@each(
    "source, said",
    [
        ("[baccarat.max_payout]\ntoe = { cents = 1 }", "max_payout.toe"),
        ("[baccarat.max_payout]\ntie = { cents = 0 }", "max_payout.tie"),
        ("[caribbean-stud.max_payout]\nprogressive = { cents = 1 }", "max_payout.progressive"),
        ("[baccarat.max_payout]\ntie = { dollars = 1 }", "dollars"),
        ("[baccarat.commission.banker]\nrounding = 'sideways'", "sideways"),
    ],
)
def test_a_maximum_that_is_none_is_named_with_its_place(source: str, said: str) -> None:
    game = source[1:].partition(".")[0]
    with pytest.raises(RulesError) as refused:
        pack_of(source).rules(game)
    texts = {
        language: "\n".join(map(Words.load(language).render, refused.value.faults))
        for language in ("en", "fr")
    }
    assert said in texts["en"]
    assert foreign(texts["fr"], "fr") == []


def test_the_sheet_has_them() -> None:
    lines = [
        line.replace("\u00a0", " ")
        for line in rule_sheet("baccarat", Words.load("en"), CAPPED).lines
    ]
    assert "Tie: pays MOP$600.00 at most (article H 1)" in lines
    assert "All bets of a spot in a round: pays MOP$1,000.00 at most (article H 2)" in lines
    assert "If the table shows it: a maximum payment, Banker (article H 3)" in lines


def returned(pack: RulePack, game: str, bet: str) -> dict[int | None, Fraction]:
    figures = game_figures(game, pack.open_game(game, {}), Store(None))
    return {
        figure.stake: 1 + figure.expected_profit
        for figure in figures
        if base_bet_name(figure.bet) == bet
    }


def test_odds_follow_a_maximum_by_the_stake() -> None:
    assert returned(find_pack("macau"), "sic-bo", "triple") == {None: Fraction(151, 216)}
    by_stake = returned(CAPPED, "sic-bo", "triple")
    assert min(filter(None, by_stake)) == 100
    for stake, share in by_stake.items():
        assert stake is not None
        assert share == Fraction(1, 216) * (1 + min(Fraction(150), Fraction(50_000, stake)))


def test_a_bet_of_no_maximum_has_one_figure() -> None:
    assert list(returned(CAPPED, "sic-bo", "small")) == [None]


COMMISSION: Final = "[baccarat.commission.banker]\npercent = 5\nstep_cents = {step}\n{rounding}"


@each(
    "rounding, step, owed",
    [
        ("", 1000, [50, 50, 100, 100, 1500]),
        ("rounding = 'up'", 1000, [50, 50, 100, 100, 1500]),
        ("rounding = 'down'", 1000, [0, 50, 50, 50, 1450]),
        ("rounding = 'nearest'", 1000, [0, 50, 50, 100, 1500]),
        ("", 1, [16, 50, 63, 75, 1480]),
        ("rounding = 'down'", 1, [15, 50, 62, 75, 1479]),
        ("rounding = 'nearest'", 1, [16, 50, 63, 75, 1480]),
    ],
)
def test_a_commission_is_rounded_as_the_pack_has_it(
    rounding: str, step: int, owed: list[int]
) -> None:
    game = pack_of(COMMISSION.format(step=step, rounding=rounding)).open_game("baccarat", {})
    stakes = (310, 1000, 1250, 1500, 29_590)
    bank = Place(1, "banker")
    assert [game.commission(Bet(bank, Cents(stake))) for stake in stakes] == owed


BANK_WINS = "2S 9D KH KC"
BANK_CAPPED: Final = "[baccarat.max_payout]\nround = {{ cents = {most} }}"


@each(
    "most, paid, commission",
    [
        (3000, [3000, 0], [150, 0]),
        (3100, [3000, 100], [150, 100]),
        (9000, [3000, 2500], [150, 150]),
    ],
)
def test_winner_owes_no_more_than_he_is_paid(
    most: int, paid: list[int], commission: list[int]
) -> None:
    game = pack_of(BANK_CAPPED.format(most=most)).open_game("baccarat", {})
    settled(game, {(1, "banker"): 3000, (2, "banker"): 2500}, BANK_WINS)
    assert [line.paid for line in game.lines] == paid
    assert [line.commission for line in game.lines] == commission


def test_prepaid_commission_is_owed_whole() -> None:
    pack = pack_of("[craps.max_payout]\nbuy = { cents = 10 }\n")
    game = pack.open_game("craps", {})
    bet = Bet(Place(1, "buy:4"), Cents(2000))
    assert game.is_commission_prepaid(bet)
    game.lines.clear()
    game.win(bet, Odds(2, 1), "95.17", commission=game.commission(bet))
    assert [(line.paid, line.commission) for line in game.lines] == [(10, 100)]
