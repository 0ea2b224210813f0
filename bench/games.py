"""Rounds of any card game: played on the game alone, then sent to a table as events."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from random import Random

from firmware.core.game.course import Choice, Decision
from firmware.core.game.game import Game
from firmware.core.games.blackjack.blackjack import Blackjack
from firmware.core.games.blackjack.dealer_facts import STANDS_ON
from firmware.core.ranks.scale import RANKS_ASCENDING
from firmware.core.table.card_picker import keys_to_card
from firmware.core.vocabulary.bets import Bet, base_bet_name
from firmware.core.vocabulary.cards import JOKER_CARD, Card
from firmware.core.vocabulary.events import CardRead, Event, KeyPressed, NumberDrawn, StackRead
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.money import NO_CENTS, Cents
from firmware.core.vocabulary.places import Place

Move = CardRead | NumberDrawn | Decision

STAKE = Cents(1000)
SPOT = 1
FIRST = NumberDrawn(1)
"""The number that the system draws (48.1): the deal begins at the first position."""
RESERVE = 52
"""So many cards at least are left in the shoe when a round begins."""

ANSWERS = (
    Key.RAISE,
    Key.GO_TO_WAR,
    Key.DRAW_CARD,
    Key.RETAIN_BET,
    Key.SET_LOW_HAND,
    Key.NO_INSURANCE,
)
"""What the player answers, but at Blackjack: he stays in, by the least that it takes."""


def main_bets(game: Game) -> tuple[Bet, ...]:
    """Return a bet on every place that is no side bet; twice as much where 67.56 wants it."""
    side_bets = (*game.SIDE_BETS, *game.HIDDEN_SIDE_BETS, *game.DECISION_PLACES)
    laid = {on: STAKE for on in game.BETS if base_bet_name(on) not in side_bets}
    short = {on for on, (why, _) in game.clashing_bets(laid).items() if why == "why.not_double"}
    return tuple(Bet(Place(SPOT, on), Cents(STAKE + STAKE * (on in short))) for on in laid)


def lead(game: Game, shoe: list[CardRead]) -> list[Move]:
    """Play a round; return its cards, numbers and decisions in order."""
    game.open()
    game.close(main_bets(game))
    moves: list[Move] = []
    while not game.finished:
        moves.append(_move(game, shoe))
        _make(game, moves[-1])
    return moves


def _move(game: Game, shoe: list[CardRead]) -> Move:
    if game.awaits_number:
        return FIRST
    return shoe.pop() if game.due else _decision(game)


def _make(game: Game, move: Move) -> None:
    if isinstance(move, CardRead):
        game.take(move)
    elif isinstance(move, NumberDrawn):
        game.take_number(move.number)
    else:
        game.decide(move)


def _decision(game: Game) -> Decision:
    choice = _choice(game)
    laid = {stake.on: stake.least for stake in choice.stakes}
    return Decision(choice, laid, _low(game.hands[choice.spot]) if choice.names_cards else ())


def _choice(game: Game) -> Choice:
    offered = {choice.do: choice for choice in game.choices}
    if isinstance(game, Blackjack) and Key.HIT in offered:
        draws = game.hands_by_spot[SPOT][0].total < STANDS_ON
        return offered[Key.HIT if draws else Key.STAND]
    return next(offered[do] for do in ANSWERS if do in offered)


def _low(hand: Sequence[Card]) -> tuple[Card, ...]:
    """Return a main faible that is never the higher one: single cards first, from the lowest."""
    alike = Counter(card.rank for card in hand)
    cards = sorted(
        set(hand) - {JOKER_CARD},
        key=lambda card: (alike[card.rank], RANKS_ASCENDING.index(card.rank)),
    )
    return tuple(cards[:2])


def happenings(game: Game, moves: Iterable[Move]) -> Iterator[Event]:
    """Yield the events of such a round for a table, from the chips laid to the key for the next."""
    laid_cents = {bet.place: bet.cents for bet in main_bets(game)}
    yield from (StackRead(place, cents) for place, cents in laid_cents.items())
    yield KeyPressed(Key.NO_MORE_BETS)
    for move in moves:
        if isinstance(move, CardRead | NumberDrawn):
            yield move
            continue
        for on, cents in move.laid_cents.items():
            place = Place(move.spot, on)
            laid_cents[place] = Cents(laid_cents.get(place, NO_CENTS) + cents)
            yield StackRead(place, laid_cents[place])
        yield from map(KeyPressed, _keys(move, game.pack))
    yield from (StackRead(place, NO_CENTS) for place in laid_cents)
    yield KeyPressed(Key.CONFIRM)


def _keys(decision: Decision, pack: Sequence[Card]) -> Iterator[Key]:
    """Give the keys of a decision: each card that is named is turned to by rank and suit."""
    for card in decision.low_hand:
        yield from keys_to_card(card, pack)
        yield Key.PICK_CARD
    yield decision.do


def shuffled(game: Game, chance: Random) -> list[CardRead]:
    shoe = [CardRead(card) for card in game.pack] * game.decks
    chance.shuffle(shoe)
    return shoe
