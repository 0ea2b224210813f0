"""The hand of each card of a round, and whether it was shown."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from firmware.core.game.card_game import CardGame
from firmware.core.game.game import Game
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead, Drawn, Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import CardDealt, Ruling

BURNT = Text("hand.burnt")


class Went(NamedTuple):
    """A card that has left the shoe: its hand and its position there, None if
    it went to no hand.
    """

    card: Card
    tag: str | None
    to: Text | None = None
    nth: int | None = None
    by_hand: bool = False
    open: bool = False
    """Whether it was dealt face up."""


class Watch:
    """Tells which hand got the card that left the shoe by one event."""

    def __init__(self, table: Table, event: Event) -> None:
        """`table` is as it was before the event."""
        self._event = event
        self._again = isinstance(event, CardRead) and event.tag in table.state.shoe.tags
        self._own = bool(table.state.game.PANEL)
        entering = table.state.gesture.entering
        self._entered = entering.card if entering else None

    def went(self, rulings: Iterable[Ruling]) -> Went | None:
        """Return the card that left the shoe, if one did, from the event's rulings."""
        dealt = next((ruling for ruling in rulings if isinstance(ruling, CardDealt)), None)
        if dealt is None and self._own:
            return None  # a card of a hand that is being shown, which its ruling says, or refused
        match self._event:
            case CardRead(card=card, tag=tag, drawn=drawn) if not self._again:
                burnt = dealt is None and drawn is Drawn.BURN
                return Went(card, tag, BURNT) if burnt else _went(card, tag, dealt)
            case KeyPressed(Key.ENTER) if dealt and self._entered:
                return _went(self._entered, None, dealt)._replace(by_hand=True)
        return None


def _went(card: Card, tag: str | None, dealt: CardDealt | None) -> Went:
    if dealt is None:
        return Went(card, tag)
    return Went(card, tag, dealt.to, dealt.nth, open=dealt.face_up)


def shown(game: Game, round_: list[Went]) -> Iterator[int]:
    """Yield the indices of the round's cards that are face up now.

    If a hand gets a second card again, its others were taken away before.
    """
    hands: dict[str, list[int]] = {}
    for at, went in enumerate(round_):
        if went.to is not None and went.to != BURNT:
            hand = hands.setdefault(_owner(went.to), [])
            del hand[(went.nth or 1) - 1 :]
            hand.append(at)
    up: dict[str, int] = {}
    for name, cards in game.cards.items() if hands else ():
        owner = name.partition(".")[0]
        up[owner] = up.get(owner, 0) + len(cards)
    for owner, cards_of in hands.items():
        yield from (cards_of[at] for at in _face_up(game, up.get(owner, 0), len(cards_of)))


def _face_up(game: Game, up: int, dealt: int) -> range:
    """Return the indices of a hand's cards that are face up: all, the turned
    ones, or the first ones.
    """
    if up >= dealt:
        return range(dealt)
    turned = range(dealt)[game.turned] if isinstance(game, CardGame) else range(up)
    return turned if len(turned) == up else range(up)


def _owner(hand: Text) -> str:
    """Return the name of its hand in `Game.cards`; a split hand counts as its spot's."""
    spot = hand.values.get("spot")
    return hand.key.removeprefix("hand.") if spot is None else str(spot)
