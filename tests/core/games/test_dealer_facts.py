"""Bets of a house on the dealer's finished hand at Blackjack: Buster, and what he shows first."""

import json
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path

import pytest

from firmware.cli.main import main
from firmware.core.games.blackjack.dealer_facts import (
    dealer_facts,
    finished_hands,
    must_draw,
    possible_dealer_facts,
)
from firmware.core.vocabulary.cards import CARD_RANKS, parse_card
from firmware.core.vocabulary.rulings import BetSettled
from firmware.odds.dealer_finishes import dealer_cases
from firmware.shell.config.defaults import default_table
from firmware.shell.rules.example_rounds import example_rounds
from firmware.shell.rules.rule_pack import RulesError
from tests.kits.offenders import each
from tests.kits.rule_packs import pack_of, settled_bets
from tests.kits.sim.played_table import PlayedTable, play_rounds

SOURCE = """
[blackjack.bets.buster]
said = { en = "Buster", fr = "Buster" }
article = "H1"
lines = [
  { name = "eight", when = "dealer.bust and dealer.cards >= 8", pays = [250, 1] },
  { name = "five", when = "dealer.bust and dealer.cards >= 5", pays = [4, 1] },
  { name = "bust", when = "dealer.bust", pays = [2, 1] },
]

[blackjack.bets.ace_in_front]
said = { en = "Ace in front", fr = "As devant" }
article = "H2"
beside = "main"
lines = [
  { name = "blackjack", when = "dealer.up == 14 and dealer.blackjack", pays = [25, 1] },
  { name = "eighteen", when = "dealer.up == 14 and dealer.total == 18", push = true },
]
"""
HOUSE = pack_of(SOURCE)


@each(
    "cards, facts",
    [
        ("KS 6D 9C", (3, 25, True, False, 13)),
        ("AS KD", (2, 21, False, True, 14)),
        ("7S 7D 7C", (3, 21, False, False, 7)),
        ("AS 6D", (2, 17, False, False, 14)),
        ("JS AD", (2, 21, False, True, 11)),
    ],
)
def test_facts_of_a_hand(cards: str, facts: tuple[object, ...]) -> None:
    assert tuple(dealer_facts([*map(parse_card, cards.split())]).values()) == facts


@each(
    "course, outcome",
    [
        ("TS KD 8C stand 6H TC", "win 2000 H1"),
        ("TS 2D 8C stand 2H 3S 4H 5S KC", "win 4000 H1"),
        ("TS KD 8C stand 7H", "lose 0 H1"),
        ("TS KD 5C hit TD 6H TC", "win 2000 H1"),
    ],
)
def test_buster_is_paid_by_the_cards_of_a_busted_dealer(course: str, outcome: str) -> None:
    assert settled_bets(HOUSE, "blackjack", "main buster", course)["buster"] == outcome


def test_dealer_plays_on_though_every_player_is_bust() -> None:
    busted = "TS KD 5C hit TD"
    assert "main" in settled_bets(HOUSE, "blackjack", "main", busted)
    assert "buster" not in settled_bets(HOUSE, "blackjack", "main buster", busted)


def test_buster_stands_alone_and_other_bets_beside_a_hand() -> None:
    assert settled_bets(HOUSE, "blackjack", "buster", "KD 6H TC")["buster"] == "win 2000 H1"
    assert HOUSE.open_game("blackjack", {}).clashing_bets({"ace_in_front": 1000})


@each(
    "course, outcome",
    [
        ("TS AD 8C no_insurance stand KH", "win 25000 H2"),
        ("TS AD 8C no_insurance stand 7H", "push 0 H2"),
        ("TS KD 8C stand AH", "lose 0 H2"),
    ],
)
def test_first_card_of_the_dealer_is_a_fact(course: str, outcome: str) -> None:
    settled = settled_bets(HOUSE, "blackjack", "main ace_in_front", course)
    assert settled["ace_in_front"] == outcome


