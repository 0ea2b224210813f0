"""The pots (67.96), the commission on them (67.108), and their drop for a jackpot.

A pot is a layer of contributions: each all-in player caps a layer, and only hands that contributed
up to its top can win it.

      A 500   B 200 (all in)   C 500   D 100 (folded)
  500 ┌───┐                    ┌───┐
      │   │   side pot: 600    │   │              can win: A, C
  200 ├───┤   ┌───┐            ├───┤
      │   │   │ main pot: 700  │   │  ┌───┐       can win: A, B, C
    0 └───┘   └───┘            └───┘  └───┘
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

from firmware.core.poker_room.engine.rulings import ChipsReturned
from firmware.core.poker_room.engine.state import PlayerHand, PokerGame, PokerState, Pot
from firmware.core.poker_room.engine.terms import PokerTerms, amount_by_steps
from firmware.core.vocabulary.money import Cents


def give_back_uncalled(poker_state: PokerState, game: PokerGame) -> Iterable[ChipsReturned]:
    """Return the uncalled part of the highest bet to its player, if the hand is live."""
    if not game.bet_level:
        return ()
    *_, called_cents, highest_bet = sorted([hand.put for hand in game.hands.values()])
    uncalled = Cents(highest_bet - called_cents)
    if not uncalled:
        return ()
    top_spot, hand = next(
        (spot, hand) for spot, hand in game.hands.items() if hand.put == highest_bet
    )
    # an uncalled bet of a hand that was thrown in stays in the pot
    if hand.folded:
        return ()
    game.change(top_spot, put=called_cents, total=Cents(hand.total - uncalled))
    poker_state.add_chips(top_spot, uncalled)
    return (ChipsReturned(top_spot, uncalled, "67.103 (2)"),)


def pots_in_game(game: PokerGame) -> tuple[Pot, ...]:
    """Return the pots, the main one first.

    Dead money goes to the main pot; a folded hand's bet above all live hands goes to the last pot.
    """
    pot_layers = list(_pot_layers(game))
    if not pot_layers:
        pot_layers = [Pot(Cents(0), tuple(game.live_spots))]
    dead_money = sum([hand.dead for hand in game.hands.values()])
    pot_layers[0] = Pot(Cents(pot_layers[0].cents + dead_money), pot_layers[0].spots)
    # contributions of folded hands above every live one belong to no layer
    unmatched_cents = game.total_pot_cents - sum([pot.cents for pot in pot_layers])
    pot_layers[-1] = Pot(Cents(pot_layers[-1].cents + unmatched_cents), pot_layers[-1].spots)
    return tuple(pot_layers)


def _pot_layers(game: PokerGame) -> Iterator[Pot]:
    """Yield the layers from the bottom; adjacent layers with the same contenders are one pot."""
    hands = game.hands.values()
    edges_in_order = sorted(_layer_edges(hands))
    pot: Pot | None = None
    for lower, upper in pairwise((0, *edges_in_order)):
        cents = sum([min(hand.total, upper) - lower for hand in hands if hand.total > lower])
        able_spots = [
            spot
            for spot, hand in game.hands.items()
            if hand.total >= upper and _may_win(hand, lower)
        ]
        spots = tuple(able_spots)
        if pot and pot.spots != spots:
            yield pot
            pot = None
        pot = Pot(Cents(cents + (pot.cents if pot else 0)), spots)
    if pot:
        yield pot


def _layer_edges(hands: Iterable[PlayerHand]) -> set[int]:
    """Return the amounts at which the set of contenders changes."""
    totals = {hand.total for hand in hands if not hand.folded or hand.owns_above is not None}
    return (totals | {hand.owns_above or 0 for hand in hands}) - {0}


def _may_win(hand: PlayerHand, lower: int) -> bool:
    """Return whether a hand can win the layer above `lower`."""
    return not hand.folded or (hand.owns_above is not None and lower >= hand.owns_above)


class PotTaking(NamedTuple):
    """What the house takes of a pot: its commission, and the drop for a jackpot."""

    commission: Cents
    jackpot: Cents


def takings(terms: PokerTerms, game: PokerGame, pots: Iterable[Pot]) -> Iterator[PotTaking]:
    """Yield the commission and the drop of each pot (67.108).

    The commission is a percentage of all pots up to this one, in whole chips and capped, or that
    of a step, less the commission of the earlier ones; the drop likewise by its steps. A pot gives
    no more than it has. There is none before the first card of the flop, in stud before the fourth
    card.
    """
    share = terms.commission
    is_due = (
        share.without_flop
        or game.streets_complete > 1
        or (game.streets_complete == 1 and game.cards_faced > 0)
    )
    pots_cents = given_cents = dropped_cents = 0
    for pot in pots:
        pots_cents += pot.cents * is_due
        commission = min(share.on_pots(pots_cents, terms.chip) - given_cents, pot.cents)
        drop = amount_by_steps(terms.jackpot_steps, pots_cents) - dropped_cents
        jackpot = min(drop, pot.cents - commission)
        given_cents, dropped_cents = given_cents + commission, dropped_cents + jackpot
        yield PotTaking(Cents(commission), Cents(jackpot))
