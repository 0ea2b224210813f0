"""Baccara reckoned a second time (articles 27 to 37): what each bet is paid.

player, banker  won 35; lost, and equal hands, 33, 32
tie             won 36, lost 34
"""

from collections import deque
from random import Random
from typing import Any

from tests.kits.games.chance.table import as_read, lay, perhaps_closed, perhaps_spots, seats, stake
from tests.kits.games.chance.table import shoe as full_shoe
from tests.kits.games.naive.table import CONFIRM, Bet, Line, Round, Script, round_by_round

BETS = ("player", "banker", "tie")
LOST = {"player": "33", "banker": "32", "tie": "34"}
"""What says that a bet has lost, or is returned at equal hands."""
DECKS = 8


# the rules, once more


def value(card: str) -> int:
    """Return a card's points."""
    return "0123456789".find(card[0]) if card[0].isdigit() else int(card[0] == "A")


def wants(dealt: list[str]) -> bool:
    """Say whether another card is due after `dealt`, by the closed form of article 37."""
    if len(dealt) < 4:
        return True
    points = [value(card) for card in dealt]
    player, bank = (points[0] + points[2]) % 10, (points[1] + points[3]) % 10
    if max(player, bank) > 7 or len(dealt) == 6:
        return False
    if player > 5:
        return bank < 6 and len(dealt) == 4
    if len(dealt) == 4:
        return True
    third = points[4]
    return bank <= {8: 2, 9: 3}.get(third, 3 + third // 2)


def player_draws(dealt: list[str]) -> bool:
    """Say whether the fifth card is the Player's."""
    return (value(dealt[0]) + value(dealt[2])) % 10 <= 5


def next_hand(dealt: list[str]) -> str | None:
    """Return whose the next card is after `dealt`, None when both hands are complete."""
    if not wants(dealt):
        return None
    return (
        "player" if len(dealt) in (0, 2) or (len(dealt) == 4 and player_draws(dealt)) else "banker"
    )


def totals(dealt: list[str]) -> tuple[int, int]:
    """Return the points of the Player and of the Bank."""
    points = [value(card) for card in dealt]
    thirds = points[4:] if player_draws(dealt) else [0, *points[4:]]
    player, bank = (*thirds, 0, 0)[:2]
    return (points[0] + points[2] + player) % 10, (points[1] + points[3] + bank) % 10


def line_of(bet: Bet, player: int, bank: int) -> Line:
    winner = "tie" if player == bank else "player" if player > bank else "banker"
    if bet.on == winner:
        commission = bet.commission if winner == "banker" else 0
        to_one, article = (8, "36") if winner == "tie" else (1, "35")
        return bet.wins(to_one, article, commission=commission)
    return bet.goes_back(LOST[bet.on]) if winner == "tie" else bet.loses(LOST[bet.on])


def _settled(played: Round) -> list[Line]:
    player, bank = totals(played.cards)
    return [line_of(bet, player, bank) for bet in played.bets_in(BETS)]


reckon = round_by_round(_settled)


# chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round, or a few from one shoe."""
    options = {} if options is None else options
    shoe = deque(full_shoe(chance, DECKS))
    laid = {spot: _laid(chance) for spot in seats(chance)}
    spots = perhaps_spots(chance, laid)
    steps = []
    for _ in range(chance.choice((1, 1, 2, 3))):
        dealt = list[str]()
        while wants(dealt):
            dealt.append(shoe.popleft())
        steps += [*lay(chance, laid), *perhaps_closed(chance), *as_read(chance, dealt), CONFIRM]
    return {"game": "baccarat", "options": options, **spots, "steps": steps}


def _laid(chance: Random) -> dict[str, int]:
    some = chance.sample(BETS, chance.choice((1, 1, 2, 3)))
    return {on: stake(chance) for on in some}