@pytest.mark.parametrize("stand_all_17", [False, True])
def test_hands_are_played_to_their_end_by_the_rule(*, stand_all_17: bool) -> None:
    hands = [*finished_hands(stand_all_17=stand_all_17)]
    for hand in hands:
        drawn = [
            must_draw(hand[:count], stand_all_17=stand_all_17) for count in range(1, len(hand))
        ]
        assert all(drawn)
        assert not must_draw(hand, stand_all_17=stand_all_17)
    assert {hand[0].rank for hand in hands} == {*CARD_RANKS}


@pytest.mark.parametrize("stand_all_17", [False, True])
def test_cases_are_every_hand_with_its_whole_chance(*, stand_all_17: bool) -> None:
    cases = [*dealer_cases(6, stand_all_17=stand_all_17)]
    assert sum(chance for _, chance in cases) == 1
    possible = [*map(dict, possible_dealer_facts())]
    assert all(dict(facts) in possible for facts, _ in cases)


def test_three_cards_bust_as_often_as_every_order_of_ranks_says() -> None:
    """By rank and not by value, each ordered hand of three from one pack."""

    def chance(ranks: tuple[str, ...]) -> Fraction:
        left = (4 - ranks[:place].count(rank) for place, rank in enumerate(ranks))
        return Fraction(prod(left), 52 * 51 * 50)

    busts = Fraction(0)
    for ranks in product(CARD_RANKS, repeat=3):
        hand = [parse_card(f"{rank}S") for rank in ranks]
        if must_draw(hand[:2], stand_all_17=False) and dealer_facts(hand)["dealer.bust"]:
            busts += chance(ranks)
    cases = dealer_cases(1, stand_all_17=False)
    found = sum(
        share for facts, share in cases if facts["dealer.bust"] and facts["dealer.cards"] == 3
    )
    assert found == busts


def test_no_pack_amends_the_games_own_bets_by_them() -> None:
    """A hand that is bust is settled before the dealer has played."""
    pack = pack_of("""
[blackjack.bets.main]
amends = true
article = "H"
lines = [{ when = "dealer.total == 22", push = true }]
""")
    with pytest.raises(RulesError):
        pack.rules("blackjack")


@each("mains", ["main:1 main:2", "main:2 main:3", ""])
def test_first_hand_of_the_dealer_decides_at_multi_action(mains: str) -> None:
    players = "TS KD 8C stand" if mains else "KD"
    others = {"main:1 main:2": "7S", "main:2 main:3": "7S 7H", "": ""}[mains]
    course = f"{players} 6H TC {others}"
    settled = settled_bets(HOUSE, "blackjack-multi-action", f"{mains} buster", course)
    assert settled["buster"] == "win 2000 H1"


def test_example_round_of_each_line_wins_by_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "house.toml").write_text(f'[pack]\nname = "h"\nextends = "quebec-2007"\n{SOURCE}')
    scripts = [*example_rounds(HOUSE, "blackjack", "house.toml")]
    (tmp_path / "rounds.jsonl").write_text("\n".join(scripts))
    assert main(("play", str(tmp_path / "rounds.jsonl"))) == 0
    lines = map(json.loads, capfd.readouterr().out.splitlines())
    settled = (line["settled"] for line in lines if "settled" in line)
    paid = [(line["on"], line["odds"]) for line in settled if line["on"] != "main"]
    assert paid == [
        *(("buster", odds) for odds in ("2:1", "4:1", "250:1")),
        *(("ace_in_front", odds) for odds in (None, "25:1")),
    ]


def test_simulated_people_bet_on_the_dealers_hand() -> None:
    table = PlayedTable(speed=1000.0, game="blackjack", config=default_table("blackjack", HOUSE))
    play_rounds(table, 12)
    lines = [line for line in table.rulings if isinstance(line, BetSettled)]
    assert {"H1", "H2"} <= {line.article for line in lines}
