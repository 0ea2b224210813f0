"""Poker de Boston reckoned a second time, from articles 67.51 to 67.63 alone.

The article of a line:

- folded: `ante` and `first` lose by 67.58;
- `ante` after a raise: 67.63 wherever its table pays it; elsewhere 67.62, which returns it to a
  hand as good as the dealer's or better and by which a lower one loses it;
- `first` and `second`: 67.62, whether won, equal or lost;
- `bonus`: 67.59, won or lost, folded or not.

No article of this game caps what a bet is paid: `max_payout` has nothing to say.
"""

from collections.abc import Mapping
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
from tests.kits.games.naive.hands import Hand, best_five, three
from tests.kits.games.naive.table import (
    DEALER,
    RANKS,
    Bet,
    Line,
    Round,
    Script,
    Step,
    hands,
    round_by_round,
    turns,
)

BETS: tuple[str, ...] = ("ante", "first", "second", "bonus")

ANTE_PAYS = {
    "royal_flush": 1000,
    "straight_flush": 200,
    "four_of_a_kind": 100,
    "full_house": 25,
    "flush": 15,
    "straight": 8,
    "three_of_a_kind": 5,
    "two_pairs": 2,
}
"""Article 67.63, to 1; of the two pairs only those of tens or better."""
BONUS_PAYS = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}
"""Article 67.59, to 1."""


# a round by chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round: some of the spots raise, some of them with a bonus."""
    table = _options(chance) if options is None else options
    laid = {spot: _laid(chance, table) for spot in seats(chance)}
    raised = [spot for spot in laid if chance.random() < 0.8]
    first, second = _turns(table, list(laid), raised)
    cards = dealt(chance, [*first, *second])
    deal, later = as_read(chance, cards[: len(first)]), cards[len(first) :]
    decided = [_decides(chance, spot, on["first"], raised) for spot, on in laid.items()]
    if raised:
        decided.append({"cards": later})
    return poker_round(chance, "boston-poker", table, laid, deal, decided)


def _options(chance: Random) -> dict[str, Any]:
    return poker_options(chance) | no_side_bets(chance)


def _laid(chance: Random, table: dict[str, Any]) -> dict[str, int]:
    ante = stake(chance)
    side = [on for on in table.get("side_bets", ["bonus"]) if chance.random() < 0.6]
    return {"ante": ante, "first": 2 * ante} | {on: stake(chance) for on in side}


def _decides(chance: Random, spot: int, cost: int, raised: list[int]) -> Step:
    return adds(chance, spot, "raise", cost) if spot in raised else decides(spot, "fold")


def _turns(
    options: Mapping[str, Any], spots: list[int], raised: list[int]
) -> tuple[list[int], list[int]]:
    """Return who gets each card of the first deal (67.57) and of the second (67.60)."""
    first = turns(options, dict.fromkeys((*spots, DEALER), 3))
    second = turns(options, dict.fromkeys((*raised, DEALER), 2))
    return first, second if raised else []


def _settled(played: Round) -> list[Line]:
    laid = played.bets
    raised = [spot for spot in laid if played.did(spot) == ["raise"]]
    first, second = _turns(played.options, list(laid), raised)
    held = hands([*first, *second], played.cards)
    lines = []
    for spot, on in laid.items():
        if spot in raised:
            lines += _against_dealer(on, best_five(held[spot]), best_five(held[DEALER]))
        else:
            lines += [on["ante"].loses("67.58"), on["first"].loses("67.58")]
        if "bonus" in on:
            lines.append(_bonus(on["bonus"], held[spot][:3]))
    return lines


reckon = round_by_round(_settled)


def _against_dealer(on: dict[str, Bet], hand: Hand, dealer: Hand) -> list[Line]:
    second = on["first"]._replace(on="second")
    lead = (hand[1] > dealer[1]) - (hand[1] < dealer[1])
    return [_ante(on["ante"], hand, lead), _added(on["first"], lead), _added(second, lead)]


def _ante(ante: Bet, hand: Hand, lead: int) -> Line:
    odds = _ante_odds(hand)
    if odds is not None:
        return ante.wins(odds, "67.63")
    return ante.loses("67.62") if lead < 0 else ante.goes_back("67.62")


def _ante_odds(hand: Hand) -> int | None:
    name, (_, highest, *_) = hand
    if name == "two_pairs" and highest < RANKS.index("T"):
        return None
    return ANTE_PAYS.get(name)


def _added(bet: Bet, lead: int) -> Line:
    if lead > 0:
        return bet.wins(1, "67.62")
    return bet.goes_back("67.62") if lead == 0 else bet.loses("67.62")


def _bonus(bet: Bet, cards: list[str]) -> Line:
    odds = BONUS_PAYS.get(three(cards)[0])
    return bet.loses("67.59") if odds is None else bet.wins(odds, "67.59")
