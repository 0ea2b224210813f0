"""A dealt round for each line of the packs of Pennsylvania and of Macau, named by its section.

Each bet is of 1000 cents, and comes with its outcome and the section that it cites: `win 11000` is
what it is paid beside the stake.
"""

from typing import Final

import pytest

from firmware.core.game.options import OptionRefused
from firmware.core.vocabulary.cards import parse_card
from firmware.shell.rules.pack_files import find_pack
from firmware.shell.sheets.rule_sheet import rule_sheet
from firmware.shell.words.words import Words
from tests.kits.offenders import each
from tests.kits.rule_packs import settled_bets

PENNSYLVANIA, MACAU = find_pack("pennsylvania"), find_pack("macau")
PACKS: Final = {"pennsylvania": PENNSYLVANIA, "macau": MACAU}
PLAYED: Final = [(name, game) for name, pack in PACKS.items() for game in pack.games]


@each("pack, game", PLAYED)
def test_each_game_opens_without_a_mistake(pack: str, game: str) -> None:
    assert PACKS[pack].open_game(game, {}).places_with({})


@each("game, absent", [("blackjack", ("Sevens", "Progressive", "Over 13")), ("craps", ("Hop",))])
def test_a_sheet_has_no_bet_of_the_pack_extended(game: str, absent: tuple[str, ...]) -> None:
    sheet = rule_sheet(game, Words.load("en"), PENNSYLVANIA)
    titles = [section.title for section in sheet.sections]
    assert not [title for title in titles if title.startswith(absent)]


@each(
    "cards, on, line",
    [
        ("2S 2D 3S 2C 7H 3H", "banker", "push 0 627a.1"),
        ("2S 2D 3S 2C 7H 3H", "dragon_7", "win 40000 627a.1"),
        ("2S 5D 4S 2C", "banker", "win 1000 629a.12"),
        ("2S 5D 4S 2C", "dragon_7", "lose 0 627a.1"),
        ("2S 2D 3S KC 3H 5H", "panda_8", "win 25000 627a.1"),
        ("4S 2D 4H KC", "panda_8", "lose 0 627a.1"),
        ("4S 2D 4H KC", "player", "win 1000 629a.12"),
        ("4S 4D 4H 4C", "tie", "win 8000 629a.12"),
    ],
)
def test_627a_ez_baccarat(cards: str, on: str, line: str) -> None:
    assert settled_bets(PENNSYLVANIA, "baccarat", on, cards) == {on: line}


@each(
    "cards, a, b",
    [
        ("8S 8S 8S", "win 100000", "win 9000"),
        ("4S 5S 3S", "win 40000", "win 9000"),
        ("8S 8D 8H", "win 30000", "win 9000"),
        ("AS KD QH", "win 10000", "win 9000"),
        ("2H 9H KH", "win 5000", "win 9000"),
        ("8H 9H 8H", "win 5000", "win 9000"),
        ("2H 9D KH", "lose 0", "lose 0"),
    ],
)
def test_633a_twenty_one_plus_3(cards: str, a: str, b: str) -> None:
    for table, expected in (("A", a), ("B", b)):
        chosen = {"twenty_one_plus_3": table}
        found = settled_bets(
            PENNSYLVANIA, "blackjack", "main twenty_one_plus_3", cards, pay_tables=chosen
        )
        assert found["twenty_one_plus_3"] == f"{expected} 633a.13"


@each(
    "cards, tables",
    [
        ("8S 9D 8S", {"A": "win 25000", "B": "win 25000", "C": "win 30000"}),
        ("8S 9D 8C", {"A": "win 12000", "B": "win 12000", "C": "win 10000"}),
        ("8S 9D 8H", {"A": "win 6000", "B": "win 5000", "C": "win 5000"}),
        ("KS 9D QS", {"A": "lose 0", "B": "lose 0", "C": "lose 0"}),
    ],
)
def test_629b_three_pairs(cards: str, tables: dict[str, str]) -> None:
    for table, expected in tables.items():
        chosen = {"perfect_pairs": table}
        found = settled_bets(
            PENNSYLVANIA, "blackjack", "main perfect_pairs", cards, pay_tables=chosen
        )
        assert found["perfect_pairs"] == f"{expected} 633a.13"


