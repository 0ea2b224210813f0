"""Super pan 9 reckoned a second time (articles 54 to 62): what each bet is paid.

main  won, as it is paid 58; lost or drawn 57

A player as the bank (62, 53): the dealer is the bank of a table's first round, so a script with a
player as the bank has a round before it, in which he has bet. The bank's hand is the one dealt in
the dealer's place, and he draws to it as he likes: only the dealer must draw or stop (60). The bank
has no bet, and his own spot no cards.
"""

from collections import deque
from random import Random
from typing import Any

from tests.kits.games.chance.table import (
    as_read,
    deal_option,
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
    Bet,
    Line,
    Round,
    Script,
    Step,
    hands,
    round_by_round,
    turns,
)

BETS = ("main",)
DECKS = 8
RANKS = "A23456JQK"
"""The sevens to tens are taken out (54)."""
LAST_DRAW = 5
"""The highest total to which the dealer draws (60)."""
PACKET = 3


def _settled(played: Round) -> list[Line]:
    to = turns(played.options, dict.fromkeys((*played.spots, DEALER), PACKET))
    held = hands(to, played.cards[: len(to)])
    fourth = deque(played.cards[len(to) :])
    for spot in played.spots:
        if played.decision(spot, "draw"):
            held[spot].append(fourth.popleft())
    if fourth if played.bank else total(held[DEALER]) <= LAST_DRAW:
        held[DEALER].append(fourth.popleft())
    return [_line(bet, total(held[bet.spot]), total(held[DEALER])) for bet in played.bets_in(BETS)]


reckon = round_by_round(_settled)


def total(cards: list[str]) -> int:
    """Article 54."""
    return sum(0 if card[0] in "JQK" else RANKS.index(card[0]) + 1 for card in cards) % 10


def _line(bet: Bet, own: int, bank: int) -> Line:
    if own > bank:
        return bet.wins(1, "58", commission=bet.commission)
    return bet.goes_back("57") if own == bank else bet.loses("57")


# chance


def random_script(chance: Random, options: dict[str, Any] | None = None) -> Script:
    """Return one legal round, now and then followed by one with a player as the bank."""
    options = _options(chance) if options is None else options
    cards = deque(shoe(chance, DECKS, RANKS))
    playing = seats(chance)
    steps = _round(chance, options, playing, cards)
    if len(playing) > 1 and chance.random() < 0.3:
        bank = chance.choice(playing)
        others = [spot for spot in playing if spot != bank]
        steps += [{"bank": {"spot": bank}}, *_round(chance, options, others, cards, banked=True)]
    spots = perhaps_spots(chance, playing)
    return {"game": "super-pan-9", "options": options, **spots, "steps": steps}


def _options(chance: Random) -> dict[str, Any]:
    return deal_option(chance) | ({"decks": DECKS} if chance.random() < 0.2 else {})


def _round(
    chance: Random,
    options: dict[str, Any],
    spots: list[int],
    cards: deque[str],
    *,
    banked: bool = False,
) -> list[Step]:
    bets = lay(chance, {spot: {"main": stake(chance)} for spot in spots})
    to = turns(options, dict.fromkeys((*spots, DEALER), PACKET))
    dealt = [cards.popleft() for _ in to]
    held = hands(to, dealt)
    drawn = [step for spot in spots for step in _played(chance, spot, held[spot], cards)]
    if banked:
        drawn += _played(chance, DEALER, held[DEALER], cards)
    elif total(held[DEALER]) <= LAST_DRAW:
        drawn.append({"card": cards.popleft()})
    return [*bets, *perhaps_closed(chance), *as_read(chance, dealt), *drawn, CONFIRM]


def _played(chance: Random, spot: int, hand: list[str], cards: deque[str]) -> list[Step]:
    if chance.random() < (0.8 if total(hand) <= LAST_DRAW else 0.2):
        return [decides(spot, "draw"), {"card": cards.popleft()}]
    return [decides(spot, "stand")]
