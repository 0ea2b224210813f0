"""The hand of each card of a round, and whether it was shown."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from firmware.core.game.card_game import CardGame
from firmware.core.game.game import Game
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead, DrawnFor, Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import CardDealt, Ruling

BURNT_HAND = Text("hand.burnt")


class CardMove(NamedTuple):
    """A card that has left the shoe: its hand and its position there, None if
    it went to no hand.
    """

    card: Card
    tag: str | None
    hand_name: Text | None = None
    hand_position: int | None = None
    by_hand: bool = False
    dealt_open: bool = False
    """Whether it was dealt face up."""


class CardTracker:
    """Finds the hand of the card that left the shoe by one event."""

    def __init__(self, table: Table, event: Event) -> None:
        """`table` is as it was before the event."""
        self._event = event
        self._was_read_before = (
            isinstance(event, CardRead) and event.tag in table.state.shoe.card_tags
        )
        self._is_poker_table = bool(table.state.game.PANEL_KEYS)
        entering = table.state.key_entry.entering
        self._entered_card = entering.card if entering else None

    def card_move(self, rulings: Iterable[Ruling]) -> CardMove | None:
        """Return the card that left the shoe, if one did, from the event's rulings."""
        dealt_ruling = next((ruling for ruling in rulings if isinstance(ruling, CardDealt)), None)
        if dealt_ruling is None and self._is_poker_table:
            return None  # a card of a hand that is being shown, which its ruling says, or refused
        match self._event:
            case CardRead(card=card, tag=tag, drawn=drawn) if not self._was_read_before:
                was_burnt = dealt_ruling is None and drawn is DrawnFor.BURN
                return (
                    CardMove(card, tag, BURNT_HAND)
                    if was_burnt
                    else _dealt_move(card, tag, dealt_ruling)
                )
            case KeyPressed(Key.ENTER_CARD) if dealt_ruling and self._entered_card:
                return _dealt_move(self._entered_card, None, dealt_ruling)._replace(by_hand=True)
        return None


def _dealt_move(card: Card, tag: str | None, dealt_ruling: CardDealt | None) -> CardMove:
    if dealt_ruling is None:
        return CardMove(card, tag)
    return CardMove(card, tag, dealt_ruling.to, dealt_ruling.nth, dealt_open=dealt_ruling.face_up)


def face_up_indices(game: Game, card_moves: list[CardMove]) -> Iterator[int]:
    """Yield the indices of the round's cards that are face up now.

    If a hand gets a second card again, its others were taken away before.
    """
    indices_by_owner: dict[str, list[int]] = {}
    for move_index, card_move in enumerate(card_moves):
        if card_move.hand_name is not None and card_move.hand_name != BURNT_HAND:
            hand_indices = indices_by_owner.setdefault(_hand_owner(card_move.hand_name), [])
            # the same position again: the hand's cards were taken away before
            del hand_indices[(card_move.hand_position or 1) - 1 :]
            hand_indices.append(move_index)
    face_up_counts: dict[str, int] = {}
    for hand_name, cards in game.cards.items() if indices_by_owner else ():
        owner = hand_name.partition(".")[0]
        face_up_counts[owner] = face_up_counts.get(owner, 0) + len(cards)
    for owner, hand_indices_of in indices_by_owner.items():
        yield from (
            hand_indices_of[move_index]
            for move_index in _face_up_range(
                game, face_up_counts.get(owner, 0), len(hand_indices_of)
            )
        )


def _face_up_range(game: Game, face_up_count: int, dealt_count: int) -> range:
    """Return the indices of a hand's cards that are face up: all, the turned
    ones, or the first ones.
    """
    if face_up_count >= dealt_count:
        return range(dealt_count)
    turned_cards = (
        range(dealt_count)[game.early_face_up]
        if isinstance(game, CardGame)
        else range(face_up_count)
    )
    return turned_cards if len(turned_cards) == face_up_count else range(face_up_count)


def _hand_owner(hand: Text) -> str:
    """Return the name of its hand in `Game.cards`; a split hand counts as its spot's."""
    spot = hand.values.get("spot")
    return hand.key.removeprefix("hand.") if spot is None else str(spot)