@each(
    "course, options, line",
    [
        ("AS 9D KH TC", {"pay_tables": {"main": "3-2"}}, "win 1500 633a.13"),
        ("AS 9D KH TC", {"pay_tables": {"main": "6-5"}}, "win 1200 633a.13"),
        ("TS 9D QH stand TC", {}, "win 1000 633a.13"),
        ("TS TC 6S surrender 9D", {"surrender": "late"}, "surrender 0 633a.9"),
        ("TS TC 6S surrender AD", {"surrender": "late"}, "lose 0 633a.9"),
    ],
)
def test_633a_blackjack(course: str, options: dict[str, object], line: str) -> None:
    assert settled_bets(PENNSYLVANIA, "blackjack", "main", course, **options) == {"main": line}


@each("options", [{"surrender": "early"}, {"special_hands": True}])
def test_633a_has_neither_early_surrender_nor_special_hands(options: dict[str, object]) -> None:
    with pytest.raises(OptionRefused):
        PENNSYLVANIA.open_game("blackjack", options)


@each(
    "number, numbers, on, line",
    [
        ("1", 37, "low", "win 1000 617a.4"),
        ("36", 37, "high", "win 1000 617a.4"),
        ("36", 37, "even", "win 1000 617a.4"),
        ("1", 37, "odd", "win 1000 617a.4"),
        ("1", 37, "red", "win 1000 617a.4"),
        ("2", 37, "black", "win 1000 617a.4"),
        ("1", 37, "column:1", "win 2000 617a.4"),
        ("13", 37, "dozen:2", "win 2000 617a.4"),
        ("17", 37, "straight:17", "win 35000 617a.4"),
        ("17", 37, "split:17,20", "win 17000 617a.4"),
        ("17", 37, "street:16,17,18", "win 11000 617a.4"),
        ("17", 37, "corner:16,17,19,20", "win 8000 617a.4"),
        ("17", 37, "six_line:16,17,18,19,20,21", "win 5000 617a.4"),
        ("0", 37, "top_line", "win 8000 617a.4"),
        ("00", 38, "top_line", "win 6000 617a.4"),
    ],
)
def test_617a_roulette(number: str, numbers: int, on: str, line: str) -> None:
    assert settled_bets(PENNSYLVANIA, "roulette", on, number, numbers=numbers) == {on: line}


@each(
    "dice, on, line",
    [
        ("34", "pass", "win 1000 623a.5"),
        ("11", "dont_pass", "win 1000 623a.5"),
        ("34", "any_7", "win 4000 623a.5"),
        ("56", "eleven", "win 15000 623a.5"),
        ("12", "any_craps", "win 7000 623a.5"),
        ("11", "field", "win 2000 623a.5"),
        ("13", "field", "win 1000 623a.5"),
        ("66", "field", "win 2000 623a.5"),
        ("11", "craps:2", "win 30000 623a.5"),
        ("12", "craps:3", "win 15000 623a.5"),
        ("66", "craps:12", "win 30000 623a.5"),
    ],
)
def test_623a_craps(dice: str, on: str, line: str) -> None:
    assert settled_bets(PENNSYLVANIA, "craps", on, dice) == {on: line}


@each(
    "dice, on, line",
    [
        ("112", "small", "win 1000 625a.3"),
        ("565", "big", "win 1000 625a.3"),
        ("555", "any_triple", "win 24000 625a.3"),
        ("555", "triple:5", "win 150000 625a.3"),
        ("551", "double:5", "win 8000 625a.3"),
        ("112", "sum:4", "win 50000 625a.3"),
        ("112", "duo:1,2", "win 5000 625a.3"),
        ("112", "single:1", "win 2000 625a.3"),
    ],
)
def test_625a_sic_bo(dice: str, on: str, line: str) -> None:
    assert settled_bets(PENNSYLVANIA, "sic-bo", on, dice) == {on: line}


@each(
    "course, on, line",
    [
        ("9S 8D", "main", "win 1000 651a"),
        ("8S 8D surrender", "tie", "win 10000 651a"),
    ],
)
def test_651a_casino_war(course: str, on: str, line: str) -> None:
    assert settled_bets(PENNSYLVANIA, "casino-war", "main tie", course)[on] == line


@each("table, line", [("A", "win 4000 649a"), ("B", "win 3000 649a")])
def test_649a_a_flush_by_either_pay_table(table: str, line: str) -> None:
    cards, chosen = "2H 9H QH KS 5D 7C", {"pair_plus": table}
    found = settled_bets(PENNSYLVANIA, "three-card-poker", "pair_plus", cards, pay_tables=chosen)
    assert found == {"pair_plus": line}


