"""Where each card of a round went, and whether anybody has been shown it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from firmware.core.game.card_game import CardGame
from firmware.core.game.course import DEALER
from firmware.core.game.game import Due, Game
from firmware.core.table.table import Table
from firmware.core.vocabulary.cards import Card
from firmware.core.vocabulary.events import CardRead, Drawn, Event, KeyPressed
from firmware.core.vocabulary.keys import Key
from firmware.core.vocabulary.panel import Text

BURNT = Text("hand.burnt")


class Went(NamedTuple):
    """A card that has left the shoe: to whom, as the how-manieth, None where to nobody."""

    card: Card
    tag: str | None
    to: Text | None
    nth: int | None
    by_hand: bool = False
    open: bool = False
    """Whether it was dealt to a hand that lay face up already."""


def watched(game: Game, told: Callable[[Card, Due | None], None]) -> Game:
    """Have a game tell of each card that it is dealt, and where it was due."""
    take = game.take

    def take_and_tell(event: CardRead) -> None:
        due = game.due
        take(event)
        told(event.card, due)

    game.take = take_and_tell  # type: ignore[method-assign]
    return game


class Watch:
    """Follows the cards of one table, whose game is `watched` by `dealt`."""

    def __init__(self) -> None:
        self._dealt: list[tuple[Card, Due | None]] = []
        self._again = False
        self._up: set[str] = set()

    def dealt(self, card: Card, due: Due | None) -> None:
        """Take note of a card that the game was given."""
        self._dealt.append((card, due))

    def before(self, table: Table, event: Event) -> None:
        """Be ready for an event."""
        self._dealt.clear()
        self._again = isinstance(event, CardRead) and event.tag in table.state.shoe.tags
        game = table.state.game
        spots = game.shown if isinstance(game, CardGame) else ()
        self._up = {"dealer" if spot == DEALER else str(spot) for spot in spots}

    def after(self, event: Event) -> Went | None:
        """Return the card that left the shoe by an event, if one did."""
        match event:
            case CardRead(card=card, tag=tag) if not self._again:
                to, nth = self._place()
                burnt = to is None and event.drawn is Drawn.BURN
                return Went(card, tag, BURNT if burnt else to, nth, open=self._is_open(to))
            case KeyPressed(Key.ENTER) if self._dealt:
                to, nth = self._place()
                return Went(self._dealt[0][0], None, to, nth, by_hand=True, open=self._is_open(to))
        return None

    def _is_open(self, to: Text | None) -> bool:
        return to is not None and to != BURNT and _owner(to) in self._up

    def _place(self) -> tuple[Text | None, int | None]:
        due = self._dealt[0][1] if self._dealt else None
        return (due.words, due.nth) if due else (None, None)


def shown(game: Game, round_: list[Went]) -> Iterator[int]:
    """Yield which cards of the round, by their place in it, now lie face up.

    A hand's next card that is the second again was dealt after the others were taken away.
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
    """Return which of a hand's cards lie face up: all, those that are turned, or the first ones."""
    if up >= dealt:
        return range(dealt)
    turned = range(dealt)[game.turned] if isinstance(game, CardGame) else range(up)
    return turned if len(turned) == up else range(up)


def _owner(hand: Text) -> str:
    """Return whose hand it is, as `Game.cards` names it; a split hand is its spot's."""
    spot = hand.values.get("spot")
    return hand.key.removeprefix("hand.") if spot is None else str(spot)
