"""Poker 3 Cartes at other houses, played by people: the switches, and a mini royal's line."""

from firmware.core.vocabulary.rulings import BetSettled
from firmware.shell.config.defaults import default_table
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of, settled_bets
from tests.kits.sim.played_table import PlayedTable, play_rounds

HOUSE = pack_of("""
[three-card-poker.switches]
dealer_opens = { allowed = ["always"], usual = "always", article = "H1" }
tie = { allowed = ["dealer"], usual = "dealer", article = "H2" }
fold_takes_pair_plus = { allowed = [true], usual = true, article = "H3" }
pair_plus_alone = { allowed = [false], usual = false, article = "H4" }

[three-card-poker.pay_tables]
ante.M = { mini_royal = [6, 1] }
pair_plus.M = { mini_royal = [50, 1] }
""")
DEALER = "2S 3D 7C"


@each("cards, paid", [("AH KH QH", 50_000), ("KH QH JH", 40_000), ("AH 2H 3H", 40_000)])
def test_mini_royal_is_a_suited_ace_king_and_queen(cards: str, paid: int) -> None:
    settled = settled_bets(HOUSE, "three-card-poker", "pair_plus", f"{cards} {DEALER}")
    assert settled["pair_plus"].split()[1] == str(paid)


def test_simulated_people_play_by_the_switches() -> None:
    config = default_table("three-card-poker", HOUSE)
    table = PlayedTable(speed=1000.0, game="three-card-poker", config=config)
    play_rounds(table, 25)
    lines = [line for line in table.rulings if isinstance(line, BetSettled)]
    assert {line.article for line in lines if line.bet.place.on == "pair_plus"} >= {"H3", "67.32"}
    assert not any(line.article == "67.29" for line in lines)
