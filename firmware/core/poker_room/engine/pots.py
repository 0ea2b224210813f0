"""The pots (67.96): layers of what the hands have put in, and the commission on them (67.108)."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from firmware.core.poker_room.engine.rulings import GaveBack
from firmware.core.poker_room.engine.state import Game, Hand, Pot, Room
from firmware.core.poker_room.engine.terms import Terms
from firmware.core.vocabulary.money import Cents


def give_back_uncalled(room: Room, game: Game) -> Iterator[GaveBack]:
    """Return what a hand still in has put in above every other player of the round."""
    if not game.level:
        return
    *_, called, put = sorted([hand.put for hand in game.hands.values()])
    uncalled = Cents(put - called)
    if not uncalled:
        return
    top, hand = next((spot, hand) for spot, hand in game.hands.items() if hand.put == put)
    if not hand.folded:
        game.change(top, put=called, total=Cents(hand.total - uncalled))
        room.give(top, uncalled)
        yield GaveBack(top, uncalled, "67.103 (2)")


def pots_of(game: Game) -> tuple[Pot, ...]:
    """Return the pots, the main one first.

    Dead money goes to the main pot, and what no hand still in has matched to the last.
    """
    layers = list(_layers(game))
    if not layers:
        layers = [Pot(Cents(0), tuple(game.live))]
    dead = sum([hand.dead for hand in game.hands.values()])
    layers[0] = Pot(Cents(layers[0].cents + dead), layers[0].spots)
    rest = game.in_the_middle - sum([pot.cents for pot in layers])
    layers[-1] = Pot(Cents(layers[-1].cents + rest), layers[-1].spots)
    return tuple(layers)


def _layers(game: Game) -> Iterator[Pot]:
    """Yield the layers from the bottom, those with the same hands as one."""
    hands = game.hands.values()
    in_order = sorted(_edges(hands))
    pot: Pot | None = None
    for low, high in pairwise((0, *in_order)):
        cents = sum([min(h.total, high) - low for h in hands if h.total > low])
        able = [s for s, h in game.hands.items() if h.total >= high and _may_win(h, low)]
        spots = tuple(able)
        if pot and pot.spots != spots:
            yield pot
            pot = None
        pot = Pot(Cents(cents + (pot.cents if pot else 0)), spots)
    if pot:
        yield pot


def _edges(hands: Iterable[Hand]) -> set[int]:
    """Return the amounts at which the hands that can win change."""
    tops = {h.total for h in hands if not h.folded or h.owns_above is not None}
    return (tops | {h.owns_above or 0 for h in hands}) - {0}


def _may_win(hand: Hand, low: int) -> bool:
    """Return whether a hand can win what was put in above `low`."""
    return not hand.folded or (hand.owns_above is not None and low >= hand.owns_above)


def commissions(terms: Terms, game: Game, pots: Iterable[Pot]) -> list[Cents]:
    """Return the commission on each pot (67.108): a percentage of the pots so far, in whole chips,
    less what the earlier ones gave; none before the first card of the flop, in stud the fourth.
    """
    share, chip = terms.commission, terms.chip
    due = share.without_flop or game.complete > 1 or (game.complete == 1 and game.faced > 0)
    so_far, given, each = 0, 0, []
    for pot in pots:
        so_far += pot.cents
        taken = so_far * share.percent // 100
        taken -= taken % chip
        taken = taken if share.cap is None else min(taken, share.cap)
        each.append(Cents((taken - given) * due))
        given = taken
    return each
