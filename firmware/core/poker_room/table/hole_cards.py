"""Hands that the readers under the seats know, and the table does not.

The table publishes what lies open, and is told whether the cards named for a hand are those of its
seat, and that the deck is foul. So nothing that the table holds, shows or writes names a card that
was not shown, and its journal replays without the cards.
"""

from firmware.core.poker_room.engine.acts import Doubt
from firmware.core.poker_room.engine.alarms import Alarm
from firmware.core.poker_room.engine.state import Game
from firmware.core.poker_room.table.apply import act, poker, room_of
from firmware.core.poker_room.table.keying import prompted
from firmware.core.table.state import NOTHING_BEGUN, State
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.errors import Forbidden
from firmware.core.vocabulary.events import DeckDoubted, HandCompared
from firmware.core.vocabulary.panel import LaidOut, Text

READER = "seats"


def laid_out(state: State) -> LaidOut | None:
    """Return what everybody knows of the game's cards, where readers lie under the seats."""
    room = room_of(state)
    game = room.game
    if game is None or room.terms.readers != READER:
        return None
    hands = game.hands.items()
    return LaidOut(
        game=game.number,
        down={spot: hand.down for spot, hand in hands if hand.down},
        up={spot: hand.up for spot, hand in hands if hand.up},
        shown={s: (*hand.shown, *hand.exposed) for s, hand in hands if hand.shown or hand.exposed},
        others=(*game.board, *game.exposed),
        named=_named(state, game),
    )


def _named(state: State, game: Game) -> tuple[int, tuple[Card, ...]] | None:
    """Return the hand that is being laid open, with its cards, once all are named."""
    named = state.gesture.low
    spot = state.gesture.focus or prompted(room_of(state))
    if spot is None or spot not in game.hands or len(named) != game.hands[spot].down:
        return None
    return spot, named


def hand_compared(state: State, event: HandCompared) -> None:
    """Keep what the reader said; if it contradicts the hand, stop, but for the supervisor."""
    poker(state).compared = event
    game = room_of(state).game
    here = game is not None and _named(state, game) == (event.spot, event.cards)
    if here and event.agrees is False and not state.device.key_switch:
        _stop(state, Alarm.OTHER_HAND)


def deck_doubted(state: State, _event: DeckDoubted) -> None:
    """Readers have seen a card twice, or one that is not of this deck."""
    if room_of(state).game is not None:
        _stop(state, Alarm.FOUL_DECK)


def _stop(state: State, alarm: Alarm) -> None:
    act(state, Doubt(alarm.value))
    state.gesture = NOTHING_BEGUN


def check_compared(state: State, spot: int) -> None:
    """Raise Forbidden unless the reader has compared the cards that were named for a hand.

    The supervisor may have a hand shown that the reader contradicts, and so may a table whose
    reader is dark.
    """
    if room_of(state).terms.readers != READER or state.device.key_switch or _is_dark(state):
        return
    game = room_of(state).game
    if game is None or _named(state, game) is None:
        return  # the engine says why
    said = compared(state)
    if said is None:
        raise Forbidden("room.hole.wait", spot=spot)
    if said.agrees is False:
        raise Forbidden("room.not_his_cards", spot=spot)


def compared(state: State) -> HandCompared | None:
    """Return what the reader said of the cards that are named now."""
    said, game = poker(state).compared, room_of(state).game
    if said is None or game is None or _named(state, game) != (said.spot, said.cards):
        return None
    return said


def _is_dark(state: State) -> bool:
    return any(fault.part == READER for fault in state.device.trouble.faults)


def words_of(state: State) -> tuple[Text, ...]:
    """Return what the reader says of the hand that is being laid open."""
    said = compared(state)
    if said is None:
        return ()
    verdict = {True: "same", False: "other", None: "unread"}[said.agrees]
    return (Text(f"room.hole.{verdict}", {"spot": said.spot}),)
