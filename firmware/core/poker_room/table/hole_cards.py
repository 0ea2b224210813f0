"""Hands that the readers under the seats know, and the table does not.

The table publishes what lies open, and is told whether the cards named for a hand are those of its
seat, and that the deck is foul. So nothing that the table holds, shows or writes names a card that
was not shown, and its journal replays without the cards.
"""

from firmware.core.poker_room.engine.acts import DoubtCards
from firmware.core.poker_room.engine.alarms import PokerAlarm
from firmware.core.poker_room.engine.state import PokerGame
from firmware.core.poker_room.table.apply import apply_act, poker_room_of, poker_state_of
from firmware.core.poker_room.table.key_entry import prompted_spot
from firmware.core.table.state import NO_KEY_ENTRY, State
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import DeckDoubted, HandCompared
from firmware.core.vocabulary.panel import PublicCards, Text

SEAT_READERS = "seats"


def laid_out_cards(state: State) -> PublicCards | None:
    """Return what everybody knows of the game's cards, where readers lie under the seats."""
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
        others=(*game.board, *game.exposed),
        named=_named_hand(state, game),
    )


def _named_hand(state: State, game: PokerGame) -> tuple[int, tuple[Card, ...]] | None:
    """Return the hand that is being laid open, with its cards, once all are named."""
    named_cards = state.key_entry.low
    spot = state.key_entry.focus or prompted_spot(poker_state_of(state))
    if spot is None or spot not in game.hands or len(named_cards) != game.hands[spot].down:
        return None
    return spot, named_cards


def hand_compared(state: State, event: HandCompared) -> None:
    """Keep what the reader said; if it contradicts the hand, stop, but for the supervisor."""
    poker_room_of(state).comparison = event
    game = poker_state_of(state).game
    is_named_hand = game is not None and _named_hand(state, game) == (event.spot, event.cards)
    if is_named_hand and event.agrees is False and not state.device.key_switch:
        _doubt_cards_as(state, PokerAlarm.OTHER_HAND)


def doubt_deck(state: State, _event: DeckDoubted) -> None:
    """Readers have seen a card twice, or one that is not of this deck."""
    if poker_state_of(state).game is not None:
        _doubt_cards_as(state, PokerAlarm.FOUL_DECK)


def _doubt_cards_as(state: State, alarm: PokerAlarm) -> None:
    apply_act(state, DoubtCards(alarm.value))
    state.key_entry = NO_KEY_ENTRY


def check_compared(state: State, spot: int) -> None:
    """Raise Forbidden unless the reader has compared the cards that were named for a hand.

    The supervisor may have a hand shown that the reader contradicts, and so may a table whose
    reader is dark.
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
    """Return what the reader said of the cards that are named now."""
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
    """Return what the reader says of the hand that is being laid open."""
    comparison = named_comparison(state)
    if comparison is None:
        return ()
    verdict = {True: "same", False: "other", None: "unread"}[comparison.agrees]
    return (Text(f"room.hole.{verdict}", {"spot": comparison.spot}),)
