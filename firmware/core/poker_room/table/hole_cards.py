"""Hole cards: the readers under the seats see them, the table does not.

The table publishes the open cards. The readers' service answers whether the cards named for a hand
are those under its seat, and whether the deck is foul. So nothing that the table stores, shows or
writes names a card before it is shown, and its journal can be replayed without the cards.
"""

from firmware.core.poker_room.engine.acts import DoubtCards
from firmware.core.poker_room.engine.alarms import PokerAlarm
from firmware.core.poker_room.engine.state import PokerGame
from firmware.core.poker_room.table.apply import apply_act, poker_room_of, poker_state_of
from firmware.core.poker_room.table.key_entry import prompted_spot
from firmware.core.table.key_entry import NO_KEY_ENTRY
from firmware.core.table.state import State
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import DeckDoubted, HandCompared
from firmware.core.vocabulary.panel import PublicCards, Text

SEAT_READERS = "seats"
VERDICT_KEYS = {True: "room.hole.same", False: "room.hole.other", None: "room.hole.unread"}


def laid_out_cards(state: State) -> PublicCards | None:
    """Return the public cards of the game, for the readers under the seats."""
    poker_state = poker_state_of(state)
    game = poker_state.game
    if game is None or poker_state.terms.readers != SEAT_READERS:
        return None
    hands = game.hands.items()
    return PublicCards(
        game=game.number,
        down={spot: hand.down for spot, hand in hands if hand.down},
        up={spot: hand.up for spot, hand in hands if hand.up},
        shown={s: (*hand.shown, *hand.exposed) for s, hand in hands if hand.shown or hand.exposed},
        exposed_elsewhere=(*game.board, *game.exposed, *_open_burns(game)),
        named=_named_hand(state, game),
    )


def _open_burns(game: PokerGame) -> tuple[Card, ...]:
    return () if game.open_burn is None else (game.open_burn,)


def _named_hand(state: State, game: PokerGame) -> tuple[int, tuple[Card, ...]] | None:
    """Return the spot and cards of the hand being shown, once all its cards are named."""
    named_cards = state.key_entry.low
    spot = state.key_entry.focus or prompted_spot(poker_state_of(state))
    if spot is None or spot not in game.hands or len(named_cards) != game.hands[spot].down:
        return None
    return spot, named_cards


def hand_compared(state: State, event: HandCompared) -> None:
    """Store the reader's comparison. Stop at another hand, unless the supervisor's key is on."""
    poker_room_of(state).comparison = event
    game = poker_state_of(state).game
    is_named_hand = game is not None and _named_hand(state, game) == (event.spot, event.cards)
    if is_named_hand and event.agrees is False and not state.device.key_switch:
        _doubt_cards_as(state, PokerAlarm.CONTRADICTED_HAND)


def doubt_deck(state: State, _event: DeckDoubted) -> None:
    """Readers have seen a card twice, or one that is not of this deck: stop."""
    if poker_state_of(state).game is not None:
        _doubt_cards_as(state, PokerAlarm.FOUL_DECK)


def _doubt_cards_as(state: State, alarm: PokerAlarm) -> None:
    apply_act(state, DoubtCards(alarm.value))
    state.key_entry = NO_KEY_ENTRY


def check_compared(state: State, spot: int) -> None:
    """Raise Forbidden unless the reader has confirmed the cards named for a hand.

    The supervisor may show a hand that the reader contradicts; a failed reader need not confirm.
    """
    if (
        poker_state_of(state).terms.readers != SEAT_READERS
        or state.device.key_switch
        or _is_reader_dark(state)
    ):
        return
    game = poker_state_of(state).game
    if game is None or _named_hand(state, game) is None:
        return  # the engine says why
    comparison = named_comparison(state)
    if comparison is None:
        raise Forbidden("room.hole.wait", spot=spot)
    if comparison.agrees is False:
        raise Forbidden("room.not_his_cards", spot=spot)


def named_comparison(state: State) -> HandCompared | None:
    """Return the reader's comparison of the cards named now; None if it has not compared them."""
    last_comparison, game = poker_room_of(state).comparison, poker_state_of(state).game
    if (
        last_comparison is None
        or game is None
        or _named_hand(state, game) != (last_comparison.spot, last_comparison.cards)
    ):
        return None
    return last_comparison


def _is_reader_dark(state: State) -> bool:
    return any(fault.part == SEAT_READERS for fault in state.device.trouble.faults)


def comparison_lines(state: State) -> tuple[Text, ...]:
    """Return the reader's verdict on the hand being shown."""
    comparison = named_comparison(state)
    if comparison is None:
        return ()
    return (Text(VERDICT_KEYS[comparison.agrees], {"spot": comparison.spot}),)
