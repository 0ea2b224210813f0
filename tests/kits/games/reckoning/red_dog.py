"""Le Chien rouge reckoned a second time (articles 63 to 67): what each bet is paid.

main, raise  won, as it is paid 67; lost, and the rounds that are none (consecutive cards, a pair
             that stays one) 66
"""

from random import Random
from typing import Any

from tests.kits.games.chance.table import (
    as_read,
    decides,
    lay,
    perhaps_closed,
    perhaps_spots,
    raises_freely,
    seats,
    shoe,
    stake,
)
from tests.kits.games.naive.table import (
    CONFIRM,
    RANKS,
    Bet,
    Line,
    Round,
    Script,
    Step,
    round_by_round,
)

BETS = ("main", "raise")
CONSECUTIVE, PAIR = 0, -1
"""What two cards are that leave no spread, as the number of values between them."""
SPREADS = {1: 5, 2: 4, 3: 2}
"""What a spread is paid, to 1 (67); a wider one even money."""


def _settled(played: Round) -> list[Line]:
    return [
        _line(bet, played.cards) for main in played.bets_in(BETS) for bet in _bets(played, main)
    ]


reckon = round_by_round(_settled)


def _bets(played: Round, main: Bet) -> list[Bet]:
    added = played.raised(main.spot)
    return [main, added] if added else [main]


def _line(bet: Bet, cards: list[str]) -> Line:
    low, high = sorted(map(value, cards[:2]))
    between = spread(cards)
    if between == CONSECUTIVE:
        return bet.goes_back("66")
    if between == PAIR:
        return bet.wins(11, "67") if value(cards[2]) == low else bet.goes_back("66")
    if low < value(cards[2]) < high:
        return bet.wins(SPREADS.get(between, 1), "67")
    return bet.loses("66")


def value(card: str) -> int:
    """Article 63."""
    return RANKS.index(card[0]) + 2


def spread(cards: list[str]) -> int:
    """Return how many values lie between the first two cards."""
    return abs(value(cards[0]) - value(cards[1])) - 1


# chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round."""
    options = _options(chance) if options is None else options
    laid = {spot: {"main": stake(chance)} for spot in seats(chance)}
    cards = shoe(chance, options.get("decks", 1))[:3]
    steps = [*lay(chance, laid), *perhaps_closed(chance), *as_read(chance, cards[:2])]
    if spread(cards) > CONSECUTIVE:
        steps += [_decision(chance, spot, bets["main"]) for spot, bets in laid.items()]
    if spread(cards) != CONSECUTIVE:
        steps += [{"card": cards[2]}]
    spots = perhaps_spots(chance, laid)
    return {"game": "red-dog", "options": options, **spots, "steps": [*steps, CONFIRM]}


def _options(chance: Random) -> dict[str, Any]:
    return {"decks": chance.choice((1, 2, 6, 8))} if chance.random() < 0.5 else {}


def _decision(chance: Random, spot: int, most: int) -> Step:
    if chance.random() < 0.4:
        return decides(spot, "check")
    return raises_freely(spot, chance.choice((1, most, chance.randint(1, most))))
