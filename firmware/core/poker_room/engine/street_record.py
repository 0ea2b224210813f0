"""The record of a game, street by street, for a dispute (67.101, 67.110).

Its lines are what anybody at the table could see. It lasts until the next game is posted.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

import msgspec

from firmware.core.poker_room.engine import rulings as r
from firmware.core.poker_room.engine.acts import Act, FaceUp, Post, Void
from firmware.core.poker_room.engine.ruling_text import room_told
from firmware.core.poker_room.engine.state import DEALING, OVER, Room
from firmware.core.vocabulary.panel import Text
from firmware.core.vocabulary.rulings import Refused, RoundVoided, Ruling

UNTOLD: Final = (r.DealtDown, r.Burned, r.StackIs, r.Left, r.Charged)
"""What changes nothing in the game that was played."""
AT_THE_END: Final = (r.PotClosed, r.PotWon, r.Removed, r.Shown)
FIRST, LAST = 1, 9
"""The street of the blinds, and of the showdown, which comes behind every street."""
BOARD, UP = "room.told.board", "room.told.up"


class Line(msgspec.Struct, frozen=True, array_like=True):
    """A line: the number of its event in the round, its street, and its words."""

    step: int
    street: int
    words: Text


Story = tuple[Line, ...]


def street_of(room: Room) -> int:
    """Return on which street the next act is: cards belong to the bets that follow them."""
    game = room.game
    if game is None or game.pots or game.stage is OVER:
        return LAST
    return game.complete + (game.stage is DEALING)


class Done(NamedTuple):
    """An act with the number of its event, its street, its rulings, and the room after it."""

    step: int
    street: int
    act: Act
    ruled: Sequence[Ruling]
    room: Room


def went_on(story: Story, done: Done) -> Story:
    """Return the story after an act."""
    step, street, act, ruled, room = done
    kinds = tuple(map(type, ruled))
    if Refused in kinds:
        return story
    if isinstance(act, Post):
        story, street = (), FIRST
    if isinstance(act, FaceUp) and r.AlarmRaised not in kinds:
        story = _turned_up(story, step, street, room)
    for ruling in ruled:
        if isinstance(ruling, r.TakenBack):
            story = tuple(line for line in story if line.step < ruling.step)
        ends = isinstance(act, Void) or isinstance(ruling, AT_THE_END)
        story += tuple(Line(step, LAST if ends else street, words) for words in _words(ruling))
    return story


def _words(ruling: Ruling) -> Sequence[Text]:
    if isinstance(ruling, RoundVoided):
        return [Text("view.voided", {"number": ruling.round})]
    return [] if isinstance(ruling, UNTOLD) else list(room_told(ruling))


def _turned_up(story: Story, step: int, street: int, room: Room) -> Story:
    """Return the story with the cards that lie face up, once for each street."""
    game = room.game
    if game is None:
        return story
    board = [Text(BOARD, {"card": _names(game.board)})] if game.board else []
    hands = [
        Text(UP, {"spot": spot, "card": _names(game.hands[spot].up)})
        for spot in game.live
        if game.hands[spot].up
    ]
    before = (line for line in story if line.street != street or line.words.key not in (BOARD, UP))
    return (*before, *(Line(step, street, words) for words in (*hands, *board)))


def _names(cards: Sequence[object]) -> str:
    return " ".join(map(str, cards))


def pages(story: Story) -> list[list[Text]]:
    """Return the words of each street, in order."""
    by_street = groupby(sorted(story, key=_street), key=_street)
    return [[line.words for line in lines] for _, lines in by_street]


def _street(line: Line) -> int:
    return line.street
