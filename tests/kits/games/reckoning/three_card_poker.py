"""Poker 3 Cartes reckoned a second time (articles 67.22 to 67.32): what each bet is paid.

ante, raise  won, equal or lost 67.30; the dealer not open 67.29; folded 67.28
ante bonus   67.31
pair_plus    67.32
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from tests.kits.games.chance.table import (
    adds,
    as_read,
    dealt,
    decides,
    no_side_bets,
    poker_options,
    poker_round,
    seats,
    stake,
)
from tests.kits.games.naive.hands import three
from tests.kits.games.naive.table import (
    DEALER,
    Bet,
    Line,
    Round,
    Script,
    Step,
    hands,
    round_by_round,
    turns,
)

BETS = ("ante", "raise", "pair_plus")
OPENS = three(["QS", "3H", "2D"])[1]
"""The lowest hand with which the dealer opens (67.29)."""
ANTE_BONUS = {"straight_flush": 5, "three_of_a_kind": 4, "straight": 1}
"""What the ante is also paid (67.31)."""
PAIR_PLUS = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}
"""What "paire ou plus" is paid (67.32)."""


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """One legal round: an ante, a pair plus or both at each spot; who has an ante decides."""
    table = _options(chance) if options is None else options
    laid = {spot: _laid(chance, table) for spot in seats(chance)}
    cards = as_read(chance, dealt(chance, turns(table, _sizes(laid))))
    decided = [_decides(chance, spot, on["ante"]) for spot, on in laid.items() if "ante" in on]
    return poker_round(chance, "three-card-poker", table, laid, cards, decided)


def _options(chance: Random) -> dict[str, Any]:
    return poker_options(chance) | no_side_bets(chance)


def _laid(chance: Random, table: dict[str, Any]) -> dict[str, int]:
    shown = ("ante", *table.get("side_bets", ["pair_plus"]))
    laid = {on: stake(chance) for on in shown if chance.random() < 0.7}
    return laid or {"ante": stake(chance)}


def _decides(chance: Random, spot: int, ante: int) -> Step:
    if chance.random() < 0.2:
        return decides(spot, "fold")
    return adds(chance, spot, "raise", ante)


def _sizes(laid: Iterable[int]) -> dict[int, int]:
    return dict.fromkeys((*laid, DEALER), 3)


def _settled(played: Round) -> list[Line]:
    laid = played.bets
    held = hands(turns(played.options, _sizes(laid)), played.cards)
    lines: list[Line] = []
    for spot, on in laid.items():
        if "ante" in on:
            lines += _against_dealer(on["ante"], played.did(spot), held[spot], held[DEALER])
        if "pair_plus" in on:
            lines.append(_pair_plus(on["pair_plus"], held[spot]))
    return lines


reckon = round_by_round(_settled)


def _against_dealer(ante: Bet, done: list[str], hand: list[str], dealer: list[str]) -> list[Line]:
    if done == ["fold"]:
        return [ante.loses("67.28")]
    combination, mine = three(hand)
    lines = _compared(ante, ante._replace(on="raise"), mine, three(dealer)[1])
    if combination in ANTE_BONUS:
        lines.append(ante.is_paid_besides(ANTE_BONUS[combination], "67.31"))
    return lines


def _compared(ante: Bet, more: Bet, mine: tuple[int, ...], dealers: tuple[int, ...]) -> list[Line]:
    if dealers < OPENS:
        return [ante.wins(1, "67.29"), more.goes_back("67.29")]
    if mine > dealers:
        return [ante.wins(1, "67.30"), more.wins(1, "67.30")]
    if mine == dealers:
        return [ante.goes_back("67.30"), more.goes_back("67.30")]
    return [ante.loses("67.30"), more.loses("67.30")]


def _pair_plus(bet: Bet, hand: list[str]) -> Line:
    to_one = PAIR_PLUS.get(three(hand)[0])
    return bet.loses("67.32") if to_one is None else bet.wins(to_one, "67.32")
