"""Random rounds of two packs, reckoned a second time from the cards alone.

What is written here is written from the texts, and shares nothing with the games: the drawing of
the third card, which hands a bet names, what each pays.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from random import Random
from typing import Final

from firmware.shell.rules.pack_files import find_pack
from tests.kits.rule_packs import settled_bets

ROUNDS: Final = 200
PENNSYLVANIA, MACAU = find_pack("pennsylvania"), find_pack("macau")
DECK: Final = ["".join(card) for card in product("23456789TJQKA", "SHDC")]
RED: Final = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
TOTALS: Final = {4: 50, 5: 18, 6: 14, 7: 12, 8: 8, 9: 6, 10: 6}
"""Macau's; the others are their mirror images."""


def points(cards: Iterable[str]) -> int:
    return sum("A23456789".find(card[0]) + 1 for card in cards) % 10


def banks_third(bank: int, third: int) -> bool:
    """Whether the bank draws at these points when the player's third card is worth `third`."""
    least_and_most = {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7)}
    if bank < 3 or bank > 6:
        return bank < 3
    least, most = least_and_most[bank]
    return third != 8 if bank == 3 else least <= third <= most


def dealt(shoe: Iterator[str]) -> tuple[list[str], list[str], list[str]]:
    """Return both hands, and the cards in their order."""
    order = [next(shoe) for _ in range(4)]
    player, bank = order[::2], order[1::2]
    if max(points(player), points(bank)) < 8:
        third = None
        if points(player) < 6:
            third = next(shoe)
            player.append(third)
            order.append(third)
        draws = points(bank) < 6 if third is None else banks_third(points(bank), points([third]))
        if draws:
            bank.append(next(shoe))
            order.append(bank[-1])
    return player, bank, order


def paid(odds: float | None) -> str:
    """Return the outcome and the cents of a bet of 1000: None of one that loses, 0 of a push."""
    if odds is None:
        return "lose 0"
    return f"win {round(1000 * odds)}" if odds else "push 0"


def reckoned_baccarat(player: list[str], bank: list[str]) -> dict[str, float | None]:
    margin = points(player) - points(bank)
    seven = margin < 0 and len(bank) == 3 and points(bank) == 7
    six = margin < 0 and points(bank) == 6
    return {
        "player": 0 if not margin else 1 if margin > 0 else None,
        "banker": 0 if not margin or seven else 1 if margin < 0 else None,
        "tie": None if margin else 8,
        "dragon_7": 40 if seven else None,
        "panda_8": 25 if margin > 0 and len(player) == 3 and points(player) == 8 else None,
        "player_pair": 11 if player[0][0] == player[1][0] else None,
        "banker_pair": 11 if bank[0][0] == bank[1][0] else None,
        "lucky_six": (20 if len(bank) == 3 else 12) if six else None,
    }


def lines_of(found: dict[str, str]) -> dict[str, str]:
    """Return the outcomes without the sections that they cite."""
    return {on: " ".join(line.split()[:2]) for on, line in found.items()}


def test_baccarat_by_the_cards_alone() -> None:
    chance = Random(627)
    for _ in range(ROUNDS):
        player, bank, order = dealt(iter(chance.sample(DECK * 8, 6)))
        reckoned = reckoned_baccarat(player, bank)
        in_macau = reckoned | {"banker": 0 if points(player) == points(bank) else 1}
        if points(player) > points(bank):
            in_macau["banker"] = None
        for pack, odds, bets in (
            (PENNSYLVANIA, reckoned, "player banker tie dragon_7 panda_8"),
            (MACAU, in_macau, "player banker tie player_pair banker_pair lucky_six"),
        ):
            found = lines_of(settled_bets(pack, "baccarat", bets, " ".join(order)))
            assert found == {on: paid(odds[on]) for on in bets.split()}, order


