"""Key entry before an act: an amount, a spot, cards.

An amount is keyed by digits, in units of the currency or in a tournament's chips, or chip by chip.
The act that takes it clears it, even if the act is refused; the other entries are cleared by an act
that is accepted. EMPTY clears everything.
"""

from typing import Final

from msgspec.structs import replace

from firmware.core.poker_room.engine.betting_order import player_to_act
from firmware.core.poker_room.engine.limits import BetRange, amount_to_call, bet_range_of
from firmware.core.poker_room.engine.showdown import next_to_show
from firmware.core.poker_room.engine.state import GameStage, PokerGame, PokerState, clockwise
from firmware.core.poker_room.table.apply import (
    game_in_progress,
    poker_room_of,
    poker_state_of,
)
from firmware.core.table.card_picker import CardEntry
from firmware.core.table.key_entry import NO_KEY_ENTRY
from firmware.core.table.state import State
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import Event, KeyPressed
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGIT_KEYS, Key
from firmware.core.vocabulary.money import MOST_CENTS, NO_CENTS, Cents

POT_DIVISORS: Final = {Key.HALF_POT: 2, Key.POT_BET: 1}
"""The divisor of the pot in a raise of half the pot, or of the pot."""


# amounts


def key_digit(state: State, event: KeyPressed) -> None:
    """Add a digit to the amount, in units of the currency or in a tournament's chips."""
    # a digit after chips drops what is below a unit
    digit, digit_cents = DIGIT_KEYS.index(event.key), poker_room_of(state).digit_cents
    _set_amount(
        state, Cents(state.key_entry.amount // digit_cents * digit_cents * 10 + digit * digit_cents)
    )


def key_chip(state: State, event: KeyPressed) -> None:
    """Add a chip to the amount."""
    number = CHIP_KEYS.index(event.key)
    if number >= len(state.rules.denominations):
        raise Forbidden("why.not_now")
    chip_cents = state.rules.denominations[number]
    _set_amount(state, Cents(state.key_entry.amount + chip_cents))


def key_pot_fraction(state: State, event: KeyPressed) -> None:
    """Key the minimum raise, or a raise of half the pot or the pot, within the legal range."""
    poker_state = poker_state_of(state)
    game, spot = game_in_progress(state), player_to_act(poker_state)
    if spot is None:
        raise Forbidden("why.nothing_to_decide")
    _set_amount(state, amount_of(event.key, poker_state, game, spot))


def amount_of(key: Key, poker_state: PokerState, game: PokerGame, spot: int) -> Cents:
    """Return the player's whole bet after such a raise. Raises Forbidden if no raise is allowed."""
    bets = bet_range_of(poker_state, game, spot)
    if key is Key.LEAST_BET:
        return bets.minimum
    call_cents = amount_to_call(game, game.hands[spot])
    raise_by = (game.total_pot_cents + call_cents) // POT_DIVISORS[key]
    return _within_range(
        bets, Cents((game.bet_level + raise_by) // poker_state.terms.chip * poker_state.terms.chip)
    )


def _within_range(bets: BetRange, cents: Cents) -> Cents:
    return max(bets.minimum, min(cents, bets.maximum))


def clear_keyed(state: State) -> None:
    """Clear everything keyed."""
    state.key_entry = NO_KEY_ENTRY


def _set_amount(state: State, cents: Cents) -> None:
    if cents > MOST_CENTS:
        raise Forbidden("why.too_much_keyed")
    state.key_entry = replace(state.key_entry, amount=cents)


def take_amount(state: State) -> Cents | None:
    """Clear the keyed amount and return it; None if none was keyed."""
    amount = state.key_entry.amount
    state.key_entry = replace(state.key_entry, amount=NO_CENTS)
    return amount or None


def take_needed_amount(state: State) -> Cents:
    """Clear the keyed amount and return it. Raises Forbidden if none was keyed."""
    amount = take_amount(state)
    if amount is None:
        raise Forbidden("why.key_amount_first")
    return amount


# spots


def end_mucking(state: State, event: Event) -> None:
    """Forget a muck that must be keyed again, on any other key."""
    if isinstance(event, KeyPressed) and event.key is not Key.MUCK_HAND:
        state.key_entry = replace(state.key_entry, mucking=None)


def choose_next_spot(state: State) -> None:
    """Choose the next spot: any between games, a player before the deal, a hand after it."""
    spots = _selectable_spots(state)
    from_spot = (state.key_entry.focus or 0) + 1
    state.key_entry = replace(state.key_entry, focus=clockwise(spots, from_spot)[0])


def _selectable_spots(state: State) -> list[int]:
    poker_state = poker_state_of(state)
    if poker_state.game is None:
        return list(range(1, poker_state.terms.spots + 1))
    are_cards_dealt = any(hand.down for hand in poker_state.game.hands.values())
    return list(poker_state.game.hands if are_cards_dealt else poker_state.seats)


def chosen_spot(state: State) -> int:
    """Return the chosen spot. Raises Forbidden if none is chosen."""
    if state.key_entry.focus is None:
        raise Forbidden("why.choose_spot_first")
    return state.key_entry.focus


def spot_of_hand(state: State) -> int:
    """Return the spot of the hand that a key is for: the chosen one, else the prompted one.

    Raises Forbidden if there is neither.
    """
    if state.key_entry.focus is not None:
        return state.key_entry.focus
    found_spot = prompted_spot(poker_state_of(state))
    if found_spot is None:
        raise Forbidden("why.choose_spot_first")
    return found_spot


def prompted_spot(poker_state: PokerState) -> int | None:
    """Return the prompted spot: the next to show, or to act."""
    game = poker_state.game
    if game is not None and game.stage is GameStage.SHOWDOWN:
        return next_to_show(game)
    return player_to_act(poker_state)


# cards


def change_named_card(state: State, event: KeyPressed) -> None:
    """Change the rank or suit of the card being named."""
    entering = state.key_entry.entering or CardEntry()
    state.key_entry = replace(state.key_entry, entering=entering.after_key(event.key))


def pick_card(state: State) -> None:
    """Add the named card to the hand being shown."""
    entering = state.key_entry.entering
    if entering is None or not entering.chosen:
        raise Forbidden("why.choose_card_first")
    add_named_card(state, entering.card)


def add_named_card(state: State, card: Card) -> None:
    """Add a card to the hand being shown. Raises Forbidden if the hand has no room for it."""
    hand = game_in_progress(state).hands.get(spot_of_hand(state))
    named_cards = (*state.key_entry.low, card)
    if hand is None or len(named_cards) > hand.down or card in state.key_entry.low:
        raise Forbidden("why.not_his_card")
    state.key_entry = replace(state.key_entry, low=named_cards, entering=None)


def named_card(state: State) -> Card:
    """Return the card being named. Raises Forbidden if none is."""
    entering = state.key_entry.entering
    if entering is None or not entering.chosen:
        raise Forbidden("why.choose_card_first")
    return entering.card