@each(
    "cards, on, line",
    [
        ("2S KD 2D 6C 3H", "player_pair", "win 11000 70/2000 6"),
        ("JS QD QH 6C 5H", "player_pair", "lose 0 70/2000 6"),
        ("JS 2D QH 2C 4H 2H", "banker_pair", "win 11000 70/2000 6"),
        ("4S 4D 4H 4C", "tie", "win 8000 70/2000 6"),
        ("4S KD 4H KC", "player", "win 1000 55/2004 17"),
        ("2S 5D 4S 2C", "banker", "win 1000 55/2004 17"),
        ("JS KD QH 6C 5H", "lucky_six", "win 12000 56/2018 17"),
        ("2S 2D 2H 2C 7H 2H", "lucky_six", "win 20000 56/2018 17"),
        ("2S KD 2D 6C 3H", "lucky_six", "lose 0 56/2018 17"),
    ],
)
def test_bacara(cards: str, on: str, line: str) -> None:
    assert settled_bets(MACAU, "baccarat", on, cards) == {on: line}


@each("decks, is_allowed", [(5, False), (6, True), (12, True), (13, False)])
def test_bacara_is_dealt_from_six_to_twelve_packs(decks: int, *, is_allowed: bool) -> None:
    if is_allowed:
        MACAU.open_game("baccarat", {"decks": decks})
    else:
        with pytest.raises(OptionRefused):
            MACAU.open_game("baccarat", {"decks": decks})


@each(
    "dice, on, line",
    [
        ("124", "odd", "win 1000 57/2004"),
        ("124", "even", "lose 0 57/2004"),
        ("123", "even", "win 1000 57/2004"),
        ("555", "odd", "lose 0 57/2004"),
        ("222", "even", "lose 0 57/2004"),
        ("123", "three_of_1234", "win 7000 57/2004"),
        ("122", "three_of_1234", "lose 0 57/2004"),
        ("245", "three_of_2345", "win 7000 57/2004"),
        ("256", "three_of_2356", "win 7000 57/2004"),
        ("234", "three_of_2356", "lose 0 57/2004"),
        ("356", "three_of_3456", "win 7000 57/2004"),
        ("112", "small", "win 1000 57/2004"),
        ("565", "big", "win 1000 57/2004"),
        ("555", "any_triple", "win 24000 57/2004"),
        ("555", "triple:5", "win 150000 57/2004"),
        ("551", "double:5", "win 8000 57/2004"),
        ("112", "duo:1,2", "win 5000 57/2004"),
        ("112", "single:1", "win 2000 57/2004"),
    ],
)
def test_cussec(dice: str, on: str, line: str) -> None:
    assert settled_bets(MACAU, "sic-bo", on, dice) == {on: line}


@each(
    "total, dice, paid",
    [
        (4, "112", 50),
        (5, "113", 18),
        (6, "114", 14),
        (7, "115", 12),
        (8, "116", 8),
        (9, "126", 6),
        (10, "136", 6),
        (11, "146", 6),
        (12, "156", 6),
        (13, "166", 8),
        (14, "266", 12),
        (15, "366", 14),
        (16, "466", 18),
        (17, "566", 50),
    ],
)
def test_cussec_pays_each_total(total: int, dice: str, paid: int) -> None:
    found = settled_bets(MACAU, "sic-bo", f"sum:{total}", dice)
    assert found == {f"sum:{total}": f"win {paid * 1000} 57/2004"}


@each("options", [{"no_hole_card": "all"}, {"unlike_tens": False}, {"double_after_split": False}])
def test_633a_11_fixes_what_a_split_may_be(options: dict[str, object]) -> None:
    with pytest.raises(OptionRefused):
        PENNSYLVANIA.open_game("blackjack", options)


@each("hands, may", [(2, False), (3, True)])
def test_633a_11_the_house_says_how_often(hands: int, may: bool) -> None:
    course = "KS TC QH split JS split 9S stand 9D stand 8D stand 7C"
    options = {"split_hands": hands}
    if may:
        settled_bets(PENNSYLVANIA, "blackjack", "main", course, **options)
    else:
        with pytest.raises(StopIteration):
            settled_bets(PENNSYLVANIA, "blackjack", "main", course, **options)


def test_83_2011_three_ways_to_burn() -> None:
    for burn, count in (("packs", 8), ("first_card", 10), (3, 3), ("none", 0)):
        assert MACAU.open_game("baccarat", {"burn": burn}).cards_to_burn(parse_card("9S")) == count
