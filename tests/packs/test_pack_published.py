"""The exact house edges of the packs' bets beside those that others have published.

docs/en/odds-published.md has where. `published` is per cent, to the digits that its page has.
"""

from fractions import Fraction
from functools import cache

from firmware.core.game.declared_bet import read_terms
from firmware.core.games.baccarat import Baccarat
from firmware.odds.baccarat_deals import point_chances
from firmware.odds.declared_odds import declared
from firmware.odds.odds import stored_figures
from firmware.odds.store import Store
from firmware.shell.rules.pack_files import find_pack
from tests.kits.offenders import each

PENNSYLVANIA, MACAU = find_pack("pennsylvania"), find_pack("macau")


def edge_agrees(profit: Fraction, exact: str, published: str) -> bool:
    digits = len(published.partition(".")[2])
    return profit == -Fraction(exact) and round(float(-profit) * 100, digits) == float(published)


@each(
    "bet, exact, published",
    [
        ("dragon_7", "64613588827/848912750595", "7.6113"),
        ("panda_8", "153010345753/1501922558745", "10.1876"),
    ],
)
def test_ez_baccarat(bet: str, exact: str, published: str) -> None:
    figures = {figure.bet: figure for figure in declared(PENNSYLVANIA.open_game("baccarat", {}))}
    assert edge_agrees(figures[bet].expected_profit, exact, published)


def test_ez_baccarat_gives_a_bet_on_banker_back() -> None:
    """Of 4 998 398 275 503 360 deals, Player wins more than Banker does without a Dragon 7."""
    bets = PENNSYLVANIA.rules("baccarat").bets
    terms = read_terms(Baccarat, {"banker": bets["banker"]})["banker"]
    profit = Fraction(0)
    for case, chance in point_chances(8).items():
        facts = dict(case.facts)
        if terms.line_for(facts) is None:
            profit += chance * {"banker": 1, "player": -1, "tie": 0}[str(facts["winner"])]
    deals = 2_292_252_566_437_888 - 112_633_011_329_024 - 2_230_518_282_592_256
    assert profit == Fraction(deals, 4_998_398_275_503_360)
    assert edge_agrees(profit, "66274384744/6508331087895", "1.0183")


@each(
    "bet, table, decks, exact, published",
    [
        ("twenty_one_plus_3", "B", 1, "147/1105", "13.30"),
        ("twenty_one_plus_3", "B", 2, "1653/22763", "7.26"),
        ("twenty_one_plus_3", "B", 4, "1307/30797", "4.24"),
        ("twenty_one_plus_3", "B", 6, "4059/125333", "3.2386"),
        ("twenty_one_plus_3", "B", 8, "679/24817", "2.74"),
        ("twenty_one_plus_3", "A", 6, "28958/626665", "4.6210"),
        ("perfect_pairs", "B", 6, "31/311", "9.97"),
        ("perfect_pairs", "C", 6, "18/311", "5.79"),
        ("perfect_pairs", "A", 6, "19/311", "6"),
    ],
)
def test_side_bets_of_blackjack(
    bet: str, table: str, decks: int, exact: str, published: str
) -> None:
    profit = blackjack_profits(table, decks)[bet]
    assert edge_agrees(profit, exact, published), profit


@cache
def blackjack_profits(table: str, decks: int) -> dict[str, Fraction]:
    """Return the profits at a table whose side bets have this pay table, if there is one."""
    tables = {"perfect_pairs": table, "twenty_one_plus_3": min(table, "B")}
    game = PENNSYLVANIA.open_game("blackjack", {"decks": decks, "pay_tables": tables})
    return {figure.bet: figure.expected_profit for figure in declared(game)}


@each(
    "bet, exact, published",
    [
        ("player_pair", "43/415", "10.36"),
        ("banker_pair", "43/415", "10.36"),
        ("lucky_six", "47209656769/282970916865", "16.6836"),
    ],
)
def test_bacara(bet: str, exact: str, published: str) -> None:
    figures = {figure.bet: figure for figure in declared(MACAU.open_game("baccarat", {}))}
    assert edge_agrees(figures[bet].expected_profit, exact, published)


@each(
    "bet, exact, published",
    [
        ("small", "1/36", "2.78"),
        ("big", "1/36", "2.78"),
        ("odd", "1/36", "2.78"),
        ("even", "1/36", "2.78"),
        ("sum:4", "7/24", "29.17"),
        ("sum:5", "17/36", "47.22"),
        ("sum:6", "11/36", "30.56"),
        ("sum:7", "7/72", "9.72"),
        ("duo:1,2", "1/6", "16.67"),
        ("single:1", "17/216", "7.87"),
        ("three_of_1234", "1/9", "11.11"),
        ("three_of_2345", "1/9", "11.11"),
        ("three_of_2356", "1/9", "11.11"),
        ("three_of_3456", "1/9", "11.11"),
    ],
)
def test_cussec(bet: str, exact: str, published: str) -> None:
    game = MACAU.open_game("sic-bo", {})
    figures = {figure.bet: figure for figure in stored_figures("sic-bo", game, Store(None))}
    assert edge_agrees(figures[bet].expected_profit, exact, published)
