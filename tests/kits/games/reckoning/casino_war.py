"""Bataille reckoned a second time (articles 67.33 to 67.40): what each bet is paid.

main  won or lost on the first cards, or given up 67.38; after a war 67.39
war   67.39, whatever it comes to
tie   67.40, won or lost
"""

from collections import deque
from random import Random
from typing import Any

from tests.kits.games.chance.table import (
    Laid,
    adds,
    as_read,
    decides,
    lay,
    perhaps_closed,
    perhaps_spots,
    seats,
    shoe,
    stake,
)
from tests.kits.games.naive.table import (
    CONFIRM,
    DEALER,
    RANKS,
    Bet,
    Line,
    Round,
    Script,
    Step,
    round_by_round,
)

BETS = ("main", "war", "tie")
BURNT = 3
"""Cards removed before each card of a war (67.39)."""


def _settled(played: Round) -> list[Line]:
    cards = deque(played.cards)
    first = {spot: rank(cards.popleft()) for spot in (*played.spots, DEALER)}
    warring = [spot for spot in played.spots if played.decision(spot, "war")]
    second = {spot: _after_burns(cards) for spot in (*warring, DEALER)} if warring else {}
    return [
        line
        for bet in played.bets_in(BETS)
        for line in (
            [_tie(bet, first)] if bet.on == "tie" else _main(bet, first, second, bet.spot in second)
        )
    ]


reckon = round_by_round(_settled)


def rank(card: str) -> int:
    """Article 67.34."""
    return RANKS.index(card[0])


def _after_burns(cards: deque[str]) -> int:
    return [rank(cards.popleft()) for _ in range(BURNT + 1)][-1]


def _tie(bet: Bet, first: dict[int, int]) -> Line:
    if first[bet.spot] == first[DEALER]:
        return bet.wins(10, "67.40")
    return bet.loses("67.40")


def _main(bet: Bet, first: dict[int, int], second: dict[int, int], at_war: bool) -> list[Line]:
    if at_war:
        return _war(bet, second[bet.spot] - second[DEALER])
    lead = first[bet.spot] - first[DEALER]
    if lead == 0:
        return [bet.is_given_up("67.38", bet.half)]
    return [bet.wins(1, "67.38") if lead > 0 else bet.loses("67.38")]


def _war(main: Bet, lead: int) -> list[Line]:
    war = main._replace(on="war")
    if lead < 0:
        return [main.loses("67.39"), war.loses("67.39")]
    if lead > 0:
        return [main.wins(1, "67.39"), war.goes_back("67.39")]
    return [main.wins(1, "67.39"), war.wins(1, "67.39")]


# chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round."""
    options = _options(chance) if options is None else options
    laid = {spot: _laid(chance, options) for spot in seats(chance)}
    cards = deque(shoe(chance, options.get("decks", 6)))
    played = _played(chance, laid, cards)
    steps = [*lay(chance, laid), *perhaps_closed(chance), *played, CONFIRM]
    spots = perhaps_spots(chance, laid)
    return {"game": "casino-war", "options": options, **spots, "steps": steps}


def _options(chance: Random) -> dict[str, Any]:
    decks = {"decks": chance.choice((6, 8))} if chance.random() < 0.4 else {}
    shown = {"side_bets": chance.choice(([], ["tie"]))} if chance.random() < 0.2 else {}
    return decks | shown


def _laid(chance: Random, options: dict[str, Any]) -> dict[str, int]:
    shown = "tie" in options.get("side_bets", ["tie"])
    side = {"tie": stake(chance)} if shown and chance.random() < 0.5 else {}
    return {"main": stake(chance)} | side


def _played(chance: Random, laid: Laid, cards: deque[str]) -> list[Step]:
    first = {spot: cards.popleft() for spot in (*laid, DEALER)}
    tied = [spot for spot in laid if first[spot][0] == first[DEALER][0]]
    decided = [_decision(chance, spot, laid[spot]["main"]) for spot in tied]
    warring = sum(step["decide"]["do"] == "war" for step in decided)
    drawn = (warring + 1) * (BURNT + 1) if warring else 0
    war = [cards.popleft() for _ in range(drawn)]
    return [*as_read(chance, list(first.values())), *decided, *as_read(chance, war)]


def _decision(chance: Random, spot: int, cents: int) -> Step:
    if chance.random() < 0.3:
        return decides(spot, "surrender")
    return adds(chance, spot, "war", cents)