def reckoned_three(cards: list[str]) -> float | None:
    """Return what 21+3 pays of two cards and the dealer's first."""
    order = "A23456789TJQKA"
    ranks = {card[0] for card in cards}
    suited = len({card[1] for card in cards}) == 1
    runs = any(ranks == set(order[at : at + 3]) for at in range(12))
    if len(ranks) == 1:
        return 100 if suited else 30
    if runs:
        return 40 if suited else 10
    return 5 if suited else None


def reckoned_pair(first: str, second: str) -> float | None:
    if first[0] != second[0]:
        return None
    if first == second:
        return 25
    return 12 if {first[1], second[1]} in ({"S", "C"}, {"H", "D"}) else 6


def test_side_bets_of_blackjack_by_the_cards_alone() -> None:
    chance = Random(633)
    bets = "main twenty_one_plus_3 perfect_pairs"
    small = [card for card in DECK if card[0] in "789T"]
    for number in range(2 * ROUNDS):
        first, dealers, second = chance.sample((DECK if number % 2 else small) * 6, 3)
        found = lines_of(
            settled_bets(PENNSYLVANIA, "blackjack", bets, f"{first} {dealers} {second}")
        )
        assert found["twenty_one_plus_3"] == paid(reckoned_three([first, dealers, second]))
        assert found["perfect_pairs"] == paid(reckoned_pair(first, second))


def reckoned_roulette(number: int) -> dict[str, bool]:
    return {
        "red": number in RED,
        "black": number > 0 and number not in RED,
        "even": number > 0 and number % 2 == 0,
        "odd": number % 2 == 1,
        "low": 0 < number < 19,
        "high": number > 18,
        "dozen:2": 12 < number < 25,
        "column:3": number > 0 and number % 3 == 0,
        "straight:8": number == 8,
        "split:8,11": number in (8, 11),
        "street:7,8,9": number in (7, 8, 9),
        "corner:8,9,11,12": number in (8, 9, 11, 12),
        "six_line:7,8,9,10,11,12": 6 < number < 13,
    }


def test_roulette_by_the_number_alone() -> None:
    """36 over the numbers that a bet covers, less the stake (617a.4)."""
    for number in range(37):
        won = reckoned_roulette(number)
        covered = {on: sum(reckoned_roulette(n)[on] for n in range(1, 37)) for on in won}
        odds = {on: 36 / covered[on] - 1 if won[on] else None for on in won}
        found = lines_of(settled_bets(PENNSYLVANIA, "roulette", " ".join(won), str(number)))
        assert found == {on: paid(odds[on]) for on in won}, number


def reckoned_cussec(dice: tuple[int, ...]) -> dict[str, float | None]:
    total, is_triple, faces = sum(dice), len({*dice}) == 1, {*dice}
    odds: dict[str, float | None] = {
        "small": 1 if total < 11 and not is_triple else None,
        "big": 1 if total > 10 and not is_triple else None,
        "odd": 1 if total % 2 and not is_triple else None,
        "even": 1 if total % 2 == 0 and not is_triple else None,
        "any_triple": 24 if is_triple else None,
        "triple:2": 150 if dice == (2, 2, 2) else None,
        "double:3": 8 if dice.count(3) > 1 else None,
        "duo:2,5": 5 if {2, 5} <= faces else None,
        "single:4": dice.count(4) or None,
    }
    for four in ("1234", "2345", "2356", "3456"):
        of_four = len(faces) == 3 and faces <= {int(face) for face in four}
        odds[f"three_of_{four}"] = 7 if of_four else None
    for wanted in range(4, 18):
        odds[f"sum:{wanted}"] = TOTALS[min(wanted, 21 - wanted)] if total == wanted else None
    return odds


def test_cussec_by_the_dice_alone() -> None:
    for dice in product(range(1, 7), repeat=3):
        odds = reckoned_cussec(dice)
        thrown = "".join(map(str, dice))
        found = lines_of(settled_bets(MACAU, "sic-bo", " ".join(odds), thrown))
        assert found == {on: paid(odds[on]) for on in odds}, thrown
