"""What the dealer keys before an act: an amount, a spot, cards.

An amount is keyed by digits, in whole dollars or in a tournament's chips, or chip by chip. It is
used up by the act that takes it, though that be refused; the rest that was keyed by an act that is
done. EMPTY forgets all.
"""

from typing import Final

from msgspec.structs import replace

from firmware.core.poker_room.engine.limits import Bets, bets_open_to, to_call
from firmware.core.poker_room.engine.showdown import next_to_show
from firmware.core.poker_room.engine.state import Game, Room, Stage, clockwise
from firmware.core.poker_room.engine.turns import speaker
from firmware.core.poker_room.table.apply import hand_on, room_of
from firmware.core.table.card_picker import Entry
from firmware.core.table.state import NOTHING_BEGUN, State
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import KeyPressed
from firmware.core.vocabulary.keys import CHIP_KEYS, DIGITS, Key
from firmware.core.vocabulary.money import NOTHING, Cents

MOST: Final = Cents(1_000_000_000)
PARTS: Final = {Key.HALF_POT: 2, Key.POT: 1}
"""Which part of the pot a raise is."""


# amounts


def key_digit(state: State, event: KeyPressed) -> None:
    """Add a digit to the amount, in whole dollars or in a tournament's chips."""
    digit, unit = DIGITS.index(event.key), room_of(state).terms.unit
    _key(state, Cents(state.gesture.amount // unit * unit * 10 + digit * unit))


def key_chip(state: State, event: KeyPressed) -> None:
    """Add a chip to the amount."""
    number = CHIP_KEYS.index(event.key)
    if number >= len(state.rules.denominations):
        raise Forbidden("why.not_now")
    chip = state.rules.denominations[number]
    _key(state, Cents(state.gesture.amount + chip))


def key_part(state: State, event: KeyPressed) -> None:
    """Key the least raise, or one of half the pot or of the pot, as far as it is allowed."""
    room = room_of(state)
    game, spot = hand_on(state), speaker(room)
    if spot is None:
        raise Forbidden("why.nothing_to_decide")
    _key(state, amount_of(event.key, room, game, spot))


def amount_of(key: Key, room: Room, game: Game, spot: int) -> Cents:
    """Return what lies before a player after such a raise. Raises Forbidden if he may not."""
    bets = bets_open_to(room, game, spot)
    if key is Key.LEAST:
        return bets.least
    call = to_call(game, game.hands[spot])
    rise = (game.in_the_middle + call) // PARTS[key]
    return _within(bets, Cents((game.level + rise) // room.terms.chip * room.terms.chip))


def _within(bets: Bets, cents: Cents) -> Cents:
    return max(bets.least, min(cents, bets.most))


def empty(state: State) -> None:
    """Forget what was keyed."""
    state.gesture = NOTHING_BEGUN


def _key(state: State, cents: Cents) -> None:
    if cents > MOST:
        raise Forbidden("why.too_much_keyed")
    state.gesture = replace(state.gesture, amount=cents)


def take_amount(state: State) -> Cents | None:
    """Use the amount up that was keyed, and return it; None if none was."""
    amount = state.gesture.amount
    state.gesture = replace(state.gesture, amount=NOTHING)
    return amount or None


def take_needed_amount(state: State) -> Cents:
    """Use the amount up that was keyed, and return it. Raises Forbidden if none was."""
    amount = take_amount(state)
    if amount is None:
        raise Forbidden("why.key_amount_first")
    return amount


# spots


def next_spot(state: State) -> None:
    """Turn to the next spot: between games to any, in a game to the next hand or player."""
    spots = _spots(state)
    start = (state.gesture.focus or 0) + 1
    state.gesture = replace(state.gesture, focus=clockwise(spots, start)[0])


def _spots(state: State) -> list[int]:
    room = room_of(state)
    if room.game is None:
        return list(range(1, room.terms.spots + 1))
    dealt = any(hand.down for hand in room.game.hands.values())
    return list(room.game.hands if dealt else room.seats)


def chosen_spot(state: State) -> int:
    """Return the spot that was chosen. Raises Forbidden if none was."""
    if state.gesture.focus is None:
        raise Forbidden("why.choose_spot_first")
    return state.gesture.focus


def spot_of_hand(state: State) -> int:
    """Return whose hand is meant: the spot chosen, else whoever shows next or speaks."""
    if state.gesture.focus is not None:
        return state.gesture.focus
    found = prompted(room_of(state))
    if found is None:
        raise Forbidden("why.choose_spot_first")
    return found


def prompted(room: Room) -> int | None:
    """Return the spot that the table asks: whoever shows next, or speaks."""
    game = room.game
    if game is not None and game.stage is Stage.SHOWDOWN:
        return next_to_show(game)
    return speaker(room)


# cards


def turn_card(state: State, event: KeyPressed) -> None:
    """Turn to the next rank or suit of the card that is being named."""
    entering = state.gesture.entering or Entry()
    state.gesture = replace(state.gesture, entering=entering.turned(event.key))


def pick_card(state: State) -> None:
    """Keep the card that was named: the hand that is shown has it."""
    entering = state.gesture.entering
    if entering is None or not entering.chosen:
        raise Forbidden("why.choose_card_first")
    keep_card(state, entering.card)


def keep_card(state: State, card: Card) -> None:
    """Keep a card of a hand that is being shown."""
    hand = hand_on(state).hands.get(spot_of_hand(state))
    named = (*state.gesture.low, card)
    if hand is None or len(named) > hand.down or card in state.gesture.low:
        raise Forbidden("why.not_his_card")
    state.gesture = replace(state.gesture, low=named, entering=None)


def named_card(state: State) -> Card:
    """Return the card that is being named. Raises Forbidden if none is."""
    entering = state.gesture.entering
    if entering is None or not entering.chosen:
        raise Forbidden("why.choose_card_first")
    return entering.card
