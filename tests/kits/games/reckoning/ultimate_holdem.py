"""Ultimate Texas Hold'em reckoned a second time, from 58 Pa. Code 653a.12 and published rules.

Two cards to each and to the dealer; a card is burnt before three on the board, and before two more.
A play bet is three or four antes before the board, two with three cards, one with all five, or the
hand is folded. The article of a line:

- folded: `ante` and `blind` lose by 653a.11;
- `ante` without a pair of the dealer's goes back by 653a.11; with one, and `raise` in any case, it
  is paid 1 to 1 by 653a.12, and by 653a.11 goes back on equal hands and loses against a better one;
- `blind`, the player ahead: by 653a.12 paid by its table, or goes back; else as `raise`;
- `trips`: 653a.12, won or lost, folded or not.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from tests.kits.games.chance.table import (
    as_read,
    dealt,
    decides,
    lay,
    no_side_bets,
    poker_options,
    raises_freely,
    seats,
    stake,
)
from tests.kits.games.naive.hands import Hand, best_five
from tests.kits.games.naive.table import (
    CLOSE,
    CONFIRM,
    DEALER,
    SUITS,
    Bet,
    Line,
    Round,
    Script,
    Step,
    hands,
    round_by_round,
    turns,
)

BETS: tuple[str, ...] = ("ante", "blind", "raise", "trips")

BOARD = -1
BOARD_CARDS = 7
"""Five, and the one that is burnt before the flop, and before the turn."""

BLIND_PAYS = {
    "A": {"straight": (1, 1)},
    "B": dict[str, tuple[int, int]](),
}
BLIND_ALIKE = {
    "royal_flush": (500, 1),
    "straight_flush": (50, 1),
    "four_of_a_kind": (10, 1),
    "full_house": (3, 1),
    "flush": (3, 2),
}
TRIPS_PAYS = {"A": (30, 9, 7, 4), "B": (30, 8, 6, 5), "C": (30, 8, 7, 4), "D": (20, 7, 6, 5)}
"""Of four of a kind, a full house, a flush and a straight; the others are alike in each table."""
MIDDLE_HANDS = ("four_of_a_kind", "full_house", "flush", "straight")


def blind_pays(table: str) -> dict[str, tuple[int, int]]:
    return BLIND_ALIKE | BLIND_PAYS[table]


def trips_pays(table: str) -> dict[str, int]:
    ends = {"royal_flush": 50, "straight_flush": 40, "three_of_a_kind": 3}
    return ends | dict(zip(MIDDLE_HANDS, TRIPS_PAYS[table], strict=True))


# a round by chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round, by some of the pay tables."""
    table = _options(chance) if options is None else options
    laid = {spot: _laid(chance, table) for spot in seats(chance)}
    to = turns(table, dict.fromkeys((*laid, DEALER), 2))
    cards = _cards(chance, to)
    antes = {spot: chance.choice((4, 4, 3, 2, 2, 1, 1, 0)) for spot in laid}
    flop, river = len(to) + 4, len(to) + 7
    steps = [
        *as_read(chance, cards[: len(to)]),
        *_decided(laid, antes, (4, 3)),
        {"cards": cards[len(to) : flop]},
        *_decided(laid, {spot: n for spot, n in antes.items() if n < 3}, (2,)),
        {"cards": cards[flop:river]},
        *_last_decided(chance, laid, antes),
    ]
    return {
        "game": "ultimate-holdem",
        "rules": "pennsylvania",
        "options": table,
        "steps": [*lay(chance, laid), CLOSE, *steps, CONFIRM],
    }


def _cards(chance: Random, to: Sequence[int]) -> list[str]:
    """Return the cards of all hands, then of the board; now and then a royal flush on the flop."""
    cards = dealt(chance, [*to, *[BOARD] * BOARD_CARDS])
    if chance.random() < 0.05:
        spot, suit = chance.choice(to), chance.choice(SUITS)
        places = [at for at, whose in enumerate(to) if whose == spot]
        for at, rank in zip([*places, *(len(to) + nth for nth in (1, 2, 3))], "AKQJT", strict=True):
            other = cards.index(rank + suit) if rank + suit in cards else at
            cards[at], cards[other] = rank + suit, cards[at]
    return cards


