"""The poker room as the game of a table in service (67.88 to 67.110).

Players play against each other, so that of a `Game` it has only what every table asks of one: its
options, its memory between games, and its public cards. No bet of the house's is laid here: the
places of its felt are the lines before the seats, where a reader may count the chips. What is
done goes to `engine`, by the acts of `firmware.core.poker_room.table`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec
from msgspec.structs import replace

from firmware.core.game.game import Game
from firmware.core.game.pack import GameRules
from firmware.core.poker_room.engine.acts import Act, Wait
from firmware.core.poker_room.engine.engine import PokerTable
from firmware.core.poker_room.engine.pots import pots_of
from firmware.core.poker_room.engine.rulings import AnyRoomRuling, PotIs
from firmware.core.poker_room.engine.state import (
    BETTING,
    DEALING,
    SHOWDOWN,
    Hand,
    Room,
    Stage,
    cards_of,
)
from firmware.core.poker_room.engine.state_line import LINE
from firmware.core.poker_room.engine.street_record import Done, Story, street_of, went_on
from firmware.core.poker_room.engine.terms import ROOM, Terms, terms_of
from firmware.core.poker_room.engine.tournament import NO_HALL
from firmware.core.vocabulary.cards import PACK, Card
from firmware.core.vocabulary.events import HandCompared, from_plain, to_plain
from firmware.core.vocabulary.keys import DIGITS, ROOM_KEYS, SUPERVISED, Key
from firmware.core.vocabulary.panel import Text

SECOND: Final = 1000
PANEL: Final = frozenset(
    (
        *ROOM_KEYS,
        *DIGITS,
        *(SUPERVISED - {Key.RESOLVE}),
        *(Key.CONFIRM, Key.UNDO, Key.PLACE, Key.EMPTY, Key.PICK),
    )
)


class PokerRoom(Game):
    """One poker table; it keeps the time of its players, which a table counts in milliseconds."""

    BETS = (LINE,)
    IN_PLAY = (LINE,)
    PANEL = PANEL
    NAME: ClassVar = ROOM

    def __init__(self, rules: GameRules, options: Mapping[str, Any]) -> None:
        """Raise OptionRefused on an option that 67.91 or the articles don't know."""
        self.terms = terms_of(self.NAME, options)
        super().__init__(rules, {})
        self.pack, self.decks = PACK, 1
        self.engine = PokerTable(self.terms)
        self.step = 0
        """The number of the event that is being handled, since the last game."""
        self.compared: HandCompared | None = None
        """What the reader under a seat said of the cards that were named last for its hand."""
        self.hall = NO_HALL
        """What a tournament's hall has said; nothing in a poker room."""
        self.story: Story = ()
        """What was done in the game that is on, or in the one before it."""
        self._since: int | None = None
        """Until when the table's time was counted, in milliseconds of its clock."""

    @classmethod
    def keys_without(cls, options: Mapping[str, Any]) -> frozenset[Key]:
        """Return the keys of the panel that a table with these options does not need."""
        terms = terms_of(cls.NAME, options)
        stud = {Key.BUTTON, Key.STRADDLE} if terms.variant.stud else {Key.BRING_IN}
        return frozenset(
            stud
            | (set() if terms.straddle else {Key.STRADDLE})
            | (set() if terms.fixed else {Key.TAKE_OFF})
            | ({Key.LEAST, Key.HALF_POT, Key.POT} if terms.fixed else set())
        )

    def seat(self, spots: int) -> None:
        """Note how many spots the table has."""
        self.terms = replace(self.terms, spots=spots)
        self.engine = PokerTable(self.terms)

    @property
    def room(self) -> Room:
        """The state; nobody changes it."""
        return self.engine.room

    @property
    def stage(self) -> Stage | None:
        """What the game that is on is at, None if none is."""
        return self.room.game.stage if self.room.game else None

    def do(self, act: Act) -> tuple[AnyRoomRuling, ...]:
        """Do an act; return its rulings, with the pots after each round of bets."""
        stage, street = self.stage, street_of(self.room)
        ruled = (*self.engine.handle(act, self.step), *self._pots_after(stage))
        self.story = went_on(self.story, Done(self.step, street, act, ruled, self.room))
        return ruled  # type: ignore[return-value]

    def _pots_after(self, before: Stage | None) -> Iterator[PotIs]:
        """Yield the pots once a round of bets is over and the game is not."""
        game = None if self.room.alarm else self.room.game
        if before is BETTING and game and game.stage in (DEALING, SHOWDOWN):
            for number, pot in enumerate(pots_of(game), start=1):
                yield PotIs(number, pot.cents, pot.spots)

    # time

    def count_time(self, now: int, *, anew: bool) -> tuple[AnyRoomRuling, ...]:
        """Let the seconds pass until `now`; with `anew` the count begins there."""
        if self._since is None or anew:
            self._since = now
        seconds = max(now - self._since, 0) // SECOND
        if not seconds:
            return ()
        self._since += seconds * SECOND
        return self.do(Wait(seconds))

    @property
    def time_up_at(self) -> int | None:
        """When the clock that was called has run out."""
        game = self.room.game
        if game is None or game.clock is None or self._since is None:
            return None
        return self._since + (game.clock - self.room.now) * SECOND

    def opened(self) -> None:
        """The table was opened."""

    def terms_at(self, kept: Terms) -> Terms:  # noqa: ARG002
        """Return the terms in place of those of a remembered room: they are configured."""
        return self.terms

    # what every table asks of a game

    @property
    def memory(self) -> dict[str, Any]:
        """The room between two games."""
        kept = {"room": self.room, "since": self._since, "story": self.story}
        plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(kept, enc_hook=to_plain))
        return plain

    def remember(self, memory: Mapping[str, Any]) -> None:
        self._since = memory.get("since")
        self.story = msgspec.convert(memory.get("story", ()), Story)
        room = room_in(memory)
        if room is None:
            self.engine = PokerTable(self.terms)
            return
        room.terms, room.next_terms = map(self.terms_at, (room.terms, room.next_terms))
        self.engine = PokerTable(self.terms, room)

    @property
    def due(self) -> None:
        return None

    @property
    def cards(self) -> Mapping[str, Sequence[Card]]:
        """The board, and of each hand the cards that everybody has seen."""
        game = self.room.game
        if game is None:
            return {}
        seen = {str(spot): tuple(cards_of(hand)) for spot, hand in game.hands.items()}
        return {"board": game.board, **{name: cards for name, cards in seen.items() if cards}}

    @property
    def dealt(self) -> Mapping[str, int]:
        """How many cards each hand that is in holds."""
        game = self.room.game
        if game is None:
            return {}
        board = {"board": len(game.board)} if game.board else {}
        hands = game.hands.items()
        return board | {str(spot): held for spot, hand in hands if (held := _held(hand))}

    def told(self) -> tuple[Text, ...]:
        return ()


def room_in(memory: Mapping[str, Any]) -> Room | None:
    """Return the room that a table remembers between two games; None before the first."""
    kept = memory.get("room")
    return kept and msgspec.convert(kept, Room, strict=False, dec_hook=from_plain)


def _held(hand: Hand) -> int:
    return 0 if hand.folded else hand.down + len(hand.up)


GAME: Final = PokerRoom
