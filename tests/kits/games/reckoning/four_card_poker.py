"""Poker 4 Cartes reckoned a second time, from articles 67.64 to 67.74 alone.

The article of a line:

- folded: `ante` loses by 67.70;
- after a raise `ante` and `raise` win, equal hands too, or lose by 67.72;
- the bonus line of `ante`: 67.73, also beside an ante that loses to a better hand;
- `aces_up`: 67.74, won or lost, folded or not.

Dealt one by one, the spots get five cards in rounds and only then the dealer his six: 67.69 says
"then". No article of this game caps what a bet is paid: `max_payout` has nothing to say.
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

BETS: tuple[str, ...] = ("ante", "raise", "aces_up")

BONUS_PAYS = {"four_of_a_kind": 25, "straight_flush": 20, "three_of_a_kind": 2}
"""Article 67.73, to 1."""
ACES_UP_PAYS = {
    "four_of_a_kind": 50,
    "straight_flush": 30,
    "three_of_a_kind": 7,
    "flush": 5,
    "straight": 4,
    "two_pairs": 2,
    "pair": 1,
}
"""Article 67.74, to 1; of the pairs only the aces."""


# a round by chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round: an ante, an aces up or both at each spot; who has an ante decides."""
    table = _options(chance) if options is None else options
    laid = {spot: _laid(chance, table) for spot in seats(chance)}
    cards = as_read(chance, dealt(chance, _turns(table, laid)))
    decided = [_decides(chance, spot, on["ante"]) for spot, on in laid.items() if "ante" in on]
    return poker_round(chance, "four-card-poker", table, laid, cards, decided)


def _options(chance: Random) -> dict[str, Any]:
    return poker_options(chance) | no_side_bets(chance)


def _laid(chance: Random, table: dict[str, Any]) -> dict[str, int]:
    shown = ("ante", *table.get("side_bets", ["aces_up"]))
    laid = {on: stake(chance) for on in shown if chance.random() < 0.7}
    return laid or {"ante": stake(chance)}


def _decides(chance: Random, spot: int, ante: int) -> Step:
    if chance.random() < 0.2:
        return decides(spot, "fold")
    return raises_freely(spot, chance.choice((ante, 3 * ante, chance.randint(ante, 3 * ante))))


def _turns(options: Mapping[str, Any], spots: Iterable[int]) -> list[int]:
    """Return who gets each card (67.69)."""
    return [*turns(options, dict.fromkeys(spots, 5)), *[DEALER] * 6]


def _settled(played: Round) -> list[Line]:
    laid = played.bets
    held = hands(_turns(played.options, laid), played.cards)
    best = {spot: best_four(cards) for spot, cards in held.items()}
    lines = []
    for spot, on in laid.items():
        if added := played.raised(spot):
            lines += _against_dealer(on["ante"], added, best[spot], best[DEALER])
        elif "ante" in on:
            lines.append(on["ante"].loses("67.70"))
        if "aces_up" in on:
            lines.append(_aces_up(on["aces_up"], best[spot]))
    return lines


reckon = round_by_round(_settled)


def _against_dealer(ante: Bet, added: Bet, hand: Hand, dealer: Hand) -> list[Line]:
    wins = hand[1] >= dealer[1]
    lines = [bet.wins(1, "67.72") if wins else bet.loses("67.72") for bet in (ante, added)]
    if hand[0] in BONUS_PAYS:
        lines.append(ante.is_paid_besides(BONUS_PAYS[hand[0]], "67.73"))
    return lines


def _aces_up(bet: Bet, hand: Hand) -> Line:
    name, (_, highest, *_) = hand
    too_low = name == "pair" and highest < RANKS.index("A")
    if too_low or name not in ACES_UP_PAYS:
        return bet.loses("67.74")
    return bet.wins(ACES_UP_PAYS[name], "67.74")