def _options(chance: Random) -> dict[str, Any]:
    chosen = {"blind": chance.choice("AB"), "trips": chance.choice("ABCD")}
    return poker_options(chance) | no_side_bets(chance) | {"pay_tables": chosen}


def _laid(chance: Random, table: dict[str, Any]) -> dict[str, int]:
    ante = stake(chance)
    side = [on for on in table.get("side_bets", ["trips"]) if chance.random() < 0.7]
    return {"ante": ante, "blind": ante} | {on: stake(chance) for on in side}


def _decided(
    laid: Mapping[int, dict[str, int]], antes: Mapping[int, int], open_now: tuple[int, ...]
) -> list[Step]:
    return [
        raises_freely(spot, number * laid[spot]["ante"])
        if number in open_now
        else decides(spot, "check")
        for spot, number in antes.items()
    ]


def _last_decided(
    chance: Random, laid: Mapping[int, dict[str, int]], antes: Mapping[int, int]
) -> list[Step]:
    last = {spot: number for spot, number in antes.items() if number < 2}
    return [
        raises_freely(spot, laid[spot]["ante"]) if number else decides(spot, "fold")
        for spot, number in last.items()
    ]


# what it comes to


def _settled(played: Round) -> list[Line]:
    laid = played.bets
    to = turns(played.options, dict.fromkeys((*laid, DEALER), 2))
    held = hands(to, played.cards[: len(to)])
    board = [card for nth, card in enumerate(played.cards[len(to) :]) if nth not in (0, 4)]
    best = {spot: best_five([*cards, *board]) for spot, cards in held.items()}
    tables = {"blind": "A", "trips": "A"} | played.options.get("pay_tables", {})
    lines = []
    for spot, on in laid.items():
        if added := played.raised(spot):
            lines += _against_dealer(on, added, best[spot], best[DEALER], tables["blind"])
        else:
            lines += [on["ante"].loses("653a.11"), on["blind"].loses("653a.11")]
        if "trips" in on:
            lines.append(_trips(on["trips"], best[spot], tables["trips"]))
    return _folded_first(lines)


reckon = round_by_round(_settled)


def _folded_first(lines: Sequence[Line]) -> list[Line]:
    """The bets of who folds are taken before the dealer's cards are turned."""
    played = {line["spot"] for line in lines if line["on"] == "raise"}
    return sorted(lines, key=lambda line: line["spot"] in played or line["on"] == "trips")


def _against_dealer(
    on: dict[str, Bet], added: Bet, hand: Hand, dealer: Hand, blind_table: str
) -> list[Line]:
    opens = dealer[0] != "high_card"
    return [
        _compared(on["ante"], hand, dealer) if opens else on["ante"].goes_back("653a.11"),
        _blind(on["blind"], hand, dealer, blind_pays(blind_table)),
        _compared(added, hand, dealer),
    ]


def _compared(bet: Bet, hand: Hand, dealer: Hand) -> Line:
    if hand[1] == dealer[1]:
        return bet.goes_back("653a.11")
    return bet.wins(1, "653a.12") if hand[1] > dealer[1] else bet.loses("653a.11")


def _blind(bet: Bet, hand: Hand, dealer: Hand, pays: dict[str, tuple[int, int]]) -> Line:
    if hand[1] <= dealer[1]:
        return _compared(bet, hand, dealer)
    if hand[0] not in pays:
        return bet.goes_back("653a.12")
    to, one = pays[hand[0]]
    return bet.wins(to, "653a.12", one=one)


def _trips(bet: Bet, hand: Hand, table: str) -> Line:
    pays = trips_pays(table)
    return bet.wins(pays[hand[0]], "653a.12") if hand[0] in pays else bet.loses("653a.12")
