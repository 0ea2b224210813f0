"""Random rounds at a house-banked table, as round scripts: options, bets, cards, decisions."""

from collections.abc import Iterable
from random import Random
from typing import Any

from tests.kits.games.naive.table import CLOSE, CONFIRM, RANKS, SUITS, Script, Step

Laid = dict[int, dict[str, int]]
"""Cents by spot and bet."""

LEANINGS = ((1, 4), (2, 4), (3, 1), (3, 4), (4, 2), (5, 1), (5, 2), (5, 4), (7, 1), (7, 2))
"""Of how many neighbouring ranks, in how many suits, the cards are that come first."""


# options and bets


def poker_options(chance: Random, *progressive: str) -> dict[str, Any]:
    """Return how a table may be set up: one pack or two, the deal, and the lot shown."""
    drawn: dict[str, Any] = {"decks": 2} if chance.random() < 0.2 else {}
    drawn |= deal_option(chance)
    if progressive and chance.random() < 0.7:
        meter = chance.choice((1_000_000, chance.randint(1, 50_000_000)))
        drawn |= {"side_bets": list(progressive), "progressive_meter": meter}
        drawn |= {"progressive_increment": meter % 51} if meter % 2 else {}
    return drawn


def deal_option(chance: Random) -> dict[str, Any]:
    """Return, now and then, how the table deals."""
    return {"deal": chance.choice(("packets", "one-by-one"))} if chance.random() < 0.3 else {}


def no_side_bets(chance: Random) -> dict[str, Any]:
    """Return, now and then, the option of a table that shows no side bet."""
    return {"side_bets": []} if chance.random() < 0.1 else {}


def caps(chance: Random, *on: str) -> dict[str, Any]:
    """Return, now and then, the option that caps what some of the bets are paid."""
    if chance.random() < 0.8:
        return {}
    some = chance.sample(on, chance.randint(1, len(on)))
    return {"max_payout": {bet: chance.choice((1, 5000, 20000, 100_000)) for bet in some}}


def stake(chance: Random) -> int:
    """Return a stake, often of round chips and sometimes of odd cents."""
    return chance.choice((500, 1000, 2500, 10000, chance.randint(1, 20000)))


def seats(chance: Random, most: int = 7) -> list[int]:
    """Return the spots that bet, mostly few of them."""
    return sorted(chance.sample(range(1, most + 1), chance.choice((1, 1, 1, 2, 2, 3, most))))


def perhaps_spots(chance: Random, playing: Iterable[int]) -> dict[str, int]:
    """Return how many spots the table has, where the script says so: enough for its bets."""
    return {"spots": chance.randint(max(playing), 7)} if chance.random() < 0.2 else {}


def lay(chance: Random, laid: Laid) -> list[Step]:
    """Return the steps that place what is laid, some of it in two parts."""
    return [
        {"bet": {"spot": spot, "on": on, "cents": chips}}
        for spot, bets in laid.items()
        for on, cents in bets.items()
        for chips in _parts(chance, cents)
    ]


def _parts(chance: Random, cents: int) -> list[int]:
    part = chance.randint(1, cents - 1) if cents > 1 and chance.random() < 0.1 else 0
    return [chips for chips in (part, cents - part) if chips]


def perhaps_closed(chance: Random) -> list[Step]:
    """Return the dealer's key, or nothing where he lets the first card close the bets."""
    return [CLOSE] if chance.random() < 0.7 else []


# cards


def as_read(chance: Random, cards: list[str]) -> list[Step]:
    """Return cards in one step, or in two with the first by itself."""
    apart = 1 if chance.random() < 0.2 else 0
    first = [{"card": card} for card in cards[:apart]]
    return [*first, {"cards": cards[apart:]}] if cards[apart:] else first


def shoe(chance: Random, decks: int, ranks: str = RANKS) -> list[str]:
    """Return a full shoe in some order; often the cards of a few neighbouring ranks come first."""
    width = chance.choice((1, 2, 3, 4, 5, 6, len(ranks)))
    first = chance.randint(0, len(ranks) - width)
    parts = ranks[first : first + width], ranks[:first] + ranks[first + width :]
    return [card for part in parts for card in _shuffled(chance, decks, part)]


def _shuffled(chance: Random, decks: int, ranks: str) -> list[str]:
    cards = [rank + suit for rank in ranks for suit in SUITS] * decks
    chance.shuffle(cards)
    return cards


def dealt(chance: Random, to: list[int]) -> list[str]:
    """Return the cards of a deal, from one pack, leaning to rare and to equal hands."""
    favoured = chance.sample(sorted(set(to)), len(set(to)))
    pack = _leaning(chance)
    if chance.random() < 0.2:
        pack = _twinned(pack, to.count(favoured[0]))
    held = {spot: [pack.pop(0) for _ in range(to.count(spot))] for spot in favoured}
    return [held[spot].pop(0) for spot in to]


def _leaning(chance: Random) -> list[str]:
    """Return a pack in some order; mostly some neighbouring ranks in some suits come first."""
    width, suits = chance.choice((*LEANINGS, (13, 4)))
    wheel, some = "A" + RANKS, chance.sample(SUITS, suits)
    top = chance.choice((len(wheel), chance.randint(width, len(wheel))))
    first = {rank + suit for rank in wheel[top - width : top] for suit in some}
    rest = {rank + suit for rank in RANKS for suit in SUITS} - first
    return [*chance.sample(sorted(first), len(first)), *chance.sample(sorted(rest), len(rest))]


def _twinned(pack: list[str], size: int) -> list[str]:
    """Return a pack whose second hand has the ranks of its first, as far as it can."""
    first, rest, second = pack[:size], pack[size:], []
    for card in first:
        twin = next((other for other in rest if other[0] == card[0]), rest[0])
        rest.remove(twin)
        second.append(twin)
    return [*first, *second, *rest]


# decisions


def decides(spot: int, do: str) -> Step:
    return {"decide": {"spot": spot, "do": do}}


def adds(chance: Random, spot: int, do: str, cents: int) -> Step:
    """Return a decision whose price an article fixes; the cents stand there or not."""
    named = {"cents": cents} if chance.random() < 0.5 else {}
    return {"decide": {"spot": spot, "do": do} | named}


def raises_freely(spot: int, cents: int) -> Step:
    """Return the decision to raise by an amount that no article fixes."""
    return {"decide": {"spot": spot, "do": "raise", "cents": cents}}


def poker_round(
    chance: Random,
    game: str,
    options: dict[str, Any],
    laid: Laid,
    cards: list[Step],
    decided: list[Step],
) -> Script:
    """Return a round that is closed after the bets and paid at the end."""
    steps = [*lay(chance, laid), CLOSE, *cards, *decided, CONFIRM]
    return {"game": game, "options": options, "steps": steps}
