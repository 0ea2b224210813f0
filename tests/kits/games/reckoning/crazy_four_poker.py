"""Fou du poker reckoned a second time, from articles 67.75 to 67.87 alone.

The article of a line:

- folded: `ante` and `super_bonus` lose by 67.81;
- dealer not open: `raise` is paid and `ante` returned by 67.82;
- dealer open: `ante` and `raise` win or lose by 67.84 and are returned by 67.83 on equal hands;
- `super_bonus` after a raise: 67.85 wherever its table pays it; elsewhere returned by 67.82 where
  the dealer does not open, and else by 67.86, which speaks of this bet alone, returned or lost;
- `queens_up`: 67.87, won or lost, folded or not.

The combinations are those of 67.65. The raise carries its cents always: the table can't tell what
is fixed from a hand that it must not show. No article of this game caps what a bet is paid:
`max_payout` has nothing to say.
"""

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from tests.kits.games.chance.table import (
    as_read,
    dealt,
    decides,
    no_side_bets,
    poker_options,
    poker_round,
    raises_freely,
    seats,
    stake,
)
from tests.kits.games.naive.hands import Hand, best_four
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

BETS: tuple[str, ...] = ("ante", "super_bonus", "raise", "queens_up")

FOUR_ACES_PAY = 200
SUPER_BONUS_PAYS = {
    "four_of_a_kind": 30,
    "straight_flush": 15,
    "three_of_a_kind": 2,
    "flush": 3,
    "straight": 1,
}
"""Article 67.85, to 1, as printed: the flush above three of a kind; four aces by themselves."""
QUEENS_UP_PAYS = {
    "four_of_a_kind": 50,
    "straight_flush": 30,
    "three_of_a_kind": 7,
    "flush": 4,
    "straight": 3,
    "two_pairs": 2,
    "pair": 1,
}
"""Article 67.87, to 1; of the pairs only queens, kings and aces."""


# a round by chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round: who holds aces or better may raise by more than his ante."""
    table = _options(chance) if options is None else options
    laid = {spot: _laid(chance, table) for spot in seats(chance)}
    to = _turns(table, laid)
    cards = dealt(chance, to)
    held = hands(to, cards)
    decided = [
        _decides(chance, spot, on["ante"], best_four(held[spot])) for spot, on in laid.items()
    ]
    deal = as_read(chance, cards)
    return poker_round(chance, "crazy-four-poker", table, laid, deal, decided)


def _options(chance: Random) -> dict[str, Any]:
    return poker_options(chance) | no_side_bets(chance)


def _laid(chance: Random, table: dict[str, Any]) -> dict[str, int]:
    ante = stake(chance)
    side = [on for on in table.get("side_bets", ["queens_up"]) if chance.random() < 0.6]
    return {"ante": ante, "super_bonus": ante} | {on: stake(chance) for on in side}


def _decides(chance: Random, spot: int, ante: int, hand: Hand) -> Step:
    if chance.random() < 0.2:
        return decides(spot, "fold")
    more = (3 * ante, chance.randint(ante, 3 * ante)) if _is_aces_or_better(hand) else ()
    return raises_freely(spot, chance.choice((ante, *more)))


def _is_aces_or_better(hand: Hand) -> bool:
    """Article 67.81."""
    return hand[0] != "high_card" and not _is_pair_below(hand, "A")


def _turns(options: Mapping[str, Any], spots: Iterable[int]) -> list[int]:
    """Return who gets each card (67.80)."""
    return turns(options, dict.fromkeys((*spots, DEALER), 5))


def _settled(played: Round) -> list[Line]:
    laid = played.bets
    held = hands(_turns(played.options, laid), played.cards)
    best = {spot: best_four(cards) for spot, cards in held.items()}
    lines = []
    for spot, on in laid.items():
        if added := played.raised(spot):
            lines += _against_dealer(on, added, best[spot], best[DEALER])
        else:
            lines += [on["ante"].loses("67.81"), on["super_bonus"].loses("67.81")]
        if "queens_up" in on:
            lines.append(_queens_up(on["queens_up"], best[spot]))
    return lines


reckon = round_by_round(_settled)


def _against_dealer(on: dict[str, Bet], added: Bet, hand: Hand, dealer: Hand) -> list[Line]:
    bonus = _super_bonus(on["super_bonus"], hand, dealer)
    if not _opens(dealer):
        return [on["ante"].goes_back("67.82"), bonus, added.wins(1, "67.82")]
    return [_compared(on["ante"], hand, dealer), bonus, _compared(added, hand, dealer)]


def _opens(dealer: Hand) -> bool:
    """Article 67.82: with a king, an ace or any combination."""
    name, (_, highest, *_) = dealer
    return name != "high_card" or highest >= RANKS.index("K")


def _compared(bet: Bet, hand: Hand, dealer: Hand) -> Line:
    if hand[1] == dealer[1]:
        return bet.goes_back("67.83")
    return bet.wins(1, "67.84") if hand[1] > dealer[1] else bet.loses("67.84")


def _super_bonus(bet: Bet, hand: Hand, dealer: Hand) -> Line:
    if hand[0] in SUPER_BONUS_PAYS:
        return bet.wins(_super_bonus_odds(hand), "67.85")
    if not _opens(dealer):
        return bet.goes_back("67.82")
    return bet.goes_back("67.86") if hand[1] >= dealer[1] else bet.loses("67.86")


def _super_bonus_odds(hand: Hand) -> int:
    name, (_, highest, *_) = hand
    four_aces = name == "four_of_a_kind" and highest == RANKS.index("A")
    return FOUR_ACES_PAY if four_aces else SUPER_BONUS_PAYS[name]


def _queens_up(bet: Bet, hand: Hand) -> Line:
    if _is_pair_below(hand, "Q") or hand[0] not in QUEENS_UP_PAYS:
        return bet.loses("67.87")
    return bet.wins(QUEENS_UP_PAYS[hand[0]], "67.87")


def _is_pair_below(hand: Hand, rank: str) -> bool:
    name, (_, highest, *_) = hand
    return name == "pair" and highest < RANKS.index(rank)
